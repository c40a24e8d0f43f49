#include "joints/joint_trees.h"

#include <drystone/collision/math.h>

#include <cmath>

namespace drystone {

namespace {

LockRow make_row(const DoubleVector& direction, const DoubleVector& arm_a, const DoubleVector& arm_b,
                 double error, int index) {
    return {{-direction.x, -direction.y, -cross(arm_a, direction)},
            {direction.x, direction.y, cross(arm_b, direction)},
            error,
            index};
}

double angle_error(const PlacedBody& a, const PlacedBody& b, float reference) {
    const double angle = static_cast<double>(arc_tangent(static_cast<float>(cross(a.rotation, b.rotation)),
                                                         static_cast<float>(dot(a.rotation, b.rotation)))) -
                         static_cast<double>(reference);
    constexpr double turn = 2.0 * 3.14159265358979323846;
    return angle - turn * std::floor(angle / turn + 0.5);
}

}  // namespace

int collect_lock_rows(const SerialContext& context, std::uint32_t joint, const PlacedBody& a,
                      const PlacedBody& b, LockRow (&rows)[3]) {
    const JointRecord& record = context.joints.records[joint];
    const JointRows& own = record.rows;
    const DoubleVector arm_a = a.arm(context.bodies.masses[record.body_a], own.anchor_a);
    const DoubleVector arm_b = b.arm(context.bodies.masses[record.body_b], own.anchor_b);
    const DoubleVector separation = (b.center - a.center) + (arm_b - arm_a);
    switch (own.kind) {
        case JointKind::Point:
        case JointKind::Hinge:
            rows[0] = make_row({1.0, 0.0}, arm_a, arm_b, separation.x, 0);
            rows[1] = make_row({0.0, 1.0}, arm_a, arm_b, separation.y, 1);
            return 2;
        case JointKind::Distance: {
            const double length = std::sqrt(dot(separation, separation));
            if (!own.rigid || !(length > 0.0)) {
                return 0;
            }
            rows[0] = make_row((1.0 / length) * separation, arm_a, arm_b,
                               length - static_cast<double>(own.length), 0);
            return 1;
        }
        case JointKind::Frame: break;
    }
    const double c = static_cast<double>(own.axis.c);
    const double s = static_cast<double>(own.axis.s);
    const DoubleVector along{a.rotation.x * c - a.rotation.y * s, a.rotation.y * c + a.rotation.x * s};
    const DoubleVector across{-along.y, along.x};
    const DoubleVector reach = arm_a + separation;
    int count = 0;
    if (own.degrees[0].locked) {
        rows[count++] = make_row(along, reach, arm_b, dot(separation, along), 0);
    }
    if (own.degrees[1].locked) {
        rows[count++] = make_row(across, reach, arm_b, dot(separation, across), 1);
    }
    if (own.degrees[2].locked) {
        rows[count++] = {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, angle_error(a, b, own.reference_angle), 2};
    }
    return count;
}

}  // namespace drystone
