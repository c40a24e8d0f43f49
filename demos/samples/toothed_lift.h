#pragma once

#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {

/// Gears and racks with real teeth, which push each other by contact alone.
class ToothedLift : public Sample {
protected:
    static constexpr int teeth = 16;
    static constexpr float radius = 1.0f;  ///< Radius of the pitch circle [m].
    static constexpr float pitch = 2.0f * drystone::pi * radius / teeth;

    struct Lift {
        JointId drive;
        BodyId gate;
    };

    /// Adds a driven gear at a point of the world, a second one to its right, and to the right of that a gate
    /// with a rack, which moves up and down by 1.5 m.
    Lift add_lift(BodyId ground, const Vec2& first) {
        const Vec2 second = first + Vec2{2.0f * radius + 0.02f, 0.0f};
        const BodyId driver = add_wheel(first, 0.0f, color::ochre);
        const BodyId follower = add_wheel(second, drystone::pi / teeth, color::teal);
        const JointId drive =
            pin(world(), ground, driver, first, {.motor = drystone::JointMotor{0.0f, 300.0f}});
        pin(world(), ground, follower, second);
        // Its teeth point at the second gear, which has a gap at its own height, where a tooth of the rack
        // is.
        const ShapeDefinition steel = painted(color::terracotta, {.material = {.friction = 0.1f}});
        const Vec2 rail = second + Vec2{radius + 0.02f, 0.0f};
        const BodyId gate = add_dynamic(
            world(), rail, drystone::make_box(0.12f, 2.0f, drystone::Pose{{0.26f, 0.0f}, {}}), steel);
        for (int i = -5; i <= 5; ++i) {
            const Vec2 at{0.0f, pitch * static_cast<float>(i)};
            world().create_shape(gate, tooth({at, drystone::Rot::from_angle(drystone::pi)}), steel);
        }
        slide(world(), ground, gate, rail,
              {.axis_a = {0.0f, 1.0f}, .limit = drystone::JointLimit{-1.5f, 1.5f}});
        return {drive, gate};
    }

private:
    /// Returns a tooth that points along the x axis, its pitch line at the origin.
    static drystone::Polygon tooth(const drystone::Pose& pose) {
        const Vec2 corners[] = {{-0.14f, -0.14f}, {0.1f, -0.05f}, {0.1f, 0.05f}, {-0.14f, 0.14f}};
        std::vector<Vec2> placed;
        for (const Vec2& corner : corners) {
            placed.emplace_back(transform(pose, corner));
        }
        return drystone::make_polygon(placed);
    }

    BodyId add_wheel(const Vec2& at, float phase, int paint) {
        const ShapeDefinition steel = painted(paint, {.material = {.friction = 0.1f}});
        const BodyId wheel = add_dynamic(world(), at, drystone::Circle{{0.0f, 0.0f}, radius - 0.12f}, steel);
        for (int i = 0; i < teeth; ++i) {
            const drystone::Rot turn =
                drystone::Rot::from_angle(phase + 2.0f * drystone::pi * static_cast<float>(i) / teeth);
            world().create_shape(wheel, tooth({rotate(turn, {radius, 0.0f}), turn}), steel);
        }
        return wheel;
    }
};

}  // namespace samples
