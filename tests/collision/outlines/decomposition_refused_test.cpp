#include "support/outline_generator.h"

#include <drystone/collision/decomposition.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

DecompositionStatus status_of(const std::vector<Vec2>& outline,
                              const std::vector<std::vector<Vec2>>& holes = {}) {
    const Decomposition result = decompose(outline, holes);
    CHECK((result.size() == 0) == (result.status() != DecompositionStatus::Ok));
    return result.status();
}

double area_of(const Decomposition& result) {
    double area = 0.0;
    for (int i = 0; i < result.size(); ++i) {
        area += signed_area(result.piece(i));
    }
    return area;
}

/// Returns a closed outline of random points on a grid, no two neighbours equal.
std::vector<Vec2> grid_outline(Random& random, int count, int low, int side) {
    std::vector<Vec2> outline;
    while (static_cast<int>(outline.size()) < count || outline.front() == outline.back()) {
        const Vec2 p{static_cast<float>(low + random.below(side)),
                     static_cast<float>(low + random.below(side))};
        if (outline.empty() || outline.back() != p) {
            outline.push_back(p);
        }
    }
    return outline;
}

/// Returns whether the hole is valid, by comparing all pairs of edges and one point.
bool is_hole_of(const std::vector<Vec2>& outline, const std::vector<Vec2>& hole) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
        for (std::size_t j = 0; j < hole.size(); ++j) {
            if (segments_meet(outline[i], outline[(i + 1) % outline.size()], hole[j],
                              hole[(j + 1) % hole.size()])) {
                return false;
            }
        }
    }
    return is_simple(hole) && outline_holds(outline, hole[0]);
}

}  // namespace

TEST_CASE("input without an interior is refused with its place") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Vec2> square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    CHECK(status_of({}) == DecompositionStatus::TooFewPoints);
    CHECK(status_of({{0, 0}, {1, 0}}) == DecompositionStatus::TooFewPoints);
    CHECK(status_of({{0, 0}, {1, 0}, {1, 0}, {0, 0}}) == DecompositionStatus::TooFewPoints);
    CHECK(status_of({{0, 0}, {1, 1}, {2, 2}}) == DecompositionStatus::NoArea);
    CHECK(status_of(square, {{{1, 1}, {2, 1}, {3, 1}}}) == DecompositionStatus::NoArea);
    CHECK(status_of(square, {{}}) == DecompositionStatus::TooFewPoints);

    const Decomposition not_finite =
        decompose(square, std::vector<std::vector<Vec2>>{{{1, 1}, {2, nan}, {2, 2}}});
    CHECK(not_finite.status() == DecompositionStatus::NotFinite);
    CHECK(not_finite.fault.first.loop == 1);
    CHECK(not_finite.fault.first.edge == 1);
}

TEST_CASE("a bow tie is refused with the edges that cross") {
    const Decomposition result = decompose(std::vector<Vec2>{{0, 0}, {4, 4}, {4, 4}, {4, 0}, {0, 4}});
    CHECK(result.status() == DecompositionStatus::SelfIntersecting);
    CHECK(result.fault.first.loop == 0);
    CHECK(result.fault.first.edge == 0);
    CHECK(result.fault.second.loop == 0);
    CHECK(result.fault.second.edge == 3);
    CHECK(describe(result.fault) == "edges 0 and 3 of the outline cross or touch");
}

TEST_CASE("an outline that touches itself or runs back on itself is refused") {
    CHECK(status_of({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}) == DecompositionStatus::SelfIntersecting);
    CHECK(status_of({{0, 0}, {2, 0}, {3, 0}, {2, 0}, {2, 2}, {0, 2}}) ==
          DecompositionStatus::SelfIntersecting);
    CHECK(status_of({{0, 0}, {3, 0}, {2, 0}, {2, 2}, {0, 2}}) == DecompositionStatus::SelfIntersecting);
    CHECK(status_of({{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}) ==
          DecompositionStatus::SelfIntersecting);
}

TEST_CASE("misplaced holes are refused with their numbers") {
    const std::vector<Vec2> square{{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    const auto box = [](float low, float high) {
        return std::vector<Vec2>{{low, low}, {high, low}, {high, high}, {low, high}};
    };
    const std::vector<std::vector<Vec2>> outside{box(1, 2), box(10, 11)};
    const OutlineFault fault = decompose(square, outside).fault;
    CHECK(fault.status == DecompositionStatus::HoleOutside);
    CHECK(fault.first.loop == 2);
    CHECK(describe(fault) == "hole 1 lies outside of the outline");
    CHECK(status_of(square, {box(-1, 10)}) == DecompositionStatus::HoleOutside);
    CHECK(status_of(square, {box(-1, 2)}) == DecompositionStatus::LoopsIntersect);
    CHECK(status_of(square, {box(0, 2)}) == DecompositionStatus::LoopsIntersect);
    CHECK(status_of(square, {box(1, 3), box(2, 4)}) == DecompositionStatus::LoopsIntersect);
    CHECK(status_of(square, {box(1, 3), box(1, 3)}) == DecompositionStatus::LoopsIntersect);

    const std::vector<std::vector<Vec2>> nested{box(2, 3), box(1, 4)};
    const OutlineFault in_hole = decompose(square, nested).fault;
    CHECK(describe(in_hole) == "hole 0 lies in hole 1");
    const std::vector<std::vector<Vec2>> crossing{box(1, 2), {{5, 5}, {12, 6}, {5, 7}}};
    CHECK(describe(decompose(square, crossing).fault) ==
          "edge 1 of the outline and edge 0 of hole 1 cross or touch");
}

TEST_CASE("on a small grid, where contacts are frequent, exactly the simple outlines are accepted") {
    Random random(6);
    int simple = 0;
    int wrong = 0;
    for (int set = 0; set < scaled_count(200000); ++set) {
        const std::vector<Vec2> outline = grid_outline(random, 3 + random.below(7), 0, 6);
        const Decomposition result = decompose(outline);
        const bool expected = is_simple(outline);
        const bool right = (result.status() == DecompositionStatus::Ok) == expected;
        wrong += right && (!expected || area_of(result) == std::abs(signed_area(outline))) ? 0 : 1;
        simple += expected ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(simple > scaled_count(200000) / 50);
}

TEST_CASE("on a small grid exactly the simple holes inside are accepted") {
    Random random(7);
    int accepted = 0;
    int wrong = 0;
    for (int set = 0; set < scaled_count(200000); ++set) {
        const std::vector<Vec2> outline = grid_outline(random, 3 + random.below(4), 0, 12);
        const std::vector<std::vector<Vec2>> holes{grid_outline(random, 3 + random.below(3), 3, 5)};
        if (!is_simple(outline)) {
            continue;
        }
        const Decomposition result = decompose(outline, holes);
        const bool expected = is_hole_of(outline, holes[0]);
        const double area = std::abs(signed_area(outline)) - std::abs(signed_area(holes[0]));
        const bool right = (result.status() == DecompositionStatus::Ok) == expected;
        wrong += right && (!expected || area_of(result) == area) ? 0 : 1;
        accepted += expected ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(accepted > scaled_count(1000));
}

TEST_CASE("an outline that consists only of slivers is refused") {
    // A bent needle: its hull has an area, but none of its pieces has.
    const std::vector<Vec2> bent{{0, 0}, {8, 0}, {8, 8}, {7.9999995f, 8}, {7.9999995f, 5e-7f}, {0, 5e-7f}};
    REQUIRE(is_simple(bent));
    const Decomposition result = decompose(bent);
    CHECK(result.status() == DecompositionStatus::NoArea);
    CHECK(result.size() == 0);
    CHECK(result.fault.first.loop == 0);
}
