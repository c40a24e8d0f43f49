#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A bridge with breakable hinges; increasingly heavy balls fall on it.
class BreakableBridge final : public Sample {
    enum Parameters : std::size_t { strength, ball_density };

    void create() override {
        constexpr int planks = 24;
        constexpr float half = 0.5f * planks;
        constexpr float sag = 1.5f;
        add_ground(world(), 40.0f);
        const BodyId left = add_static(world(), {-half - 4.0f, 3.0f}, make_box(4.0f, 3.0f));
        const BodyId right = add_static(world(), {half + 4.0f, 3.0f}, make_box(4.0f, 3.0f));
        // Along a parabola: a bridge that does not sag would need an infinite tension.
        const auto hinge = [&](int i) {
            const float x = static_cast<float>(i) - half;
            return Vec2{x, 5.8f - sag * (1.0f - x * x / (half * half))};
        };
        BodyId last = left;
        for (int i = 0; i <= planks; ++i) {
            const BodyId plank =
                i == planks ? right
                            : add_bar(world(), hinge(i), hinge(i + 1), 0.12f,
                                      painted(i % 2 == 0 ? color::ochre : color::sand, {.density = 20.0f}));
            pin(world(), last, plank, hinge(i), {}, {.break_force = 1000.0f * parameter(strength)});
            last = plank;
        }
    }
    void prepare(int step) override {
        if (step % 150 == 60 && balls_ < 6) {
            const float radius = 0.4f + 0.15f * static_cast<float>(balls_);
            const float x = -3.0f + 6.0f * static_cast<float>(balls_ % 2);
            add_dynamic(world(), {x, 13.0f}, Circle{{0.0f, 0.0f}, radius},
                        painted(color::charcoal, {.density = parameter(ball_density)}));
            ++balls_;
        }
    }
    void after_step() override {
        for (const JointBreak& broken : world().joint_breaks()) {
            ++broken_;
            last_ = "; the last one at " + number_text(0.001f * broken.force) + " kN";
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("broken", broken_) + last_; }

    int balls_ = 0;
    int broken_ = 0;
    std::string last_;
};

}  // namespace

scenes::SceneInfo breakable_bridge_sample() {
    return scenes::describe<BreakableBridge>(
        {.name = "breakable_bridge",
         .title = "Breakable bridge",
         .group = "Joints",
         .description = "Hinges redden as their load nears 60 kN, and break beyond it.",
         .view = {{0.0f, 6.0f}, 18.0f},
         .steps = 900,
         .parameters = {{"hinges break at [kN]", 60.0f, 5.0f, 200.0f},
                        {"ball density [kg/m2]", 12.0f, 1.0f, 60.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
