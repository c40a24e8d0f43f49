#pragma once

#include <drystone/collision.h>

#include <drystone/callback.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

/// Templates of C++ as functions, from which the generator makes those of C like from the public headers. The
/// table COVERED of the generator names what each stands for.
namespace drystone::adaptors {

/// Returns the index of the farthest of one or more points along `direction`; the first of equals. Cost:
/// O(count).
int support_index(std::span<const Vec2> points, const Vec2& direction);

/// Makes a custom shape of a support mapping: `support` gets a direction that is not zero and returns the
/// farthest point [m] of the core along it; `radius` >= 0 [m] is added. It is called as long as any copy of
/// the shape exists, also on the threads of a step, and must return the same for the same direction.
CustomShape custom_shape_create(Callback<Vec2(const Vec2&)> support, float radius);
/// Makes a custom shape of a built-in one, as a part of compositions.
CustomShape custom_shape_of_geometry(const ShapeGeometry& geometry);
/// Makes a custom shape of an ellipse.
CustomShape custom_shape_of_ellipse(const Ellipse& ellipse);
CustomShape custom_shape_of_superellipse(const Superellipse& superellipse);
/// Makes the convex hull of one or more points [m] in any order.
CustomShape custom_shape_of_points(std::span<const Vec2> points);
/// Makes all points within `radius` >= 0 [m] of a shape.
CustomShape custom_shape_rounded(const CustomShape& shape, float radius);
/// Makes the convex hull of one or more shapes.
CustomShape custom_shape_hull(std::span<const CustomShape> shapes);
/// Makes the Minkowski sum of two shapes.
CustomShape custom_shape_minkowski_sum(const CustomShape& a, const CustomShape& b);
/// Makes the image of a shape under an affine map.
CustomShape custom_shape_transformed(const CustomShape& shape, const AffineMap& map);

/// Computes distance and nearest points of two convex shapes of any kind; the cache is read and written when
/// given.
Distance any_shapes_distance(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                             const DistanceOptions& options = {}, DirectionCache* cache = nullptr);
/// Tests two convex shapes of any kind for intersection.
Intersection any_shapes_intersect(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                  const IntersectOptions& options = {}, DirectionCache* cache = nullptr);
/// Computes the penetration of two convex shapes of any kind.
Penetration any_shapes_penetration(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                   const PenetrationOptions& options = {}, DirectionCache* cache = nullptr);
/// Computes the distance of a convex set to the origin: `point_a` is its point nearest to the origin.
Distance any_shape_distance_of_origin(const AnyShape& set, const DistanceOptions& options = {});
/// Returns whether a convex set contains the origin.
Intersection any_shape_intersect_origin(const AnyShape& set, const IntersectOptions& options = {});
/// Computes the distance of a convex shape of any kind to a half plane and their nearest points.
Distance half_plane_distance(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a);
/// Tests a convex shape of any kind and a half plane for intersection.
Intersection half_plane_intersect(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a,
                                  const IntersectOptions& options = {});
/// Computes how deep a convex shape of any kind lies in a half plane.
Penetration half_plane_penetration(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a);
/// Casts a convex shape of any kind against another.
ShapeCast any_shapes_cast(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, const Vec2& translation,
                          const ShapeCastSettings& settings = {});
/// Casts a ray against a convex shape of any kind.
RayCastHit any_shape_cast_ray(const AnyShape& shape, const Vec2& origin, const Vec2& translation,
                              const RayCastSettings& settings = {});
bool any_shape_contains(const AnyShape& shape, const Vec2& point);
ClosestPoint any_shape_closest_point(const AnyShape& shape, const Vec2& point);
/// Computes the bounding box of a convex shape of any kind.
Aabb any_shape_aabb(const AnyShape& shape, const Pose& pose);

/// Computes `ds_any_shapes_distance` and passes a step of GJK to the visitor after every iteration.
Distance any_shapes_trace_distance(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                   FunctionRef<void(const GjkStep&)> visitor,
                                   const DistanceOptions& options = {}, DirectionCache* cache = nullptr);
Intersection any_shapes_trace_intersect(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                        FunctionRef<void(const GjkStep&)> visitor,
                                        const IntersectOptions& options = {},
                                        DirectionCache* cache = nullptr);
Penetration any_shapes_trace_penetration(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                         FunctionRef<void(const GjkStep&)> gjk_visitor,
                                         FunctionRef<void(const EpaStep&)> epa_visitor,
                                         const PenetrationOptions& options = {},
                                         DirectionCache* cache = nullptr);
/// Computes `ds_distance_with_options` of two cores, with steps.
Distance trace_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                        FunctionRef<void(const GjkStep&)> visitor, const DistanceOptions& options = {},
                        SimplexCache* cache = nullptr);
Intersection trace_intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                             FunctionRef<void(const GjkStep&)> visitor, const IntersectOptions& options = {},
                             SimplexCache* cache = nullptr);
Penetration trace_penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                              FunctionRef<void(const GjkStep&)> gjk_visitor,
                              FunctionRef<void(const EpaStep&)> epa_visitor, SimplexCache* cache = nullptr);

/// Visits every proxy whose box overlaps or touches `box` and which has a category bit of `mask`; false from
/// the visitor stops.
TreeStats aabb_tree_query(const AabbTree& tree, const Aabb& box, std::uint64_t mask,
                          FunctionRef<bool(std::uint32_t)> visitor);
/// Visits the proxies whose boxes a ray hits, near ones first; the visitor gets the proxy and the largest
/// fraction of interest, and returns the fraction beyond which nothing is of interest.
TreeStats aabb_tree_cast_ray(const AabbTree& tree, const Vec2& origin, const Vec2& translation,
                             std::uint64_t mask, FunctionRef<float(std::uint32_t, float)> visitor);
TreeStats aabb_tree_cast_box(const AabbTree& tree, const Aabb& box, const Vec2& translation,
                             std::uint64_t mask, FunctionRef<float(std::uint32_t, float)> visitor);
TreeStats aabb_tree_closest(const AabbTree& tree, const Vec2& point, float max_distance, std::uint64_t mask,
                            FunctionRef<float(std::uint32_t, float)> visitor);
/// Visits as `ds_aabb_tree_cast_ray`, but strictly front to back.
TreeStats aabb_tree_cast_ray_in_order(const AabbTree& tree, TreeQueue& queue, const Vec2& origin,
                                      const Vec2& translation, std::uint64_t mask,
                                      FunctionRef<float(std::uint32_t, float)> visitor);
TreeStats aabb_tree_cast_box_in_order(const AabbTree& tree, TreeQueue& queue, const Aabb& box,
                                      const Vec2& translation, std::uint64_t mask,
                                      FunctionRef<float(std::uint32_t, float)> visitor);
TreeStats aabb_tree_closest_in_order(const AabbTree& tree, TreeQueue& queue, const Vec2& point,
                                     float max_distance, std::uint64_t mask,
                                     FunctionRef<float(std::uint32_t, float)> visitor);
/// Finds the nearest proxies by a distance of the caller, at most as many as `storage` holds.
NearestResult aabb_tree_nearest_by(const AabbTree& tree, const Vec2& point, float max_distance,
                                   std::uint64_t mask, std::span<Neighbor> storage,
                                   FunctionRef<float(std::uint32_t)> distance);
/// Visits all proxies in ascending order.
void aabb_tree_visit_boxes(const AabbTree& tree, FunctionRef<void(std::uint32_t, const Aabb&)> visitor);
/// Visits the tree from the root down; level 0 has the leaf blocks.
void aabb_tree_visit_nodes(const AabbTree& tree, FunctionRef<void(int, const Aabb&)> visitor);

/// The convex hull of one or more points in space [m], rounded by `radius` >= 0 [m].
struct HullPoints3 {
    std::vector<Vec3> points{};
    float radius = 0.0f;
};

/// A support mapping in space: gets a direction of unit length, and returns the farthest point [m] along it.
struct Mapping3 {
    Callback<Vec3(const Vec3&)> support{};
};

/// All convex shapes in space.
using Shape3 =
    std::variant<Sphere3, Point3, Segment3, Capsule3, Triangle3, Box3, HullPoints3, Frustum3, Mapping3>;

/// Returns the farthest of one or more points along `direction`; the first of equals.
Vec3 farthest_point3(std::span<const Vec3> points, const Vec3d& direction);
/// Returns the farthest point of the core of a shape in space [m].
Vec3 core_support3(const Shape3& shape, const Vec3d& direction);
float core_radius3(const Shape3& shape);
Vec3 support3(const Shape3& shape, const Vec3& direction);
/// Returns whether two convex shapes in space share a point.
Intersection3 intersect3(const Shape3& a, const Shape3& b, const Pose3& b_in_a,
                         const Gjk3Options& options = {});
/// Returns whether a convex set contains the origin.
Intersection3 intersect3_origin(const Shape3& set, const Gjk3Options& options = {});
/// Computes distance and nearest points of two convex shapes in space.
Distance3 distance3(const Shape3& a, const Shape3& b, const Pose3& b_in_a, const Gjk3Options& options = {});
/// Computes the distance of a convex set to the origin.
Distance3 distance3_origin(const Shape3& set, const Gjk3Options& options = {});

}  // namespace drystone::adaptors
