#include <drystone/world.h>

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/shape_bounds.h>

#include "world/checks.h"
#include "world/queries/query_tests.h"
#include "world/queries/tree_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace drystone {

namespace {

/// Box swept by a cast.
struct BoxCast {
    Aabb box;
    Vec2 translation;
};

BoxCast box_cast(const RayCast& ray) {
    return {expand(Aabb{ray.origin, ray.origin}, ray.radius), ray.translation};
}

/// Calls `visitor(hit)` for the hits that `test(shape)` finds, in no particular order. The visitor returns
/// the fraction beyond which hits no longer matter, or -1 to stop.
template <class Test, class Visitor>
void visit_hits(const WorldState& world, const BoxCast& cast, const QueryFilter& filter, const Test& test,
                QueryStats* stats, Visitor&& visitor) {
    if (!drystone::is_valid(cast.box)) {
        fail("World", "the box of a cast", "finite", describe(cast.box.upper));
    }
    const detail::CastMeasure measure(cast.box, cast.translation);
    float reach = 1.0f;
    search_trees(world, stats, [&](const AabbTree& tree) {
        if (tree.size() == 0) {
            return TreeStats{};
        }
        detail::OrderedCursor<detail::CastMeasure> cursor(tree, measure, filter.mask);
        // At zero, further shapes may also be hit.
        while (reach >= 0.0f && cursor.next(std::max(reach, std::numeric_limits<float>::min()))) {
            ++cursor.stats.boxes;
            const std::uint32_t shape = cursor.user_data();
            if (passes(world, filter, shape)) {
                count_shape(stats);
                const std::optional<RayHit> hit = test(shape);
                reach = hit && hit->fraction <= reach ? visitor(*hit) : reach;
            }
        }
        return cursor.stats;
    });
}

bool comes_first(const RayHit& a, const RayHit& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape.index1 < b.shape.index1;
}

template <class Test>
std::optional<RayHit> find_first(const WorldState& world, const BoxCast& cast, const QueryFilter& filter,
                                 const Test& test, QueryStats* stats) {
    std::optional<RayHit> first;
    visit_hits(world, cast, filter, test, stats, [&](const RayHit& hit) {
        first = !first || comes_first(hit, *first) ? hit : first;
        return first->fraction;
    });
    return first;
}

template <class Test>
void find_all(const WorldState& world, const BoxCast& cast, const QueryFilter& filter, const Test& test,
              std::vector<RayHit>& hits, QueryStats* stats) {
    hits.clear();
    visit_hits(world, cast, filter, test, stats, [&](const RayHit& hit) {
        hits.push_back(hit);
        return 1.0f;
    });
    sort_items(hits.begin(), hits.end(), comes_first);
}

void check_cast(const char* function, const ShapeCastInput& cast) {
    if (!cast.custom) {
        check_geometry(cast.geometry, function);
    }
    check_pose(function, "cast.pose", cast.pose);
    check_finite(function, "cast.translation", cast.translation);
    if (!(std::abs(cast.turn) <= 1000.0f)) {
        fail(function, "cast.turn", "at most 1000 rad either way", static_cast<double>(cast.turn));
    }
}

/// Calls `find(cast of the box, test)` for a shape cast.
template <class Find>
auto with_sweep(const WorldState& world, const char* function, const ShapeCastInput& cast, Find&& find) {
    const auto sweep_shape = [&](const AnyShape& shape) {
        const Vec2& center = cast.pose.position;
        // A turning shape stays within the circle about the origin of its frame.
        const Aabb box = cast.turn == 0.0f ? box_of(shape, cast.pose)
                                           : expand(Aabb{center, center}, 1.000001f * reach(shape));
        return find(BoxCast{box, cast.translation}, SweepTest(world, shape, cast));
    };
    return cast.custom ? with_custom(function, *cast.custom, sweep_shape)
                       : with_core(cast.geometry,
                                   [&](const ConvexCore& core) { return sweep_shape(AnyShape{core}); });
}

/// Numbers of shapes that a query found: the first ones on the stack, so that most queries allocate nothing.
class FoundShapes {
public:
    void add(std::uint32_t shape) {
        if (count_ < first_.size()) {
            first_[count_++] = shape;
            return;
        }
        if (all_.empty()) {
            all_.assign(first_.begin(), first_.end());
        }
        all_.push_back(shape);
    }
    /// Returns the numbers in ascending order.
    std::span<const std::uint32_t> sorted() {
        const std::span<std::uint32_t> found =
            all_.empty() ? std::span(first_.data(), count_) : std::span(all_);
        sort_items(found.begin(), found.end());
        return found;
    }

private:
    std::array<std::uint32_t, 256> first_;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> all_;
};

/// Calls `visitor` for the shapes whose fat box overlaps `box` and for which `test(shape)` is true, in slot
/// order, until it returns false.
template <class Test>
void visit_overlaps(const WorldState& world, const Aabb& box, const QueryFilter& filter, Test&& test,
                    FunctionRef<bool(ShapeId)> visitor, QueryStats* stats) {
    FoundShapes shapes;
    search_trees(world, stats, [&](const AabbTree& tree) {
        return tree.query(box, filter.mask, [&](AabbTree::Proxy proxy) {
            shapes.add(tree.user_data(proxy));
            return true;
        });
    });
    const ReadScope reading(world);
    for (const std::uint32_t shape : shapes.sorted()) {
        if (!passes(world, filter, shape)) {
            continue;
        }
        count_shape(stats);
        if (test(shape) && !visitor(shape_id(world, shape))) {
            break;
        }
    }
}

/// Returns whether a disc overlaps every shape in the box (true) or none (false); empty if that depends on
/// the shape or on rounding.
std::optional<bool> meets_disc(const FatBox& box, const Vec2& center, float radius) {
    const Vec2d middle = to_double(center);
    const Vec2d below = Vec2d{box.lower_x, box.lower_y} - middle;
    const Vec2d above = middle - Vec2d{box.upper_x, box.upper_y};
    const Vec2d nearest = max(max(below, above), {0.0, 0.0});
    const Vec2d farthest = max(-below, -above);
    const double slack = 1e-6 * (coordinate_sum(abs(middle)) + static_cast<double>(radius));
    const double minimum = std::max(0.0, static_cast<double>(radius) - slack);
    const double maximum = static_cast<double>(radius) + slack;
    if (length_squared(nearest) > maximum * maximum) {
        return false;
    }
    return length_squared(farthest) < minimum * minimum ? std::optional<bool>(true) : std::nullopt;
}

/// Calls `visitor` for the shapes that overlap or touch `own` in the frame `pose`.
void visit_overlaps_of(const WorldState& world, const AnyShape& own, const Pose& pose,
                       const QueryFilter& filter, FunctionRef<bool(ShapeId)> visitor, QueryStats* stats) {
    const bool is_disc = own.custom == nullptr && own.core.count == 1;
    const Vec2 center = is_disc ? transform(pose, own.core.points[0]) : pose.position;
    visit_overlaps(
        world, box_of(own, pose), filter,
        [&](std::uint32_t shape) {
            const std::optional<bool> known =
                is_disc ? meets_disc(world.stores.shapes.fat_boxes[shape], center, own.core.radius)
                        : std::nullopt;
            return known ? *known
                         : overlaps_shape(world.stores.shapes.any(shape), own,
                                          inverse_multiply(shape_pose(world, shape), pose));
        },
        visitor, stats);
}

}  // namespace

std::optional<RayHit> World::cast_ray(const RayCast& ray, QueryStats* stats) const {
    check_ray("World::cast_ray", ray);
    check_not_stepping(*state_, "World::cast_ray");
    return find_first(*state_, box_cast(ray), ray.filter, RayTest(*state_, ray), stats);
}

std::vector<RayHit> World::cast_ray_all(const RayCast& ray, QueryStats* stats) const {
    std::vector<RayHit> hits;
    cast_ray_all(ray, hits, stats);
    return hits;
}

void World::cast_ray_all(const RayCast& ray, std::vector<RayHit>& out, QueryStats* stats) const {
    check_ray("World::cast_ray_all", ray);
    check_not_stepping(*state_, "World::cast_ray_all");
    find_all(*state_, box_cast(ray), ray.filter, RayTest(*state_, ray), out, stats);
}

bool World::cast_ray_any(const RayCast& ray, QueryStats* stats) const {
    check_ray("World::cast_ray_any", ray);
    check_not_stepping(*state_, "World::cast_ray_any");
    bool any = false;
    visit_hits(*state_, box_cast(ray), ray.filter, RayTest(*state_, ray), stats, [&](const RayHit&) {
        any = true;
        return -1.0f;
    });
    return any;
}

std::vector<std::optional<RayHit>> World::cast_rays(std::span<const RayCast> rays, QueryStats* stats) const {
    std::vector<std::optional<RayHit>> hits(rays.size());
    cast_rays(rays, hits, stats);
    return hits;
}

void World::cast_rays(std::span<const RayCast> rays, std::span<std::optional<RayHit>> out,
                      QueryStats* stats) const {
    if (out.size() != rays.size()) {
        fail("World::cast_rays", "out.size()", "the number of rays", static_cast<double>(out.size()));
    }
    for (const RayCast& ray : rays) {
        check_ray("World::cast_rays", ray);
    }
    check_not_stepping(*state_, "World::cast_rays");
    QueryStats sum;
    QueryStats each;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        out[i] = find_first(*state_, box_cast(rays[i]), rays[i].filter, RayTest(*state_, rays[i]),
                            stats != nullptr ? &each : nullptr);
        sum += each;
    }
    if (stats != nullptr) {
        *stats = sum;
    }
}

std::optional<RayHit> World::cast_shape(const ShapeCastInput& cast, QueryStats* stats) const {
    check_cast("World::cast_shape", cast);
    check_not_stepping(*state_, "World::cast_shape");
    return with_sweep(*state_, "World::cast_shape", cast, [&](const BoxCast& box, const SweepTest& test) {
        return find_first(*state_, box, cast.filter, test, stats);
    });
}

std::vector<RayHit> World::cast_shape_all(const ShapeCastInput& cast, QueryStats* stats) const {
    std::vector<RayHit> hits;
    cast_shape_all(cast, hits, stats);
    return hits;
}

void World::cast_shape_all(const ShapeCastInput& cast, std::vector<RayHit>& out, QueryStats* stats) const {
    check_cast("World::cast_shape_all", cast);
    check_not_stepping(*state_, "World::cast_shape_all");
    with_sweep(*state_, "World::cast_shape_all", cast, [&](const BoxCast& box, const SweepTest& test) {
        find_all(*state_, box, cast.filter, test, out, stats);
    });
}

void World::overlap(const Aabb& box, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter,
                    QueryStats* stats) const {
    if (!drystone::is_valid(box)) {
        fail(
            "World::overlap", "box", "finite with lower <= upper",
            std::string("lower ").append(describe(box.lower)).append(", upper ").append(describe(box.upper)));
    }
    const WorldState& world = *state_;
    check_visitor("World::overlap", visitor);
    check_not_stepping(world, "World::overlap");
    visit_overlaps(
        world, box, filter,
        [&](std::uint32_t shape) {
            const FatBox& fat = world.stores.shapes.fat_boxes[shape];
            // Shapes whose fat box is inside need no exact box.
            return drystone::contains(box, Aabb{{fat.lower_x, fat.lower_y}, {fat.upper_x, fat.upper_y}}) ||
                   overlaps(box, exact_aabb(world, shape));
        },
        visitor, stats);
}

void World::overlap(const Vec2& point, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter,
                    QueryStats* stats) const {
    check_finite("World::overlap", "point", point);
    const WorldState& world = *state_;
    check_visitor("World::overlap", visitor);
    check_not_stepping(world, "World::overlap");
    visit_overlaps(
        world, Aabb{point, point}, filter,
        [&](std::uint32_t shape) { return holds_point(world, shape, point); }, visitor, stats);
}

void World::overlap(const ShapeGeometry& geometry, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                    const QueryFilter& filter, QueryStats* stats) const {
    const char* const function = "World::overlap";
    check_geometry(geometry, function);
    check_pose(function, "pose", pose);
    const WorldState& world = *state_;
    check_visitor(function, visitor);
    check_not_stepping(world, function);
    with_core(geometry, [&](const ConvexCore& core) {
        visit_overlaps_of(world, AnyShape{core}, pose, filter, visitor, stats);
    });
}

void World::overlap(const CustomShape& shape, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                    const QueryFilter& filter, QueryStats* stats) const {
    const char* const function = "World::overlap";
    check_pose(function, "pose", pose);
    const WorldState& world = *state_;
    check_visitor(function, visitor);
    check_not_stepping(world, function);
    with_custom(function, shape,
                [&](const AnyShape& any) { visit_overlaps_of(world, any, pose, filter, visitor, stats); });
}

}  // namespace drystone
