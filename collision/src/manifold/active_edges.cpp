#include <drystone/collision/active_edges.h>

#include "manifold/chain_axis.h"

#include <array>

namespace drystone {
namespace {

using detail::Axis;
using detail::deep_part;
using detail::PlacedCore;
using detail::Side;

/// Returns whether the whole core is in front of the segment, wherever its centre is. A core past a free end
/// does not count.
bool lies_clear(const Side& side, const Axis& axis) {
    return axis.separation > 0.0 && dot(axis.direction, side.normal()) > 1e-3;
}

/// The edge with the largest separation from the other core; the first of equal ones.
struct BestEdge {
    int index = -1;
    Axis axis;
};

Side side_of(const PolygonWithActiveEdges& a, int edge) {
    return {a.edges[static_cast<std::size_t>(edge)].segment, false, static_cast<double>(a.slack)};
}

/// Axes of the first edges of a polygon, most often of all.
using EdgeAxes = std::array<Axis, 8>;

/// Examines all active edges, and keeps their axes. Returns none if one of them shows that the shapes are
/// farther apart than `reach`.
BestEdge find_best_edge(const PolygonWithActiveEdges& a, PlacedCore& b, double reach, EdgeAxes& axes) {
    BestEdge best;
    for (int i = 0; i < static_cast<int>(a.edges.size()); ++i) {
        const Side side = side_of(a, i);
        if (!(side.separation(b, side.normal()) <= reach)) {
            return {};
        }
        if (i == 0) {
            b.place_normals();
        }
        const Axis axis = find_axis(side, b);
        if (static_cast<std::size_t>(i) < axes.size()) {
            axes[static_cast<std::size_t>(i)] = axis;
        }
        if (best.index < 0 || axis.separation > best.axis.separation) {
            best = {i, axis};
        }
    }
    return best;
}

/// Returns whether pushing B out through a covered face takes less than this depth: B then entered through
/// that face.
bool came_through_covered_face(const PolygonWithActiveEdges& a, const PlacedCore& b, double separation) {
    std::size_t next = 0;
    for (int i = 0; i < a.core.count; ++i) {
        const std::size_t first = next;
        while (next < a.edges.size() && a.edges[next].face == i) {
            ++next;
        }
        if (next > first) {
            continue;
        }
        const Vec2d normal = to_double(a.core.normals[i]);
        if (b.height_of_lowest(normal) - dot(normal, to_double(a.core.points[i])) > separation) {
            return true;
        }
    }
    return false;
}

/// Names corners of A by their index in the core, in place of the ends of the edge.
void number_corners(Manifold& manifold, int face, int count) {
    for (int i = 0; i < manifold.count; ++i) {
        ManifoldPoint& point = manifold.points[i];
        const int corner = (face + static_cast<int>(point.feature >> 16)) % count;
        point.feature = static_cast<std::uint32_t>(corner) << 16 | (point.feature & 0xffffu);
    }
}

/// Computes the contact that an edge makes along its axis; empty if another one has to make it.
Manifold collide_edge(const PolygonWithActiveEdges& a, const PlacedCore& b, const Vec2d& middle, int edge,
                      const Axis& axis, const Axis& best, float margin) {
    const Side side = side_of(a, edge);
    const bool is_best = axis.separation >= best.separation - 1e-6 * side.length();
    const bool is_deep = axis.separation < -deep_part * side.length();
    // A shape that slides along a line and penetrates slightly also overlaps the side of a neighbour flush
    // below that line: that side is skipped.
    if (side.is_beyond_concave(b, middle) ||
        (is_deep && (!is_best || came_through_covered_face(a, b, axis.separation)))) {
        return {};
    }
    Manifold manifold = collide_side(side, b, axis, static_cast<double>(margin), true);
    if (b.core.count > 1) {
        number_corners(manifold, a.edges[static_cast<std::size_t>(edge)].face, a.core.count);
    }
    return manifold;
}

}  // namespace

Manifold collide(const PolygonWithActiveEdges& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                 FaceBits hidden_b) {
    PlacedCore placed(b, b_in_a, hidden_b);
    const Vec2d middle = placed.middle();
    const double reach = static_cast<double>(margin) + static_cast<double>(b.radius);
    if (!(coordinate_sum(middle) - coordinate_sum(middle) == 0.0)) {
        return {};
    }
    EdgeAxes axes;
    const BestEdge best = find_best_edge(a, placed, reach, axes);
    if (best.index < 0) {
        return {};
    }
    // Both edges at a corner have its normals; the one that owns the axis makes the contact. If B is not over
    // that edge, the next best one makes it, unless B is deep inside.
    Manifold result = collide_edge(a, placed, middle, best.index, best.axis, best.axis, margin);
    if (result.count > 0) {
        return result;
    }
    double largest = 0.0;
    for (int i = 0; i < static_cast<int>(a.edges.size()); ++i) {
        if (i == best.index) {
            continue;
        }
        const auto number = static_cast<std::size_t>(i);
        const Axis axis = number < axes.size() ? axes[number] : find_axis(side_of(a, i), placed);
        if (result.count > 0 && axis.separation <= largest) {
            continue;
        }
        const Manifold manifold = collide_edge(a, placed, middle, i, axis, best.axis, margin);
        if (manifold.count > 0) {
            result = manifold;
            largest = axis.separation;
        }
    }
    return result;
}

Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a, float margin) {
    return collide(segment, b, b_in_a, margin, 0);
}

Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a, float margin,
                 FaceBits hidden_b) {
    if (segment.a == segment.b) {
        return {};
    }
    PlacedCore placed(b, b_in_a, hidden_b);
    const Side right(segment, false);
    const Vec2d middle = placed.middle();
    const double height = dot(right.normal(), middle - right.a().vertex);
    const double reach = static_cast<double>(margin) + static_cast<double>(b.radius);
    // Most segments below a body are far away, and so is the body from their line.
    const bool too_far =
        right.separation(placed, right.normal()) > reach ||
        (segment.sides != ChainSides::Right && right.separation(placed, -right.normal()) > reach);
    if (!(height - height == 0.0) || too_far) {
        return {};
    }
    placed.place_normals();
    if (segment.sides == ChainSides::Right) {
        const Axis axis = find_axis(right, placed);
        const bool in_front = lies_clear(right, axis) || right.faces(middle);
        return in_front ? collide_side(right, placed, axis, static_cast<double>(margin), false) : Manifold{};
    }
    // The side that the centre is on counts, unless the whole core is clear of the other one alone.
    const Side left(segment, true);
    const bool is_right = height >= 0.0 ? !left.faces(middle) || height == 0.0 : right.faces(middle);
    const Side& own = is_right ? right : left;
    const Side& other = is_right ? left : right;
    const Axis from_own = find_axis(own, placed);
    if (!lies_clear(own, from_own)) {
        const Axis from_other = find_axis(other, placed);
        if (lies_clear(other, from_other)) {
            return collide_side(other, placed, from_other, static_cast<double>(margin), false);
        }
    }
    return collide_side(own, placed, from_own, static_cast<double>(margin), false);
}

Manifold flipped(const Manifold& manifold, const Pose& b_in_a) {
    Manifold result;
    result.count = manifold.count;
    result.normal = -inverse_rotate(b_in_a.rotation, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        // The direction of the tangent reverses with the normal.
        const ManifoldPoint& point = manifold.points[manifold.count - 1 - i];
        result.points[i] = {inverse_transform(b_in_a, point.point), point.separation,
                            point.feature >> 16 | (point.feature & 0xffffu) << 16};
    }
    return result;
}

}  // namespace drystone
