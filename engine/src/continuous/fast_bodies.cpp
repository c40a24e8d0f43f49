#include "continuous/continuous.h"

#include <drystone/collision/detail/sort_items.h>
#include "continuous/motion.h"
#include "continuous/moved_bodies.h"
#include "core/prefetch.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Mark in the free-space cache: not computed yet.
const Aabb unknown_space{{1.0f, 1.0f}, {-1.0f, -1.0f}};
/// Mark in the free-space cache: none was found, the body is near something static.
const Aabb no_free_space{{2.0f, 2.0f}, {-2.0f, -2.0f}};

bool is_no_free_space(const Aabb& box) {
    return box.lower.x == no_free_space.lower.x && box.upper.x == no_free_space.upper.x;
}

/// Returns whether a body that moved by `motion` [m] is swept.
bool is_fast(const ContinuousContext& context, std::uint32_t body, float motion) {
    const float thickness = thickness_of(context, body);
    // All bodies that joints hold together with a stopped one lose their motion with it: rather some overlap.
    const float unswept = hangs_on_joints(context, body)
                              ? harmless_part * thickness
                              : longest_unswept(thickness, context.speculative_distance);
    return motion > unswept;
}

/// Returns whether contacts have changed the way of a body in the step by more than its thickness: what it
/// met then was not predicted. Bodies on joints are left out, since they cannot be stopped. The index is that
/// of the body in `BodyStore::awake`.
bool is_deflected(const ContinuousContext& context, std::uint32_t body, std::uint32_t index) {
    if (index >= context.start_velocities.size()) {
        return false;
    }
    const BodyVelocity& start = context.start_velocities[index];
    const std::size_t slot = first_slot + index;
    const BodySolverState& state = context.states[slot];
    const float g = context.integration[slot / block_lanes].normalisation[slot % block_lanes];
    const float change_x = state.velocity_x - start.x;
    const float change_y = state.velocity_y - start.y;
    // In the order of the states: most bodies need no more. No point is farther away than about 2 / g, see
    // `find_moved`.
    const float spin = 2.0f * std::abs(state.angular_velocity - start.w / g);
    const float least = context.shapes.min_thickness / std::max(context.time_step, 1e-12f);
    if (2.0f * (change_x * change_x + change_y * change_y + spin * spin) <= least * least) {
        return false;
    }
    const BodyVelocity& end = context.bodies.velocities[body];
    const float turning = std::abs(end.w - start.w) * context.bodies.damping_and_sleep[body].extent;
    const float change = context.time_step * (length(Vec2{end.x - start.x, end.y - start.y}) + turning);
    return change > context.shapes.min_thickness && context.bodies.is_dynamic(body) &&
           !hangs_on_joints(context, body) &&
           std::min(change, max_motion(context, body, state)) > thickness_of(context, body);
}

/// Returns a box around the path of the centre, expanded by the radius that bounds the body at any rotation.
Aabb box_of_way(const ContinuousContext& context, std::uint32_t body) {
    const BodySolverState& state = context.states[context.bodies.solver_slots[body]];
    const BodyPose& pose = context.bodies.poses[body];
    const Vec2 end{pose.x, pose.y};
    const Vec2 start = end - Vec2{state.delta_x, state.delta_y};
    return expand({min(start, end), max(start, end)},
                  1.0001f * context.bodies.damping_and_sleep[body].extent);
}

/// Returns the distance that a body in flight moves in a few more steps [m].
float room_ahead(const ContinuousContext& context, std::uint32_t body) {
    const BodySolverState& state = context.states[context.bodies.solver_slots[body]];
    return 4.0f * (std::abs(state.delta_x) + std::abs(state.delta_y));
}

/// Returns the distance around the path within which to search for an empty box: half the width of the
/// previous box, which was cut where other boxes are near, but at least four extents of the body, and at most
/// `room_ahead`. Among many shapes, a wide search costs more than it saves in a few steps.
float min_free_space(const ContinuousContext& context, std::uint32_t body, const Aabb& box_before) {
    const float at_first = 4.0f * context.bodies.damping_and_sleep[body].extent;
    const Vec2 size = box_before.upper - box_before.lower;
    return std::min(room_ahead(context, body), std::max(at_first, 0.5f * min_coordinate(size)));
}

/// Returns whether boxes around the motion are valid. They are not if the motion or the body is too large for
/// floats.
bool can_be_swept(const ContinuousContext& context, std::uint32_t body) {
    const float around = context.bodies.damping_and_sleep[body].extent + room_ahead(context, body);
    return is_valid(expand(box_of_way(context, body), around));
}

/// Cuts from a box around the path the side that contains another box which the path does not meet.
void cut_off(Aabb& around, const Aabb& way, const Aabb& other) {
    const Vec2 above = other.lower - way.upper;
    const Vec2 below = way.lower - other.upper;
    const int axis = std::max(above.x, below.x) > std::max(above.y, below.y) ? 0 : 1;
    if (above[axis] > below[axis]) {
        around.upper[axis] = std::min(around.upper[axis], other.lower[axis]);
    } else {
        around.lower[axis] = std::max(around.lower[axis], other.upper[axis]);
    }
}

/// Returns whether no box of the tree overlaps the path. If so, sets `empty` to a box around the path,
/// expanded by at most `distance`, that no box of the tree reaches into. Gives up and returns false after
/// `max_looks` boxes.
bool find_free_space(const AabbTree& tree, const Aabb& way, float distance, Aabb& empty) {
    constexpr int max_looks = 16;
    const Aabb wide = expand(way, distance);
    Aabb around = wide;
    int looks = 0;
    bool on_the_way = false;
    tree.query(wide, every_category, [&](AabbTree::Proxy proxy) {
        const Aabb other = tree.box(proxy);
        on_the_way = overlaps(other, way) || ++looks == max_looks;
        if (!on_the_way) {
            cut_off(around, way, other);
        }
        return !on_the_way;
    });
    if (!on_the_way) {
        empty = around;
    }
    return !on_the_way;
}

}  // namespace

bool Continuous::is_clear_of_static(const ContinuousContext& context, std::uint32_t body) {
    Aabb& empty = free_space_cache_[body];
    if (is_no_free_space(empty)) {
        return false;
    }
    const Aabb way = box_of_way(context, body);
    if (contains(empty, way)) {
        return true;
    }
    const bool found = find_free_space(context.broad_phase.tree(BodyType::Static), way,
                                       min_free_space(context, body, empty), empty);
    if (!found) {
        empty = no_free_space;
    }
    return found;
}

void Continuous::invalidate_free_space(std::uint32_t body) { free_space_cache_[body] = unknown_space; }

bool Continuous::may_meet(const ContinuousContext& context, std::uint32_t body) {
    if (!context.bodies.is_dynamic(body)) {
        return false;
    }
    // Most bodies in flight are rejected here without reading their shapes.
    if (!context.bullets && contains(free_space_cache_[body], box_of_way(context, body))) {
        return false;
    }
    const float motion = max_motion(context, body, context.states[context.bodies.solver_slots[body]]);
    return is_fast(context, body, motion) && can_be_swept(context, body) &&
           (context.bullets || !is_clear_of_static(context, body));
}

void Continuous::prefetch_body(const ContinuousContext& context, std::uint32_t body) const {
    prefetch(&context.bodies.records[body]);
    prefetch(&context.bodies.solver_slots[body]);
    prefetch(&context.bodies.poses[body]);
    prefetch(&context.bodies.damping_and_sleep[body]);
    prefetch(&free_space_cache_[body]);
}

void Continuous::collect_fast(const ContinuousContext& context, Team& team) {
    fast_.clear();
    deflected_.clear();
    // Reserves room for a few bodies, so that a busy scene soon needs no more.
    constexpr std::size_t at_first = 64;
    fast_.reserve(at_first);
    deflected_.reserve(at_first);
    const BodyStore& bodies = context.bodies;
    const AabbTree& fixed = context.broad_phase.tree(BodyType::Static);
    if (fixed.changes() != seen_changes_) {
        seen_changes_ = fixed.changes();
        free_space_cache_.clear();
    }
    free_space_cache_.resize(bodies.slots.size(), unknown_space);
    const bool meets_any = context.bullets || fixed.size() != 0;
    found_.clear(team.size());
    found_deflected_.clear(team.size());
    visit_moved(context, team, [&](int worker, std::span<const std::uint32_t> moved) {
        for (std::size_t i = 0; i < moved.size(); ++i) {
            constexpr std::size_t ahead = 8;
            if (meets_any) {
                prefetch_body(context, bodies.awake[moved[std::min(i + ahead, moved.size() - 1)]]);
            }
            const std::uint32_t body = bodies.awake[moved[i]];
            if (is_left_out(bodies, body)) {
                continue;
            }
            if (is_deflected(context, body, moved[i])) {
                found_deflected_.add(worker, moved[i], body);
            }
            if (meets_any && may_meet(context, body)) {
                found_.add(worker, moved[i], body);
            }
        }
    });
    bodies_found_.clear();
    found_.append_to(bodies_found_);
    found_deflected_.append_to(deflected_);
    for (const std::uint32_t body : bodies_found_) {
        fast_.push_back({body, 1.0f, {}});
    }
}

void Continuous::find_overlaps(const ContinuousContext& context) {
    overlaps_.assign(first_slot + context.bodies.awake.size(), 0.0f);
    const auto add = [&](const ContactList& list, std::uint32_t place) {
        const ContactIds& ids = list.ids[ContactList::block(place)];
        const int lane = ContactList::lane(place);
        const float overlap = overlap_in_lane(list.blocks[ContactList::block(place)], lane);
        // Slots of what is not awake are 0.
        for (const std::int32_t body : {ids.body_a[lane], ids.body_b[lane]}) {
            float& most = overlaps_[context.bodies.solver_slots[static_cast<std::size_t>(body)]];
            most = std::max(most, overlap);
        }
    };
    context.graph.visit_lists(ConstraintGraph::dynamic_color_count, ConstraintGraph::overflow + 1,
                              [&](const ContactList& list) {
                                  for (std::uint32_t place = 0; place < list.count; ++place) {
                                      add(list, place);
                                  }
                              });
}

void Continuous::collect_sliding(const ContinuousContext& context) {
    const std::size_t fast = fast_.size();
    for (const SlidingBody& sliding : sliding_.all()) {
        const auto end = fast_.begin() + static_cast<std::ptrdiff_t>(fast);
        const std::uint32_t slot = context.bodies.solver_slots[sliding.body];
        const auto place =
            std::lower_bound(fast_.begin(), end, slot, [&](const FastBody& each, std::uint32_t at) {
                return context.bodies.solver_slots[each.body] < at;
            });
        if (sliding.bends && (place == end || place->body != sliding.body)) {
            fast_.push_back({sliding.body, 1.0f, {}});
        }
    }
    // Each body is listed once, so the order is total. A merge would allocate.
    sort_items(fast_.begin(), fast_.end(), [&](const FastBody& a, const FastBody& b) {
        return context.bodies.solver_slots[a.body] < context.bodies.solver_slots[b.body];
    });
}

}  // namespace drystone
