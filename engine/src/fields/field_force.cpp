#include "fields/field_force.h"

namespace drystone {

void FieldForce::add_force(const Vec2d& force, const Vec2d& arm) {
    force_ += force;
    torque_ += cross(arm, force);
}

void FieldForce::add_drag(double rate, const Vec2d& arm, const Vec2d& carrier) {
    rate_ += rate;
    moment_ += rate * arm;
    turn_rate_ += rate * length_squared(arm);
    carried_ += rate * carrier;
    turned_ += rate * cross(arm, carrier);
}

FieldForce::Wrench FieldForce::solve(const Motion& motion, double time_step) const {
    Wrench wrench{force_.x, force_.y, torque_};
    if (rate_ > 0.0 || turn_rate_ > 0.0) {
        const double h = time_step;
        const double linear = motion.mass + h * rate_;
        const double right_x = motion.mass * motion.x + h * (force_.x + carried_.x);
        const double right_y = motion.mass * motion.y + h * (force_.y + carried_.y);
        const double right_w = motion.inertia * motion.w + h * (torque_ + turned_);
        // The velocity of a point at the arm r is v + w (-r.y, r.x).
        const double along_x = motion.free_x ? h * moment_.y : 0.0;
        const double along_y = motion.free_y ? h * moment_.x : 0.0;
        double w = motion.w;
        if (motion.turns) {
            const double angular =
                motion.inertia + h * turn_rate_ - (along_x * along_x + along_y * along_y) / linear;
            w = (right_w + (along_x * right_x - along_y * right_y) / linear) / angular;
        }
        const double x = (right_x + h * moment_.y * w) / linear;
        const double y = (right_y - h * moment_.x * w) / linear;
        wrench = {motion.mass * (x - motion.x) / h, motion.mass * (y - motion.y) / h,
                  motion.inertia * (w - motion.w) / h};
    }
    return {motion.free_x ? wrench.x : 0.0, motion.free_y ? wrench.y : 0.0,
            motion.turns ? wrench.torque : 0.0};
}

}  // namespace drystone
