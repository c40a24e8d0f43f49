#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Four blocks welded around a disc without gravity, which turn: the welds must neither part nor feed on it.
class WeldedWindmill final : public Sample {
    enum Parameters : std::size_t { spin, load };

    void create() override {
        hub_ = world().create_body({.position = {0.0f, 10.0f}, .angular_velocity = parameter(spin)});
        world().create_shape(hub_, Circle{{0.0f, 0.0f}, 5.0f}, painted(color::slate));
        const Vec2 ways[] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
        for (const Vec2& way : ways) {
            const Vec2 at = Vec2{0.0f, 10.0f} + 10.0f * way;
            const float wide = way.x == 0.0f ? 4.0f : 5.0f;
            const BodyId block =
                world().create_body({.position = at,
                                     .linear_velocity = parameter(spin) * 10.0f * Vec2{-way.y, way.x},
                                     .angular_velocity = parameter(spin)});
            world().create_shape(block, make_box(wide, 9.0f - wide),
                                 painted(color::ochre, {.density = parameter(load)}));
            welds_.push_back(weld(world(), hub_, block, Vec2{0.0f, 10.0f} + 5.0f * way));
        }
        energy_ = world().kinetic_energy();
    }
    void after_step() override {
        gap_ = 0.0f;
        for (const JointId joint : welds_) {
            gap_ = std::max(gap_, world()[joint].state().linear_separation);
        }
        gained_ += world().kinetic_energy() > 1.001 * energy_ ? 1 : 0;
    }
    [[nodiscard]] std::string status() const override {
        return "gap " + number_text(1000.0f * gap_) + " mm, energy " +
               number_text(static_cast<float>(world().kinetic_energy() / energy_));
    }
    [[nodiscard]] int failures() const override { return gained_ + (gap_ > 0.01f ? 1 : 0); }

    BodyId hub_;
    std::vector<JointId> welds_;
    double energy_ = 0.0;
    float gap_ = 0.0f;
    int gained_ = 0;
};

}  // namespace

scenes::SceneInfo welded_windmill_sample() {
    return entry<WeldedWindmill>(
        "Robustness", "welded_windmill", "Welded windmill",
        "Blocks welded to a turning disc keep their places and their energy.", {{0.0f, 10.0f}, 40.0f},
        {.gravity = {0.0f, 0.0f}}, 600,
        {{"spin [rad/s]", 1.0f, 0.0f, 3.0f}, {"density of the blocks", 1.0f, 0.1f, 100.0f}});
}

}  // namespace samples
