#include "math/orientation.h"
#include "regions/edge_boxes.h"
#include "regions/region_build.h"

#include <drystone/collision/decomposition.h>
#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/hull.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace drystone::detail {
namespace {

/// A hull has an area if its loop has more than this part of the square of the extent: 5e-7 of the extent are
/// left out of it at once, and this is repeated some times.
constexpr double sure_area_of_hull = 1e-5;
/// Area of the pieces without a hull, as part of the square of the extent, for each point at most.
constexpr double sure_area_of_piece = 2e-6;
/// Extent below which the place of a hole is looked at [units].
constexpr double largest_cut = 16384.0;
/// Area of the smallest part that is kept [square units].
constexpr double min_units = 16.0;

/// Loop of a result.
struct PartLoop {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t lowest = 0;  ///< The smallest point.
    double twice_area = 0.0;
    double perimeter = 0.0;  ///< Length along the axes: at least that of the loop.
    double extent = 0.0;
    std::uint32_t parent = no_index;  ///< Loop of the outline that a hole is in.

    [[nodiscard]] bool is_hole() const { return parent != no_index; }
};

class PartCollector {
public:
    PartCollector(const BorderLoops& border, double unit, bool is_simple) : unit_(unit) {
        points_.reserve(border.points.size());
        for (std::size_t i = 0; i < border.loop_count(); ++i) {
            add_loop(border, i, is_simple);
        }
    }
    Region collect();

private:
    void add_loop(const BorderLoops& border, std::size_t number, bool is_simple);
    void measure_loop(std::size_t begin);
    void find_parents(const std::vector<std::uint32_t>& holes);
    /// Returns whether a loop is so small that cut corners and rounding may have passed over it.
    [[nodiscard]] bool is_small(const PartLoop& loop) const { return loop.extent < largest_cut * unit_; }
    [[nodiscard]] std::uint32_t edge_left_of(const EdgeSoup& soup, const EdgeBoxes& boxes,
                                             const Vec2& point) const;
    [[nodiscard]] std::span<const Vec2> points_of(const PartLoop& loop) const {
        return std::span<const Vec2>(points_).subspan(loop.begin, loop.end - loop.begin);
    }
    [[nodiscard]] bool has_hull(const PartLoop& loop) const {
        return std::abs(loop.twice_area) > 2.0 * sure_area_of_hull * loop.extent * loop.extent ||
               compute_hull(points_of(loop)).status == HullStatus::Ok;
    }
    void add_part(const std::vector<std::uint32_t>& loops, Region& region) const;

    std::vector<Vec2> points_;
    std::vector<PartLoop> loops_;
    double unit_;
};

/// Adds a loop without its points on straight edges. In loops of simple operands, only meeting points may be.
void PartCollector::add_loop(const BorderLoops& border, std::size_t number, bool is_simple) {
    const std::uint32_t first = border.starts[number];
    const std::uint32_t last = border.starts[number + 1] - 1;
    const std::size_t begin = points_.size();
    for (std::uint32_t i = first; i <= last; ++i) {
        const Vec2& point = border.points[i];
        if (!is_simple || border.nodes[i] != no_index) {
            const Vec2& before = points_.size() > begin ? points_.back() : border.points[last];
            if (orientation(before, point, border.points[i < last ? i + 1 : first]) == 0) {
                continue;
            }
        }
        points_.push_back(point);
    }
    if (points_.size() > begin + 2 && orientation(points_.back(), points_[begin], points_[begin + 1]) == 0) {
        points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    if (points_.size() < begin + 3) {
        points_.resize(begin);
        return;
    }
    measure_loop(begin);
}

void PartCollector::measure_loop(std::size_t begin) {
    PartLoop result;
    result.begin = static_cast<std::uint32_t>(begin);
    result.end = static_cast<std::uint32_t>(points_.size());
    result.lowest = result.begin;
    Aabb box{points_[begin], points_[begin]};
    const Vec2d origin = to_double(points_[begin]);
    Vec2d before = to_double(points_.back()) - origin;
    Vec2d steps{0.0, 0.0};
    for (std::uint32_t i = result.begin; i < result.end; ++i) {
        const Vec2& point = points_[i];
        box = {min(box.lower, point), max(box.upper, point)};
        result.lowest = comes_before(point, points_[result.lowest]) ? i : result.lowest;
        const Vec2d now = to_double(point) - origin;
        result.twice_area += cross(before, now);
        steps += abs(now - before);
        before = now;
    }
    result.perimeter = coordinate_sum(steps);
    result.extent = max_coordinate(to_double(box.upper) - to_double(box.lower));
    loops_.push_back(result);
}

/// Returns whether edge e is to the right of edge f where both pass the same height, and a bit above it.
bool is_right_of(const EdgeSoup& soup, std::uint32_t e, std::uint32_t f) {
    const auto ends_of = [&](std::uint32_t edge) {
        const Vec2& p = soup.points[edge];
        const Vec2& q = soup.end(edge);
        return p.y < q.y ? std::pair(p, q) : std::pair(q, p);
    };
    const auto [e_low, e_high] = ends_of(e);
    const auto [f_low, f_high] = ends_of(f);
    if (e_low.y >= f_low.y) {
        const int side = orientation(f_low, f_high, e_low);
        return (side != 0 ? side : orientation(f_low, f_high, e_high)) < 0;
    }
    const int side = orientation(e_low, e_high, f_low);
    return (side != 0 ? side : orientation(e_low, e_high, f_high)) > 0;
}

/// Returns the edge that a ray to the left of a point meets first.
std::uint32_t PartCollector::edge_left_of(const EdgeSoup& soup, const EdgeBoxes& boxes,
                                          const Vec2& point) const {
    std::uint32_t best = no_index;
    const Aabb ray{{-std::numeric_limits<float>::max(), point.y}, point};
    boxes.visit(soup, ray, [&](std::uint32_t edge) {
        const Vec2& p = soup.points[edge];
        const Vec2& q = soup.end(edge);
        if ((p.y > point.y) == (q.y > point.y)) {
            return;
        }
        const int side = orientation(p, q, point);
        const bool is_left = side != 0 && (side < 0) == (q.y > point.y);
        if (is_left && (best == no_index || is_right_of(soup, edge, best))) {
            best = edge;
        }
    });
    return best;
}

/// Finds the outline of each hole: the loop to the left of a hole's smallest point is its outline, or a hole
/// of the same outline. Holes that are not inside have none.
void PartCollector::find_parents(const std::vector<std::uint32_t>& holes) {
    std::uint32_t only_outline = no_index;
    std::vector<bool> is_hole(loops_.size(), false);
    for (const std::uint32_t hole : holes) {
        is_hole[hole] = true;
    }
    for (std::uint32_t i = 0; i < loops_.size(); ++i) {
        only_outline = is_hole[i] ? only_outline : i;
    }
    const bool is_any_small =
        std::any_of(holes.begin(), holes.end(), [&](std::uint32_t i) { return is_small(loops_[i]); });
    if (holes.size() + 1 == loops_.size() && !is_any_small) {
        for (const std::uint32_t hole : holes) {
            loops_[hole].parent = only_outline;
        }
        return;
    }
    EdgeSoup soup;
    for (const PartLoop& loop : loops_) {
        soup.add_loop(points_of(loop));
    }
    EdgeBoxes boxes;
    boxes.build(soup, 0, soup.size());
    for (const std::uint32_t hole : holes) {
        const std::uint32_t edge = edge_left_of(soup, boxes, points_[loops_[hole].lowest]);
        if (edge == no_index || soup.points[edge].y < soup.end(edge).y) {
            continue;
        }
        const auto loop = static_cast<std::uint32_t>(
            std::upper_bound(soup.starts.begin(), soup.starts.end(), edge) - soup.starts.begin() - 1);
        loops_[hole].parent = is_hole[loop] ? loops_[loop].parent : loop;
    }
}

/// Adds an outline, the first loop, with its holes, unless it would be refused.
void PartCollector::add_part(const std::vector<std::uint32_t>& loops, Region& region) const {
    double area = 0.0;
    double perimeter = 0.0;
    std::size_t count = 0;
    std::vector<std::span<const Vec2>> spans;
    for (const std::uint32_t i : loops) {
        const PartLoop& loop = loops_[i];
        if (has_hull(loop)) {
            area += 0.5 * loop.twice_area;
            perimeter += loop.perimeter;
            count += loop.end - loop.begin;
            spans.push_back(points_of(loop));
        } else if (i == loops[0]) {
            return;
        }
    }
    if (area <= min_units * unit_ * unit_) {
        return;
    }
    const double extent = loops_[loops[0]].extent;
    const double rounding = 2.5e-7 * (extent + unit_ * 16777216.0);
    if (area <
        sure_area_of_piece * static_cast<double>(count) * extent * extent + 2.0 * rounding * perimeter) {
        std::vector<std::vector<Vec2>> holes;
        for (std::size_t i = 1; i < spans.size(); ++i) {
            holes.emplace_back(spans[i].begin(), spans[i].end());
        }
        if (decompose(spans[0], holes).status() != DecompositionStatus::Ok) {
            return;
        }
    }
    RegionAccess::add_part(region, spans);
}

Region PartCollector::collect() {
    std::vector<std::uint32_t> holes;
    for (std::uint32_t i = 0; i < loops_.size(); ++i) {
        const PartLoop& loop = loops_[i];
        const std::uint32_t before = loop.lowest == loop.begin ? loop.end - 1 : loop.lowest - 1;
        const std::uint32_t after = loop.lowest + 1 == loop.end ? loop.begin : loop.lowest + 1;
        if (orientation(points_[before], points_[loop.lowest], points_[after]) < 0) {
            holes.push_back(i);
        }
    }
    sort_items(holes.begin(), holes.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Vec2& p = points_[loops_[a].lowest];
        const Vec2& q = points_[loops_[b].lowest];
        return p != q ? comes_before(p, q) : a < b;
    });
    std::vector<bool> is_hole(loops_.size(), false);
    for (const std::uint32_t hole : holes) {
        is_hole[hole] = true;
    }
    if (!holes.empty()) {
        find_parents(holes);
    }
    std::vector<std::vector<std::uint32_t>> parts(loops_.size());
    for (std::uint32_t i = 0; i < loops_.size(); ++i) {
        if (!is_hole[i]) {
            parts[i].insert(parts[i].begin(), i);
        } else if (loops_[i].parent != no_index) {
            parts[loops_[i].parent].push_back(i);
        }
    }
    Region region;
    for (const std::vector<std::uint32_t>& part : parts) {
        if (!part.empty()) {
            add_part(part, region);
        }
    }
    return region;
}

/// Returns whether two loops visit the same point.
bool has_touching_loops(const BorderLoops& loops) {
    std::vector<bool> is_visited(loops.node_count, false);
    for (const std::uint32_t node : loops.nodes) {
        if (node != no_index) {
            if (is_visited[node]) {
                return true;
            }
            is_visited[node] = true;
        }
    }
    return false;
}

}  // namespace

Region collect_parts(const BorderLoops& loops, double unit, bool is_simple) {
    Region region = PartCollector(loops, unit, is_simple).collect();
    RegionAccess::set_touching(region, has_touching_loops(loops));
    return region;
}

}  // namespace drystone::detail
