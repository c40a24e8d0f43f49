#include "regions/small_loops.h"

#include "math/orientation.h"
#include "regions/edge_soup.h"

namespace drystone::detail {
namespace {

/// A loop has pieces with hulls if its area is more than this part of the square of its extent, for each
/// point.
constexpr double sure_area = 1e-5;
/// The same of the rounding of its coordinates along its border.
constexpr double sure_width = 1e-6;
constexpr std::size_t max_small = 16;

/// Returns whether a loop is counter-clockwise, if it is simple, and so thick that it is not refused.
bool is_thick(std::span<const Vec2> loop) {
    const Vec2d origin = to_double(loop[0]);
    Vec2 lower = loop[0];
    Vec2 upper = loop[0];
    Vec2d before = to_double(loop.back()) - origin;
    Vec2d steps{0.0, 0.0};
    double twice_area = 0.0;
    for (const Vec2& point : loop) {
        const Vec2d now = to_double(point) - origin;
        twice_area += cross(before, now);
        steps += abs(now - before);
        before = now;
        lower = min(lower, point);
        upper = max(upper, point);
    }
    const double extent = max_coordinate(to_double(upper) - to_double(lower));
    const double coordinate = max_coordinate(to_double(max(abs(lower), abs(upper))));
    return 0.5 * twice_area > static_cast<double>(loop.size()) * sure_area * extent * extent &&
           0.5 * twice_area > sure_width * (extent + coordinate) * coordinate_sum(steps);
}

}  // namespace

bool is_convex_outline(std::span<const Vec2> loop) {
    if (loop.size() < 3) {
        return false;
    }
    int turns_back = 0;  // Times that the loop turns from right to left, or back.
    const Vec2* before = &loop.back();
    bool went_right = comes_before(loop[loop.size() - 2], *before);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2& after = loop[i + 1 < loop.size() ? i + 1 : 0];
        if (orientation(*before, loop[i], after) <= 0) {
            return false;
        }
        const bool goes_right = comes_before(*before, loop[i]);
        turns_back += goes_right != went_right ? 1 : 0;
        went_right = goes_right;
        before = &loop[i];
    }
    return turns_back == 2 && is_thick(loop);
}

bool is_small_outline(std::span<const Vec2> loop) {
    const std::size_t count = loop.size();
    if (count < 3 || count > max_small || !is_thick(loop)) {
        return false;
    }
    const auto at = [&](std::size_t i) -> const Vec2& { return loop[i < count ? i : i - count]; };
    for (std::size_t i = 0; i < count; ++i) {
        if (orientation(at(i), at(i + 1), at(i + 2)) == 0) {
            return false;
        }
        // The edges that are neither this one nor its neighbours.
        for (std::size_t k = i + 2; k < count && k + 1 < count + i; ++k) {
            if (segments_touch(at(i), at(i + 1), at(k), at(k + 1))) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace drystone::detail
