#include "regions/region_build.h"

#include "regions/corner_cuts.h"
#include "regions/edge_noding.h"

#include <algorithm>
#include <cmath>

namespace drystone::detail {
namespace {

/// Grids on which the edges are rounded, as multiples of the rounding of the largest coordinate: the first
/// that works. On the first one, which has all floats, points stay as they are.
constexpr double coarsenesses[] = {0.0, 16.0, 256.0, 4096.0, 65536.0};
constexpr int max_rounds = 32;
constexpr int no_max_rounds = -1;

}  // namespace

void RegionAccess::append(const Region& region, EdgeSoup& soup) {
    for (std::size_t i = 0; i + 1 < region.starts_.size(); ++i) {
        soup.add_simple_loop(region.loop(static_cast<int>(i)));
    }
}

void RegionAccess::add_part(Region& region, std::span<const std::span<const Vec2>> loops) {
    for (const std::span<const Vec2> loop : loops) {
        region.points_.insert(region.points_.end(), loop.begin(), loop.end());
        region.starts_.push_back(static_cast<int>(region.points_.size()));
    }
    region.firsts_.push_back(static_cast<int>(region.starts_.size()) - 1);
}

double twice_loop_area(std::span<const Vec2> loop) {
    const Vec2d origin = to_double(loop[0]);
    double sum = 0.0;
    Vec2d before = to_double(loop[1]) - origin;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        const Vec2d now = to_double(loop[i]) - origin;
        sum += cross(before, now);
        before = now;
    }
    return sum;
}

namespace {

/// Returns the rounding of the largest coordinate, a power of two [m].
double rounding_unit(const OperandBoxes& boxes) {
    float largest = 0.0f;
    for (const EdgeBoxes& own : boxes.of) {
        if (!own.is_empty()) {
            const Aabb& box = own.bounds();
            largest = std::max(largest, max_coordinate(max(abs(box.lower), abs(box.upper))));
        }
    }
    constexpr int bits = 24;
    int exponent = 0;
    std::frexp(static_cast<double>(largest), &exponent);
    return std::ldexp(1.0, exponent - bits);
}

}  // namespace

Region build_region(const EdgeSoup& soup, bool is_a_simple, bool is_b_simple, const RegionRule& rule) {
    if (soup.points.empty()) {
        return {};
    }
    OperandBoxes boxes;
    boxes.build(soup);
    const double unit = rounding_unit(boxes);
    for (const double coarseness : coarsenesses) {
        const bool is_first = coarseness == 0.0;
        const bool is_last = coarseness == coarsenesses[4];
        const NodingOptions options{.is_simple = {is_first && is_a_simple, is_first && is_b_simple},
                                    .unit = coarseness * unit,
                                    .snap = is_last ? 0.0 : std::max(1.0, coarseness) * unit,
                                    .max_rounds = is_last ? no_max_rounds : max_rounds};
        EdgeSoup edges = is_first ? soup : round_to_units(soup, options.unit);
        if (!is_first) {
            boxes.build(edges);
        }
        if (!node_edges(edges, options, boxes)) {
            continue;
        }
        BorderLoops loops = trace_border(edges, boxes, rule);
        if (cut_touching_corners(loops, std::max(unit, options.unit)) || is_last) {
            return collect_parts(loops, unit, is_first && is_a_simple && is_b_simple);
        }
    }
    return {};
}

}  // namespace drystone::detail
