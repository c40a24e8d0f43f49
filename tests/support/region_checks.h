#pragma once

#include "region_reference.h"

#include <drystone/collision/regions.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace drystone::test {

/// Returns what is wrong with a region, or nothing: each outline has to be valid for `make_polygons`, as
/// `World::create_outline` asks of it, and to turn in the right direction.
inline std::string outlines_fault(std::span<const Outline> outlines) {
    for (const Outline& outline : outlines) {
        const Decomposition pieces = decompose(outline.points, outline.holes);
        if (pieces.status() != DecompositionStatus::Ok) {
            return "refused: " + describe(pieces.fault);
        }
    }
    return {};
}

/// Sum of the areas [m^2].
inline double outlines_area(std::span<const Outline> outlines) {
    const auto area = [](const std::vector<Vec2>& loop) {
        double sum = 0.0;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vec2d p = to_double(loop[i]) - to_double(loop[0]);
            sum += 0.5 * cross(p, to_double(loop[(i + 1) % loop.size()]) - to_double(loop[0]));
        }
        return std::abs(sum);
    };
    double sum = 0.0;
    for (const Outline& outline : outlines) {
        sum += area(outline.points);
        for (const std::vector<Vec2>& hole : outline.holes) {
            sum -= area(hole);
        }
    }
    return sum;
}

/// The four operations on two regions.
struct RegionResults {
    RegionResults(const Region& a, const Region& b)
        : both(intersect(a, b)),
          either(unite(a, b)),
          first(subtract(a, b)),
          second(subtract(b, a)),
          one(exclusive(a, b)) {}

    Region both;
    Region either;
    Region first;
    Region second;
    Region one;
};

/// Returns what is wrong with the results, or nothing: outlines that are refused, or areas that do not add up
/// to within `tolerance` [m^2].
inline std::string results_fault(const Region& a, const Region& b, const RegionResults& r, double tolerance) {
    for (const Region* const region : {&a, &b, &r.both, &r.either, &r.first, &r.second, &r.one}) {
        const std::string fault = outlines_fault(region->outlines());
        if (!fault.empty()) {
            return fault;
        }
    }
    const double whole = a.area() + b.area();
    const double errors[] = {
        whole - r.either.area() - r.both.area(), a.area() - r.first.area() - r.both.area(),
        b.area() - r.second.area() - r.both.area(), r.one.area() - r.first.area() - r.second.area()};
    for (const double error : errors) {
        if (!(std::abs(error) <= tolerance)) {
            return "areas do not add up: " + std::to_string(error / tolerance) + " tolerances";
        }
    }
    return {};
}

/// Returns what is wrong with the results against exact arithmetic, or nothing. Coordinates of the regions
/// are those of the reference times `scale`, a power of two.
inline std::string exact_fault(const ExactCells& exact, const RegionResults& r, FillRule rule, double scale) {
    // Edges move by a few roundings of 256, here the largest coordinate.
    const double rounding = 256.0 / 16777216.0;
    const auto is_in = [&](int winding) {
        return rule == FillRule::NonZero ? winding != 0 : winding % 2 != 0;
    };
    struct Result {
        const Region* region;
        bool if_a;
        bool if_b;
        bool if_both;
        double area;
    };
    Result results[] = {{&r.both, false, false, true, 0.0},
                        {&r.either, true, true, true, 0.0},
                        {&r.first, true, false, false, 0.0},
                        {&r.second, false, true, false, 0.0},
                        {&r.one, true, true, false, 0.0}};
    for (const ExactCell& cell : exact.cells()) {
        const bool in_a = is_in(cell.winding[0]);
        const bool in_b = is_in(cell.winding[1]);
        for (Result& result : results) {
            const bool expected = in_a && in_b ? result.if_both : in_a ? result.if_a : in_b && result.if_b;
            result.area += expected ? cell.area : 0.0;
            if (cell.clearance > 8.0 * rounding &&
                result.region->contains(to_float(scale * cell.sample)) != expected) {
                return "a point is on the wrong side";
            }
        }
    }
    for (const Result& result : results) {
        const double area = result.region->area() / (scale * scale);
        if (!(std::abs(area - result.area) <= 4.0 * rounding * exact.length_of_edges())) {
            return "the area is wrong";
        }
    }
    return {};
}

}  // namespace drystone::test
