#include <samples/all_samples.h>
#include <samples/own_world.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstdint>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Towers of hinged boxes that fall over, and a copy of the world that is stepped on two threads: both have
/// the same bits in every step.
class FallingHinges final : public Sample {
    enum Parameters : std::size_t { columns, rows };

    void create() override {
        add_ground(world(), 40.0f);
        constexpr float half = 0.25f;
        for (int column = 0; column < count(columns); ++column) {
            BodyId last;
            for (int row = 0; row < count(rows); ++row) {
                const Vec2 at{
                    2.5f * (static_cast<float>(column) - 0.5f * static_cast<float>(count(columns) - 1)) +
                        0.1f * static_cast<float>(row),
                    half + 2.0f * half * static_cast<float>(row)};
                const BodyId box =
                    add_dynamic(world(), at, make_box(half, half), painted(color::rainbow[column % 7]),
                                row % 2 == 0 ? -0.1f : 0.1f);
                if (row % 2 == 1) {
                    world().create_joint(last, box,
                                         RevoluteJoint{.anchor_a = {-half, half},
                                                       .anchor_b = {-half, -half},
                                                       .limit = JointLimit{-0.3f, 0.6f},
                                                       .motor = JointMotor{0.0f, 0.25f},
                                                       .spring = JointSpring{.damping_ratio = 1.0f}});
                }
                last = box;
            }
        }
        twin_.set(world().clone(2));
    }
    void after_step() override {
        twin_->step(1.0f / 60.0f);
        hash_ = world().state_hash();
        differences_ += twin_->state_hash() == hash_ ? 0 : 1;
    }
    [[nodiscard]] std::string status() const override {
        return "hash " + std::to_string(hash_) + ", " + count_text("steps that differ", differences_);
    }
    [[nodiscard]] int failures() const override { return differences_; }

    OwnWorld twin_;
    std::uint64_t hash_ = 0;
    int differences_ = 0;
};

}  // namespace

scenes::SceneInfo falling_hinges_sample() {
    return entry<FallingHinges>(
        "World", "falling_hinges", "Falling hinges",
        "A copy of the world runs on two threads and has the same bits in every step.", {{0.0f, 5.0f}, 16.0f},
        {}, 600,
        {{"towers", 4.0f, 1.0f, 12.0f, ParameterKind::Count},
         {"boxes in each", 20.0f, 2.0f, 40.0f, ParameterKind::Count}});
}

}  // namespace samples
