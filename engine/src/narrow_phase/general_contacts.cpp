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

/// Impulses of a lane before its points are replaced.
struct OldImpulses {
    float feature[2];
    float normal[2];
    float friction[2];
};

OldImpulses load_impulses(const ContactBlock& block, int lane) {
    return {{block.feature[0][lane], block.feature[1][lane]},
            {block.normal_impulse[0][lane], block.normal_impulse[1][lane]},
            {block.friction_impulse[0][lane], block.friction_impulse[1][lane]}};
}

float inverse_or_zero(float value) { return value > 0.0f ? 1.0f / value : 0.0f; }

/// A point that is not there: no mass, no arm, no impulse.
void clear_point(ContactBlock& block, int lane, int i) {
    for (Row* const row :
         {&block.normal_arm_a[i], &block.normal_arm_b[i], &block.normal_mass[i], &block.normal_impulse[i],
          &block.current_separation[i], &block.tangent_arm_a[i], &block.tangent_arm_b[i],
          &block.tangent_mass[i], &block.separation[i], &block.friction_impulse[i],
          &block.greatest_impulse[i], &block.point_x[i], &block.point_y[i], &block.feature[i]}) {
        (*row)[lane] = 0.0f;
    }
}

/// Arms and effective masses of point `i` from its arms about both centres of mass in the world.
void write_arms(ContactBlock& block, int lane, int i, const Vec2& normal, const Vec2& arm_a,
                const Vec2& arm_b, const BodyIntegration& a, const BodyIntegration& b) {
    const Vec2 tangent = right_perp(normal);
    const float normal_arm_a = a.arm_scale * cross(arm_a, normal);
    const float normal_arm_b = b.arm_scale * cross(arm_b, normal);
    const float tangent_arm_a = a.arm_scale * cross(arm_a, tangent);
    const float tangent_arm_b = b.arm_scale * cross(arm_b, tangent);
    const float masses = a.inverse_mass + b.inverse_mass;
    block.normal_arm_a[i][lane] = normal_arm_a;
    block.normal_arm_b[i][lane] = normal_arm_b;
    block.tangent_arm_a[i][lane] = tangent_arm_a;
    block.tangent_arm_b[i][lane] = tangent_arm_b;
    block.normal_mass[i][lane] = inverse_or_zero(masses + (a.inverse_mass * normal_arm_a * normal_arm_a +
                                                           b.inverse_mass * normal_arm_b * normal_arm_b));
    block.tangent_mass[i][lane] = inverse_or_zero(masses + (a.inverse_mass * tangent_arm_a * tangent_arm_a +
                                                            b.inverse_mass * tangent_arm_b * tangent_arm_b));
    block.point_x[i][lane] = arm_a.x();
    block.point_y[i][lane] = arm_a.y();
}

void write_point(ContactBlock& block, int lane, int i, const ManifoldPoint& point, const OldImpulses& old) {
    const float feature = pack_feature(point.feature);
    block.feature[i][lane] = feature;
    block.separation[i][lane] = point.separation;
    block.current_separation[i][lane] = point.separation;
    block.greatest_impulse[i][lane] = 0.0f;
    block.normal_impulse[i][lane] = 0.0f;
    block.friction_impulse[i][lane] = 0.0f;
    for (int k = 0; k < 2; ++k) {
        if (old.feature[k] == feature) {
            block.normal_impulse[i][lane] = old.normal[k];
            block.friction_impulse[i][lane] = old.friction[k];
        }
    }
}

}  // namespace

Manifold collide_shapes(const NarrowPhaseInput& input, Contact& contact) {
    const BodyStore& bodies = input.bodies;
    const Pose b_in_a = relative_pose(bodies.poses[contact.body_a], bodies.masses[contact.body_a],
                                      bodies.poses[contact.body_b], bodies.masses[contact.body_b]);
    return collide(input.shapes.view(contact.shape_a), input.shapes.view(contact.shape_b), b_in_a,
                   input.speculative_distance, contact.cache);
}

void update_general_lane(const NarrowPhaseInput& input, const std::vector<BodyIntegration>& integration,
                         Contact& contact, ContactBlock& block, int lane) {
    const Manifold manifold = collide_shapes(input, contact);
    const BodyPose& pose_a = input.bodies.poses[contact.body_a];
    const BodyPose& pose_b = input.bodies.poses[contact.body_b];
    const BodyMass& mass_a = input.bodies.masses[contact.body_a];
    const BodyIntegration& a = integration[static_cast<std::size_t>(block.slot_a[lane])];
    const BodyIntegration& b = integration[static_cast<std::size_t>(block.slot_b[lane])];
    const Rot qa{pose_a.c, pose_a.s};
    const Vec2 normal = rotate(qa, manifold.normal);
    const Vec2 between{pose_a.x - pose_b.x, pose_a.y - pose_b.y};
    block.normal_x[lane] = normal.x();
    block.normal_y[lane] = normal.y();

    const OldImpulses old = load_impulses(block, lane);
    for (int i = 0; i < 2; ++i) {
        if (i < manifold.count) {
            const Vec2 from_center = manifold.points[i].point - Vec2{mass_a.center_x, mass_a.center_y};
            const Vec2 arm_a = rotate(qa, from_center);
            write_arms(block, lane, i, normal, arm_a, arm_a + between, a, b);
            write_point(block, lane, i, manifold.points[i], old);
        } else {
            clear_point(block, lane, i);
        }
    }
}

}  // namespace drystone
