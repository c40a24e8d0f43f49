#include <drystone/collision/active_edges.h>

#include "manifold/chain_axis.h"

namespace drystone {
namespace {

using detail::Axis;
using detail::deep_part;
using detail::PlacedCore;
using detail::Side;

/// Is the whole core in front of the segment, wherever its middle is? Beside a free end is not in front.
bool lies_clear(const Side& side, const Axis& axis) {
    return axis.separation > 0.0 && dot(axis.direction, side.normal()) > 1e-3;
}

/// Where the core that is covered in part separates best.
struct BestEdge {
    int index = -1;
    Axis axis;
};

/// Looks at all active edges; none where one of them shows that the shapes are farther apart than `reach`.
BestEdge find_best_edge(const PolygonWithActiveEdges& a, const PlacedCore& b, double reach) {
    BestEdge best;
    for (int i = 0; i < static_cast<int>(a.edges.size()); ++i) {
        const Side side(a.edges[static_cast<std::size_t>(i)].segment, false);
        if (!(side.separation(b, side.normal()) <= reach)) {
            return {};
        }
        const Axis axis = find_axis(side, b);
        if (best.index < 0 || axis.separation > best.axis.separation) {
            best = {i, axis};
        }
    }
    return best;
}

/// Is a covered face nearer to B's way out than this depth? Then B has come in through that.
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

/// Names corners of A as the core counts them, in place of the ends of the edge.
void number_corners(Manifold& manifold, int face, int count) {
    for (int i = 0; i < manifold.count; ++i) {
        ManifoldPoint& point = manifold.points[i];
        const int corner = (face + static_cast<int>(point.feature >> 16)) % count;
        point.feature = static_cast<std::uint32_t>(corner) << 16 | (point.feature & 0xffffu);
    }
}

}  // namespace

Manifold collide(const PolygonWithActiveEdges& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                 FaceBits hidden_b) {
    const PlacedCore placed(b, b_in_a, hidden_b);
    const Vec2d middle = placed.middle();
    const double reach = static_cast<double>(margin) + static_cast<double>(b.radius);
    if (!(coordinate_sum(middle) - coordinate_sum(middle) == 0.0)) {
        return {};
    }
    const BestEdge best = find_best_edge(a, placed, reach);
    if (best.index < 0) {
        return {};
    }
    // Both edges at a corner have its normals, and the one that owns the axis makes the contact. An edge
    // whose own stretch B does not reach leaves it to the next best, unless B is deep inside.
    Manifold result;
    double largest = 0.0;
    for (int i = 0; i < static_cast<int>(a.edges.size()); ++i) {
        const ActiveEdge& edge = a.edges[static_cast<std::size_t>(i)];
        const Side side(edge.segment, false, static_cast<double>(a.slack));
        const Axis axis = i == best.index ? best.axis : find_axis(side, placed);
        const double tie = 1e-6 * side.length();
        const bool is_best = axis.separation >= best.axis.separation - tie;
        const bool is_deep = axis.separation < -deep_part * side.length();
        // What slides on a line and sinks in a little meets the side of what lies flush below the line.
        if ((result.count > 0 && axis.separation <= largest) || side.is_beyond_concave(middle)) {
            continue;
        }
        if (is_deep && (!is_best || came_through_covered_face(a, placed, axis.separation))) {
            continue;
        }
        Manifold manifold = collide_side(side, placed, axis, static_cast<double>(margin), true);
        if (manifold.count > 0) {
            if (b.count > 1) {
                number_corners(manifold, edge.face, a.core.count);
            }
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
    const PlacedCore placed(b, b_in_a, hidden_b);
    const Side right(segment, false);
    const Vec2d middle = placed.middle();
    const double height = dot(right.normal(), middle - right.a().vertex);
    const double reach = static_cast<double>(margin) + static_cast<double>(b.radius);
    const bool too_far =
        segment.sides == ChainSides::Right && right.separation(placed, right.normal()) > reach;
    if (!(height - height == 0.0) || too_far) {
        return {};
    }
    const Axis from_right = find_axis(right, placed);
    const bool clear_right = lies_clear(right, from_right);
    if (segment.sides == ChainSides::Right) {
        const bool in_front = clear_right || right.faces(middle);
        return in_front ? collide_side(right, placed, from_right, static_cast<double>(margin), false)
                        : Manifold{};
    }
    const Side left(segment, true);
    const Axis from_left = find_axis(left, placed);
    const bool clear_left = lies_clear(left, from_left);
    bool is_right = height >= 0.0 ? !left.faces(middle) || height == 0.0 : right.faces(middle);
    if (clear_left != clear_right) {
        is_right = clear_right;
    }
    return collide_side(is_right ? right : left, placed, is_right ? from_right : from_left,
                        static_cast<double>(margin), false);
}

Manifold flipped(const Manifold& manifold, const Pose& b_in_a) {
    Manifold result;
    result.count = manifold.count;
    result.normal = -inverse_rotate(b_in_a.rotation, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        // The tangent turns round with the normal.
        const ManifoldPoint& point = manifold.points[manifold.count - 1 - i];
        result.points[i] = {inverse_transform(b_in_a, point.point), point.separation,
                            point.feature >> 16 | (point.feature & 0xffffu) << 16};
    }
    return result;
}

}  // namespace drystone
