#include "narrow_phase/impact_prediction.h"

#include <drystone/collision/time_of_impact.h>

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
    sweep.angle = input.shapes.cores[shape].count == 1 ? 0.0f : input.time_step * velocity.w;
    return sweep;
}

/// Returns the displacement of a contact point along the normal over that fraction of the sweep, as the
/// solver sees it: the arm of the impact is rotated from the start of the step on.
float way_along(const Vec2& normal, const Vec2& arm, const Sweep& sweep, float fraction) {
    const Rot turn = Rot::from_angle(fraction * sweep.angle);
    const Vec2 moved = fraction * (sweep.center_end - sweep.center_start);
    return dot(normal, moved + rotate(turn, arm) - arm);
}

}  // namespace

bool can_find_impact(const NarrowPhaseInput& input, const Contact& contact) {
    return !input.shapes.is_special(contact.shape_a) && !input.shapes.is_special(contact.shape_b);
}

std::optional<PredictedImpact> find_impact(const NarrowPhaseInput& input, std::uint32_t number,
                                           const Contact& contact) {
    const Sweep sweep_a = sweep_ahead(input, contact.shape_a, contact.body_a);
    const Sweep sweep_b = sweep_ahead(input, contact.shape_b, contact.body_b);
    const TimeOfImpact impact =
        time_of_impact(input.shapes.view(contact.shape_a), sweep_a, input.shapes.view(contact.shape_b),
                       sweep_b, {.tolerance = tolerance});
    if (impact.status != TimeOfImpactStatus::Hit) {
        return std::nullopt;
    }
    const float t = impact.fraction;
    const Vec2 arm_a =
        impact.point - (sweep_a.center_start + t * (sweep_a.center_end - sweep_a.center_start));
    const Vec2 arm_b =
        impact.point - (sweep_b.center_start + t * (sweep_b.center_end - sweep_b.center_start));
    const float nearer =
        way_along(impact.normal, arm_a, sweep_a, t) - way_along(impact.normal, arm_b, sweep_b, t);
    return PredictedImpact{number, impact.normal, arm_a, arm_b, impact.separation + nearer};
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
