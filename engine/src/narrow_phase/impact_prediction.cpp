#include "narrow_phase/impact_prediction.h"

#include "narrow_phase/general_contacts.h"
#include "narrow_phase/speculative_contacts.h"

#include <drystone/collision/time_of_impact.h>

#include <cmath>
#include <optional>

namespace drystone {

namespace {

/// Maximum separation of the surfaces at a predicted impact [m].
constexpr float tolerance = 5e-3f;

/// Returns the motion of a body through the coming step. A turning disc touches with whatever point faces the
/// other shape at that time, so it is swept without rotation.
Sweep sweep_ahead(const NarrowPhaseInput& input, std::uint32_t shape, std::uint32_t body) {
    const BodyPose& pose = input.bodies.poses[body];
    const BodyVelocity& velocity = input.bodies.velocities[body];
    const BodyMass& mass = input.bodies.masses[body];
    Sweep sweep;
    sweep.local_center = {mass.center_x, mass.center_y};
    sweep.center_start = {pose.x, pose.y};
    sweep.center_end = sweep.center_start + input.time_step * Vec2{velocity.x, velocity.y};
    sweep.rotation_start = {pose.c, pose.s};
    const bool is_disc = input.shapes.cores[shape].count == 1;
    const float angle = input.time_step * velocity.w;
    sweep.angle = is_disc ? 0.0f : angle;
    if (!is_disc && std::abs(angle) >= harmless_turning && input.joints != nullptr &&
        has_joints(*input.joints, body)) {
        // Joints keep the body turning about the point that stands still now.
        const Vec2 arm = Vec2{velocity.y, -velocity.x} / velocity.w;
        if (length(arm) < 2.0f * input.bodies.damping_and_sleep[body].extent) {
            sweep.local_center -= inverse_rotate(sweep.rotation_start, arm);
            sweep.center_start -= arm;
            sweep.center_end = sweep.center_start;
        }
    }
    return sweep;
}

/// Returns where the centre of mass of a body is at a fraction of a sweep.
Vec2 mass_center_at(const BodyMass& mass, const Sweep& sweep, float fraction) {
    return transform(interpolate(sweep, fraction), Vec2{mass.center_x, mass.center_y});
}

/// Point where two bodies meet, in the world.
struct MeetingPoint {
    Vec2 normal;  ///< From A to B.
    Vec2 point;
    float separation;
};

/// Returns the deepest point of the manifold that the bodies of a contact have at an impact, with the normals
/// that shapes with internal edges offer; `nullopt` if they only meet where a neighbour continues one of
/// them.
std::optional<MeetingPoint> meet_offered(const NarrowPhaseInput& input, const Contact& contact,
                                         const Pose& pose_a, const Pose& pose_b) {
    CollisionCache unused;
    const Manifold manifold = collide_shapes_at(input, contact, inverse_multiply(pose_a, pose_b), unused);
    if (manifold.count == 0) {
        return std::nullopt;
    }
    const ManifoldPoint& first = manifold.points[0];
    const ManifoldPoint& last = manifold.points[manifold.count - 1];
    const ManifoldPoint& deepest = last.separation < first.separation ? last : first;
    return MeetingPoint{rotate(pose_a.rotation, manifold.normal), transform(pose_a, deepest.point),
                        deepest.separation};
}

/// Returns the displacement of a contact point along the normal, as the solver sees it: the arm of the impact
/// is rotated from the start of the step on. `moved` is the displacement of the centre of mass.
float way_along(const Vec2& normal, const Vec2& arm, const Vec2& moved, float angle) {
    const Rot turn = Rot::from_angle(angle);
    return dot(normal, moved + rotate(turn, arm) - arm);
}

}  // namespace

bool can_find_impact(const NarrowPhaseInput& input, const Contact& contact) {
    const auto is_its_core = [&](std::uint32_t shape) {
        const CustomRecord* const custom = input.shapes.customs.find(shape);
        return custom == nullptr || custom->shape->is_polygon();
    };
    return is_its_core(contact.shape_a) && is_its_core(contact.shape_b);
}

std::optional<PredictedImpact> find_impact(const NarrowPhaseInput& input, std::uint32_t number,
                                           const Contact& contact, bool is_near) {
    const Sweep sweep_a = sweep_ahead(input, contact.shape_a, contact.body_a);
    const Sweep sweep_b = sweep_ahead(input, contact.shape_b, contact.body_b);
    TimeOfImpactSettings settings{.tolerance = tolerance};
    if (is_near) {
        settings.target_separation = input.speculative_distance;
        settings.initial_contact = InitialContact::Keep;
    }
    const TimeOfImpact impact = time_of_impact(input.shapes.view(contact.shape_a), sweep_a,
                                               input.shapes.view(contact.shape_b), sweep_b, settings);
    if (impact.status != TimeOfImpactStatus::Hit) {
        return std::nullopt;
    }
    const float t = impact.fraction;
    MeetingPoint met{impact.normal, impact.point, impact.separation};
    if (input.shapes.is_special(contact.shape_a) || input.shapes.is_special(contact.shape_b)) {
        const std::optional<MeetingPoint> offered =
            meet_offered(input, contact, interpolate(sweep_a, t), interpolate(sweep_b, t));
        if (!offered) {
            return std::nullopt;
        }
        met = *offered;
    }
    const BodyPose& pose_a = input.bodies.poses[contact.body_a];
    const BodyPose& pose_b = input.bodies.poses[contact.body_b];
    const Vec2 center_a = mass_center_at(input.bodies.masses[contact.body_a], sweep_a, t);
    const Vec2 center_b = mass_center_at(input.bodies.masses[contact.body_b], sweep_b, t);
    const Vec2 arm_a = met.point - center_a;
    const Vec2 arm_b = met.point - center_b;
    const float nearer =
        way_along(met.normal, arm_a, center_a - Vec2{pose_a.x, pose_a.y}, t * sweep_a.angle) -
        way_along(met.normal, arm_b, center_b - Vec2{pose_b.x, pose_b.y}, t * sweep_b.angle);
    return PredictedImpact{number, met.normal, arm_a, arm_b, met.separation + nearer};
}

void write_impact(const PredictedImpact& impact, ManifoldRows& rows, int lane) {
    rows.normal_x[lane] = impact.normal.x;
    rows.normal_y[lane] = impact.normal.y;
    rows.arm_x[0][lane] = impact.arm_a.x;
    rows.arm_y[0][lane] = impact.arm_a.y;
    rows.separation[0][lane] = impact.separation;
    rows.feature[0][lane] = 1.0f;
    rows.feature[1][lane] = 0.0f;
}

}  // namespace drystone
