#include <drystone/collision/hull.h>

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace drystone {
namespace {

constexpr double relative_tolerance = 5e-7;

struct HullPoint {
    double x;
    double y;
    std::size_t index;
};

double twice_area(const HullPoint& a, const HullPoint& b, const HullPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double squared_distance(const HullPoint& a, const HullPoint& b) {
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

std::vector<HullPoint> sorted_points(std::span<const Vec2> points) {
    std::vector<HullPoint> sorted;
    sorted.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        sorted.push_back({static_cast<double>(points[i].x), static_cast<double>(points[i].y), i});
    }
    sort_items(sorted.begin(), sorted.end(), [](const HullPoint& a, const HullPoint& b) {
        if (a.x != b.x) {
            return a.x < b.x;
        }
        return a.y != b.y ? a.y < b.y : a.index < b.index;
    });
    return sorted;
}

/// Appends the lower chain of the points in the order in which they are visited; the last point belongs to
/// the next chain.
template <class Iterator>
void append_chain(std::vector<HullPoint>& hull, const Iterator& first, const Iterator& last) {
    const std::size_t begin = hull.size();
    for (Iterator p = first; p != last; ++p) {
        while (hull.size() >= begin + 2 && twice_area(hull[hull.size() - 2], hull.back(), *p) <= 0.0) {
            hull.pop_back();
        }
        hull.push_back(*p);
    }
    hull.pop_back();
}

/// Returns the distance from the segment ab, not from its line: the tip of a thin hull may lie on the line of
/// its other corners, far beyond them.
double segment_distance(const HullPoint& a, const HullPoint& b, const HullPoint& p) {
    const double along = (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y);
    const double length_squared = squared_distance(a, b);
    if (!(along > 0.0)) {
        return std::sqrt(squared_distance(a, p));
    }
    if (along >= length_squared) {
        return std::sqrt(squared_distance(b, p));
    }
    return std::abs(twice_area(a, b, p)) / std::sqrt(length_squared);
}

/// Returns whether all points strictly between `first` and `last` (cyclic indices) lie within the tolerance
/// of the chord.
bool chord_covers(const std::vector<HullPoint>& hull, std::size_t first, std::size_t last, double tolerance) {
    const HullPoint& a = hull[first % hull.size()];
    const HullPoint& b = hull[last % hull.size()];
    for (std::size_t i = first + 1; i < last; ++i) {
        if (!(segment_distance(a, b, hull[i % hull.size()]) <= tolerance)) {
            return false;
        }
    }
    return true;
}

/// Removes the vertices that the hull does not need. Starts at a vertex far from the centre, which is a true
/// corner.
std::vector<HullPoint> simplify(const std::vector<HullPoint>& hull, double tolerance) {
    double middle_x = 0.0;
    double middle_y = 0.0;
    for (const HullPoint& p : hull) {
        middle_x += p.x;
        middle_y += p.y;
    }
    const double n = static_cast<double>(hull.size());
    const HullPoint middle{middle_x / n, middle_y / n, 0};
    const auto corner =
        std::max_element(hull.begin(), hull.end(), [&](const HullPoint& a, const HullPoint& b) {
            return squared_distance(a, middle) < squared_distance(b, middle);
        });
    const std::size_t start = static_cast<std::size_t>(corner - hull.begin());
    const std::size_t end = start + hull.size();
    std::vector<HullPoint> kept;
    for (std::size_t at = start; at < end;) {
        kept.push_back(hull[at % hull.size()]);
        std::size_t next = at + 1;
        while (next < end && chord_covers(hull, at, next + 1, tolerance)) {
            ++next;
        }
        at = next;
    }
    return kept;
}

/// Rotates the hull to start with its vertex that was first in the input: a convex outline keeps its
/// numbering.
void start_with_first_given(std::vector<HullPoint>& hull) {
    const auto first = std::min_element(
        hull.begin(), hull.end(), [](const HullPoint& a, const HullPoint& b) { return a.index < b.index; });
    std::rotate(hull.begin(), first, hull.end());
}

double extent_of(const std::vector<HullPoint>& sorted) {
    const auto [low, high] = std::minmax_element(
        sorted.begin(), sorted.end(), [](const HullPoint& a, const HullPoint& b) { return a.y < b.y; });
    return std::max(sorted.back().x - sorted.front().x, high->y - low->y);
}

}  // namespace

const char* describe(HullStatus status) {
    switch (status) {
        case HullStatus::Ok: return "the hull is valid";
        case HullStatus::TooFewPoints: return "fewer than three points";
        case HullStatus::NotFinite: return "a coordinate is not finite";
        case HullStatus::NoArea: return "all points lie on a line";
    }
    return "unknown";
}

Hull compute_hull(std::span<const Vec2> points) {
    if (points.size() < 3) {
        return {HullStatus::TooFewPoints, {}};
    }
    for (const Vec2& p : points) {
        if (!is_finite(p)) {
            return {HullStatus::NotFinite, {}};
        }
    }
    const std::vector<HullPoint> sorted = sorted_points(points);
    std::vector<HullPoint> hull;
    hull.reserve(sorted.size() + 1);
    append_chain(hull, sorted.begin(), sorted.end());
    append_chain(hull, sorted.rbegin(), sorted.rend());
    if (hull.size() < 3) {
        return {HullStatus::NoArea, {}};
    }
    const std::size_t exact_size = hull.size();
    hull = simplify(hull, relative_tolerance * extent_of(sorted));
    if (hull.size() < 3) {
        return {HullStatus::NoArea, {}};
    }
    start_with_first_given(hull);
    Hull result{HullStatus::Ok, {}};
    result.points.reserve(hull.size());
    for (const HullPoint& p : hull) {
        result.points.push_back(points[p.index]);
    }
    // Without those that were left out, others may lie within the tolerance of an edge, and the rest may have
    // no area. Done until nothing changes, so that the hull of a hull is that hull.
    return hull.size() == exact_size ? result : compute_hull(result.points);
}

}  // namespace drystone
