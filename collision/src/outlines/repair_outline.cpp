#include <drystone/collision/repair_outline.h>

#include "outlines/edge_faces.h"
#include "outlines/noded_edges.h"
#include "outlines/outline_checks.h"
#include "outlines/outline_loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace drystone {
namespace {

using detail::NodePoint;
using NodeLoop = std::vector<NodePoint>;

/// Largest number of edges between crossings, for any outline and for each of its points.
constexpr std::size_t base_limit = 100000;
constexpr std::size_t limit_per_point = 8;
/// Sizes of the grid's cells, as multiples of the rounding: the first on which no more area is dropped than
/// this part of the square of the extent. Parts that nearly touch themselves along an edge need more than the
/// first.
constexpr double grid_coarsenesses[] = {1.0, 16.0, 256.0, 4096.0};
constexpr double largest_drop = 1e-7;
/// Lengths of the corners that are cut off where an outline would touch itself [units]: the first that works.
constexpr double corner_cuts[] = {4.0, 64.0, 1024.0};

/// Grid whose units are the rounding of the largest coordinate of each axis.
class RepairGrid {
public:
    RepairGrid(std::span<const Vec2> points, double coarseness) {
        Vec2 largest{0.0f, 0.0f};
        for (const Vec2& point : points) {
            largest = max(largest, abs(point));
        }
        unit_ = {coarseness * unit_of(largest.x), coarseness * unit_of(largest.y)};
    }
    [[nodiscard]] NodePoint to_grid(const Vec2& p) const {
        return {round(p.x, unit_.x), round(p.y, unit_.y)};
    }
    [[nodiscard]] Vec2 from_grid(const NodePoint& p) const {
        return to_float(Vec2d{static_cast<double>(p.x) * unit_.x, static_cast<double>(p.y) * unit_.y});
    }
    [[nodiscard]] double cell_area() const { return unit_.x * unit_.y; }

private:
    static double unit_of(float largest) {
        constexpr int bits = 24;
        int exponent = 0;
        std::frexp(static_cast<double>(largest), &exponent);
        return std::ldexp(1.0, exponent - bits);
    }
    static std::int64_t round(float x, double unit) {
        return static_cast<std::int64_t>(std::floor(static_cast<double>(x) / unit + 0.5));
    }

    Vec2d unit_{1.0, 1.0};
};

/// Returns twice the area [square units].
double twice_area_of(const NodeLoop& loop) {
    double area = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        area += static_cast<double>(cross(loop[i], loop[(i + 1) % loop.size()]));
    }
    return area;
}

/// Removes repeated points, and points in the middle of straight edges.
void remove_straight_points(NodeLoop& loop) {
    loop.erase(std::unique(loop.begin(), loop.end()), loop.end());
    while (loop.size() > 1 && loop.front() == loop.back()) {
        loop.pop_back();
    }
    NodeLoop kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const NodePoint& before = loop[(i + loop.size() - 1) % loop.size()];
        const NodePoint& after = loop[(i + 1) % loop.size()];
        if (cross(loop[i] - before, after - loop[i]) != 0) {
            kept.push_back(loop[i]);
        }
    }
    loop = std::move(kept);
}

/// Returns the point of an edge at a distance from its beginning, or at a quarter of it.
NodePoint part_of_edge(const NodePoint& from, const NodePoint& to, double distance) {
    const auto x = static_cast<double>(to.x - from.x);
    const auto y = static_cast<double>(to.y - from.y);
    const double share = std::min(distance / std::sqrt(x * x + y * y), 0.25);
    return {from.x + static_cast<std::int64_t>(std::floor(share * x + 0.5)),
            from.y + static_cast<std::int64_t>(std::floor(share * y + 0.5))};
}

/// Returns how sharp a corner of the inside is: from -1 for one of half a turn or more to 2 for the sharpest.
double sharpness(const NodePoint& before, const NodePoint& corner, const NodePoint& after) {
    const NodePoint in = corner - before;
    const NodePoint out = after - corner;
    if (cross(in, out) <= 0) {
        return -1.0;
    }
    const auto dot = static_cast<double>(in.x * out.x + in.y * out.y);
    const auto squares =
        static_cast<double>(in.x * in.x + in.y * in.y) * static_cast<double>(out.x * out.x + out.y * out.y);
    return 1.0 - dot / std::sqrt(squares);
}

/// Cuts off corners of a loop that visits a point more than once, so that it does not touch itself: all but
/// the widest one.
NodeLoop cut_corners(const NodeLoop& loop, double distance) {
    std::map<NodePoint, std::vector<std::size_t>> visits;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        visits[loop[i]].push_back(i);
    }
    std::vector<bool> is_cut(loop.size(), false);
    for (const auto& [point, places] : visits) {
        std::size_t kept = places.front();
        double least = 3.0;
        for (const std::size_t i : places) {
            const NodePoint& before = loop[(i + loop.size() - 1) % loop.size()];
            const double own = sharpness(before, point, loop[(i + 1) % loop.size()]);
            kept = own < least ? i : kept;
            least = std::min(least, own);
        }
        for (const std::size_t i : places) {
            is_cut[i] = i != kept;
        }
    }
    NodeLoop result;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        if (!is_cut[i]) {
            result.push_back(loop[i]);
            continue;
        }
        result.push_back(part_of_edge(loop[i], loop[(i + loop.size() - 1) % loop.size()], distance));
        result.push_back(part_of_edge(loop[i], loop[(i + 1) % loop.size()], distance));
    }
    return result;
}

/// Connected part of the inside: its outline, and then its holes.
using InsidePart = std::vector<NodeLoop>;

std::vector<InsidePart> collect_parts(const std::vector<detail::NodedEdge>& edges, FillRule rule) {
    std::map<std::size_t, std::size_t> numbers;
    std::vector<InsidePart> parts;
    for (detail::FaceLoop& loop : detail::trace_inside(edges, rule == FillRule::EvenOdd)) {
        const auto [number, is_new] = numbers.emplace(loop.part, parts.size());
        if (is_new) {
            parts.emplace_back();
        }
        InsidePart& part = parts[number->second];
        part.push_back(std::move(loop.points));
        if (twice_area_of(part.back()) > 0.0) {
            std::swap(part.front(), part.back());
        }
    }
    return parts;
}

/// Returns the loops as points; no loop if they would be no valid outline with holes.
detail::OutlineLoops make_loops(const InsidePart& part, double distance, const RepairGrid& grid) {
    detail::OutlineLoops loops;
    for (const NodeLoop& whole : part) {
        NodeLoop loop = cut_corners(whole, distance);
        remove_straight_points(loop);
        std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
        std::vector<Vec2> points;
        for (const NodePoint& point : loop) {
            points.push_back(grid.from_grid(point));
        }
        detail::add_loop(loops, points);
        if (loops.loop_size(loops.loop_count() - 1) < 3) {
            return {};
        }
    }
    return detail::find_fault(loops).status == DecompositionStatus::Ok ? loops : detail::OutlineLoops{};
}

void append_loops(const detail::OutlineLoops& loops, OutlineRepair& result) {
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
            result.points.push_back(loops.point(i));
        }
        result.starts.push_back(static_cast<int>(result.points.size()));
    }
    result.firsts.push_back(static_cast<int>(result.starts.size()) - 1);
}

void append_part(const InsidePart& part, const RepairGrid& grid, OutlineRepair& result) {
    for (const double distance : corner_cuts) {
        const detail::OutlineLoops loops = make_loops(part, distance, grid);
        if (loops.loop_count() > 0) {
            append_loops(loops, result);
            return;
        }
    }
    double area = 0.0;
    for (const NodeLoop& loop : part) {
        area += 0.5 * twice_area_of(loop);
    }
    result.dropped_area += area * grid.cell_area();
}

/// Returns the loop without the points in the middle of its edges, counter-clockwise.
detail::OutlineLoops tidy_loop(detail::OutlineLoops loops) {
    detail::orient_loops(loops);
    return detail::simplify_loops(loops, 0.0);
}

OutlineRepair repair_on_grid(const detail::OutlineLoops& loops, FillRule rule, double coarseness) {
    OutlineRepair result;
    const RepairGrid grid(loops.points, coarseness);
    NodeLoop nodes;
    for (const Vec2& point : loops.points) {
        nodes.push_back(grid.to_grid(point));
    }
    const detail::SplitEdges split = detail::split_edges(nodes, base_limit + limit_per_point * nodes.size());
    result.is_too_complex = split.is_too_complex;
    for (const InsidePart& part : collect_parts(split.edges, rule)) {
        append_part(part, grid, result);
    }
    return result;
}

double box_area(const detail::OutlineLoops& loops) {
    const double extent = detail::scale_of(loops.points).extent;
    return extent * extent;
}

}  // namespace

OutlineRepair repair_outline(std::span<const Vec2> outline, FillRule rule) {
    OutlineRepair result;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (!is_finite(outline[i])) {
            result.fault = {DecompositionStatus::NotFinite, {0, static_cast<int>(i)}, {}};
            return result;
        }
    }
    detail::OutlineLoops loops;
    detail::add_loop(loops, outline);
    if (loops.loop_size(0) < 3) {
        result.fault = {DecompositionStatus::TooFewPoints, {0, -1}, {}};
        return result;
    }
    result.fault = detail::find_fault(loops);
    if (result.fault.status == DecompositionStatus::Ok) {
        append_loops(tidy_loop(std::move(loops)), result);
        return result;
    }
    if (result.fault.status == DecompositionStatus::NoArea) {
        return result;
    }
    for (const double coarseness : grid_coarsenesses) {
        OutlineRepair attempt = repair_on_grid(loops, rule, coarseness);
        attempt.fault = result.fault;
        const bool is_first = coarseness == grid_coarsenesses[0];
        if (is_first || attempt.dropped_area < result.dropped_area) {
            result = std::move(attempt);
        }
        if (result.is_too_complex || result.dropped_area <= largest_drop * box_area(loops)) {
            break;
        }
    }
    return result;
}

}  // namespace drystone
