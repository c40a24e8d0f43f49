// Regions of any loops, hostile ones included: booleans against exact arithmetic or sums of areas, offsets,
// slices, fractures, traced images. Each input is one to a few operations.
//
#include "fuzz_input.h"

#include "support/region_checks.h"
#include "support/region_draw.h"

#include <drystone/collision/error.h>
#include <drystone/collision/fracture.h>
#include <drystone/collision/slice.h>
#include <drystone/collision/trace_image.h>

#include <algorithm>
#include <cmath>

using namespace drystone;
using namespace drystone::test;

namespace {

void expect_nothing(const std::string& fault) {
    if (!fault.empty()) {
        expect(false, fault.c_str());
    }
}

/// Reads a loop: points that are likely to coincide and align, and now and then any floats.
std::vector<Vec2> read_loop(FuzzInput& input) {
    std::vector<Vec2> loop;
    const bool is_wild = input.below(64) == 0;
    for (int i = input.below(12); i >= 0; --i) {
        const Vec2 point = input.point();
        loop.push_back(is_wild && input.flag() ? Vec2{input.any_float(), point.y} : point);
    }
    return loop;
}

Outline read_outline(FuzzInput& input) {
    Outline outline{read_loop(input), {}};
    for (int i = input.below(3); i > 0; --i) {
        outline.holes.push_back(read_loop(input));
    }
    return outline;
}

/// Returns by how much areas may differ [m^2]: by 1e-6 of them, and by edges that move by some roundings.
double tolerance_of(const Region& a, const Region& b) {
    double reach = 0.0;
    double border = 0.0;
    for (const Region* const region : {&a, &b}) {
        for (const Outline& outline : region->outlines()) {
            for (std::size_t i = 0; i < outline.points.size(); ++i) {
                const Vec2d p = to_double(outline.points[i]);
                reach = std::max(reach, max_coordinate(abs(p)));
                border += length(to_double(outline.points[(i + 1) % outline.points.size()]) - p);
            }
        }
    }
    return 1e-6 * (a.area() + b.area()) + 1e-6 * reach * border;
}

void check_read_loops(FuzzInput& input) {
    const FillRule rule = input.flag() ? FillRule::NonZero : FillRule::EvenOdd;
    const Region a(read_outline(input), rule);
    const Region b(read_outline(input), rule);
    const RegionResults results(a, b);
    expect_nothing(results_fault(a, b, results, tolerance_of(a, b)));
    const Vec2 from = input.point();
    const Vec2 to = input.point();
    if (from != to) {
        expect_nothing(outlines_fault(slice(results.either, {from, to})));
    }
    expect_nothing(outlines_fault(offset(results.either, input.between(-2.0f, 2.0f)).outlines()));
}

void check_whole_loops(Random& random, LoopKind kind) {
    const WholeOperands whole = draw_whole(random, kind);
    const ExactCells exact(whole.loops[0], whole.loops[1]);
    const Region a = whole.region(0);
    const Region b = whole.region(1);
    const RegionResults results(a, b);
    expect_nothing(exact_fault(exact, results, whole.rule, whole.scale));
    expect_nothing(results_fault(a, b, results, 1e-6 * (a.area() + b.area())));
}

void check_drawn_loops(Random& random, LoopKind kind) {
    const auto [a, b] = draw_regions(random, kind);
    const RegionResults results(a, b);
    const bool is_near = kind == LoopKind::Neighbours;
    expect_nothing(results_fault(a, b, results, is_near ? tolerance_of(a, b) : 1e-6 * (a.area() + b.area())));
    const std::vector<Vec2> ends = float_loop(random, 2);
    const std::vector<Outline> parts = slice(a, {ends[0], ends[1]});
    expect_nothing(outlines_fault(parts));
    expect(std::abs(outlines_area(parts) - a.area()) <= 1e-6 * a.area() + 1e-6, "slices add up");
    const double distance = random.log_between(0.001, 0.5) * (random.below(2) == 0 ? 1.0 : -1.0);
    expect_nothing(outlines_fault(offset(a, static_cast<float>(distance)).outlines()));
}

void check_fracture(Random& random) {
    const Region region = draw_regions(random, LoopKind::Stars)[0];
    const auto seed = static_cast<std::uint32_t>(random.bits());
    const int kind = random.below(3);
    const std::vector<Outline> parts =
        kind == 0
            ? fracture(region, VoronoiPattern{.cells = 1 + random.below(60), .spread = 0.3f, .seed = seed})
        : kind == 1 ? fracture(region, BrickPattern{.size = {0.4f, 0.2f}, .angle = random.angle()})
                    : fracture(region, GlassPattern{.seed = seed});
    expect_nothing(outlines_fault(parts));
    expect(std::abs(outlines_area(parts) - region.area()) <= 1e-6 * region.area(), "parts add up");
}

void check_image(FuzzInput& input) {
    const int width = 1 + input.below(12);
    std::vector<std::uint8_t> image;
    while (!input.empty() || image.empty() || image.size() % static_cast<std::size_t>(width) != 0) {
        image.push_back(input.byte());
    }
    const int height = static_cast<int>(image.size()) / width;
    expect_nothing(outlines_fault(trace_image(image, width, height, {.threshold = 1 + input.below(255)})));
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzInput input(data, size);
    const int kind = input.below(256);
    Random random(static_cast<std::uint64_t>(input.bits(4)) << 32 | input.bits(4));
    if (kind == 0) {
        check_drawn_loops(random, random.below(16) == 0 ? LoopKind::Large : LoopKind::Squares);
    } else if (kind < 3) {
        check_fracture(random);
    } else if (kind < 24) {
        check_image(input);
    } else if (kind < 36) {
        check_whole_loops(random, kind % 2 == 0 ? LoopKind::Grid : LoopKind::Whole);
    } else if (kind < 54) {
        check_drawn_loops(random, static_cast<LoopKind>(2 + kind % 3));
    } else {
        try {
            check_read_loops(input);
        } catch (const Error&) {
            return 0;  // Coordinates that are not finite.
        }
    }
    return 0;
}
