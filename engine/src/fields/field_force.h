#pragma once

#include <drystone/collision/math.h>

#include <cstdint>

namespace drystone {

/// A body as fields see it in a step: the pose at which they push it, and its velocity before.
struct FieldBody {
    std::uint32_t body = 0;
    Pose pose{};  ///< Pose of the body's origin.
    Vec2 center{0.0f, 0.0f};
    Vec2 velocity{0.0f, 0.0f};
    float angular_velocity = 0.0f;
    float mass = 0.0f;
    float inertia = 0.0f;
    float reach = 0.0f;  ///< Distance of the farthest point of a shape from the centre [m].

    /// Returns the velocity of the body's point at `arm` from its centre.
    [[nodiscard]] Vec2 velocity_at(const Vec2& arm) const { return velocity + cross(angular_velocity, arm); }
};

/// Effect of fields on a body, in double precision: forces, and drags. A drag pulls a point of the body
/// towards a velocity, with a force proportional to the difference.
///
/// All drags together are a force b - K v on the velocity v = (linear, angular), where K is symmetric and
/// positive semi-definite.
class FieldForce {
public:
    /// Adds a force [N] at `arm` from the centre of mass [m].
    void add_force(const Vec2d& force, const Vec2d& arm);
    /// Adds a drag of `rate` >= 0 [kg/s] towards the velocity `carrier` [m/s].
    void add_drag(double rate, const Vec2d& arm, const Vec2d& carrier);
    /// Adds a drag on the rotation alone [kg m^2/s].
    void add_turn_drag(double rate) { turn_rate_ += rate; }

    /// Motion of the body without fields: its mass, the components in which it is free, and the velocity that
    /// its other loads give it after `time_step`.
    struct Motion {
        double mass = 1.0;
        double inertia = 1.0;
        bool free_x = true;
        bool free_y = true;
        bool turns = true;
        double x = 0.0;
        double y = 0.0;
        double w = 0.0;
    };
    /// Force and torque over the step.
    struct Wrench {
        double x = 0.0;
        double y = 0.0;
        double torque = 0.0;
    };
    /// Returns the wrench of an implicit Euler step, (M + dt K) v' = M v + dt (f + b): a drag of any strength
    /// pulls the velocity towards the carrier's and not beyond, and an equilibrium of drag and forces is
    /// exact. Source: Baraff and Witkin, Large Steps in Cloth Simulation, 1998.
    [[nodiscard]] Wrench solve(const Motion& motion, double time_step) const;

private:
    Vec2d force_{0.0, 0.0};
    double torque_ = 0.0;
    double rate_ = 0.0;        ///< Linear part of K: sum of the rates.
    Vec2d moment_{0.0, 0.0};   ///< Coupling part of K: sum of rate times arm.
    double turn_rate_ = 0.0;   ///< Angular part of K: sum of rate times squared arm, and of turn drags.
    Vec2d carried_{0.0, 0.0};  ///< Linear part of b.
    double turned_ = 0.0;      ///< Angular part of b.
};

}  // namespace drystone
