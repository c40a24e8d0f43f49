#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Shells that burst at the point of their hit event.
class Shells final : public Sample {
    enum Parameters : std::size_t { pace, strength, radius };

    void create() override {
        add_ground(world(), 40.0f);
        for (int row = 0; row < 7; ++row) {
            for (int column = 0; column < 5; ++column) {
                add_dynamic(world(), {4.0f + static_cast<float>(column), 0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(color::cream, {.density = 0.5f}));
            }
        }
    }
    void prepare(int step) override {
        if (step % 100 == 20 && !world().is_valid(shell_)) {
            shell_ = add_body(world(),
                              {.type = BodyType::Dynamic,
                               .position = {-12.0f, 3.0f},
                               .linear_velocity = {parameter(pace), 6.0f},
                               .bullet = true},
                              Circle{{0.0f, 0.0f}, 0.2f}, painted(color::charcoal, {.hit_events = true}));
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            const bool is_shell = world().is_valid(shell_) && (world()[hit.shape_a].body() == shell_ ||
                                                               world()[hit.shape_b].body() == shell_);
            if (is_shell) {
                place_ = hit.point;
                world().destroy_body(shell_);
                world().explode({.center = hit.point,
                                 .radius = parameter(radius),
                                 .falloff = 2.0f,
                                 .impulse_per_length = parameter(strength)});
                ++bursts_;
                return;
            }
        }
    }
    void draw(Picture& picture) const override {
        if (bursts_ > 0) {
            picture.circle(place_, parameter(radius), color::rust);
            picture.circle(place_, parameter(radius) + 2.0f, color::ochre);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("bursts", bursts_); }

    BodyId shell_;
    Vec2 place_{0.0f, 0.0f};
    int bursts_ = 0;
};

}  // namespace

scenes::SceneInfo projectile_sample() {
    return entry<Shells>("Events", "projectile", "Projectile", "Shells burst where their hit event says.",
                         {{0.0f, 5.0f}, 16.0f}, {}, 600,
                         {{"speed [m/s]", 26.0f, 5.0f, 60.0f, ParameterKind::Number, true},
                          {"burst [N s/m]", 4.0f, 0.0f, 20.0f, ParameterKind::Number, true},
                          {"radius [m]", 1.0f, 0.1f, 4.0f, ParameterKind::Number, true}});
}

}  // namespace samples
