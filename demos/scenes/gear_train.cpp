#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <numbers>

namespace scenes {
namespace {

/// A rack on a spring turns a train of gears to and fro. The teeth are decoration: joints couple the gears.
class GearTrain final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber ground = backend.create_body({});
        constexpr float radii[] = {2.0f, 1.0f, 3.0f, 1.5f};
        constexpr int colors[] = {color::ochre, color::teal, color::terracotta, color::sage};
        JointNumber before = no_joint;
        float x = -6.0f;
        for (int i = 0; i < 4; ++i) {
            x += i > 0 ? radii[i - 1] + radii[i] : 0.0f;
            const JointNumber axle = add_gear(backend, ground, {x, axle_height}, radii[i], colors[i]);
            if (i == 0) {
                add_rack(backend, ground, {x, axle_height - radii[i]}, axle, radii[i]);
            } else {
                couple(backend, before, axle, radii[i] / radii[i - 1]);
            }
            before = axle;
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return rack_; }

private:
    enum Parameters : std::size_t { frequency, target };

    static constexpr float axle_height = 6.0f;

    /// Adds a gear and returns its hinge.
    static JointNumber add_gear(Backend& backend, BodyNumber ground, Point center, float radius, int paint) {
        const BodyNumber gear =
            add_body(backend, {.kind = BodyKind::Dynamic, .position = center},
                     {.shape = CircleShape{{}, radius - 0.12f}, .mask = 0, .color = paint});
        const int teeth = static_cast<int>(10.0f * radius);
        for (int i = 0; i < teeth; ++i) {
            const auto angle = static_cast<float>(2.0 * std::numbers::pi * i / teeth);
            backend.create_shape(
                gear, {.shape = box(0.15f, 0.1f, polar(radius, angle), angle), .mask = 0, .color = paint});
        }
        return backend.create_joint(
            {.body_a = ground, .body_b = gear, .anchor_a = center, .joint = RevoluteJoint{}});
    }

    void add_rack(Backend& backend, BodyNumber ground, Point pitch, JointNumber gear, float radius) {
        const Point center{pitch.x, pitch.y - 0.3f};
        rack_ = add_body(backend, {.kind = BodyKind::Dynamic, .position = center},
                         {.shape = box(6.0f, 0.2f), .mask = 0, .color = color::slate});
        const JointNumber slide = backend.create_joint(
            {.body_a = ground,
             .body_b = rack_,
             .anchor_a = center,
             .joint = PrismaticJoint{.spring = JointSpring{parameter(frequency), 0.0f, parameter(target)}}});
        // The wheel rolls on the rack: a turn of one radian moves it by the radius.
        couple(backend, gear, slide, -1.0f / radius);
    }

    static void couple(Backend& backend, JointNumber first, JointNumber second, float ratio) {
        if (first != no_joint && second != no_joint) {
            backend.create_joint({.joint = GearJoint{first, second, ratio}});
        }
    }

    BodyNumber rack_ = -1;
};

}  // namespace

SceneInfo gear_train_scene() {
    return describe<GearTrain>(
        {.name = "gear_train",
         .title = "Gear train",
         .group = mechanism_group,
         .description = "A rack on a spring turns four gears to and fro.",
         .view = {{-1.0f, 5.5f}, 14.0f},
         .parameters = {{"spring [Hz]", 0.5f, 0.05f, 2.0f}, {"rest position [m]", 3.0f, -5.0f, 5.0f}},
         .create = {}});
}

}  // namespace scenes
