#include "continuous/continuous.h"
#include "continuous/motion.h"
#include "core/prefetch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drystone {

namespace {

/// Bodies of which a worker asks in one go whether they moved far.
constexpr std::size_t bodies_per_look = 512;
/// Bodies that a worker must get: some 5 us.
constexpr std::size_t bodies_per_worker = 512;

/// In place of a box without fixed shapes: nobody has looked for one yet.
const Aabb unknown_space{{1.0f, 1.0f}, {-1.0f, -1.0f}};
/// There was none: the body is near something fixed.
const Aabb no_free_space{{2.0f, 2.0f}, {-2.0f, -2.0f}};

bool is_no_free_space(const Aabb& box) {
    return box.lower.x == no_free_space.lower.x && box.upper.x == no_free_space.upper.x;
}

/// Does the motion of the body exceed a part of its thickness?
bool is_fast(const ContinuousContext& context, std::uint32_t body, const BodySolverState& state) {
    const float motion = max_motion(context, body, state);
    bool fast = false;
    visit_shapes(context, body, [&](std::uint32_t shape) {
        fast = fast ||
               (is_long(motion, context.shapes.thickness(shape)) && !context.shapes.records[shape].sensor);
    });
    return fast;
}

/// A box around the way of the centre, and a circle about it that holds the body however it turns.
Aabb box_of_way(const ContinuousContext& context, std::uint32_t body) {
    const BodySolverState& state = context.states[context.bodies.solver_slots[body]];
    const BodyPose& pose = context.bodies.poses[body];
    const Vec2 end{pose.x, pose.y};
    const Vec2 start = end - Vec2{state.delta_x, state.delta_y};
    return expand({min(start, end), max(start, end)},
                  1.0001f * context.bodies.damping_and_sleep[body].extent);
}

/// Room around the way of a body in flight for a few further steps.
float room_ahead(const ContinuousContext& context, std::uint32_t body) {
    const BodySolverState& state = context.states[context.bodies.solver_slots[body]];
    return 4.0f * (std::abs(state.delta_x) + std::abs(state.delta_y));
}

/// How far around the way to look for an empty box: half as far as the one before was wide, which was cut
/// where others are near. Among many, a wide look costs more than what it saves for a few steps.
float min_free_space(const ContinuousContext& context, std::uint32_t body, const Aabb& box_before) {
    const float at_first = 4.0f * context.bodies.damping_and_sleep[body].extent;
    const Vec2 size = box_before.upper - box_before.lower;
    return std::min(room_ahead(context, body), std::max(at_first, 0.5f * min_coordinate(size)));
}

/// Are there boxes around the motion? Not where it is longer, or the body larger, than floats can tell.
bool can_be_swept(const ContinuousContext& context, std::uint32_t body) {
    const float around = context.bodies.damping_and_sleep[body].extent + room_ahead(context, body);
    return is_valid(expand(box_of_way(context, body), around));
}

/// Takes from a box around the way the side on which another box is that the way does not meet.
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

/// Is there no box of the tree on the way? Then `empty` becomes a box around the way, at most so far from it,
/// that no box of the tree reaches into. Gives up, and says no, where there are many.
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

/// Collects the solver's places of those bodies of a range that moved so far that they may be fast, as far as
/// their states tell, and returns how many they are.
std::size_t find_moved(const ContinuousContext& context, std::size_t begin, std::size_t end,
                       std::array<std::uint32_t, bodies_per_look>& moved) {
    // No shape of the world is thinner than this, so most bodies need no look at their own.
    const float harmless = harmless_part * context.shapes.min_thickness;
    const float squared = harmless * harmless;
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
        const BodySolverState& state = context.states[first_slot + k];
        // A turn moves no point by more than about twice its normalised sine: g is one over the radius of
        // gyration.
        const float turned = 2.0f * std::abs(state.delta_sin) + 2.0f * std::abs(state.delta_cos);
        const float way = state.delta_x * state.delta_x + state.delta_y * state.delta_y;
        moved[count] = static_cast<std::uint32_t>(k);
        count += way + turned * turned <= 0.5f * squared ? 0 : 1;
    }
    return count;
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
    // Most bodies in flight: known without a look at their shapes.
    if (!context.bullets && contains(free_space_cache_[body], box_of_way(context, body))) {
        return false;
    }
    return is_fast(context, body, context.states[context.bodies.solver_slots[body]]) &&
           can_be_swept(context, body) && (context.bullets || !is_clear_of_static(context, body));
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
    // Room for a few at once, so that a busy scene soon needs no more.
    constexpr std::size_t at_first = 64;
    fast_.reserve(at_first);
    const BodyStore& bodies = context.bodies;
    const AabbTree& fixed = context.broad_phase.tree(BodyType::Static);
    if (!context.bullets && fixed.size() == 0) {
        return;
    }
    if (fixed.changes() != seen_changes_) {
        seen_changes_ = fixed.changes();
        free_space_cache_.clear();
    }
    free_space_cache_.resize(bodies.slots.size(), unknown_space);
    found_.clear(team.size());
    team.parallel_for(bodies.awake.size(), bodies_per_look,
                      workers_for(bodies.awake.size(), bodies_per_worker),
                      [&](std::size_t begin, std::size_t end, int worker) {
                          std::array<std::uint32_t, bodies_per_look> moved;
                          const std::size_t count = find_moved(context, begin, end, moved);
                          for (std::size_t i = 0; i < count; ++i) {
                              constexpr std::size_t ahead = 8;
                              prefetch_body(context, bodies.awake[moved[std::min(i + ahead, count - 1)]]);
                              const std::uint32_t body = bodies.awake[moved[i]];
                              if (may_meet(context, body)) {
                                  found_.add(worker, moved[i], body);
                              }
                          }
                      });
    bodies_found_.clear();
    found_.append_to(bodies_found_);
    for (const std::uint32_t body : bodies_found_) {
        fast_.push_back({body, 1.0f, {}});
    }
}

}  // namespace drystone
