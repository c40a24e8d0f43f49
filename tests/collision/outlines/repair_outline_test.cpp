// Outlines that cross themselves, against the area of their inside, summed over slabs between all crossings.
#include <doctest/doctest.h>

#include <drystone/collision/error.h>
#include <drystone/collision/polygons.h>
#include <drystone/collision/repair_outline.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;

namespace {

class OutlineRandom {
public:
    explicit OutlineRandom(std::uint32_t seed) : state_(seed) {}
    int below(int count) {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<int>((state_ >> 8) % static_cast<std::uint32_t>(count));
    }

private:
    std::uint32_t state_;
};

/// Area of the inside of an outline: exact up to the rounding of doubles, by slabs between all x of points
/// and crossings, in which the edges keep their order.
double area_by_slabs(const std::vector<Vec2>& outline, FillRule rule) {
    struct Edge {
        Vec2d from;
        Vec2d to;
        [[nodiscard]] double y(double x) const {
            return from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y);
        }
    };
    std::vector<Edge> edges;
    std::vector<double> xs;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Edge edge{to_double(outline[i]), to_double(outline[(i + 1) % outline.size()])};
        xs.push_back(edge.from.x);
        if (edge.from.x != edge.to.x) {
            edges.push_back(edge);
        }
    }
    for (const Edge& e : edges) {
        for (const Edge& f : edges) {
            const double slope =
                (e.to.y - e.from.y) / (e.to.x - e.from.x) - (f.to.y - f.from.y) / (f.to.x - f.from.x);
            const double x = slope == 0.0 ? 0.0 : e.from.x + (f.y(e.from.x) - e.from.y) / slope;
            if (slope != 0.0 && std::isfinite(x)) {
                xs.push_back(x);
            }
        }
    }
    std::sort(xs.begin(), xs.end());
    double area = 0.0;
    for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
        const double middle = 0.5 * (xs[i] + xs[i + 1]);
        std::vector<std::pair<double, int>> crossed;
        for (const Edge& edge : edges) {
            if (std::min(edge.from.x, edge.to.x) < middle && middle < std::max(edge.from.x, edge.to.x)) {
                crossed.emplace_back(edge.y(middle), edge.from.x < edge.to.x ? 1 : -1);
            }
        }
        std::sort(crossed.begin(), crossed.end());
        int winding = 0;
        for (std::size_t k = 0; k + 1 < crossed.size(); ++k) {
            winding += crossed[k].second;
            const bool inside = rule == FillRule::NonZero ? winding != 0 : k % 2 == 0;
            area += inside ? (xs[i + 1] - xs[i]) * (crossed[k + 1].first - crossed[k].first) : 0.0;
        }
    }
    return area;
}

double area_of_loop(std::span<const Vec2> loop) {
    double area = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d p = to_double(loop[i]);
        const Vec2d q = to_double(loop[(i + 1) % loop.size()]);
        area += 0.5 * (p.x * q.y - p.y * q.x);
    }
    return area;
}

/// Returns how much the area may change if each edge moves by a few times the rounding of the largest x and
/// y.
double rounding_of_area(const std::vector<Vec2>& outline) {
    Vec2 largest{0.0f, 0.0f};
    for (const Vec2& p : outline) {
        largest = max(largest, abs(p));
    }
    double area = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d way = to_double(outline[(i + 1) % outline.size()]) - to_double(outline[i]);
        area += std::abs(way.x) * static_cast<double>(largest.y) +
                std::abs(way.y) * static_cast<double>(largest.x);
    }
    return 8.0 * 1.2e-7 * area;
}

double area_of_repair(const OutlineRepair& repair) {
    double area = 0.0;
    for (int i = 0; i < repair.size(); ++i) {
        area += area_of_loop(repair.outline(i));
        CHECK(area_of_loop(repair.outline(i)) > 0.0);
        for (int k = 0; k < repair.hole_count(i); ++k) {
            area += area_of_loop(repair.hole(i, k));
            CHECK(area_of_loop(repair.hole(i, k)) < 0.0);
        }
    }
    return area;
}

/// Checks that each outline can be decomposed.
void check_simple(const OutlineRepair& repair) {
    for (int i = 0; i < repair.size(); ++i) {
        std::vector<std::vector<Vec2>> holes;
        for (int k = 0; k < repair.hole_count(i); ++k) {
            const auto hole = repair.hole(i, k);
            holes.emplace_back(hole.begin(), hole.end());
        }
        const Decomposition pieces = decompose(repair.outline(i), holes);
        CHECK_MESSAGE(
            (pieces.status() == DecompositionStatus::Ok || pieces.status() == DecompositionStatus::NoArea),
            describe(pieces.fault));
    }
}

std::vector<Vec2> to_vector(std::span<const Vec2> points) { return {points.begin(), points.end()}; }

}  // namespace

TEST_CASE("repair_outline: crossing outlines of a few points") {
    // A bow tie: two triangles that meet in a point.
    const std::vector<Vec2> bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    for (const FillRule rule : {FillRule::NonZero, FillRule::EvenOdd}) {
        const OutlineRepair repair = repair_outline(bow, rule);
        CHECK(repair.fault.status == DecompositionStatus::SelfIntersecting);
        CHECK(describe(repair.fault) == "edges 0 and 2 of the outline cross or touch");
        REQUIRE(repair.size() == 2);
        CHECK(to_vector(repair.outline(0)) == std::vector<Vec2>{{0, 0}, {1, 1}, {0, 2}});
        CHECK(to_vector(repair.outline(1)) == std::vector<Vec2>{{1, 1}, {2, 0}, {2, 2}});
    }
    // A loop in which the line winds twice around the middle.
    const std::vector<Vec2> twice{{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0},
                                  {2, 2}, {4, 2}, {4, 4}, {2, 4}, {2, 2}};
    const OutlineRepair filled = repair_outline(twice, FillRule::NonZero);
    REQUIRE(filled.size() == 1);
    CHECK(filled.hole_count(0) == 0);
    CHECK(to_vector(filled.outline(0)) == std::vector<Vec2>{{0, 0}, {6, 0}, {6, 6}, {0, 6}});
    const OutlineRepair hollow = repair_outline(twice, FillRule::EvenOdd);
    REQUIRE(hollow.size() == 1);
    REQUIRE(hollow.hole_count(0) == 1);
    CHECK(to_vector(hollow.hole(0, 0)) == std::vector<Vec2>{{2, 2}, {2, 4}, {4, 4}, {4, 2}});
}

TEST_CASE("repair_outline: repeated points, spikes and straight points go") {
    const std::vector<Vec2> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const std::vector<std::vector<Vec2>> outlines{
        {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}},
        {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 2}, {2, 2}, {1, 2}, {0, 2}},
        {{0, 2}, {2, 2}, {2, 0}, {0, 0}},
        {{0, 0}, {2, 0}, {5, 0}, {2, 0}, {2, 2}, {0, 2}},
        {{0, 0}, {2, 0}, {2, 2}, {1, 2}, {1, 5}, {1, 2}, {0, 2}},
        {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}, {1, 1}, {0, 1}},
    };
    for (const std::vector<Vec2>& outline : outlines) {
        const OutlineRepair repair = repair_outline(outline);
        REQUIRE(repair.size() == 1);
        CHECK(repair.hole_count(0) == 0);
        std::vector<Vec2> points = to_vector(repair.outline(0));
        std::rotate(points.begin(), std::find(points.begin(), points.end(), Vec2{0, 0}), points.end());
        CHECK(points == square);
    }
}

TEST_CASE("repair_outline: what has no inside gives no outlines") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(repair_outline(std::vector<Vec2>{}).fault.status == DecompositionStatus::TooFewPoints);
    CHECK(repair_outline(std::vector<Vec2>{{1, 1}, {2, 2}, {1, 1}}).size() == 0);
    CHECK(repair_outline(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}, {4, 4}}).fault.status ==
          DecompositionStatus::NoArea);
    const OutlineRepair bad = repair_outline(std::vector<Vec2>{{0, 0}, {1, nan}, {2, 2}, {4, 4}});
    CHECK(bad.fault.status == DecompositionStatus::NotFinite);
    CHECK(bad.fault.first.edge == 1);
    CHECK(bad.size() == 0);
    // There and back on a path that is not straight.
    const OutlineRepair flat = repair_outline(std::vector<Vec2>{{0, 0}, {2, 0}, {2, 2}, {2, 0}});
    CHECK(flat.size() == 0);
    CHECK_FALSE(flat.is_too_complex);
}

TEST_CASE("repair_outline: an outline that touches itself in a point loses a corner there") {
    // A square with a notch whose tip is on the lower edge, and a hole that hangs on a corner.
    const std::vector<Vec2> notch{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {3, 4}, {2, 0}, {1, 4}, {0, 4}};
    const OutlineRepair two = repair_outline(notch);
    CHECK(two.size() == 2);
    check_simple(two);
    const std::vector<Vec2> hanging{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 2}, {2, 1}};
    const OutlineRepair one = repair_outline(hanging, FillRule::EvenOdd);
    REQUIRE(one.size() == 1);
    check_simple(one);
    CHECK(area_of_repair(one) == doctest::Approx(14.5).epsilon(1e-6));
    CHECK(one.dropped_area == 0.0);
}

TEST_CASE("repair_outline: the inside of random outlines is what it was") {
    OutlineRandom random(7);
    for (int round = 0; round < 600; ++round) {
        CAPTURE(round);
        const int count = 4 + random.below(30);
        const int extent = round % 3 == 0 ? 6 : 1000;  // Small ones have many touches and repeated points.
        std::vector<Vec2> outline;
        for (int i = 0; i < count; ++i) {
            const auto x = static_cast<float>(random.below(extent));
            const auto y = static_cast<float>(random.below(extent));
            outline.push_back(round % 2 == 0 ? Vec2{x, y} : Vec2{0.001f * x + 3.0f, 0.1f * y - 70.0f});
        }
        for (const FillRule rule : {FillRule::NonZero, FillRule::EvenOdd}) {
            const OutlineRepair repair = repair_outline(outline, rule);
            CHECK_FALSE(repair.is_too_complex);
            const double expected = area_by_slabs(outline, rule);
            const double bound = rounding_of_area(outline);
            CHECK(std::abs(area_of_repair(repair) - expected) < bound);
            CHECK(repair.dropped_area < bound);
            check_simple(repair);
        }
    }
}

TEST_CASE("repair_outline: a simple outline keeps its points") {
    const std::vector<Vec2> star{{0.1f, 0.7f}, {3.3f, 0.2f}, {2.7f, 2.9f}, {1.6f, 1.1f}, {0.3f, 3.1f}};
    const OutlineRepair repair = repair_outline(star);
    CHECK(repair.fault.status == DecompositionStatus::Ok);
    REQUIRE(repair.size() == 1);
    CHECK(to_vector(repair.outline(0)) == star);
}

TEST_CASE("repair_outline: an outline that crosses itself too often is refused in time") {
    OutlineRandom random(3);
    std::vector<Vec2> outline;
    for (int i = 0; i < 3000; ++i) {
        outline.emplace_back(static_cast<float>(random.below(1 << 20)),
                             static_cast<float>(random.below(1 << 20)));
    }
    const OutlineRepair repair = repair_outline(outline);
    CHECK(repair.is_too_complex);
    CHECK(repair.size() == 0);
}
