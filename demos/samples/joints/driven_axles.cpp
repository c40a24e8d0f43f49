#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A truck whose motor drives one wheel; gears carry the torque to the others on their suspensions.
class DrivenAxles final : public Sample {
    enum Parameters : std::size_t { torque, gears };

    static constexpr int wheel_count = 4;

    void create() override {
        add_ground(world(), 60.0f);
        for (int i = 0; i < 20; ++i) {
            add_static(world(), {6.0f + 2.2f * static_cast<float>(i), 0.05f}, make_box(0.4f, 0.12f),
                       painted(color::slate), 0.3f * static_cast<float>(i % 3 - 1));
        }
        chassis_ = add_dynamic(world(), {0.0f, 1.4f}, make_box(2.2f, 0.35f), painted(color::ochre));
        for (int i = 0; i < wheel_count; ++i) {
            const Vec2 at{-1.8f + 1.2f * static_cast<float>(i), 0.8f};
            const BodyId wheel = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.45f},
                                             painted(color::teal, {.material = {.friction = 0.9f}}));
            axles_.push_back(suspend(world(), chassis_, wheel, at,
                                     {.suspension = JointSpring{.frequency = 3.0f, .damping_ratio = 0.7f}}));
            if (i > 0 && parameter(gears) > 0.5f) {
                world().create_joint(GearJoint{axles_[0], axles_.back(), -1.0f});
            }
        }
    }
    void prepare(int step) override {
        const float speed = step % 900 < 450 ? -12.0f : 12.0f;
        set_motor(world(), axles_[0], speed, parameter(torque));
    }
    [[nodiscard]] std::string status() const override {
        return "speed " + number_text(length(world()[chassis_].linear_velocity())) + " m/s";
    }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{world()[chassis_].position().x, 2.5f};
    }

    BodyId chassis_;
    std::vector<JointId> axles_;
};

}  // namespace

scenes::SceneInfo driven_axles_sample() {
    return entry<DrivenAxles>("Joints", "driven_axles", "Driven axles",
                              "Gears between the wheels of a truck, which move on their suspensions.",
                              {{0.0f, 2.5f}, 9.0f}, {}, 900,
                              {{"motor [N m]", 12.0f, 0.0f, 40.0f, ParameterKind::Number, true},
                               {"gears", 1.0f, 0.0f, 1.0f, ParameterKind::Switch}});
}

}  // namespace samples
