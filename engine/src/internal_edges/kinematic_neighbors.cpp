#include "internal_edges/kinematic_neighbors.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "internal_edges/internal_edge_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace drystone {

namespace {

/// Shapes that a step moves relative to each other by at most this [m] move together.
constexpr float together = 0.25f * internal_edge_tolerance;

/// Maximum relative rotation in a step of shapes that move together [rad].
constexpr float max_turn = 1e-3f;

bool comes_first(const NeighborLink& a, const NeighborLink& b) {
    return std::tie(a.shape, a.other) < std::tie(b.shape, b.other);
}

/// Returns an upper bound for the relative motion of two shapes in the step where their boxes meet [m].
float shift_in_step(const BodyStore& bodies, const ShapeStore& shapes, const ShapePair& pair,
                    float time_step) {
    const std::uint32_t body_a = shapes.cores[pair.a].body;
    const std::uint32_t body_b = shapes.cores[pair.b].body;
    const FatBox& a = shapes.fat_boxes[pair.a];
    const FatBox& b = shapes.fat_boxes[pair.b];
    const Vec2 lower{std::max(a.lower_x, b.lower_x), std::max(a.lower_y, b.lower_y)};
    const Vec2 upper{std::min(a.upper_x, b.upper_x), std::min(a.upper_y, b.upper_y)};
    const Vec2 middle = 0.5f * lower + 0.5f * upper;
    const float turn = bodies.velocities[body_a].w - bodies.velocities[body_b].w;
    const Vec2 apart = velocity_at(bodies, body_a, middle) - velocity_at(bodies, body_b, middle);
    const float turned = time_step * std::abs(turn);
    return turned > max_turn ? std::numeric_limits<float>::max()
                             : time_step * length(apart) + turned * length(upper - middle);
}

/// Returns the pose of another body in the frame of a body, by centres of mass.
BodyPose place_of(const BodyStore& bodies, std::uint32_t body, std::uint32_t other) {
    const BodyPose& own = bodies.poses[body];
    const BodyPose& its = bodies.poses[other];
    const Vec2 center = inverse_rotate(Rot{own.c, own.s}, Vec2{its.x - own.x, its.y - own.y});
    const Rot turn = inverse_multiply(Rot{own.c, own.s}, Rot{its.c, its.s});
    return {center.x, center.y, turn.c, turn.s};
}

/// Returns an upper bound for the displacement of a point of the other body between two poses [m].
float shift_between(const BodyPose& before, const BodyPose& now, float extent) {
    const float turn = std::abs(before.c * now.s - before.s * now.c);
    return length(Vec2{now.x - before.x, now.y - before.y}) + turn * extent;
}

/// Returns the body that all shapes of a tree belong to; `no_index` if there are several bodies or no shapes.
std::uint32_t find_sole_body(const AabbTree& tree, const ShapeStore& shapes) {
    std::uint32_t first = no_index;
    std::uint32_t seen = 0;
    for (AabbTree::Proxy proxy = 0; seen < tree.size(); ++proxy) {
        if (tree.contains(proxy)) {
            const std::uint32_t body = shapes.cores[tree.user_data(proxy)].body;
            if (first != no_index && body != first) {
                return no_index;
            }
            first = body;
            ++seen;
        }
    }
    return first;
}

/// Returns whether every point of the body moves too far in the step to move together with static shapes.
bool leaves_static(const BodyStore& bodies, std::uint32_t body, float time_step) {
    const BodyVelocity& velocity = bodies.velocities[body];
    const float turn = std::abs(velocity.w);
    const float slowest = length(Vec2{velocity.x, velocity.y}) - turn * bodies.damping_and_sleep[body].extent;
    return turn * time_step > max_turn || slowest * time_step > together;
}

/// Records that the internal edges of a shape must be recomputed, if the shape still exists.
void record(const BodyStore& bodies, const ShapeStore& shapes, const BroadPhase& broad_phase,
            std::uint32_t shape, InternalEdgeChanges& changes) {
    if (!shapes.is_present(shape)) {
        return;
    }
    const std::uint32_t body = shapes.cores[shape].body;
    if (bodies.types[body] == BodyType::Static) {
        const AabbTree& tree = broad_phase.tree(BodyType::Static);
        changes.add_box(tree.box(shapes.proxies[shape]), tree.size());
    } else {
        changes.bodies.push_back(body);
    }
}

}  // namespace

void KinematicNeighbors::add_near(const AabbTree& kinematic, const AabbTree& other,
                                  const ShapeStore& shapes) {
    pairs_.clear();
    search_.begin(kinematic, other, 1, {.only_new = false});
    for (std::uint32_t part = 0; part < search_.part_count(); ++part) {
        search_.run(part, 0);
    }
    search_.append(pairs_);
    for (const ProxyPair& pair : pairs_) {
        const std::uint32_t a = kinematic.user_data(pair.a);
        const std::uint32_t b = other.user_data(pair.b);
        if (shapes.cores[a].body != shapes.cores[b].body) {
            near_.push_back({a, b});
            near_.push_back({b, a});
        }
    }
}

void KinematicNeighbors::find_near(const ShapeStore& shapes, const BroadPhase& broad_phase) {
    const AabbTree& kinematic = broad_phase.tree(BodyType::Kinematic);
    near_.clear();
    if (sole_body_ == no_index) {
        add_near(kinematic, kinematic, shapes);
    }
    add_near(kinematic, broad_phase.tree(BodyType::Static), shapes);
    sort_items(near_.begin(), near_.end(), [](const ShapePair& a, const ShapePair& b) {
        return std::tie(a.a, a.b) < std::tie(b.a, b.b);
    });
}

/// Replaces `links_` by `fresh_` and records changes. Links that stay keep the pose at which internal edges
/// were found.
void KinematicNeighbors::record_changes(const BodyStore& bodies, const ShapeStore& shapes,
                                        const BroadPhase& broad_phase, bool static_changed,
                                        InternalEdgeChanges& changes) {
    const std::vector<std::uint32_t> changed = changes.bodies;
    const auto was_changed = [&](std::uint32_t shape) {
        const std::uint32_t body = shapes.cores[shape].body;
        return bodies.types[body] == BodyType::Static
                   ? static_changed
                   : std::find(changed.begin(), changed.end(), body) != changed.end();
    };
    auto old = links_.begin();
    for (NeighborLink& link : fresh_) {
        for (; old != links_.end() && comes_first(*old, link); ++old) {
            record(bodies, shapes, broad_phase, old->shape, changes);
        }
        if (old == links_.end() || comes_first(link, *old)) {
            record(bodies, shapes, broad_phase, link.shape, changes);
            continue;
        }
        const std::uint32_t body = shapes.cores[link.shape].body;
        const std::uint32_t other = shapes.cores[link.other].body;
        const float extent = bodies.damping_and_sleep[body].extent + bodies.damping_and_sleep[other].extent;
        if (shift_between(old->place, link.place, extent) > together || was_changed(link.other)) {
            record(bodies, shapes, broad_phase, link.shape, changes);
        } else {
            link.place = old->place;
        }
        ++old;
    }
    for (; old != links_.end(); ++old) {
        record(bodies, shapes, broad_phase, old->shape, changes);
    }
    links_.swap(fresh_);
}

void KinematicNeighbors::follow(const BodyStore& bodies, const ShapeStore& shapes,
                                const BroadPhase& broad_phase, float time_step,
                                InternalEdgeChanges& changes) {
    const AabbTree& kinematic = broad_phase.tree(BodyType::Kinematic);
    if (kinematic.size() == 0 && links_.empty()) {
        return;
    }
    const std::array<std::uint64_t, 2> now{kinematic.changes(), broad_phase.tree(BodyType::Static).changes()};
    const bool static_changed = now[1] != seen_changes_[1];
    if (!changes.bodies.empty()) {
        // Otherwise the tree has the same shapes.
        sole_body_ = find_sole_body(kinematic, shapes);
    }
    if (sole_body_ != no_index && leaves_static(bodies, sole_body_, time_step)) {
        near_.clear();
        seen_changes_ = {};
    } else if (now != seen_changes_) {
        find_near(shapes, broad_phase);
        seen_changes_ = now;
    }
    fresh_.clear();
    for (const ShapePair& pair : near_) {
        if (InternalEdgeFinder::is_continuable(shapes, pair.a) &&
            InternalEdgeFinder::may_continue(shapes, pair.a, pair.b) &&
            shift_in_step(bodies, shapes, pair, time_step) <= together) {
            grow_push_back(fresh_, {pair.a, pair.b,
                                    place_of(bodies, shapes.cores[pair.a].body, shapes.cores[pair.b].body)});
        }
    }
    if (!fresh_.empty() || !links_.empty()) {
        record_changes(bodies, shapes, broad_phase, static_changed, changes);
    }
}

std::vector<NeighborLink>::const_iterator KinematicNeighbors::find_links(std::uint32_t shape) const {
    return std::lower_bound(links_.begin(), links_.end(), NeighborLink{shape, 0, {}}, comes_first);
}

bool KinematicNeighbors::is_linked(std::uint32_t shape) const {
    const auto link = find_links(shape);
    return link != links_.end() && link->shape == shape;
}

void KinematicNeighbors::append_neighbors(std::uint32_t shape, std::vector<std::uint32_t>& neighbors) const {
    for (auto link = find_links(shape); link != links_.end() && link->shape == shape; ++link) {
        neighbors.push_back(link->other);
    }
}

std::size_t KinematicNeighbors::bytes() const {
    return near_.capacity() * sizeof(ShapePair) +
           (links_.capacity() + fresh_.capacity()) * sizeof(NeighborLink) +
           pairs_.capacity() * sizeof(ProxyPair) + search_.bytes();
}

}  // namespace drystone
