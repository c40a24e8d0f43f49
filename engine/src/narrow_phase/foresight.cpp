#include "narrow_phase/foresight.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Of a point at `arm` from the centre of mass.
Vec2 velocity_of_point(const BodyVelocity& velocity, const Vec2& arm) {
    return {velocity.x - velocity.w * arm.y(), velocity.y + velocity.w * arm.x()};
}

bool foresees(const NarrowPhaseInput& input, const Contact& contact) {
    return input.time_step > 0.0f && are_both_dynamic(input.bodies, contact);
}

}  // namespace

bool has_fast_bodies(const BodyStore& bodies, float speculative_distance, float time_step) {
    if (!(time_step > 0.0f)) {
        return false;
    }
    // Half the margin each, by moving and by turning together, less what is lost by rounding.
    const float slow = 0.35f * speculative_distance / time_step;
    const float squared = slow * slow;
    for (std::size_t body = 0; body < bodies.velocities.size(); ++body) {
        const BodyVelocity& velocity = bodies.velocities[body];
        const float turning = velocity.w * bodies.rests[body].extent;
        if (velocity.x * velocity.x + velocity.y * velocity.y + turning * turning > squared) {
            return true;
        }
    }
    return false;
}

float greatest_reach(const NarrowPhaseInput& input, const Contact& contact) {
    if (!foresees(input, contact)) {
        return input.speculative_distance;
    }
    const BodyVelocity& a = input.bodies.velocities[contact.body_a];
    const BodyVelocity& b = input.bodies.velocities[contact.body_b];
    const float turning = std::abs(a.w) * input.bodies.rests[contact.body_a].extent +
                          std::abs(b.w) * input.bodies.rests[contact.body_b].extent;
    const float nearer = input.time_step * (Vec2{a.x - b.x, a.y - b.y}.norm() + turning);
    return std::max(input.speculative_distance, nearer);
}

void drop_far_points(const NarrowPhaseInput& input, const Contact& contact, Manifold& manifold) {
    if (!foresees(input, contact)) {
        return;
    }
    const BodyPose& pose_a = input.bodies.poses[contact.body_a];
    const BodyPose& pose_b = input.bodies.poses[contact.body_b];
    const BodyMass& mass = input.bodies.masses[contact.body_a];
    const Rot rotation{pose_a.c, pose_a.s};
    const Vec2 normal = rotate(rotation, manifold.normal);
    // Aside, the points may go as far as the faces face each other, or as far as makes the margin's
    // difference: so much all contacts may be wrong by. Beside the top of a circle that is the root of 2 r
    // margin.
    const Vec2 between = manifold.points[1].point - manifold.points[0].point;
    const float width = manifold.count == 2 ? std::abs(cross(between, manifold.normal)) : 0.0f;
    const float margin = input.speculative_distance;
    const float radius =
        input.shapes.cores[contact.shape_a].radius + input.shapes.cores[contact.shape_b].radius;
    const float room = std::max(width, std::max(margin, std::sqrt(2.0f * margin * radius)));
    int count = 0;
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const Vec2 arm_a = rotate(rotation, point.point - Vec2{mass.center_x, mass.center_y});
        const Vec2 arm_b = arm_a + Vec2{pose_a.x - pose_b.x, pose_a.y - pose_b.y};
        const Vec2 way =
            input.time_step * (velocity_of_point(input.bodies.velocities[contact.body_a], arm_a) -
                               velocity_of_point(input.bodies.velocities[contact.body_b], arm_b));
        const float nearer = way.dot(normal);
        const bool misses =
            point.separation > nearer || point.separation * std::abs(cross(way, normal)) > nearer * room;
        if (point.separation <= margin || !misses) {
            manifold.points[count++] = point;
        }
    }
    manifold.count = count;
}

}  // namespace drystone
