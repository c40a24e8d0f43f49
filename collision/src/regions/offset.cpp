#include "regions/region_build.h"

#include <drystone/collision/error.h>
#include <drystone/collision/regions.h>

#include <algorithm>
#include <cmath>

namespace drystone {
namespace {

using detail::EdgeSoup;
using detail::RegionAccess;

constexpr double default_tolerance = 0.01;
constexpr int max_edges_to_turn = 256;
constexpr int min_edges_to_turn = 8;

/// Adds the border of a loop that is joined with a rectangle on the right of each edge and a sector at each
/// corner. Its winding number is that of the loop and one for each rectangle and sector, so that it is
/// positive where the distance is not larger.
class OffsetLoop {
public:
    OffsetLoop(EdgeSoup& soup, double distance, int edges_to_turn)
        : soup_(soup),
          distance_(distance),
          step_(Rot::from_angle(2.0f * pi / static_cast<float>(edges_to_turn))) {}

    void add(std::span<const Vec2> loop, bool is_reversed) {
        const std::size_t count = loop.size();
        const auto at = [&](std::size_t i) {
            return to_double(loop[is_reversed ? (2 * count - 1 - i) % count : i % count]);
        };
        Vec2d before = normal_of(at(count - 1), at(0));
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2d corner = at(i);
            const Vec2d after = normal_of(corner, at(i + 1));
            if (cross(before, after) > 0.0 || (cross(before, after) == 0.0 && dot(before, after) < 0.0)) {
                add_arc(corner, before, after);
            } else {
                add_point(corner + distance_ * before);
                add_point(corner);
                add_point(corner + distance_ * after);
            }
            before = after;
        }
        soup_.close_loop();
    }

private:
    static Vec2d normal_of(const Vec2d& from, const Vec2d& to) {
        const Vec2d way = to - from;
        return right_perp(way / std::sqrt(length_squared(way)));
    }
    void add_point(const Vec2d& point) { soup_.add_point(detail::round_point(point, 0.0)); }
    /// Adds points on a circle about the corner, counter-clockwise from one unit vector to another one.
    void add_arc(const Vec2d& corner, const Vec2d& from, const Vec2d& to) {
        const auto c = static_cast<double>(step_.c);
        const auto s = static_cast<double>(step_.s);
        add_point(corner + distance_ * from);
        Vec2d now = from;
        for (int i = 0; i < max_edges_to_turn; ++i) {
            now = {c * now.x - s * now.y, s * now.x + c * now.y};
            if (!(cross(now, to) > 0.0)) {
                break;
            }
            add_point(corner + distance_ * now);
        }
        add_point(corner + distance_ * to);
    }

    EdgeSoup& soup_;
    double distance_;
    Rot step_;
};

/// Returns into how many edges a turn is divided, so that their middles are within the tolerance of it: the
/// square of half an edge's angle is at most twice the tolerance over the distance.
int edges_to_turn(double distance, double tolerance) {
    const double half_angle = std::sqrt(2.0 * std::min(tolerance / distance, 1.0));
    const double edges = static_cast<double>(pi) / half_angle;
    return std::clamp(static_cast<int>(std::min(edges, 1e6)) + 1, min_edges_to_turn, max_edges_to_turn);
}

}  // namespace

Region offset(const Region& region, float distance, const OffsetOptions& options) {
    if (!is_finite(distance)) {
        fail("offset", "distance", "finite", static_cast<double>(distance));
    }
    if (!is_finite(options.tolerance) || options.tolerance < 0.0f) {
        fail("offset", "tolerance", "finite and >= 0", static_cast<double>(options.tolerance));
    }
    if (distance == 0.0f || region.size() == 0) {
        return region;
    }
    const bool is_inwards = distance < 0.0f;
    const double length = std::abs(static_cast<double>(distance));
    const double tolerance =
        options.tolerance > 0.0f ? static_cast<double>(options.tolerance) : default_tolerance * length;
    EdgeSoup soup;
    OffsetLoop loops(soup, length, edges_to_turn(length, tolerance));
    for (std::size_t i = 0; i + 1 < RegionAccess::starts(region).size(); ++i) {
        loops.add(RegionAccess::loop(region, static_cast<int>(i)), is_inwards);
    }
    soup.end_a();
    // The outside of what is offset inwards, whose loops run back, grows: the rest of the inside is left.
    const detail::InsideRule rule = is_inwards ? detail::InsideRule::Negative : detail::InsideRule::Positive;
    return detail::build_region(soup, false, true, {detail::RegionOperation::Unite, rule, {}});
}

}  // namespace drystone
