#include <doctest/doctest.h>

#include "support/region_checks.h"
#include "support/region_draw.h"

#include <drystone/collision/error.h>
#include <drystone/collision/fracture.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

const Outline ring{{{1, 1}, {9, 1}, {9, 9}, {1, 9}},
                   {{{3, 3}, {3, 7}, {6, 7}, {7, 3}}, {{7.5f, 7.5f}, {8, 7.5f}, {8, 8.2f}}}};

/// Checks that parts cover the region once.
void check_cover(const Region& region, const std::vector<Outline>& parts) {
    REQUIRE(outlines_fault(parts) == "");
    CHECK(std::abs(outlines_area(parts) - region.area()) <= 1e-6 * region.area());
    const Region whole{std::span<const Outline>(parts)};
    CHECK(std::abs(whole.area() - region.area()) <= 2e-6 * region.area());
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const auto x = static_cast<float>(random.between(0.0, 10.0));
        const Vec2 point{x, static_cast<float>(random.between(0.0, 10.0))};
        int count = 0;
        for (const Outline& part : parts) {
            count += Region(part).contains(point) ? 1 : 0;
        }
        CHECK(count == (region.contains(point) ? 1 : 0));
    }
}

}  // namespace

TEST_CASE("fracture: cells of each pattern cover the region once") {
    const Region region(ring);
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        const std::vector<Outline> even = fracture(region, VoronoiPattern{.cells = 60, .seed = seed});
        CHECK(even.size() >= 40);
        check_cover(region, even);
        check_cover(
            region,
            fracture(region, VoronoiPattern{.cells = 60, .focus = Vec2{2, 2}, .spread = 0.3f, .seed = seed}));
        const float angle = 0.3f * static_cast<float>(seed - 1);
        check_cover(region, fracture(region, BrickPattern{.size = {1.0f, 0.4f}, .angle = angle}));
        check_cover(
            region,
            fracture(region,
                     GlassPattern{.focus = Vec2{2, 8}, .rays = 17, .irregularity = 1.0f, .seed = seed}));
        check_cover(region, fracture(region, GlassPattern{.rays = 5, .rings = 1, .seed = seed}));
    }
    check_cover(region, fracture(region, VoronoiPattern{.cells = 1}));
}

TEST_CASE("fracture: random regions") {
    for (int i = 0; i < 60; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const Region region = draw_regions(random, LoopKind::Stars)[0];
        const std::uint32_t seed = static_cast<std::uint32_t>(i);
        for (const std::vector<Outline>& parts :
             {fracture(region, VoronoiPattern{.cells = 1 + random.below(80), .spread = 0.3f, .seed = seed}),
              fracture(region, BrickPattern{.size = {0.2f, 0.1f}, .angle = random.angle()}),
              fracture(region, GlassPattern{.seed = seed})}) {
            REQUIRE(outlines_fault(parts) == "");
            CHECK(std::abs(outlines_area(parts) - region.area()) <= 1e-6 * region.area());
        }
    }
}

TEST_CASE("fracture: cells of the caller") {
    std::vector<Outline> cells;
    for (int i = 0; i < 16; ++i) {
        const Vec2 low{static_cast<float>(i % 4), static_cast<float>(i / 4)};
        cells.push_back({{low, low + Vec2{1, 0}, low + Vec2{1, 1}, low + Vec2{0, 1}}, {}});
    }
    const Region region(Outline{{{0.5f, 0.5f}, {3.5f, 0.5f}, {3.5f, 3.5f}, {0.5f, 3.5f}}, {}});
    const std::vector<Outline> parts = fracture(region, std::span<const Outline>(cells));
    CHECK(parts.size() == 16);
    CHECK(outlines_area(parts) == 9.0);
}

TEST_CASE("fracture: a focus makes small cells beside it") {
    const Region region(Outline{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}});
    const auto near_focus = [&](float spread) {
        int count = 0;
        for (const Outline& part :
             fracture(region, VoronoiPattern{.cells = 200, .focus = Vec2{2, 2}, .spread = spread})) {
            count += length(part.points[0] - Vec2{2, 2}) < 2.0f ? 1 : 0;
        }
        return count;
    };
    CHECK(near_focus(0.2f) > 2 * near_focus(1.0f));
}

TEST_CASE("fracture: values out of range are refused") {
    const Region region(ring);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(static_cast<void>(fracture(region, VoronoiPattern{.cells = 0})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, VoronoiPattern{.focus = Vec2{nan, 0}})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, VoronoiPattern{.spread = 0.0f})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, VoronoiPattern{.spread = nan})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, BrickPattern{.size = {0.0f, 1.0f}})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, BrickPattern{.size = {1e-4f, 1e-4f}})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, BrickPattern{.angle = nan})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, GlassPattern{.rays = 4})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, GlassPattern{.rings = 0})), Error);
    CHECK_THROWS_AS(static_cast<void>(fracture(region, GlassPattern{.irregularity = 1.5f})), Error);
    CHECK(fracture(Region(), VoronoiPattern{}).empty());
    CHECK(fracture(Region(), BrickPattern{}).empty());
    CHECK(fracture(Region(), GlassPattern{}).empty());
}
