// Booleans, offsets and slices of random loops: against exact arithmetic where coordinates are whole numbers,
// and against sums of areas elsewhere. DRYSTONE_TEST_REGIONS sets the number of operations; a million take
// about twelve minutes of one core.
#include <doctest/doctest.h>

#include "support/region_checks.h"
#include "support/region_draw.h"

#include <drystone/collision/slice.h>

#include <algorithm>
#include <cstdlib>

using namespace drystone;
using namespace drystone::test;

namespace {

int count_of_operations() {
    const char* const wanted = std::getenv("DRYSTONE_TEST_REGIONS");  // NOLINT(concurrency-mt-unsafe)
#ifdef DRYSTONE_TEST_SLOWED
    constexpr int usual = 1000;
#else
    constexpr int usual = 10000;
#endif
    return wanted != nullptr ? std::atoi(wanted) : usual;
}

/// Each pair of regions is five operations.
constexpr int operations_of_pair = 5;

/// Returns how much area lies within four roundings of the largest coordinate of the borders of both [m^2]:
/// edges that are nearly on each other move by one or two, and corners that are cut off by two more.
double rounding_of(const Region& a, const Region& b) {
    double reach = 0.0;
    double length_of_border = 0.0;
    for (const Region* const region : {&a, &b}) {
        for (const Outline& outline : region->outlines()) {
            for (std::size_t i = 0; i < outline.points.size(); ++i) {
                const Vec2& point = outline.points[i];
                reach = std::max(reach, static_cast<double>(max_coordinate(abs(point))));
                length_of_border +=
                    length(to_double(outline.points[(i + 1) % outline.points.size()]) - to_double(point));
            }
        }
    }
    return 4.0 * 1.2e-7 * reach * length_of_border;
}

}  // namespace

TEST_CASE("regions: booleans of whole loops are those of exact arithmetic") {
    const int pairs = count_of_operations() / 5 / operations_of_pair;
    for (int i = 0; i < pairs; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const WholeOperands whole = draw_whole(random, i % 2 == 0 ? LoopKind::Grid : LoopKind::Whole);
        const ExactCells exact(whole.loops[0], whole.loops[1]);
        const Region a = whole.region(0);
        const Region b = whole.region(1);
        const RegionResults results(a, b);
        const std::string wrong = exact_fault(exact, results, whole.rule, whole.scale);
        REQUIRE_MESSAGE(wrong.empty(), "pair ", i, ": ", wrong);
        const double tolerance = 1e-6 * (a.area() + b.area());
        const std::string fault = results_fault(a, b, results, tolerance);
        REQUIRE_MESSAGE(fault.empty(), "pair ", i, ": ", fault);
    }
}

TEST_CASE("regions: booleans of floats add up, and no outline is refused") {
    const int pairs = 3 * count_of_operations() / 5 / operations_of_pair;
    for (int i = 0; i < pairs; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const bool is_large = i % 100 == 0;
        const int kind = is_large ? static_cast<int>(LoopKind::Large) : 2 + i % 4;
        const auto [a, b] = draw_regions(random, static_cast<LoopKind>(kind));
        const RegionResults results(a, b);
        const bool is_near = kind == static_cast<int>(LoopKind::Neighbours);
        const double tolerance = 1e-6 * (a.area() + b.area()) + (is_near ? rounding_of(a, b) : 0.0);
        const std::string fault = results_fault(a, b, results, tolerance);
        REQUIRE_MESSAGE(fault.empty(), "pair ", i, " of kind ", kind, ": ", fault);
    }
}

TEST_CASE("regions: slices add up and are on their sides of the line") {
    const int count = count_of_operations() / 10;
    for (int i = 0; i < count; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const int kind = 2 + i % 4;
        const auto [a, b] = draw_regions(random, static_cast<LoopKind>(kind));
        const std::vector<Vec2> ends = float_loop(random, 2);
        const bool is_diagonal = i % 5 == 0;
        const Line line = is_diagonal ? Line{{0.0f, 0.0f}, {0.1f, 0.1f}} : Line{ends[0], ends[1]};
        const std::vector<Outline> parts = slice(a, line);
        const std::string fault = outlines_fault(parts);
        REQUIRE_MESSAGE(fault.empty(), "slice ", i, ": ", fault);
        REQUIRE_MESSAGE(std::abs(outlines_area(parts) - a.area()) <= 1e-6 * a.area() + 1e-6, "slice ", i);
        const Vec2d way = to_double(line.to) - to_double(line.from);
        for (const Outline& part : parts) {
            double low = 0.0;
            double high = 0.0;
            for (const Vec2& point : part.points) {
                const double side = cross(way, to_double(point) - to_double(line.from)) / length(way);
                low = std::min(low, side);
                high = std::max(high, side);
            }
            REQUIRE_MESSAGE(std::min(-low, high) <= 1e-6, "slice ", i);
        }
    }
}

TEST_CASE("regions: offsets hold what is near, and no outline is refused") {
    const int count = count_of_operations() / 10;
    for (int i = 0; i < count; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const int kind = 2 + i % 4;
        const auto [a, b] = draw_regions(random, static_cast<LoopKind>(kind));
        const double distance = random.log_between(0.001, 0.5) * (random.below(2) == 0 ? 1.0 : -1.0);
        const Region moved = offset(a, static_cast<float>(distance));
        const std::string fault = outlines_fault(moved.outlines());
        REQUIRE_MESSAGE(fault.empty(), "offset ", i, ": ", fault);
        const std::vector<Outline> outlines = a.outlines();
        for (const Vec2& point : float_loop(random, 20)) {
            double nearest = 1e30;
            const auto look_at = [&](const std::vector<Vec2>& loop) {
                for (std::size_t k = 0; k < loop.size(); ++k) {
                    const Vec2d from = to_double(loop[k]);
                    const Vec2d way = to_double(loop[(k + 1) % loop.size()]) - from;
                    const double share =
                        std::clamp(dot(to_double(point) - from, way) / length_squared(way), 0.0, 1.0);
                    nearest = std::min(nearest, length(to_double(point) - from - share * way));
                }
            };
            for (const Outline& outline : outlines) {
                look_at(outline.points);
                std::for_each(outline.holes.begin(), outline.holes.end(), look_at);
            }
            const double outside = a.contains(point) ? -nearest : nearest;
            const double slack = 0.0101 * std::abs(distance) + 1e-5;
            if (std::abs(outside - distance) > slack) {
                REQUIRE_MESSAGE(moved.contains(point) == (outside < distance), "offset ", i, " of kind ",
                                kind, " by ", distance, ", point at ", outside);
            }
        }
    }
}
