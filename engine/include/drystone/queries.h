#pragma once

#include <drystone/callback.h>
#include <drystone/collision/custom_shape.h>
#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>

namespace drystone {

/// Filter of a query: it finds shapes whose category is in the mask and whose mask holds the query's
/// category.
struct QueryFilter {
    std::uint64_t category = 1;              ///< Categories of the query.
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories of the shapes that it finds.
    /// Optional predicate; shapes for which it returns false are skipped. Called on the thread of the query,
    /// in no particular order, possibly for shapes that the query turns out to miss. It must not change the
    /// world.
    Callback<bool(ShapeId)> accepts{};
    /// Includes sensors.
    bool sensors = false;
    /// Body whose shapes are skipped, such as the one that asks; null, or no longer there: none.
    BodyId ignored_body{};
};

/// Cost of a query, summed over all trees. It depends on the history of the trees, but is the same for the
/// same sequence of calls, on every machine and for any number of threads.
struct QueryStats {
    std::uint32_t nodes = 0;   ///< Opened inner nodes, 8 box tests each.
    std::uint32_t blocks = 0;  ///< Opened leaf blocks, 16 box tests each.
    std::uint32_t boxes = 0;   ///< Fat boxes of shapes that were hit.
    /// Shapes tested exactly: those of the hit boxes that pass the filter, until the query has its result.
    std::uint32_t shapes = 0;

    friend bool operator==(const QueryStats&, const QueryStats&) = default;
    /// Adds the cost of another query.
    QueryStats& operator+=(const QueryStats& other) {
        nodes += other.nodes;
        blocks += other.blocks;
        boxes += other.boxes;
        shapes += other.shapes;
        return *this;
    }
};

/// Ray from `origin` to `origin + translation` [m].
struct RayCast {
    Vec2 origin{0.0f, 0.0f};       ///< Start of the ray [m].
    Vec2 translation{0.0f, 0.0f};  ///< Direction and length in one [m].
    QueryFilter filter{};          ///< Filter of the shapes that it hits.
    /// Radius of a thick ray: the sweep of a disc [m]; 0: a ray.
    float radius = 0.0f;
    /// Reports shapes that contain the origin, surface included, at fraction zero with normal zero. If false,
    /// a ray skips them; a thick ray reports initial overlaps in any case.
    bool hits_initial_overlaps = false;
};

/// Shape in the frame `pose` that is swept by `translation` [m].
struct ShapeCastInput {
    ShapeGeometry geometry = Circle{};  ///< Shape.
    Pose pose{};                        ///< Frame of the shape at the start.
    Vec2 translation{0.0f, 0.0f};       ///< Way of the frame's origin [m].
    QueryFilter filter{};               ///< Filter of the shapes that it hits.
    /// Rotation about the origin of the shape's frame during the sweep, at constant rate; in [-1000, 1000]
    /// [rad].
    float turn = 0.0f;
    /// Custom shape that replaces `geometry`, if given.
    std::optional<CustomShape> custom{};
};

/// Hit of a ray or a swept shape on a shape of the world.
struct RayHit {
    ShapeId shape;  ///< Shape that was hit.
    /// Point of contact on the surface of `shape` [m].
    Vec2 point{0.0f, 0.0f};
    /// Unit normal of the surface there. Zero where a ray, disc or shape starts within `shape`: then the
    /// fraction is zero too and the point is common to both.
    Vec2 normal{0.0f, 0.0f};
    /// Fraction of the translation up to the hit, in [0, 1].
    float fraction = 0.0f;
};

/// Point of a shape nearest to a given point.
struct NearestPoint {
    ShapeId shape;  ///< Nearest shape.
    /// Nearest point; the given point itself if the shape contains it [m].
    Vec2 point{0.0f, 0.0f};
    /// Unit vector from the shape to the given point; zero if the shape contains it.
    Vec2 normal{0.0f, 0.0f};
    /// Distance of the two points; zero if the shape contains the given point [m].
    float distance = 0.0f;
};

}  // namespace drystone
