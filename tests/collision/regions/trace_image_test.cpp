#include <doctest/doctest.h>

#include "support/region_checks.h"
#include "support/region_draw.h"

#include <drystone/collision/error.h>
#include <drystone/collision/trace_image.h>

#include <algorithm>
#include <cmath>

using namespace drystone;
using namespace drystone::test;

TEST_CASE("trace_image: squares, holes, islands, and the border of the image") {
    // A letter O in a frame, with a dot in it.
    const std::vector<std::uint8_t> image{255, 255, 255, 255, 255,  //
                                          255, 0,   0,   0,   255,  //
                                          255, 0,   255, 0,   255,  //
                                          255, 0,   0,   0,   255,  //
                                          255, 255, 255, 255, 255};
    const std::vector<Outline> traced = trace_image(image, 5, 5, {.tolerance = 0.0f});
    REQUIRE(traced.size() == 2);
    CHECK(traced[0].holes.size() + traced[1].holes.size() == 1);
    CHECK(outlines_fault(traced) == "");
    const Region region{std::span<const Outline>(traced)};
    CHECK(region.contains({0.5f, 0.5f}));
    CHECK(!region.contains({1.5f, 2.5f}));
    CHECK(region.contains({2.5f, 2.5f}));
    CHECK(trace_image(std::vector<std::uint8_t>(9, 0), 3, 3).empty());
    CHECK(outlines_area(trace_image(std::vector<std::uint8_t>(9, 255), 3, 3, {.tolerance = 0.0f})) ==
          doctest::Approx(9.0 - 4.0 * 0.5 * 0.25).epsilon(0.01));
}

TEST_CASE("trace_image: the first row is the uppermost") {
    const std::vector<std::uint8_t> image{255, 255, 0, 0};
    const std::vector<Outline> traced = trace_image(image, 2, 2);
    REQUIRE(traced.size() == 1);
    for (const Vec2& point : traced[0].points) {
        CHECK(point.y > 0.9f);
    }
}

TEST_CASE("trace_image: interpolation finds a circle, and simplification stays within its tolerance") {
    constexpr int size = 64;
    std::vector<std::uint8_t> image;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const double radius = std::hypot(column + 0.5 - 32.0, row + 0.5 - 32.0);
            image.push_back(
                static_cast<std::uint8_t>(std::clamp(127.5 + 60.0 * (20.0 - radius), 0.0, 255.0)));
        }
    }
    for (const float tolerance : {0.0f, 0.5f}) {
        const std::vector<Outline> traced = trace_image(image, size, size, {.tolerance = tolerance});
        REQUIRE(traced.size() == 1);
        for (const Vec2& point : traced[0].points) {
            CHECK(std::abs(length(point - Vec2{32.0f, 32.0f}) - 20.0f) < 0.03f);
        }
        CHECK(outlines_area(traced) ==
              doctest::Approx(3.14159265 * 400.0).epsilon(0.002 + 0.05 * static_cast<double>(tolerance)));
    }
}

TEST_CASE("trace_image: random images agree with their values") {
    for (int i = 0; i < 60; ++i) {
        Random random(static_cast<std::uint64_t>(i) + 1);
        const int width = 1 + random.below(24);
        const int height = 1 + random.below(24);
        const int levels = i % 3 == 0 ? 2 : i % 3 == 1 ? 4 : 256;
        std::vector<std::uint8_t> image;
        for (int k = 0; k < width * height; ++k) {
            image.push_back(static_cast<std::uint8_t>(random.below(levels) * 255 / (levels - 1)));
        }
        const int threshold = 1 + random.below(255);
        const std::vector<Outline> exact =
            trace_image(image, width, height, {.threshold = threshold, .tolerance = 0.0f});
        REQUIRE(outlines_fault(exact) == "");
        REQUIRE(outlines_fault(trace_image(image, width, height, {.threshold = threshold})) == "");
        const Region region{std::span<const Outline>(exact)};
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) {
                const Vec2 middle{static_cast<float>(column) + 0.5f, static_cast<float>(height - row) - 0.5f};
                CHECK(region.contains(middle) ==
                      (image[static_cast<std::size_t>(row * width + column)] >= threshold));
            }
        }
    }
}

TEST_CASE("trace_image: values out of range are refused") {
    const std::vector<std::uint8_t> image(12, 255);
    CHECK_THROWS_AS(static_cast<void>(trace_image(image, 3, 3)), Error);
    CHECK_THROWS_AS(static_cast<void>(trace_image(image, 0, 12)), Error);
    CHECK_THROWS_AS(static_cast<void>(trace_image(image, 3, 4, {.threshold = 0})), Error);
    CHECK_THROWS_AS(static_cast<void>(trace_image(image, 3, 4, {.threshold = 256})), Error);
    CHECK_THROWS_AS(static_cast<void>(trace_image(image, 3, 4, {.tolerance = -1.0f})), Error);
}
