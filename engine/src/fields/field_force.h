#pragma once

#include <drystone/collision/math.h>

#include <cstdint>

namespace drystone {

/// A body as fields find it in a step: where it is when they push it, and how it moves before.
struct FieldBody {
    std::uint32_t body = 0;
    Pose pose{};  ///< Of the body's origin.
    Vec2 center{0.0f, 0.0f};
    Vec2 velocity{0.0f, 0.0f};
    float angular_velocity = 0.0f;
    float mass = 0.0f;
    float inertia = 0.0f;
    float reach = 0.0f;  ///< Of the farthest point of a shape from the centre [m].

    /// Of the body's point at `arm` from its centre.
    [[nodiscard]] Vec2 velocity_at(const Vec2& arm) const { return velocity + cross(angular_velocity, arm); }
};

/// What fields do to a body, in double precision: forces, and drags, which pull points of the body towards a
/// velocity with a force in proportion to the difference.
///
/// All drags together are a force b - K v on the velocity v = (linear, angular), where K is symmetric and has
/// no negative eigenvalue.
class FieldForce {
public:
    /// A force at `arm` from the centre of mass [N], [m].
    void add_force(const Vec2d& force, const Vec2d& arm);
    /// A drag of `rate` >= 0 towards the velocity `carrier` [kg/s], [m/s].
    void add_drag(double rate, const Vec2d& arm, const Vec2d& carrier);
    /// A drag on the turn alone [kg m^2/s].
    void add_turn_drag(double rate) { turn_rate_ += rate; }

    /// What the body's velocity would be after `time_step` with what else pushes it, by linear and angular
    /// components; a body may be free in each or not.
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
    /// By an implicit Euler step, (M + dt K) v' = M v + dt (f + b): however strong the drag is, it takes the
    /// velocity towards the carrier's and not beyond, and where it balances all forces it does so exactly.
    /// Source: Baraff and Witkin, Large Steps in Cloth Simulation, 1998.
    [[nodiscard]] Wrench solve(const Motion& motion, double time_step) const;

private:
    Vec2d force_{0.0, 0.0};
    double torque_ = 0.0;
    double rate_ = 0.0;        ///< Sum of the rates: K, and with arms:
    Vec2d moment_{0.0, 0.0};   ///< first,
    double turn_rate_ = 0.0;   ///< second.
    Vec2d carried_{0.0, 0.0};  ///< b
    double turned_ = 0.0;
};

}  // namespace drystone
