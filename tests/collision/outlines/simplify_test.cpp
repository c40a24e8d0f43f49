#include "support/outline_generator.h"

#include <drystone/collision/error.h>
#include <drystone/collision/simplify.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns the maximum distance of the points, and of points between them, from the other outline or path.
double max_distance(std::span<const Vec2> from, std::span<const Vec2> to, bool closed) {
    double worst = 0.0;
    const std::size_t edges = closed ? from.size() : from.size() - 1;
    for (std::size_t i = 0; i < edges; ++i) {
        const Vec2& a = from[i];
        const Vec2& b = from[(i + 1) % from.size()];
        for (const float share : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) {
            worst = std::max(worst, outline_distance(to, a + share * (b - a), closed));
        }
    }
    return worst;
}

/// Returns whether no two edges of an open path meet except in the shared point of neighbours.
bool path_is_simple(const std::vector<Vec2>& path) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        for (std::size_t j = i + 2; j + 1 < path.size(); ++j) {
            if (segments_meet(path[i], path[i + 1], path[j], path[j + 1])) {
                return false;
            }
        }
    }
    return true;
}

void check_indices(const Simplification& result, const std::vector<Vec2>& input) {
    REQUIRE(result.indices.size() == result.points.size());
    bool right = true;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        right = right && result.points[i] == input[static_cast<std::size_t>(result.indices[i])] &&
                (i == 0 || result.indices[i - 1] < result.indices[i]);
    }
    CHECK(right);
}

}  // namespace

TEST_CASE("a tolerance of zero removes repeated points and points on edges, and keeps corners") {
    const std::vector<Vec2> square{{0, 0},    {0, 0}, {1, 0}, {2, 0}, {3, 0},       {3, 1},
                                   {3, 2.5f}, {3, 3}, {0, 3}, {0, 3}, {0, 1.0625f}, {0, 0}};
    const Simplification result = simplify_outline(square, 0.0f);
    REQUIRE(result.status == SimplificationStatus::Ok);
    CHECK(result.points == std::vector<Vec2>{{0, 0}, {3, 0}, {3, 3}, {0, 3}});
    check_indices(result, square);
    CHECK(simplify_path(std::vector<Vec2>{{0, 0}, {1, 1}, {1, 1}, {2, 2}, {5, 5}, {5, 0}}, 0.0f).points ==
          std::vector<Vec2>{{0, 0}, {5, 5}, {5, 0}});
}

TEST_CASE("points that are on a line only by rounding need a tolerance") {
    const std::vector<Vec2> path{{0, 0}, {0.1f, 0.3f}, {0.2f, 0.6f}, {0.3f, 0.9f}};
    CHECK(simplify_path(path, 0.0f).points.size() > 2);
    CHECK(simplify_path(path, 1e-6f).points.size() == 2);
}

TEST_CASE("the tolerance is respected in both directions and simple outlines stay simple") {
    Random random(21);
    for (int set = 0; set < scaled_count(300); ++set) {
        const int count = 5 + random.below(120);
        std::vector<Vec2> outline;
        switch (set % 4) {
            case 0: outline = star_outline(random, count); break;
            case 1: outline = grown_outline(random, count); break;
            case 2: outline = spiral_outline(count + 40, random.between(1.0, 5.0)); break;
            default: outline = comb_outline(random, 1 + count / 3);
        }
        const double tolerance = random.log_between(1e-4, 0.5);
        const Simplification closed = simplify_outline(outline, static_cast<float>(tolerance));
        REQUIRE(closed.status == SimplificationStatus::Ok);
        CHECK(max_distance(outline, closed.points, true) <= tolerance * (1.0 + 1e-6));
        CHECK(max_distance(closed.points, outline, true) <= tolerance * (1.0 + 1e-6));
        CHECK(is_simple(closed.points));
        check_indices(closed, outline);

        const Simplification open = simplify_path(outline, static_cast<float>(tolerance));
        REQUIRE(open.status == SimplificationStatus::Ok);
        CHECK(max_distance(outline, open.points, false) <= tolerance * (1.0 + 1e-6));
        CHECK(max_distance(open.points, outline, false) <= tolerance * (1.0 + 1e-6));
        CHECK(path_is_simple(open.points));
        CHECK(open.points.front() == outline.front());
        CHECK(open.points.back() == outline.back());
    }
}

TEST_CASE("on a small grid, where points lie on other edges, simple outlines stay simple") {
    Random random(22);
    int simple = 0;
    int torn = 0;
    for (int set = 0; set < scaled_count(100000); ++set) {
        std::vector<Vec2> outline;
        for (int i = 0; i < 4 + set % 6; ++i) {
            outline.emplace_back(static_cast<float>(random.below(6)), static_cast<float>(random.below(6)));
        }
        if (!is_simple(outline)) {
            continue;
        }
        ++simple;
        const Simplification result =
            simplify_outline(outline, static_cast<float>(random.log_between(0.1, 4.0)));
        torn += result.status == SimplificationStatus::Ok && is_simple(result.points) ? 0 : 1;
    }
    CHECK(simple > scaled_count(1000));
    CHECK(torn == 0);
}

TEST_CASE("a channel thinner than the tolerance does not close") {
    // A zigzag band a hundredth wide: straightening either side would cross the other.
    std::vector<Vec2> outline{{0, 0}, {10, 0}};
    for (int i = 0; i <= 20; ++i) {
        outline.emplace_back(10.0f - 0.5f * static_cast<float>(i), i % 2 == 0 ? 0.51f : 0.01f);
    }
    for (int i = 1; i < 20; ++i) {
        outline.emplace_back(0.5f * static_cast<float>(i), i % 2 == 0 ? 0.50f : 0.005f);
    }
    REQUIRE(is_simple(outline));
    for (const float tolerance : {0.02f, 0.1f, 0.3f, 0.6f}) {
        CHECK(is_simple(simplify_outline(outline, tolerance).points));
    }
    const std::vector<Vec2> hook{{0, 0}, {4, 0}, {4, 3}, {2, 3}, {2, 0.1f}, {1.9f, 0.1f}, {1.9f, 3}, {0, 3}};
    REQUIRE(is_simple(hook));
    for (const float tolerance : {0.05f, 0.2f, 1.0f, 3.0f, 10.0f}) {
        CHECK(is_simple(simplify_outline(hook, tolerance).points));
    }
}

TEST_CASE("a dense circle becomes a polygon of about the minimum number of points") {
    std::vector<Vec2> circle;
    for (int i = 0; i < 20000; ++i) {
        circle.push_back(at_angle(2.0 * 3.14159265358979 * i / 20000, 1.0));
    }
    const Simplification result = simplify_outline(circle, 1e-3f);
    // A chord that deviates by d from a unit circle spans 2 acos(1 - d).
    const double fewest = 2.0 * 3.14159265358979 / (2.0 * std::acos(1.0 - 1e-3));
    CHECK(static_cast<double>(result.points.size()) >= fewest);
    CHECK(static_cast<double>(result.points.size()) <= 2.0 * fewest);
}

TEST_CASE("a simplified outline is not simplified further") {
    Random random(23);
    for (int set = 0; set < scaled_count(100); ++set) {
        const std::vector<Vec2> outline = grown_outline(random, 60);
        const Simplification once = simplify_outline(outline, 0.0f);
        const Simplification twice = simplify_outline(once.points, 0.0f);
        CHECK(once.points == twice.points);
    }
}

TEST_CASE("a path may end where it began or run back on itself") {
    const std::vector<Vec2> loop{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 0}};
    CHECK(simplify_path(loop, 0.0f).points == std::vector<Vec2>{{0, 0}, {2, 0}, {2, 2}, {0, 0}});
    const std::vector<Vec2> back{{0, 0}, {4, 0}, {1, 0}};
    CHECK(simplify_path(back, 0.5f).points == back);
}

TEST_CASE("input without an outline or a path is refused with the reason") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Vec2> one{{1, 1}, {1, 1}, {1, 1}};
    CHECK(simplify_outline(one, 0.0f).status == SimplificationStatus::TooFewPoints);
    CHECK(simplify_path(one, 0.0f).status == SimplificationStatus::TooFewPoints);
    CHECK(simplify_path({}, 0.0f).status == SimplificationStatus::TooFewPoints);
    CHECK(simplify_outline(std::vector<Vec2>{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, 0.0f).status ==
          SimplificationStatus::NoArea);
    CHECK(simplify_outline(std::vector<Vec2>{{0, 0}, {1, nan}, {3, 3}}, 0.0f).status ==
          SimplificationStatus::NotFinite);
    CHECK(simplify_outline(std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}}, 100.0f).points.size() == 3);
    CHECK_THROWS_WITH_AS(simplify_outline(one, -1.0f),
                         "simplify_outline: tolerance must be finite and >= 0, got -1", Error);
    CHECK_THROWS_AS(simplify_path(one, nan), Error);
}
