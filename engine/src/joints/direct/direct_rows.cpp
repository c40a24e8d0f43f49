#include "joints/direct/direct_rows.h"

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

DirectRow make_row(const DoubleVector& direction, const DoubleVector& arm_a, const DoubleVector& arm_b,
                   double error, int index) {
    DirectRow row;
    row.a = {-direction.x, -direction.y, -cross(arm_a, direction)};
    row.b = {direction.x, direction.y, cross(arm_b, direction)};
    row.error = error;
    row.index = index;
    return row;
}

DirectRow make_angle_row(double error) {
    DirectRow row;
    row.a = {0.0, 0.0, -1.0};
    row.b = {0.0, 0.0, 1.0};
    row.error = error;
    row.index = 2;
    return row;
}

/// Turns the row of a coordinate into the row of its motor.
void drive(const JointDegree& degree, double h, DirectRow& row) {
    const auto lower = static_cast<double>(degree.limit.lower);
    const auto upper = static_cast<double>(degree.limit.upper);
    row.drives = true;
    row.speed = std::clamp(static_cast<double>(degree.motor.speed), (lower - row.error) / h,
                           std::max(lower - row.error, upper - row.error) / h);
}

double angle_error(const BodyState64& a, const BodyState64& b, float reference) {
    const double angle = static_cast<double>(arc_tangent(static_cast<float>(cross(a.rotation, b.rotation)),
                                                         static_cast<float>(dot(a.rotation, b.rotation)))) -
                         static_cast<double>(reference);
    constexpr double turn = 2.0 * 3.14159265358979323846;
    return angle - turn * std::floor(angle / turn + 0.5);
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

namespace {

/// Calls `visitor(error, degree, make)` for each row that a joint locks or drives, where `make()` returns the
/// row.
template <class Visitor>
void visit_direct_rows(const SequentialContext& context, std::uint32_t joint, const BodyState64& a,
                       const BodyState64& b, Visitor&& visitor) {
    const JointRecord& record = context.joints.records[joint];
    const JointRows& own = record.rows;
    const DoubleVector arm_a = a.arm(context.bodies.masses[record.body_a], own.anchor_a);
    const DoubleVector arm_b = b.arm(context.bodies.masses[record.body_b], own.anchor_b);
    const DoubleVector separation = (b.center - a.center) + (arm_b - arm_a);
    const auto visit = [&](const DoubleVector& direction, const DoubleVector& from, double error,
                           int degree) {
        visitor(error, degree, [&] { return make_row(direction, from, arm_b, error, degree); });
    };
    switch (own.kind) {
        case JointKind::Point:
        case JointKind::Hinge:
            visit({1.0, 0.0}, arm_a, separation.x, 0);
            visit({0.0, 1.0}, arm_a, separation.y, 1);
            break;
        case JointKind::Distance: {
            const double length = std::sqrt(dot(separation, separation));
            if (own.rigid) {
                const DoubleVector direction =
                    length > 0.0 ? (1.0 / length) * separation : DoubleVector{1.0, 0.0};
                visit(direction, arm_a, length - static_cast<double>(own.length), 0);
            }
            return;
        }
        case JointKind::Frame: {
            const double c = static_cast<double>(own.axis.c);
            const double s = static_cast<double>(own.axis.s);
            const DoubleVector along{a.rotation.x * c - a.rotation.y * s,
                                     a.rotation.y * c + a.rotation.x * s};
            const DoubleVector across{-along.y, along.x};
            const DoubleVector reach = arm_a + separation;
            if (own.degrees[0].locked || is_motor_direct(record, 0)) {
                visit(along, reach, dot(separation, along), 0);
            }
            if (own.degrees[1].locked || is_motor_direct(record, 1)) {
                visit(across, reach, dot(separation, across), 1);
            }
            break;
        }
    }
    if (own.degrees[2].locked || is_motor_direct(record, 2)) {
        const double error = angle_error(a, b, own.reference_angle);
        visitor(error, 2, [&] { return make_angle_row(error); });
    }
}

/// Returns whether a degree of freedom of a joint is driven, not locked.
bool is_driven(const JointRows& rows, int degree) {
    const bool is_locked = rows.kind == JointKind::Distance ||
                           (degree < 2 && (rows.kind == JointKind::Point || rows.kind == JointKind::Hinge)) ||
                           rows.degrees[degree].locked;
    return !is_locked;
}

}  // namespace

int collect_direct_rows(const SequentialContext& context, std::uint32_t joint, double h, const BodyState64& a,
                        const BodyState64& b, DirectRow (&rows)[3]) {
    const JointRows& own = context.joints.records[joint].rows;
    int count = 0;
    visit_direct_rows(context, joint, a, b, [&](double, int degree, const auto& make) {
        rows[count] = make();
        if (is_driven(own, degree)) {
            drive(own.degrees[degree], h, rows[count]);
        }
        ++count;
    });
    return count;
}

void find_direct_errors(const SequentialContext& context, std::uint32_t joint, const BodyState64& a,
                        const BodyState64& b, double (&errors)[3]) {
    int count = 0;
    visit_direct_rows(context, joint, a, b, [&](double error, int, const auto&) { errors[count++] = error; });
}

}  // namespace drystone
