#include "regions/region_build.h"

#include <drystone/collision/error.h>
#include <drystone/collision/regions.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace drystone {
namespace {

using detail::EdgeSoup;
using detail::RegionAccess;

constexpr double default_tolerance = 0.01;
constexpr int max_edges_to_turn = 256;
constexpr int min_edges_to_turn = 8;

/// Number of edges that are grown at once. Their rectangles may all cross each other, so that long loops are
/// grown in parts, which are united: few of those have edges in common.
constexpr std::size_t max_edges_at_once = 32;

/// Adds borders of rectangles on the right of edges, and of sectors at their corners.
class OffsetBorder {
public:
    OffsetBorder(double distance, int edges_to_turn)
        : distance_(distance), step_(Rot::from_angle(2.0f * pi / static_cast<float>(edges_to_turn))) {}

    /// Adds a loop with them: its winding number is that of the loop and one for each of them, so that it is
    /// positive where the distance is not larger.
    void add_loop(EdgeSoup& soup, std::span<const Vec2d> loop) const {
        const std::size_t count = loop.size();
        Vec2d before = normal_of(loop[count - 1], loop[0]);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2d after = normal_of(loop[i], loop[(i + 1) % count]);
            add_corner(soup, loop[i], before, after);
            before = after;
        }
        soup.close_loop();
    }
    /// Adds those of the edges [begin, end) alone, with the sectors at their ends.
    void add_part(EdgeSoup& soup, std::span<const Vec2d> loop, std::size_t begin, std::size_t end) const {
        const std::size_t count = loop.size();
        Vec2d before = normal_of(loop[begin], loop[begin + 1]);
        add_point(soup, loop[begin]);
        add_point(soup, loop[begin] + distance_ * before);
        for (std::size_t i = begin + 1; i <= end; ++i) {
            const Vec2d after = normal_of(loop[i % count], loop[(i + 1) % count]);
            add_corner(soup, loop[i % count], before, after);
            before = after;
        }
        for (std::size_t i = end + 1; i-- > begin + 1;) {
            add_point(soup, loop[i % count]);
        }
        soup.close_loop();
    }

private:
    static Vec2d normal_of(const Vec2d& from, const Vec2d& to) {
        const Vec2d way = to - from;
        return right_perp(way / std::sqrt(length_squared(way)));
    }
    static void add_point(EdgeSoup& soup, const Vec2d& point) {
        soup.add_point(detail::round_point(point, 0.0));
    }
    void add_corner(EdgeSoup& soup, const Vec2d& corner, const Vec2d& before, const Vec2d& after) const {
        const double turn = cross(before, after);
        if (turn > 0.0 || (turn == 0.0 && dot(before, after) < 0.0)) {
            add_arc(soup, corner, before, after);
            return;
        }
        add_point(soup, corner + distance_ * before);
        add_point(soup, corner);
        add_point(soup, corner + distance_ * after);
    }
    /// Adds points on a circle about the corner, counter-clockwise from one unit vector to another one.
    void add_arc(EdgeSoup& soup, const Vec2d& corner, const Vec2d& from, const Vec2d& to) const {
        const auto c = static_cast<double>(step_.c);
        const auto s = static_cast<double>(step_.s);
        add_point(soup, corner + distance_ * from);
        Vec2d now = from;
        for (int i = 0; i < max_edges_to_turn; ++i) {
            now = {c * now.x - s * now.y, s * now.x + c * now.y};
            if (!(cross(now, to) > 0.0)) {
                break;
            }
            add_point(soup, corner + distance_ * now);
        }
        add_point(soup, corner + distance_ * to);
    }

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

/// Returns the points of each loop, backwards where it is to be offset inwards: its outside grows then.
std::vector<std::vector<Vec2d>> loops_of(const Region& region, bool is_inwards) {
    std::vector<std::vector<Vec2d>> loops;
    for (std::size_t i = 0; i + 1 < RegionAccess::starts(region).size(); ++i) {
        std::vector<Vec2d>& loop = loops.emplace_back();
        for (const Vec2& point : RegionAccess::loop(region, static_cast<int>(i))) {
            loop.push_back(to_double(point));
        }
        if (is_inwards) {
            std::reverse(loop.begin(), loop.end());
        }
    }
    return loops;
}

Region offset_in_parts(const Region& region, const OffsetBorder& border, bool is_inwards) {
    std::vector<Region> parts;
    for (const std::vector<Vec2d>& loop : loops_of(region, is_inwards)) {
        for (std::size_t begin = 0; begin < loop.size(); begin += max_edges_at_once) {
            EdgeSoup soup;
            border.add_part(soup, loop, begin, std::min(loop.size(), begin + max_edges_at_once));
            soup.end_a();
            parts.push_back(detail::build_region(soup, false, true, {}));
        }
    }
    const Region grown = detail::unite_all(std::move(parts));
    return is_inwards ? subtract(region, grown) : unite(region, grown);
}

Region offset_at_once(const Region& region, const OffsetBorder& border, bool is_inwards) {
    EdgeSoup soup;
    for (const std::vector<Vec2d>& loop : loops_of(region, is_inwards)) {
        border.add_loop(soup, loop);
    }
    soup.end_a();
    // The outside of what is offset inwards, whose loops run back, grows: the rest of the inside is left.
    const detail::InsideRule rule = is_inwards ? detail::InsideRule::Negative : detail::InsideRule::Positive;
    return detail::build_region(soup, false, true, {detail::RegionOperation::Unite, rule, {}});
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
    const OffsetBorder border(length, edges_to_turn(length, tolerance));
    return RegionAccess::points(region).size() > 2 * max_edges_at_once
               ? offset_in_parts(region, border, is_inwards)
               : offset_at_once(region, border, is_inwards);
}

}  // namespace drystone
