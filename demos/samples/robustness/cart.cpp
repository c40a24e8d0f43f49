#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <optional>

namespace samples {
namespace {

using namespace drystone;

/// A cart with a heavy load on light wheels with stiff springs.
class Cart final : public Sample {
    enum Parameters : std::size_t { load_density, frequency, turning };

    void create() override {
        const BodyId ground = add_ground(world(), 60.0f);
        for (int i = 0; i < 20; ++i) {
            world().create_shape(
                ground, make_box(0.35f, 0.1f, Pose{{-6.0f + 2.5f * static_cast<float>(i), 0.05f}, {}}));
        }
        const Vec2 at{-14.0f, 1.6f};
        cart_ = add_dynamic(world(), at, make_box(1.8f, 0.3f), painted(color::rust, {.density = 1.0f}));
        for (const float side : {-1.0f, 1.0f}) {
            world().create_shape(cart_, make_box(0.1f, 0.6f, Pose{{1.7f * side, 0.8f}, {}}),
                                 painted(color::rust));
            const Vec2 axle = at + Vec2{1.2f * side, -0.8f};
            const BodyId wheel =
                add_dynamic(world(), axle, Circle{{0.0f, 0.0f}, 0.5f},
                            painted(color::charcoal, {.density = 0.5f, .material = {.friction = 1.0f}}));
            suspend(world(), cart_, wheel, axle,
                    {.limit = JointLimit{-0.2f, 0.2f},
                     .motor = JointMotor{-parameter(turning), 120.0f},
                     .suspension = JointSpring{parameter(frequency), 0.8f}});
        }
        for (int i = 0; i < 6; ++i) {
            add_dynamic(world(),
                        at + Vec2{-1.0f + static_cast<float>(i % 3), 0.8f + 1.0f * static_cast<float>(i / 3)},
                        make_box(0.48f, 0.48f), painted(color::slate, {.density = parameter(load_density)}));
        }
    }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{world()[cart_].position().x, 3.0f};
    }

    BodyId cart_;
};

}  // namespace

scenes::SceneInfo cart_sample() {
    return entry<Cart>("Robustness", "cart", "Cart",
                       "A heavy load on light wheels with stiff springs, over bumps.",
                       {{-10.0f, 3.0f}, 11.0f}, {}, 600,
                       {{"load density [kg/m2]", 20.0f, 0.5f, 100.0f},
                        {"suspension [Hz]", 8.0f, 1.0f, 20.0f},
                        {"wheels [rad/s]", 6.0f, 0.0f, 30.0f}});
}

}  // namespace samples
