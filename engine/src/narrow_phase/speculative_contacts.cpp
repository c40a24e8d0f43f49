#include "narrow_phase/speculative_contacts.h"

#include "narrow_phase/impact_prediction.h"
#include "narrow_phase/kernels/point_rows.h"
#include "store/thickness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace drystone {

namespace {

/// Returns whether the body moves on its own or by contacts.
bool can_move(const BodyStore& bodies, std::uint32_t body) {
    return bodies.types[body] == BodyType::Kinematic || bodies.masses[body].inverse_mass > 0.0f;
}

/// Returns the velocity of a point at `arm` from the centre of mass.
Vec2 velocity_of_point(const BodyVelocity& velocity, const Vec2& arm) {
    return {velocity.x - velocity.w * arm.y, velocity.y + velocity.w * arm.x};
}

/// A contact point and its motion within the step.
struct SweptPair {
    Vec2 arm_a;    ///< From the centre of mass of A, at the start.
    Vec2 arm_b;    ///< From the centre of mass of B, at the start.
    Vec2 way;      ///< Displacement of A's point relative to B's.
    Vec2 shift_a;  ///< Displacement of the contact point relative to the centre of mass of A.
    Vec2 shift_b;
};

SweptPair find_impact_pose(const NarrowPhaseInput& input, const Contact& contact, const Vec2& arm_a) {
    const BodyPose& pose_a = input.bodies.poses[contact.body_a];
    const BodyPose& pose_b = input.bodies.poses[contact.body_b];
    const BodyVelocity& velocity_a = input.bodies.velocities[contact.body_a];
    const BodyVelocity& velocity_b = input.bodies.velocities[contact.body_b];
    const Vec2 arm_b = arm_a + Vec2{pose_a.x - pose_b.x, pose_a.y - pose_b.y};
    const Vec2 moved_a = input.time_step * Vec2{velocity_a.x, velocity_a.y};
    const Vec2 moved_b = input.time_step * Vec2{velocity_b.x, velocity_b.y};
    // A turning disc touches with whatever point faces the other shape at that time, so its rotation is
    // ignored.
    const bool is_disc_a = input.shapes.cores[contact.shape_a].count == 1;
    const bool is_disc_b = input.shapes.cores[contact.shape_b].count == 1;
    const Vec2 way_a = is_disc_a ? moved_a : input.time_step * velocity_of_point(velocity_a, arm_a);
    const Vec2 way_b = is_disc_b ? moved_b : input.time_step * velocity_of_point(velocity_b, arm_b);
    const float part_a = is_disc_a ? 1.0f : is_disc_b ? 0.0f : 0.5f;
    const Vec2 way_of_point = part_a * way_a + (1.0f - part_a) * way_b;
    return {arm_a, arm_b, way_a - way_b, way_of_point - moved_a, way_of_point - moved_b};
}

bool are_discs(const NarrowPhaseInput& input, const Contact& contact) {
    return input.shapes.cores[contact.shape_a].count == 1 && input.shapes.cores[contact.shape_b].count == 1;
}

/// Returns whether the normal of a lane separates the bodies for the whole step, however they turn.
bool stays_separated(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                     int lane) {
    const BodyStore& bodies = input.bodies;
    const BodyVelocity& a = bodies.velocities[contact.body_a];
    const BodyVelocity& b = bodies.velocities[contact.body_b];
    const Vec2 normal{rows.normal_x[lane], rows.normal_y[lane]};
    const float turning = std::abs(a.w) * bodies.damping_and_sleep[contact.body_a].extent +
                          std::abs(b.w) * bodies.damping_and_sleep[contact.body_b].extent;
    float separation = std::numeric_limits<float>::max();
    for (int i = 0; i < 2; ++i) {
        separation =
            rows.feature[i][lane] != 0.0f ? std::min(separation, rows.separation[i][lane]) : separation;
    }
    return separation > input.time_step * (dot(normal, Vec2{a.x - b.x, a.y - b.y}) + turning);
}

/// Turns the normal of two discs to that of the time of impact. Returns false if they do not meet within the
/// step.
bool turn_to_impact(const NarrowPhaseInput& input, const Contact& contact, ManifoldRows& rows, int lane) {
    const float radius_a = input.shapes.cores[contact.shape_a].radius;
    const float radii = radius_a + input.shapes.cores[contact.shape_b].radius;
    const Vec2 normal{rows.normal_x[lane], rows.normal_y[lane]};
    const Vec2 arm{rows.arm_x[0][lane], rows.arm_y[0][lane]};
    const float separation = rows.separation[0][lane];
    const Vec2 between = (radii + separation) * normal;
    const Vec2 way = find_impact_pose(input, contact, arm).way;
    // |between - t way| = radii.
    const float half_b = dot(between, way);
    const float squared_way = length_squared(way);
    const float discriminant = half_b * half_b - squared_way * separation * (2.0f * radii + separation);
    if (!(half_b > 0.0f) || !(discriminant > 0.0f)) {
        return false;
    }
    const float t = separation * (2.0f * radii + separation) / (half_b + std::sqrt(discriminant));
    const Vec2 pair = normalized(between - t * way);
    const Vec2 arm_then = arm - (radius_a + 0.5f * separation) * normal + radius_a * pair;
    rows.normal_x[lane] = pair.x;
    rows.normal_y[lane] = pair.y;
    rows.arm_x[0][lane] = arm_then.x;
    rows.arm_y[0][lane] = arm_then.y;
    rows.separation[0][lane] = dot(pair, between) - radii;
    return t < 1.0f;
}

/// Rest of a manifold without the points that would not meet.
struct PointsLeft {
    bool is_near = false;         ///< A point is within the margin.
    bool is_speculative = false;  ///< A point is beyond it.
    bool comes = false;           ///< A point meets within the step, perhaps beside the other shape.
};

/// Drops the points of a lane that are neither within the margin nor would meet within the step. A second
/// point stays if it is at most `max_reach_of_second` times as far away as the first one moves.
PointsLeft drop_points(const NarrowPhaseInput& input, const Contact& contact, ManifoldRows& rows, int lane) {
    const float margin = input.speculative_distance;
    const Vec2 normal{rows.normal_x[lane], rows.normal_y[lane]};
    // Tangential motion is limited to the overlap of the faces, because the normal stays the same.
    const Vec2 between{rows.arm_x[1][lane] - rows.arm_x[0][lane], rows.arm_y[1][lane] - rows.arm_y[0][lane]};
    const bool is_face = rows.feature[0][lane] != 0.0f && rows.feature[1][lane] != 0.0f;
    const float room = std::max(is_face ? std::abs(cross(between, normal)) : 0.0f, margin);
    PointsLeft left;
    bool is_dropped[2] = {false, false};
    float fastest = margin;
    for (int i = 0; i < 2; ++i) {
        if (rows.feature[i][lane] == 0.0f) {
            continue;
        }
        const float separation = rows.separation[i][lane];
        const SweptPair pair = find_impact_pose(input, contact, {rows.arm_x[i][lane], rows.arm_y[i][lane]});
        const float nearer = dot(pair.way, normal);
        fastest = std::max(fastest, nearer);
        if (separation <= margin) {
            left.is_near = true;
            left.comes = left.comes || separation - nearer <= margin;
            continue;
        }
        left.comes = left.comes || separation <= nearer;
        is_dropped[i] = separation > nearer || separation * std::abs(cross(pair.way, normal)) > nearer * room;
        left.is_speculative = left.is_speculative || !is_dropped[i];
    }
    // An impact at one point turns the body about it, so that the other one may meet as well.
    const float reach = left.is_near || left.is_speculative ? max_reach_of_second * fastest : -1.0f;
    for (int i = 0; i < 2; ++i) {
        const bool is_kept = is_dropped[i] && rows.separation[i][lane] <= reach;
        left.is_speculative = left.is_speculative || is_kept;
        if (is_dropped[i] && !is_kept) {
            rows.feature[i][lane] = 0.0f;
        }
    }
    return left;
}

/// Returns whether the bodies turn so far within the step that their points may come nearer than their
/// velocities along the normal tell, by more than half of the margin: since the normal turns while they slide
/// along it, and since points move along arcs.
bool turns_far(const NarrowPhaseInput& input, const Contact& contact, const Vec2& normal) {
    const float angle = turning_of(input, contact);
    if (angle >= harmless_turning) {
        return true;
    }
    const BodyStore& bodies = input.bodies;
    const BodyVelocity& a = bodies.velocities[contact.body_a];
    const BodyVelocity& b = bodies.velocities[contact.body_b];
    const float slip = input.time_step * std::abs(cross(Vec2{a.x - b.x, a.y - b.y}, normal));
    const float arm = std::max(bodies.damping_and_sleep[contact.body_a].extent,
                               bodies.damping_and_sleep[contact.body_b].extent);
    return angle * (slip + 0.5f * angle * arm) > 0.5f * input.speculative_distance;
}

}  // namespace

float turning_of(const NarrowPhaseInput& input, const Contact& contact) {
    const auto spin = [&](std::uint32_t shape, std::uint32_t body) {
        return input.shapes.cores[shape].count == 1 ? 0.0f : std::abs(input.bodies.velocities[body].w);
    };
    return input.time_step * (spin(contact.shape_a, contact.body_a) + spin(contact.shape_b, contact.body_b));
}

bool may_pass(const NarrowPhaseInput& input, const Contact& contact) {
    const float thickness = input.shapes.thickness(contact.shape_a) + input.shapes.thickness(contact.shape_b);
    return sweep_candidates(input, contact) > thickness;
}

CandidateInput candidate_input(const NarrowPhaseInput& input) {
    const BodyStore& bodies = input.bodies;
    return {reinterpret_cast<const float*>(input.shapes.fat_boxes.data()),
            reinterpret_cast<const float*>(bodies.poses.data()),
            reinterpret_cast<const float*>(bodies.velocities.data()),
            reinterpret_cast<const float*>(bodies.damping_and_sleep.data()),
            input.time_step,
            input.speculative_distance};
}

float sweep_candidates(const NarrowPhaseInput& input, const Contact& contact) {
    const BodyStore& bodies = input.bodies;
    const BodyPose& a = bodies.poses[contact.body_a];
    const BodyPose& b = bodies.poses[contact.body_b];
    const BodyVelocity& velocity_a = bodies.velocities[contact.body_a];
    const BodyVelocity& velocity_b = bodies.velocities[contact.body_b];
    const float extent_a = bodies.damping_and_sleep[contact.body_a].extent;
    const float extent_b = bodies.damping_and_sleep[contact.body_b].extent;
    const float margin = input.speculative_distance;
    const float reach = circle_tolerance * (extent_a + extent_b + margin);
    float x = b.x - a.x;
    float y = b.y - a.y;

    const float way_x = input.time_step * (velocity_b.x - velocity_a.x);
    const float way_y = input.time_step * (velocity_b.y - velocity_a.y);
    const float turning =
        input.time_step * (std::abs(velocity_a.w) * extent_a + std::abs(velocity_b.w) * extent_b);
    const float left = margin - turning;
    const float squared_way = way_x * way_x + way_y * way_y;
    const bool slow = left > 0.0f && squared_way < left * left;
    const float motion = std::sqrt(squared_way) + turning;
    const bool both_move = can_move(bodies, contact.body_a) && can_move(bodies, contact.body_b);
    // Continuous collision stops bodies that move farther at static ones.
    if (slow || contact.needs_pre_solve || !(both_move || motion < max_margins_of_slow * margin)) {
        return x * x + y * y > reach * reach ? SpeculativeMargin::apart : margin;
    }
    // Closest approach of the centres.
    const float nearest = -(x * way_x + y * way_y) / std::max(squared_way, 1e-12f);
    const float t = std::clamp(nearest, 0.0f, 1.0f);
    x += t * way_x;
    y += t * way_y;
    return x * x + y * y > reach * reach ? SpeculativeMargin::apart : std::max(margin, motion);
}

SpeculativeResult drop_distant_points(const NarrowPhaseInput& input, std::uint32_t number,
                                      const Contact& contact, ManifoldRows& rows, int lane,
                                      PredictedImpact& impact) {
    const float margin = input.speculative_distance;
    if (are_discs(input, contact) && rows.feature[0][lane] != 0.0f && rows.separation[0][lane] > margin) {
        const bool meets = turn_to_impact(input, contact, rows, lane);
        rows.feature[0][lane] = meets ? rows.feature[0][lane] : 0.0f;
        return meets ? SpeculativeResult::Points : SpeculativeResult::Nothing;
    }
    const bool separated = stays_separated(input, contact, rows, lane);
    const auto [is_near, is_speculative, comes] = drop_points(input, contact, rows, lane);
    // Turning bodies meet elsewhere, and along another normal; so do corners that come from the side.
    const bool turns = turns_far(input, contact, {rows.normal_x[lane], rows.normal_y[lane]});
    const bool is_known = is_near ? !turns || comes : !turns && (is_speculative || !comes);
    const bool is_slow = (is_near || !comes || !turns) && !may_pass(input, contact);
    if (is_known || is_slow || separated || !can_find_impact(input, contact)) {
        return is_speculative ? SpeculativeResult::Points : SpeculativeResult::Nothing;
    }
    const std::optional<PredictedImpact> found = find_impact(input, number, contact, is_near);
    if (!found || !is_finite(found->separation)) {
        if (is_near) {
            return is_speculative ? SpeculativeResult::Points : SpeculativeResult::Nothing;
        }
        rows.feature[0][lane] = 0.0f;
        rows.feature[1][lane] = 0.0f;
        return SpeculativeResult::Nothing;
    }
    impact = *found;
    write_impact(impact, rows, lane);
    return SpeculativeResult::Impact;
}

void move_arms_to_impact(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                         ContactBlock& block, int lane) {
    const BodyMass& mass_a = input.bodies.masses[contact.body_a];
    const BodyMass& mass_b = input.bodies.masses[contact.body_b];
    const Vec2 normal{rows.normal_x[lane], rows.normal_y[lane]};
    for (int i = 0; i < 2; ++i) {
        const float separation = rows.separation[i][lane];
        const SweptPair pair = find_impact_pose(input, contact, {rows.arm_x[i][lane], rows.arm_y[i][lane]});
        const bool is_near = separation <= input.speculative_distance && !are_discs(input, contact);
        const float approach = dot(pair.way, normal);
        if (rows.feature[i][lane] == 0.0f || is_near || approach < separation || approach == 0.0f) {
            continue;
        }
        const float part = separation / approach;
        const Vec2 arm_a = pair.arm_a + part * pair.shift_a;
        const Vec2 arm_b = pair.arm_b + part * pair.shift_b;
        // Not finite if the step is so long that displacements overflow.
        if (is_finite(arm_a) && is_finite(arm_b)) {
            write_point_arms({arm_a, arm_b}, normal, mass_a, mass_b, block, lane, i);
        }
    }
}

}  // namespace drystone
