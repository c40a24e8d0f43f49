#include "continuous/continuous.h"
#include "continuous/impacts.h"
#include "continuous/motion.h"

#include <drystone/collision/epa.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns an upper bound for the distance that the bodies of a contact would approach each other in a step
/// at their present velocities [m].
float max_approach(const ContinuousContext& context, const Contact& contact) {
    const BodyVelocity& a = context.bodies.velocities[contact.body_a];
    const BodyVelocity& b = context.bodies.velocities[contact.body_b];
    const float turning = std::abs(a.w) * context.bodies.damping_and_sleep[contact.body_a].extent +
                          std::abs(b.w) * context.bodies.damping_and_sleep[contact.body_b].extent;
    return context.time_step * (length(Vec2{b.x - a.x, b.y - a.y}) + turning);
}

/// Returns whether the bodies of a contact could have moved through each other after their impact.
bool may_have_passed(const ContinuousContext& context, const Contact& contact) {
    const float thickness =
        context.shapes.thickness(contact.shape_a) + context.shapes.thickness(contact.shape_b);
    return max_approach(context, contact) > thickness;
}

/// Overlap of the shapes of a contact at the end of the step.
struct EndOverlap {
    Vec2 normal;  ///< From A to B in the world.
    float depth;  ///< Negative when separated [m].
};

EndOverlap overlap_at_end(const ContinuousContext& context, const Contact& contact) {
    const auto pose_of = [&](std::uint32_t body) {
        return origin_pose(context.bodies.poses[body], context.bodies.masses[body]);
    };
    const Pose pose_a = pose_of(contact.body_a);
    const Penetration now =
        penetration(context.shapes.view(contact.shape_a), context.shapes.view(contact.shape_b),
                    inverse_multiply(pose_a, pose_of(contact.body_b)));
    return {rotate(pose_a.rotation, now.normal), now.depth};
}

/// Moves a body by a displacement until something static blocks it.
void shift(const ContinuousContext& context, std::uint32_t body, const Vec2& displacement) {
    Sweep way = standing_at(context.bodies, body);
    way.center_end += displacement;
    advance(context, body, way);
}

/// Returns whether the body can be put back on its way without its joints or its own motion being broken.
bool can_be_stopped(const ContinuousContext& context, std::uint32_t body) {
    return context.bodies.is_dynamic(body) && context.bodies.masses[body].inverse_mass > 0.0f &&
           !hangs_on_joints(context, body);
}

}  // namespace

void carry_on(const ContinuousContext& context, std::uint32_t body, float fraction, std::uint32_t carrier) {
    const Sweep motion = turn_of(context, carrier);
    const BodyMass& mass = context.bodies.masses[body];
    const Pose met = origin_pose(context.bodies.poses[body], mass);
    const Pose seen = inverse_multiply(interpolate(motion, fraction), met);
    const Pose end = multiply(interpolate(motion, 1.0f), seen);
    Sweep way;
    way.local_center = {mass.center_x, mass.center_y};
    way.center_start = transform(met, way.local_center);
    way.center_end = transform(end, way.local_center);
    way.rotation_start = met.rotation;
    way.angle = (1.0f - fraction) * motion.angle;
    advance(context, body, way);
}

Continuous::FastBody Continuous::motion_of_pair(const ContinuousContext& context, std::uint32_t body) const {
    const auto found = std::lower_bound(stopped_.begin(), stopped_.end(), body,
                                        [](const FastBody& fast, std::uint32_t b) { return fast.body < b; });
    if (found != stopped_.end() && found->body == body) {
        return *found;
    }
    const FastBody* const fast = find_fast(context.bodies, body);
    return fast != nullptr ? *fast : FastBody{body, 1.0f, turn_of(context, body)};
}

/// Puts a body where it was at a fraction of its motion.
void Continuous::stop_in_pair(const ContinuousContext& context, FastBody fast, float fraction) {
    stop(context, fast, fraction);
    context.bodies.mark_sped_up(fast.body);
    const auto place =
        std::lower_bound(stopped_.begin(), stopped_.end(), fast.body,
                         [](const FastBody& each, std::uint32_t body) { return each.body < body; });
    if (place != stopped_.end() && place->body == fast.body) {
        *place = fast;
    } else {
        stopped_.insert(place, fast);
    }
}

void Continuous::stop_at_each_other(const ContinuousContext& context, const Contact& contact) {
    constexpr float same_side = 0.7f;  // Cosine of the maximum angle between the normals of one side.
    const FastBody a = motion_of_pair(context, contact.body_a);
    const FastBody b = motion_of_pair(context, contact.body_b);
    const bool stops_a = can_be_stopped(context, a.body);
    const bool stops_b = can_be_stopped(context, b.body);
    // A body that was stopped has lost the rest of its way, so that only the common part is tested.
    const float limit = std::min(a.fraction, b.fraction);
    if (limit == 0.0f || (!stops_a && !stops_b)) {
        return;
    }
    Vec2 normal{0.0f, 0.0f};
    const float first =
        first_impact(context, contact.shape_a, a.sweep, contact.shape_b, b.sweep, limit, &normal);
    const EndOverlap end = overlap_at_end(context, contact);
    const bool is_deep = is_long(
        end.depth, context.shapes.thickness(contact.shape_a) + context.shapes.thickness(contact.shape_b));
    const bool is_on_same_side = first >= limit || (dot(end.normal, normal) >= same_side && !is_deep);
    const FastBody& free = stops_a ? a : b;
    if (is_on_same_side && (!stops_a || !stops_b)) {
        // A body that turns under another one comes from below the plane in which they touched.
        const float thickness = context.shapes.thickness(stops_a ? contact.shape_a : contact.shape_b);
        if (is_long(end.depth, thickness)) {
            shift(context, free.body, (stops_a ? -end.depth : end.depth) * end.normal);
            update_boxes(context, free.body);
        }
        return;
    }
    if (is_on_same_side) {
        return;
    }
    if (stops_a) {
        stop_in_pair(context, a, first);
    }
    if (stops_b) {
        stop_in_pair(context, b, first);
    }
    if (!stops_a || !stops_b) {
        carry_on(context, free.body, first, stops_a ? b.body : a.body);
        update_boxes(context, free.body);
    }
}

void Continuous::stop_swept_pairs(const ContinuousContext& context, const ContactStore& contacts,
                                  std::span<const std::uint32_t> swept) {
    stopped_.clear();
    for (const std::uint32_t number : swept) {
        // Contacts whose boxes have parted at the start of the step are gone.
        if (!contacts.slots.is_live(number)) {
            continue;
        }
        const Contact& contact = contacts.contacts[number];
        if (may_have_passed(context, contact)) {
            stop_at_each_other(context, contact);
        }
    }
}

}  // namespace drystone
