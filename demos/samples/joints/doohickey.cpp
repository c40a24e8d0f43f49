#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Bars that slide on each other, each between two wheels, dropped in a heap.
class Doohickey final : public Sample {
    enum Parameters : std::size_t { pairs, slide_friction, wheel_friction };

    void create() override {
        add_ground(world(), 30.0f);
        add_room(world(), {{-9.0f, 0.0f}, {9.0f, 30.0f}});
        for (int i = 0; i < count(pairs); ++i) {
            add_one({-3.0f + 1.2f * static_cast<float>(i % 3), 3.0f + 3.0f * static_cast<float>(i)}, i);
        }
    }

    void add_one(const Vec2& at, int number) {
        const int paint = number % 2 == 0 ? color::teal : color::terracotta;
        const BodyId left_bar = add_dynamic(world(), at + Vec2{-1.0f, 0.0f},
                                            Capsule{{-1.2f, 0.0f}, {1.2f, 0.0f}, 0.12f}, ghost(color::sand));
        const BodyId right_bar = add_dynamic(
            world(), at + Vec2{1.0f, 0.0f}, Capsule{{-1.2f, 0.0f}, {1.2f, 0.0f}, 0.12f}, ghost(color::ochre));
        slide(world(), left_bar, right_bar, at,
              {.limit = JointLimit{-1.2f, 1.2f}, .motor = JointMotor{0.0f, parameter(slide_friction)}});
        for (const float side : {-1.0f, 1.0f}) {
            const Vec2 hub = at + Vec2{2.2f * side, 0.0f};
            const BodyId wheel = add_dynamic(world(), hub, Circle{{0.0f, 0.0f}, 0.6f}, painted(paint));
            pin(world(), side < 0.0f ? left_bar : right_bar, wheel, hub,
                {.motor = JointMotor{0.0f, parameter(wheel_friction)}});
        }
    }
};

}  // namespace

scenes::SceneInfo doohickey_sample() {
    return scenes::describe<Doohickey>(
        {.name = "doohickey",
         .title = "Doohickeys",
         .group = "Joints",
         .description = "Pairs of wheels on bars that slide on each other with friction.",
         .view = {{0.0f, 6.0f}, 15.0f},
         .parameters = {{"pairs", 6.0f, 1.0f, 9.0f, ParameterKind::Count},
                        {"friction of slides [N]", 4.0f, 0.0f, 40.0f},
                        {"friction of wheels [N m]", 0.5f, 0.0f, 10.0f}},
         .create = {}});
}

}  // namespace samples
