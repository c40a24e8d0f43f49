#pragma once

#include <drystone/collision/shape_bounds.h>
#include <drystone/queries.h>

#include "core/called_function.h"
#include "step/world_state.h"
#include "world/checks.h"

#include <string>

namespace drystone {

/// Adds the cost of a search of a tree.
inline void add(QueryStats& stats, const TreeStats& tree) {
    stats.nodes += tree.nodes;
    stats.blocks += tree.blocks;
    stats.boxes += tree.boxes;
}

/// Counts a shape that is tested exactly.
inline void count_shape(QueryStats* stats) {
    if (stats != nullptr) {
        ++stats->shapes;
    }
}

/// Calls `search(tree)` for all trees; sums the returned costs in `stats`, if given.
template <class Search>
void search_trees(const WorldState& world, QueryStats* stats, const Search& search) {
    const ReadScope reading(world);
    if (stats != nullptr) {
        *stats = {};
    }
    for (const AabbTree& tree : world.systems.broad_phase.trees()) {
        const TreeStats cost = search(tree);
        if (stats != nullptr) {
            add(*stats, cost);
        }
    }
}

/// Throws unless the pose is finite, with a rotation of length 1.
inline void check_pose(const char* function, const char* argument, const Pose& pose) {
    if (!is_finite(pose)) {
        fail(function, argument, "finite", std::string("a pose at ").append(describe(pose.position)));
    }
    const float length = pose.rotation.c * pose.rotation.c + pose.rotation.s * pose.rotation.s;
    if (!(length > 0.99f && length < 1.01f)) {
        fail(function, argument, "a pose whose rotation is of length 1", static_cast<double>(length));
    }
}

/// Calls `visitor(shape)` with a custom shape as queries use it.
template <class Visitor>
auto with_custom(const char* function, const CustomShape& custom, Visitor&& visitor) {
    const Polygon outline = in_name_of(function, [&] { return custom.polygon(); });
    return visitor(AnyShape{make_core(outline), custom.is_polygon() ? nullptr : &custom});
}

/// Returns the box around a shape in the frame `pose`.
inline Aabb box_of(const AnyShape& shape, const Pose& pose) {
    return shape.custom != nullptr ? compute_aabb(*shape.custom, pose) : compute_aabb(shape.core, pose);
}

}  // namespace drystone
