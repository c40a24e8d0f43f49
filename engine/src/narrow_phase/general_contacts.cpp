#include "narrow_phase/general_contacts.h"

namespace drystone {

namespace {

/// The frame of B's origin seen from that of A's. The centres of mass are subtracted in the world, so that
/// the distance from the world's origin costs no precision.
Pose relative_pose(const BodyPose& a, const BodyMass& mass_a, const BodyPose& b, const BodyMass& mass_b) {
    const Rot qa{a.c, a.s};
    const Rot q = inverse_multiply(qa, Rot{b.c, b.s});
    const Vec2 between = inverse_rotate(qa, Vec2{b.x - a.x, b.y - a.y});
    const Vec2 center_a{mass_a.center_x, mass_a.center_y};
    const Vec2 center_b{mass_b.center_x, mass_b.center_y};
    return {between + center_a - rotate(q, center_b), q};
}

}  // namespace

Manifold collide_shapes(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache) {
    const BodyStore& bodies = input.bodies;
    const Pose b_in_a = relative_pose(bodies.poses[contact.body_a], bodies.masses[contact.body_a],
                                      bodies.poses[contact.body_b], bodies.masses[contact.body_b]);
    return collide(input.shapes.view(contact.shape_a), input.shapes.view(contact.shape_b), b_in_a,
                   input.speculative_distance, cache);
}

void find_general_manifold(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                           ManifoldRows& rows, int lane) {
    const Manifold manifold = collide_shapes(input, contact, cache);
    const BodyPose& pose = input.bodies.poses[contact.body_a];
    const BodyMass& mass = input.bodies.masses[contact.body_a];
    const Rot rotation{pose.c, pose.s};
    const Vec2 normal = rotate(rotation, manifold.normal);
    rows.normal_x[lane] = normal.x();
    rows.normal_y[lane] = normal.y();
    for (int i = 0; i < 2; ++i) {
        const bool there = i < manifold.count;
        const ManifoldPoint& point = manifold.points[i];
        const Vec2 arm = rotate(rotation, point.point - Vec2{mass.center_x, mass.center_y});
        rows.arm_x[i][lane] = there ? arm.x() : 0.0f;
        rows.arm_y[i][lane] = there ? arm.y() : 0.0f;
        rows.separation[i][lane] = there ? point.separation : 0.0f;
        rows.feature[i][lane] = there ? pack_feature(point.feature) : 0.0f;
    }
}

}  // namespace drystone
