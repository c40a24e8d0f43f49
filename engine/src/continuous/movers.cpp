#include "continuous/movers.h"

#include "continuous/moved_bodies.h"
#include "core/arrays.h"

#include <algorithm>

namespace drystone {

namespace {

/// Returns a box around the path of a body: straight, or along two straight lines if it was stopped. On
/// joints, its centre of mass may move along an arc of less than two extents around the joint, see `turn_of`,
/// and so within four extents of its start.
Aabb path_of(const ContinuousContext& context, std::uint32_t body, const FastBody* fast) {
    const BodyPose& pose = context.bodies.poses[body];
    const Vec2 end{pose.x, pose.y};
    Aabb path{end, end};
    const auto add = [&](const Vec2& center) { path = {min(path.lower, center), max(path.upper, center)}; };
    if (fast != nullptr && fast->fraction < 1.0f) {
        const Sweep& sweep = fast->sweep;
        add(sweep.center_start);
        add(sweep.center_start + fast->fraction * (sweep.center_end - sweep.center_start));
    } else {
        const BodySolverState& state = context.states[context.bodies.solver_slots[body]];
        add(end - Vec2{state.delta_x, state.delta_y});
    }
    const float around = hangs_on_joints(context, body) ? 5.0f : 1.0f;
    return expand(path, 1.0001f * around * context.bodies.damping_and_sleep[body].extent);
}

}  // namespace

void Movers::find(const ContinuousContext& context, std::span<const FastBody> fast, Team& team) {
    find_bodies(context, team);
    std::vector<PathBox>& paths = all_.paths();
    paths.clear();
    grow_resize(paths, bodies_.size());
    const std::vector<std::uint32_t>& slots = context.bodies.solver_slots;
    team.parallel_for(bodies_.size(), bodies_per_look, workers_for(bodies_.size(), bodies_per_worker),
                      [&](std::size_t begin, std::size_t end, int) {
                          const auto is_before = [&](const FastBody& each, std::uint32_t slot) {
                              return slots[each.body] < slot;
                          };
                          // Both lists have the same order.
                          auto next =
                              std::lower_bound(fast.begin(), fast.end(), slots[bodies_[begin]], is_before);
                          for (std::size_t i = begin; i < end; ++i) {
                              const std::uint32_t body = bodies_[i];
                              while (next != fast.end() && is_before(*next, slots[body])) {
                                  ++next;
                              }
                              const bool is_fast = next != fast.end() && next->body == body;
                              paths[i] = {path_of(context, body, is_fast ? &*next : nullptr), body,
                                          context.bodies.damping_and_sleep[body].extent};
                          }
                      });
    all_.build();
}

/// Finds the bodies that moved farther than their thickness, and how far all others moved.
void Movers::find_bodies(const ContinuousContext& context, Team& team) {
    const BodyStore& bodies = context.bodies;
    found_.clear(team.size());
    motions_.assign(static_cast<std::size_t>(team.size()), harmless_part * context.shapes.min_thickness);
    visit_moved(context, team, [&](int worker, std::span<const std::uint32_t> moved) {
        float& longest = motions_[static_cast<std::size_t>(worker)];
        for (const std::uint32_t index : moved) {
            const std::uint32_t body = bodies.awake[index];
            if (is_left_out(bodies, body)) {
                continue;
            }
            const float motion = max_motion(context, body, context.states[bodies.solver_slots[body]]);
            if (motion > context.shapes.min_thickness && motion > thickness_of(context, body)) {
                found_.add(worker, index, body);
            } else {
                longest = std::max(longest, motion);
            }
        }
    });
    bodies_.clear();
    found_.append_to(bodies_);
    others_motion_ = *std::max_element(motions_.begin(), motions_.end());
}

void PathSearch::build() {
    items_.clear();
    can_be_searched_ = true;
    for (const PathBox& path : paths_) {
        can_be_searched_ = can_be_searched_ && is_valid(path.box);
        grow_push_back(items_, TreeItem{path.box});
    }
    tree_.clear();
    if (can_be_searched_) {
        grow_resize(proxies_, items_.size());
        tree_.insert(items_, proxies_);
    }
}

}  // namespace drystone
