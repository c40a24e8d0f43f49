#include <drystone/world.h>

#include "world/checks.h"
#include "world/queries/query_tests.h"
#include "world/queries/tree_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {
namespace {

bool is_nearer(const NearestPoint& a, const NearestPoint& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.shape.index1 < b.shape.index1;
}

/// Search for the shapes around a point.
struct NearestSearch {
    const WorldState& world;
    const Vec2& point;
    const QueryFilter& filter;
    QueryStats* stats;

    /// Calls `take(found, reach)` for shapes that may be within `reach`, in no particular order; it returns
    /// the distance beyond which shapes no longer matter.
    template <class Take>
    void run(float reach, const Take& take) const {
        search_trees(world, stats, [&](const AabbTree& tree) {
            return tree.closest(point, reach, filter.mask, [&](AabbTree::Proxy proxy, float) {
                const std::uint32_t shape = tree.user_data(proxy);
                if (passes(world, filter, shape)) {
                    count_shape(stats);
                    reach = take(find_closest_point(world, shape, point), reach);
                }
                return reach;
            });
        });
    }
};

void check_nearest(const WorldState& world, const char* function, const Vec2& point, float max_distance) {
    check_finite(function, "point", point);
    check_not_negative(function, "max_distance", max_distance);
    check_not_stepping(world, function);
}

}  // namespace

std::optional<NearestPoint> World::nearest(const Vec2& point, float max_distance, const QueryFilter& filter,
                                           QueryStats* stats) const {
    check_nearest(*state_, "World::nearest", point, max_distance);
    std::optional<NearestPoint> best;
    NearestSearch{*state_, point, filter, stats}.run(
        max_distance, [&](const NearestPoint& found, float reach) {
            if (found.distance > reach || (best && !is_nearer(found, *best))) {
                return reach;
            }
            best = found;
            return found.distance;
        });
    return best;
}

std::vector<NearestPoint> World::nearest_shapes(const Vec2& point, float max_distance, int count,
                                                const QueryFilter& filter, QueryStats* stats) const {
    std::vector<NearestPoint> shapes;
    nearest_shapes(point, max_distance, count, shapes, filter, stats);
    return shapes;
}

void World::nearest_shapes(const Vec2& point, float max_distance, int count, std::vector<NearestPoint>& out,
                           const QueryFilter& filter, QueryStats* stats) const {
    const char* const function = "World::nearest_shapes";
    check_nearest(*state_, function, point, max_distance);
    if (count < 1) {
        fail(function, "count", "at least 1", static_cast<double>(count));
    }
    // A heap with the farthest of the shapes found so far at the front.
    std::vector<NearestPoint>& heap = out;
    heap.clear();
    const auto full = [&] { return heap.size() == static_cast<std::size_t>(count); };
    NearestSearch{*state_, point, filter, stats}.run(
        max_distance, [&](const NearestPoint& found, float reach) {
            if (found.distance > reach || (full() && !is_nearer(found, heap.front()))) {
                return reach;
            }
            if (full()) {
                std::pop_heap(heap.begin(), heap.end(), is_nearer);
                heap.pop_back();
            }
            heap.push_back(found);
            std::push_heap(heap.begin(), heap.end(), is_nearer);
            return full() ? heap.front().distance : reach;
        });
    std::sort_heap(heap.begin(), heap.end(), is_nearer);
}

std::optional<Aabb> World::bounds() const {
    check_not_stepping(*state_, "World::bounds");
    const BodyStore& bodies = state_->stores.bodies;
    std::optional<Aabb> all;
    for (const ConstBodyRef& body : this->bodies()) {
        const BodyRecord& record = bodies.records[body.id().index1 - 1];
        if (record.enabled && record.first_shape != no_index) {
            all = all ? merge(*all, body.aabb()) : body.aabb();
        }
    }
    return all;
}

}  // namespace drystone
