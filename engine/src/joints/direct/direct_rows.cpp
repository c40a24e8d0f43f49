#include "joints/direct/direct_rows.h"

#include "joints/direct/joint_arms.h"

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

// Rows are written where they stay: a copy would wait for the writes of its parts.
void write_row(const DoubleVector& direction, const DoubleVector& arm_a, const DoubleVector& arm_b,
               double error, int index, DirectRow& row) {
    row.a = {-direction.x, -direction.y, -cross(arm_a, direction)};
    row.b = {direction.x, direction.y, cross(arm_b, direction)};
    row.error = error;
    row.index = index;
}

void write_angle_row(double error, DirectRow& row) {
    row.a = {0.0, 0.0, -1.0};
    row.b = {0.0, 0.0, 1.0};
    row.error = error;
    row.index = 2;
}

/// Turns the row of a coordinate into the row of its motor.
void drive(const DirectMotor& motor, double h, DirectRow& row) {
    row.speed = motor.speed;
    if (motor.limited) {
        row.speed = std::clamp(row.speed, (motor.lower - row.error) / h,
                               std::max(motor.lower - row.error, motor.upper - row.error) / h);
    }
}

constexpr double turn = 2.0 * 3.14159265358979323846;

/// Returns the joint's angle less its reference angle, in the turn around `middle`.
double angle_error(const DirectJoint& joint, const Place64& a, const Place64& b, double middle) {
    const double angle = static_cast<double>(arc_tangent(static_cast<float>(cross(a.rotation, b.rotation)),
                                                         static_cast<float>(dot(a.rotation, b.rotation)))) -
                         joint.reference_angle;
    return angle - turn * std::floor((angle - middle) / turn + 0.5);
}

/// Returns the limited angle of a joint, in the turn around the middle of its limits.
double limited_angle(const DirectJoint& joint, const Place64& a, const Place64& b) {
    return angle_error(joint, a, b, 0.5 * (joint.motors[2].lower + joint.motors[2].upper));
}

/// Returns whether a degree of freedom of a joint is locked.
bool is_locked(const JointRows& rows, int degree) {
    return rows.kind == JointKind::Distance ||
           (degree < 2 && (rows.kind == JointKind::Point || rows.kind == JointKind::Hinge)) ||
           rows.degrees[degree].locked;
}

bool has_limit(const JointDegree& degree) {
    return degree.limit.lower != -JointDegree::far_away || degree.limit.upper != JointDegree::far_away;
}

DirectMotor motor_of(const JointDegree& degree) {
    return {static_cast<double>(degree.motor.speed), static_cast<double>(degree.limit.lower),
            static_cast<double>(degree.limit.upper), has_limit(degree),
            static_cast<double>(degree.motor.maximum)};
}

DoubleVector anchor_of(const BodyMass& mass, const Vec2& anchor) {
    return {static_cast<double>(anchor.x) - static_cast<double>(mass.center_x),
            static_cast<double>(anchor.y) - static_cast<double>(mass.center_y)};
}

}  // namespace

bool is_motor_direct(const JointRecord& record, std::size_t degree) {
    const JointDegree& own = record.rows.degrees[degree];
    if (!record.direct || own.locked || own.motor.maximum == 0.0f || own.spring.frequency > 0.0f ||
        record.rows.isotropic || record.rows.tooth != 0.0f || record.rows.kind == JointKind::Distance) {
        return false;
    }
    const bool unlimited_turns =
        own.limit.lower == -JointDegree::far_away && own.limit.upper == JointDegree::far_away;
    return degree != 2 || unlimited_turns || (own.limit.lower >= -pi && own.limit.upper <= pi);
}

bool is_limit_direct(const JointRecord& record, std::size_t degree) {
    const JointDegree& own = record.rows.degrees[degree];
    if (!record.direct || own.locked || !has_limit(own) || record.rows.tooth != 0.0f ||
        record.rows.kind == JointKind::Distance) {
        return false;
    }
    return degree == 2 && own.limit.upper - own.limit.lower < 2.0f * pi;
}

DirectJoint DirectJoint::describe(const BodyStore& bodies, const JointRecord& record) {
    const JointRows& rows = record.rows;
    DirectJoint own;
    own.kind = rows.kind;
    own.anchor_a = anchor_of(bodies.masses[record.body_a], rows.anchor_a);
    own.anchor_b = anchor_of(bodies.masses[record.body_b], rows.anchor_b);
    own.axis = {static_cast<double>(rows.axis.c), static_cast<double>(rows.axis.s)};
    own.length = static_cast<double>(rows.length);
    own.reference_angle = static_cast<double>(rows.reference_angle);
    for (int i = 0; i < 3; ++i) {
        const bool locked = is_locked(rows, i);
        own.drives[i] = !locked && is_motor_direct(record, static_cast<std::size_t>(i));
        own.limits[i] = !locked && is_limit_direct(record, static_cast<std::size_t>(i));
        own.has_row[i] = locked || own.drives[i] || (own.limits[i] && rows.kind != JointKind::Hinge);
        own.motors[i] = motor_of(rows.degrees[i]);
    }
    if (rows.kind == JointKind::Distance) {
        own.has_row[0] = rows.rigid;
        own.has_row[1] = own.has_row[2] = false;
    }
    return own;
}

namespace {

/// Calls `visitor(degree, direction, arm of A, error())` for each translation that a joint locks or drives,
/// and `turn()` if it does so with the angle.
template <class Visitor, class Turn>
void visit_direct_rows(const DirectJoint& joint, const Place64& a, const JointArms& arms, Visitor&& visitor,
                       Turn&& turn) {
    const DoubleVector& separation = arms.separation;
    switch (joint.kind) {
        case JointKind::Point:
        case JointKind::Hinge:
            visitor(0, DoubleVector{1.0, 0.0}, arms.a, separation.x);
            visitor(1, DoubleVector{0.0, 1.0}, arms.a, separation.y);
            break;
        case JointKind::Distance:
            if (joint.has_row[0]) {
                const double length = std::sqrt(dot(separation, separation));
                const DoubleVector direction =
                    length > 0.0 ? (1.0 / length) * separation : DoubleVector{1.0, 0.0};
                visitor(0, direction, arms.a, length - joint.length);
            }
            break;
        case JointKind::Frame: {
            const DoubleVector along = turned(a.rotation, joint.axis);
            const DoubleVector across{-along.y, along.x};
            const DoubleVector reach = arms.a + separation;
            if (joint.has_row[0]) {
                visitor(0, along, reach, dot(separation, along));
            }
            if (joint.has_row[1]) {
                visitor(1, across, reach, dot(separation, across));
            }
            break;
        }
    }
    if (joint.has_row[2]) {
        turn();
    }
}

}  // namespace

int collect_direct_rows(const DirectJoint& joint, double h, const Place64& a, const Place64& b,
                        JointArms& arms, DirectRow (&rows)[3]) {
    arms = arms_of(joint, a, b);
    int count = 0;
    const auto finish = [&](DirectRow& row) {
        row.drives = joint.drives[row.index];
        row.limits = joint.limits[row.index];
        row.speed = 0.0;
        if (row.drives) {
            drive(joint.motors[row.index], h, row);
        }
    };
    visit_direct_rows(
        joint, a, arms,
        [&](int degree, const DoubleVector& direction, const DoubleVector& from, double error) {
            DirectRow& row = rows[count++];
            write_row(direction, from, arms.b, error, degree, row);
            finish(row);
        },
        [&] {
            DirectRow& row = rows[count++];
            const bool free = joint.drives[2] || joint.limits[2];
            if (free && joint.motors[2].limited) {
                write_angle_row(limited_angle(joint, a, b), row);
            } else {
                // A motor without limits does not depend on the angle.
                write_angle_row(free ? 0.0 : angle_error(joint, a, b, 0.0), row);
            }
            finish(row);
        });
    return count;
}

void write_limited_angle(const DirectJoint& joint, const Place64& a, const Place64& b, DirectRow& row) {
    write_angle_row(limited_angle(joint, a, b), row);
    row.drives = false;
    row.limits = true;
    row.speed = 0.0;
}

void find_direct_errors(const DirectJoint& joint, const Place64& a, const Place64& b, double (&errors)[3]) {
    int count = 0;
    visit_direct_rows(
        joint, a, arms_of(joint, a, b),
        [&](int, const DoubleVector&, const DoubleVector&, double error) { errors[count++] = error; },
        [&] {
            const bool left_out = joint.drives[2] || joint.limits[2];
            errors[count++] = left_out ? 0.0 : angle_error(joint, a, b, 0.0);
        });
}

}  // namespace drystone
