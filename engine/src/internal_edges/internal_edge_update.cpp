#include "internal_edges/internal_edge_update.h"

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_classification.h"
#include "contacts/contact_lifecycle.h"
#include "internal_edges/internal_edge_finder.h"

#include <algorithm>
#include <vector>

namespace drystone {

namespace {

void sort_uniquely(std::vector<std::uint32_t>& numbers) {
    sort_items(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Returns all static shapes that others may continue, or have continued, in slot order.
std::vector<std::uint32_t> find_static_with_neighbors(const InternalEdgeContext& context) {
    const AabbTree& tree = context.broad_phase.tree(BodyType::Static);
    std::vector<std::uint8_t> has_neighbor(context.shapes.slots.size(), 0);
    PairSearch search;
    std::vector<ProxyPair> pairs;
    // Tree part by tree part, because there may be far more pairs than shapes.
    for (std::uint32_t part = 0; part < tree.part_count(); ++part) {
        search.begin(tree, tree, 1, {.only_new = false});
        search.run(part, 0);
        pairs.clear();
        search.append(pairs);
        for (const ProxyPair& pair : pairs) {
            has_neighbor[tree.user_data(pair.a)] = 1;
            has_neighbor[tree.user_data(pair.b)] = 1;
        }
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t shape = 0; shape < context.shapes.slots.size(); ++shape) {
        const bool may_have_internal_edges = has_neighbor[shape] != 0 ||
                                             context.shapes.internal_edges.find(shape) != nullptr ||
                                             context.kinematic_neighbors.is_linked(shape);
        if (may_have_internal_edges && context.shapes.slots.is_live(shape) &&
            context.shapes.is_present(shape) &&
            context.bodies.types[context.shapes.cores[shape].body] == BodyType::Static &&
            InternalEdgeFinder::is_continuable(context.shapes, shape)) {
            found.push_back(shape);
        }
    }
    return found;
}

/// Returns the static shapes near any change, in slot order, except those that had and have no neighbours.
std::vector<std::uint32_t> find_changed_static(const InternalEdgeContext& context) {
    if (context.internal_edge_changes.everywhere) {
        return find_static_with_neighbors(context);
    }
    const AabbTree& tree = context.broad_phase.tree(BodyType::Static);
    std::vector<std::uint32_t> found;
    std::vector<AabbTree::Proxy> near;
    for (const Aabb& box : context.internal_edge_changes.boxes) {
        near.clear();
        tree.query(box, ~std::uint64_t{0}, [&](AabbTree::Proxy proxy) {
            near.push_back(proxy);
            return true;
        });
        const bool is_alone = near.size() == 1 && contains(box, tree.box(near.front())) &&
                              context.shapes.internal_edges.find(tree.user_data(near.front())) == nullptr &&
                              !context.kinematic_neighbors.is_linked(tree.user_data(near.front()));
        for (const AabbTree::Proxy proxy : near) {
            const std::uint32_t shape = tree.user_data(proxy);
            if (!is_alone && InternalEdgeFinder::is_continuable(context.shapes, shape)) {
                found.push_back(shape);
            }
        }
    }
    sort_uniquely(found);
    return found;
}

/// Collects the shapes that may continue this static one, in slot order.
void collect_static_neighbors(const InternalEdgeContext& context, std::uint32_t shape,
                              std::vector<std::uint32_t>& neighbors) {
    const AabbTree& tree = context.broad_phase.tree(BodyType::Static);
    neighbors.clear();
    tree.query(tree.box(context.shapes.proxies[shape]), ~std::uint64_t{0}, [&](AabbTree::Proxy proxy) {
        const std::uint32_t other = tree.user_data(proxy);
        if (InternalEdgeFinder::may_continue(context.shapes, shape, other)) {
            neighbors.push_back(other);
        }
        return true;
    });
    context.kinematic_neighbors.append_neighbors(shape, neighbors);
    sort_items(neighbors.begin(), neighbors.end());
}

/// Collects the other pieces of the shape's outline.
void collect_pieces(const ShapeStore& shapes, std::uint32_t first_of_body, std::uint32_t shape,
                    std::vector<std::uint32_t>& neighbors) {
    neighbors.clear();
    const std::uint32_t* const own = shapes.outlines.find(shape);
    for (std::uint32_t other = first_of_body; own != nullptr && other != no_index;
         other = shapes.records[other].next) {
        const std::uint32_t* const its = shapes.outlines.find(other);
        if (other != shape && its != nullptr && *its == *own && !shapes.records[other].sensor) {
            neighbors.push_back(other);
        }
    }
    sort_items(neighbors.begin(), neighbors.end());
}

/// Collects the segments of chains on the body that may continue this one, if it has an open end.
void collect_chains(const ShapeStore& shapes, std::uint32_t first_of_body, std::uint32_t shape,
                    std::vector<std::uint32_t>& neighbors) {
    neighbors.clear();
    const ChainSegment& own = shapes.given_segments.find(shape)->segment;
    if (own.ghost_before && own.ghost_after) {
        return;
    }
    for (std::uint32_t other = first_of_body; other != no_index; other = shapes.records[other].next) {
        if (InternalEdgeFinder::may_continue(shapes, shape, other) &&
            shapes.given_segments.find(other) != nullptr) {
            neighbors.push_back(other);
        }
    }
    sort_items(neighbors.begin(), neighbors.end());
}

/// Collects the other shapes of a kinematic body that may continue this one, and linked shapes of other
/// bodies.
void collect_moving_neighbors(const InternalEdgeContext& context, std::uint32_t shape,
                              std::vector<std::uint32_t>& neighbors) {
    const ShapeStore& shapes = context.shapes;
    const AabbTree& tree = context.broad_phase.tree(BodyType::Kinematic);
    const Aabb box = expand(compute_aabb(shapes.view(shape), Pose{}), internal_edge_tolerance);
    const auto add = [&](AabbTree::Proxy proxy) {
        const std::uint32_t other = tree.user_data(proxy);
        if (shapes.cores[other].body == shapes.cores[shape].body &&
            InternalEdgeFinder::may_continue(shapes, shape, other) &&
            overlaps(box, compute_aabb(shapes.view(other), Pose{}))) {
            neighbors.push_back(other);
        }
        return true;
    };
    collect_pieces(shapes, context.bodies.records[shapes.cores[shape].body].first_shape, shape, neighbors);
    if (shapes.is_present(shape)) {
        tree.query(tree.box(shapes.proxies[shape]), ~std::uint64_t{0}, add);
    }
    context.kinematic_neighbors.append_neighbors(shape, neighbors);
    sort_uniquely(neighbors);
}

/// Returns whether one of two segments follows the other in a chain.
bool follow_each_other(const ShapeStore& shapes, std::uint32_t shape, std::uint32_t other) {
    const GivenSegment* const given = shapes.given_segments.find(shape);
    const GivenSegment* const its = shapes.given_segments.find(other);
    if (given == nullptr || its == nullptr || shapes.cores[shape].body != shapes.cores[other].body) {
        return false;
    }
    const ChainSegment& own = given->segment;
    const ChainSegment& next = its->segment;
    return (own.b == next.a && own.ghost_after == next.b) || (own.a == next.b && own.ghost_before == next.a);
}

/// Sets the internal edges of a shape. Returns whether that changed `ShapeStore::is_special`.
bool set_internal_edges(ShapeStore& shapes, std::uint32_t shape, InternalEdges&& internal_edges) {
    const bool was_special = shapes.is_special(shape);
    if (internal_edges.edges.empty() && internal_edges.hidden == 0) {
        shapes.internal_edges.clear(shape);
    } else {
        shapes.internal_edges.set(shape, std::move(internal_edges));
    }
    return shapes.is_special(shape) != was_special;
}

}  // namespace

void update_internal_edges(const InternalEdgeContext& context, float time_step) {
    InternalEdgeChanges& changes = context.internal_edge_changes;
    context.kinematic_neighbors.follow(context.bodies, context.shapes, context.broad_phase, time_step,
                                       changes);
    if (!changes.any()) {
        return;
    }
    InternalEdgeFinder finder(context.bodies, context.shapes);
    std::vector<std::uint32_t> neighbors;
    std::vector<std::uint32_t> changed_bodies;
    const auto renew = [&](std::uint32_t shape, bool only_level = false) {
        const bool is_of_chain = context.shapes.given_segments.find(shape) != nullptr;
        if (is_of_chain) {
            std::erase_if(neighbors, [&](std::uint32_t other) {
                return follow_each_other(context.shapes, shape, other);
            });
        }
        InternalEdges internal_edges =
            is_of_chain ? finder.find_of_chain(shape, neighbors) : finder.find(shape, neighbors);
        if (only_level && !finder.is_level() && !is_of_chain) {
            internal_edges = {};
        }
        changes.crowded = changes.crowded || finder.is_crowded();
        if (set_internal_edges(context.shapes, shape, std::move(internal_edges))) {
            changed_bodies.push_back(context.shapes.cores[shape].body);
        }
    };
    for (const std::uint32_t shape : find_changed_static(context)) {
        collect_static_neighbors(context, shape, neighbors);
        renew(shape);
    }
    sort_uniquely(changes.bodies);
    for (const std::uint32_t body : changes.bodies) {
        if (!context.bodies.slots.is_live(body) || context.bodies.types[body] == BodyType::Static) {
            continue;
        }
        const std::uint32_t first = context.bodies.records[body].first_shape;
        for (std::uint32_t shape = first; shape != no_index; shape = context.shapes.records[shape].next) {
            if (!InternalEdgeFinder::is_continuable(context.shapes, shape)) {
                continue;
            }
            if (context.bodies.types[body] == BodyType::Kinematic) {
                // Outside of outlines only straight continuations count: the walls of a drum, which only meet
                // in corners, stay in lanes.
                collect_moving_neighbors(context, shape, neighbors);
                renew(shape, context.shapes.outlines.find(shape) == nullptr);
            } else if (context.shapes.given_segments.find(shape) != nullptr) {
                collect_chains(context.shapes, first, shape, neighbors);
                renew(shape);
            } else {
                collect_pieces(context.shapes, first, shape, neighbors);
                renew(shape);
            }
        }
    }
    sort_uniquely(changed_bodies);
    for (const std::uint32_t body : changed_bodies) {
        reclassify(context.lifecycle, body);
    }
    changes.clear();
}

}  // namespace drystone
