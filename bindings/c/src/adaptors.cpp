#include "adaptors.h"

namespace drystone::adaptors {

namespace {

/// A support mapping of C with its radius.
struct MappedCore {
    Callback<Vec2(const Vec2&)> mapping;

    [[nodiscard]] Vec2 support(const Vec2& direction) const { return mapping(direction); }
};

/// Points with their hull as support mapping.
struct OwnedPoints {
    std::vector<Vec2> points;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return points[static_cast<std::size_t>(
            drystone::support_index(points.data(), static_cast<int>(points.size()), direction))];
    }
};

struct BothVisitors {
    FunctionRef<void(const GjkStep&)> gjk;
    FunctionRef<void(const EpaStep&)> epa;

    void operator()(const GjkStep& step) const { gjk(step); }
    void operator()(const EpaStep& step) const { epa(step); }
};

template <class Vector>
void check_points(const char* function, std::span<const Vector> points) {
    if (points.empty()) {
        fail(function, "points", "at least one", 0.0);
    }
}

}  // namespace

int support_index(std::span<const Vec2> points, const Vec2& direction) {
    check_points("support_index", points);
    return drystone::support_index(points.data(), static_cast<int>(points.size()), direction);
}

CustomShape custom_shape_create(Callback<Vec2(const Vec2&)> support, float radius) {
    if (!support) {
        fail("custom_shape_create: support must not be null");
    }
    return CustomShape{Rounded{MappedCore{std::move(support)}, radius}};
}

CustomShape custom_shape_of_geometry(const ShapeGeometry& geometry) {
    check_geometry(geometry, "custom_shape_of_geometry");
    return std::visit([](const auto& shape) { return CustomShape{shape}; }, geometry);
}

CustomShape custom_shape_of_ellipse(const Ellipse& ellipse) { return CustomShape{ellipse}; }

CustomShape custom_shape_of_superellipse(const Superellipse& superellipse) {
    return CustomShape{superellipse};
}

CustomShape custom_shape_of_points(std::span<const Vec2> points) {
    const PointCloud checked(points);
    return CustomShape{OwnedPoints{{checked.points().begin(), checked.points().end()}}};
}

CustomShape custom_shape_rounded(const CustomShape& shape, float radius) {
    return CustomShape{Rounded{shape, radius}};
}

CustomShape custom_shape_hull(std::span<const CustomShape> shapes) {
    if (shapes.empty()) {
        fail("custom_shape_hull", "shapes", "at least one", 0.0);
    }
    CustomShape hull = shapes.front();
    for (const CustomShape& shape : shapes.subspan(1)) {
        hull = CustomShape{HullOf{hull, shape}};
    }
    return hull;
}

CustomShape custom_shape_minkowski_sum(const CustomShape& a, const CustomShape& b) {
    return CustomShape{MinkowskiSum{a, b}};
}

CustomShape custom_shape_transformed(const CustomShape& shape, const AffineMap& map) {
    return CustomShape{Transformed{shape, map}};
}

Distance any_shapes_distance(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                             const DistanceOptions& options, DirectionCache* cache) {
    return distance(a, b, b_in_a, options, cache);
}

Intersection any_shapes_intersect(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                  const IntersectOptions& options, DirectionCache* cache) {
    return intersect(a, b, b_in_a, options, cache);
}

Penetration any_shapes_penetration(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                   const PenetrationOptions& options, DirectionCache* cache) {
    return penetration(a, b, b_in_a, options, cache);
}

Distance any_shape_distance_of_origin(const AnyShape& set, const DistanceOptions& options) {
    return distance(set, options);
}

Intersection any_shape_intersect_origin(const AnyShape& set, const IntersectOptions& options) {
    return intersect(set, options);
}

Distance half_plane_distance(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a) {
    return distance(a, b, b_in_a);
}

Intersection half_plane_intersect(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a,
                                  const IntersectOptions& options) {
    return intersect(a, b, b_in_a, options);
}

Penetration half_plane_penetration(const HalfPlane& a, const AnyShape& b, const Pose& b_in_a) {
    return penetration(a, b, b_in_a);
}

ShapeCast any_shapes_cast(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, const Vec2& translation,
                          const ShapeCastSettings& settings) {
    return cast_shape(a, b, b_in_a, translation, settings);
}

RayCastHit any_shape_cast_ray(const AnyShape& shape, const Vec2& origin, const Vec2& translation,
                              const RayCastSettings& settings) {
    return cast_ray(shape, origin, translation, settings);
}

bool any_shape_contains(const AnyShape& shape, const Vec2& point) { return contains(shape, point); }

ClosestPoint any_shape_closest_point(const AnyShape& shape, const Vec2& point) {
    return closest_point(shape, point);
}

Aabb any_shape_aabb(const AnyShape& shape, const Pose& pose) { return compute_aabb(shape, pose); }

Distance any_shapes_trace_distance(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                   FunctionRef<void(const GjkStep&)> visitor, const DistanceOptions& options,
                                   DirectionCache* cache) {
    return drystone::trace_distance(a, b, b_in_a, visitor, options, cache);
}

Intersection any_shapes_trace_intersect(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                        FunctionRef<void(const GjkStep&)> visitor,
                                        const IntersectOptions& options, DirectionCache* cache) {
    return drystone::trace_intersect(a, b, b_in_a, visitor, options, cache);
}

Penetration any_shapes_trace_penetration(const AnyShape& a, const AnyShape& b, const Pose& b_in_a,
                                         FunctionRef<void(const GjkStep&)> gjk_visitor,
                                         FunctionRef<void(const EpaStep&)> epa_visitor,
                                         const PenetrationOptions& options, DirectionCache* cache) {
    return drystone::trace_penetration(a, b, b_in_a, BothVisitors{gjk_visitor, epa_visitor}, options, cache);
}

Distance trace_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                        FunctionRef<void(const GjkStep&)> visitor, const DistanceOptions& options,
                        SimplexCache* cache) {
    return drystone::trace_distance(a, b, b_in_a, visitor, options, cache);
}

Intersection trace_intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                             FunctionRef<void(const GjkStep&)> visitor, const IntersectOptions& options,
                             SimplexCache* cache) {
    return drystone::trace_intersect(a, b, b_in_a, visitor, options, cache);
}

Penetration trace_penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                              FunctionRef<void(const GjkStep&)> gjk_visitor,
                              FunctionRef<void(const EpaStep&)> epa_visitor, SimplexCache* cache) {
    return drystone::trace_penetration(a, b, b_in_a, BothVisitors{gjk_visitor, epa_visitor}, cache);
}

}  // namespace drystone::adaptors
