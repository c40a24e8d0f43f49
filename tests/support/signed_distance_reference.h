#pragma once

#include <drystone/collision/shapes.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace drystone::test {

/// A pose in double precision, so that the reference adds no rounding of its own.
struct ExactPose {
    double x = 0.0;
    double y = 0.0;
    double c = 1.0;
    double s = 0.0;
};

inline ExactPose exact(const Pose& pose) {
    return {static_cast<double>(pose.position.x), static_cast<double>(pose.position.y),
            static_cast<double>(pose.rotation.c), static_cast<double>(pose.rotation.s)};
}

inline std::vector<Vec2d> place_exactly(std::span<const Vec2> points, const ExactPose& pose) {
    std::vector<Vec2d> placed;
    placed.reserve(points.size());
    for (const Vec2& point : points) {
        const Vec2d p = to_double(point);
        placed.emplace_back(pose.c * p.x - pose.s * p.y + pose.x, pose.s * p.x + pose.c * p.y + pose.y);
    }
    return placed;
}

inline std::span<const Vec2> points_of(const ConvexCore& core) {
    return {core.points, static_cast<std::size_t>(core.count)};
}

/// Returns the separation of two point sets along a direction: the distance by which the hull of B begins
/// beyond the end of the hull of A.
inline double separation_along(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b,
                               const Vec2d& direction) {
    double end_of_a = -std::numeric_limits<double>::infinity();
    double begin_of_b = std::numeric_limits<double>::infinity();
    for (const Vec2d& p : a) {
        end_of_a = std::max(end_of_a, dot(direction, p));
    }
    for (const Vec2d& p : b) {
        begin_of_b = std::min(begin_of_b, dot(direction, p));
    }
    return begin_of_b - end_of_a;
}

/// Returns the vector from a point to the nearest point of an edge.
inline Vec2d way_to_edge(const Vec2d& p, const Vec2d& from, const Vec2d& to) {
    const Vec2d edge = to - from;
    const double length = length_squared(edge);
    const double t = length > 0.0 ? std::clamp(dot(edge, p - from) / length, 0.0, 1.0) : 0.0;
    return from + t * edge - p;
}

/// Returns the shortest vector from the outline of A to that of B: it joins a vertex of one and an edge of
/// the other.
inline Vec2d shortest_way(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    Vec2d shortest = b[0] - a[0];
    const auto keep = [&shortest](const Vec2d& way) {
        shortest = length_squared(way) < length_squared(shortest) ? way : shortest;
    };
    for (const Vec2d& p : a) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            keep(way_to_edge(p, b[j], b[(j + 1) % b.size()]));
        }
    }
    for (const Vec2d& p : b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            keep(-way_to_edge(p, a[i], a[(i + 1) % a.size()]));
        }
    }
    return shortest;
}

struct ReferenceDistance {
    double value = 0.0;      ///< Signed: negative when the outlines overlap.
    Vec2d normal{0.0, 0.0};  ///< Unit, from A to B; of the best face where they overlap or touch.
};

/// Returns the brute-force signed distance of two convex counter-clockwise outlines. Every face of their
/// Minkowski difference is an edge of A or of B, so the overlap is the best of all edges; if they are apart,
/// the nearest features are a vertex and an edge.
inline ReferenceDistance reference_distance(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    ReferenceDistance best{-std::numeric_limits<double>::infinity(), {0.0, 0.0}};
    const auto try_normal = [&](const Vec2d& normal) {
        const double separation = separation_along(a, b, normal);
        if (separation > best.value) {
            best = {separation, normal};
        }
    };
    const auto try_edges = [&](const std::vector<Vec2d>& outline, double sign) {
        for (std::size_t i = 0; i < outline.size() && outline.size() > 1; ++i) {
            const Vec2d edge = normalized(outline[(i + 1) % outline.size()] - outline[i]);
            try_normal(sign * Vec2d{edge.y, -edge.x});
            if (outline.size() == 2) {
                // A point in line with the segment may lie beyond its end; rounding may have put it on the
                // line.
                try_normal(sign * edge);
            }
        }
    };
    try_edges(a, 1.0);
    try_edges(b, -1.0);
    if (best.value >= 0.0 || (a.size() == 1 && b.size() == 1)) {
        const Vec2d way = shortest_way(a, b);
        best.value = length(way);
        best.normal = best.value > 0.0 ? way / best.value : best.normal;
    }
    return best;
}

inline double diameter(const std::vector<Vec2d>& points) {
    double largest = 0.0;
    for (const Vec2d& p : points) {
        for (const Vec2d& q : points) {
            largest = std::max(largest, length(p - q));
        }
    }
    return largest;
}

}  // namespace drystone::test
