#pragma once

#include <drystone/callback.h>
#include <drystone/collision/custom_shape.h>
#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>

namespace drystone {

/// What a query may find: shapes whose category is in the mask and whose mask holds the query's category.
struct QueryFilter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    /// If given, shapes for which it returns false are passed over. Called on the thread of the query, in no
    /// special order, possibly for shapes that turn out not to be met; it must not change the world.
    Callback<bool(ShapeId)> accepts{};
    /// Finds sensors too.
    bool sensors = false;
};

/// What a query cost, of all trees together. It depends on how the trees have come about: the same for the
/// same history of calls, on every machine and for any number of threads.
struct QueryStats {
    std::uint32_t nodes = 0;   ///< Inner nodes that were opened: 8 boxes looked at each.
    std::uint32_t blocks = 0;  ///< Leaf blocks that were opened: 16 boxes looked at each.
    std::uint32_t boxes = 0;   ///< Fat boxes of shapes that were met.
    /// Shapes whose own form was looked at: those of the boxes that the filter lets pass, until the query
    /// knew enough.
    std::uint32_t shapes = 0;

    friend bool operator==(const QueryStats&, const QueryStats&) = default;
    /// For the sum over many queries.
    QueryStats& operator+=(const QueryStats& other) {
        nodes += other.nodes;
        blocks += other.blocks;
        boxes += other.boxes;
        shapes += other.shapes;
        return *this;
    }
};

/// A ray from `origin` to `origin + translation` [m].
struct RayCast {
    Vec2 origin{0.0f, 0.0f};
    Vec2 translation{0.0f, 0.0f};
    QueryFilter filter{};
    /// Greater than zero: a thick ray, the way of a disc of this radius [m].
    float radius = 0.0f;
    /// Shapes that hold the origin, surface included, are met there: at fraction zero, with normal zero. Else
    /// a ray passes over them; a thick one meets what it overlaps in any case.
    bool hits_initial_overlaps = false;
};

/// A shape in the frame `pose` that is moved by `translation` [m].
struct ShapeCastInput {
    ShapeGeometry geometry = Circle{};
    Pose pose{};
    Vec2 translation{0.0f, 0.0f};
    QueryFilter filter{};
    /// By how much the shape turns about the origin of its frame on the way, evenly; at most 1000 either way
    /// [rad].
    float turn = 0.0f;
    /// If given, the shape in place of `geometry`.
    std::optional<CustomShape> custom{};
};

/// Where a ray, or a shape that is moved, meets a shape of the world.
struct RayHit {
    ShapeId shape;
    /// Where they meet, on the surface of `shape` [m].
    Vec2 point{0.0f, 0.0f};
    /// Of the surface there, of unit length. Zero where a ray, disc or shape starts within `shape`: the
    /// fraction then is zero too and the point is one that both have in common.
    Vec2 normal{0.0f, 0.0f};
    /// Part of the translation that was covered, in [0, 1].
    float fraction = 0.0f;
};

/// The point of a shape that is nearest to a given one.
struct NearestPoint {
    ShapeId shape;
    /// The given point itself where the shape holds it [m].
    Vec2 point{0.0f, 0.0f};
    /// From the shape to the given point, of unit length; zero where the shape holds it.
    Vec2 normal{0.0f, 0.0f};
    /// Zero where the shape holds the given point [m].
    float distance = 0.0f;
};

}  // namespace drystone
