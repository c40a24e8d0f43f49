#include <drystone/collision/slice.h>

#include "math/orientation.h"
#include "regions/edge_noding.h"
#include "regions/region_build.h"
#include "regions/small_loops.h"

#include <drystone/collision/error.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {
namespace {

using detail::RegionAccess;

void check_line(const Line& line) {
    if (!is_finite(line.from) || !is_finite(line.to)) {
        fail("slice", "line", "finite", "a point that is not");
    }
    if (line.from == line.to) {
        fail("slice", "line", "through two points", "the same one twice");
    }
}

/// Halves of a box that a line cuts, with a margin, in the frame of the line: left and right.
struct Halves {
    std::vector<Vec2> left;
    std::vector<Vec2> right;
};

/// Returns halves that hold the box and have their edges along the line in common. The points of the line are
/// on them, so that only their extensions are rounded.
Halves halves_of(const Aabb& box, const Line& line) {
    const Vec2d from = to_double(line.from);
    const Vec2d whole = to_double(line.to) - from;
    const double length = std::sqrt(length_squared(whole));
    const Vec2d way = whole / length;
    const Vec2d middle = 0.5 * (to_double(box.lower) + to_double(box.upper));
    const double reach = coordinate_sum(to_double(box.upper) - to_double(box.lower));
    const double along = dot(middle - from, way);
    const double low = std::min(along - reach, 0.0);
    const double high = std::max(along + reach, length);
    // The line may be far from the box.
    const double side = reach + std::abs(cross(way, middle - from));
    const auto at = [&](double forwards, double across) {
        return detail::round_point(from + forwards * way + across * left_perp(way), 0.0);
    };
    std::vector<Vec2> border;
    if (low < 0.0) {
        border.push_back(at(low, 0.0));
    }
    border.insert(border.end(), {line.from, line.to});
    if (high > length) {
        border.push_back(at(high, 0.0));
    }
    Halves halves{border, {border.rbegin(), border.rend()}};
    halves.left.insert(halves.left.end(), {at(high, side), at(low, side)});
    halves.right.insert(halves.right.end(), {at(low, -side), at(high, -side)});
    return halves;
}

void append(std::vector<Outline>& parts, const Region& region) {
    for (Outline& outline : region.outlines()) {
        parts.push_back(std::move(outline));
    }
}

/// Returns the point, rounded, in which an edge crosses the line.
Vec2 crossing_of(const Vec2& p, const Vec2& q, const Line& line) {
    const Vec2d from = to_double(line.from);
    const Vec2d way = to_double(line.to) - from;
    const double at_p = cross(way, to_double(p) - from);
    const double at_q = cross(way, to_double(q) - from);
    const double below = at_p - at_q;
    const double share = below == 0.0 ? 0.5 : at_p / below;
    const Vec2 point = detail::round_point(to_double(p) + share * (to_double(q) - to_double(p)), 0.0);
    return max(min(p, q), min(max(p, q), point));
}

/// Sides of the line that the points of a loop are on.
struct Sides {
    std::vector<int> of;        ///< 1 on the left, -1 on the right, 0 on the line.
    std::size_t crossings = 0;  ///< Number of edges with ends on different sides.
    bool has_on_line = false;
};

Sides sides_of(std::span<const Vec2> loop, const Line& line) {
    Sides sides;
    sides.of.reserve(loop.size());
    for (const Vec2& point : loop) {
        sides.of.push_back(detail::orientation(line.from, line.to, point));
        sides.has_on_line = sides.has_on_line || sides.of.back() == 0;
    }
    for (std::size_t i = 0; i < loop.size(); ++i) {
        sides.crossings += sides.of[i] != sides.of[i > 0 ? i - 1 : loop.size() - 1] ? 1 : 0;
    }
    return sides;
}

bool is_sure_outline(std::span<const Vec2> loop) {
    return detail::is_convex_outline(loop) || detail::is_small_outline(loop);
}

/// Cuts a loop of which the line crosses two edges at most, as all convex ones; returns false, and does
/// nothing, if that needs care.
bool slice_loop(std::span<const Vec2> loop, const Line& line, std::vector<Outline>& parts) {
    if (loop.size() < 3) {
        return false;
    }
    const Sides sides = sides_of(loop, line);
    if (sides.has_on_line || sides.crossings > 2) {
        return false;
    }
    if (sides.crossings == 0) {
        if (is_sure_outline(loop)) {
            parts.push_back({{loop.begin(), loop.end()}, {}});
            return true;
        }
        return false;
    }
    Outline left;
    Outline right;
    left.points.reserve(loop.size() + 1);
    right.points.reserve(loop.size() + 1);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const std::size_t next = i + 1 < loop.size() ? i + 1 : 0;
        (sides.of[i] > 0 ? left : right).points.push_back(loop[i]);
        if (sides.of[i] != sides.of[next]) {
            const Vec2 point = crossing_of(loop[i], loop[next], line);
            left.points.push_back(point);
            right.points.push_back(point);
        }
    }
    if (!is_sure_outline(left.points) || !is_sure_outline(right.points)) {
        return false;
    }
    parts.push_back(std::move(left));
    parts.push_back(std::move(right));
    return true;
}

void slice_region(const Region& region, const Line& line, std::vector<Outline>& parts) {
    const std::vector<Vec2>& points = RegionAccess::points(region);
    if (points.empty()) {
        return;
    }
    Aabb box{points[0], points[0]};
    for (const Vec2& point : points) {
        box = {min(box.lower, point), max(box.upper, point)};
    }
    const Halves halves = halves_of(box, line);
    append(parts, intersect(region, Region(std::span<const Vec2>(halves.left))));
    append(parts, intersect(region, Region(std::span<const Vec2>(halves.right))));
}

}  // namespace

std::vector<Outline> slice(const Outline& outline, const Line& line) {
    check_line(line);
    std::vector<Outline> parts;
    if (!outline.holes.empty() || !slice_loop(outline.points, line, parts)) {
        slice_region(Region(outline), line, parts);
    }
    return parts;
}

std::vector<Outline> slice(const Region& region, const Line& line) {
    check_line(line);
    std::vector<Outline> parts;
    slice_region(region, line, parts);
    return parts;
}

}  // namespace drystone
