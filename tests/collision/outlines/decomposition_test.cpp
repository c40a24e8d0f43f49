#include "support/outline_generator.h"

#include <drystone/collision/decomposition.h>
#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns the tolerance to which the pieces cover the outline [m].
double rounding_of(const OutlineWithHoles& shape) {
    Vec2 lower = shape.outline[0];
    Vec2 upper = shape.outline[0];
    for (const Vec2& p : shape.outline) {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    const Vec2 far = max(abs(lower), abs(upper));
    return 1e-6 * static_cast<double>(max_coordinate(upper - lower) + max_coordinate(far));
}

double perimeter(std::span<const Vec2> outline) {
    double sum = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        sum += length(to_double(outline[(i + 1) % outline.size()] - outline[i]));
    }
    return sum;
}

bool is_strictly_convex(std::span<const Vec2> piece) {
    for (std::size_t i = 0; i < piece.size(); ++i) {
        if (!(turn_of(piece[i], piece[(i + 1) % piece.size()], piece[(i + 2) % piece.size()]) > 0.0)) {
            return false;
        }
    }
    return piece.size() >= 3;
}

/// Returns the distance by which the point lies outside of the piece; negative inside.
double outside_by(std::span<const Vec2> piece, const Vec2& point) {
    double worst = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const Vec2& a = piece[i];
        const Vec2& b = piece[(i + 1) % piece.size()];
        worst = std::max(worst, -turn_of(a, b, point) / length(to_double(b - a)));
    }
    return worst;
}

/// Returns the overlap depth of two convex pieces: the minimum shift that separates them, over the normals of
/// both.
double overlap_depth(std::span<const Vec2> a, std::span<const Vec2> b) {
    double minimum = std::numeric_limits<double>::infinity();
    for (const auto& [faces, others] : {std::pair{a, b}, std::pair{b, a}}) {
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const Vec2& from = faces[i];
            const Vec2& to = faces[(i + 1) % faces.size()];
            double nearest = std::numeric_limits<double>::infinity();
            for (const Vec2& p : others) {
                nearest = std::min(nearest, -turn_of(from, to, p) / length(to_double(to - from)));
            }
            minimum = std::min(minimum, -nearest);
        }
    }
    return minimum;
}

double area_of(const OutlineWithHoles& shape) {
    double area = std::abs(signed_area(shape.outline));
    for (const std::vector<Vec2>& hole : shape.holes) {
        area -= std::abs(signed_area(hole));
    }
    return area;
}

/// Checks random points in the box of the outline: one away from every border lies in a piece exactly if it
/// lies in the outline and in no hole.
void check_random_points(Random& random, const OutlineWithHoles& shape, const Decomposition& result,
                         int count) {
    const double rounding = rounding_of(shape);
    Vec2 lower = shape.outline[0];
    Vec2 upper = shape.outline[0];
    for (const Vec2& p : shape.outline) {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    int wrong = 0;
    for (int trial = 0; trial < count; ++trial) {
        const Vec2 share{static_cast<float>(random.unit()), static_cast<float>(random.unit())};
        const Vec2 point = lower + coordinate_product(share, upper - lower);
        bool expected = outline_holds(shape.outline, point);
        bool at_border = outline_distance(shape.outline, point) < 4.0 * rounding;
        for (const std::vector<Vec2>& hole : shape.holes) {
            expected = expected && !outline_holds(hole, point);
            at_border = at_border || outline_distance(hole, point) < 4.0 * rounding;
        }
        int inside = 0;
        int nearby = 0;
        for (int i = 0; i < result.size(); ++i) {
            const double outside = outside_by(result.piece(i), point);
            inside += outside < -rounding ? 1 : 0;
            nearby += outside < rounding ? 1 : 0;
        }
        const bool agrees = expected ? nearby >= 1 && inside <= 1 : nearby == 0;
        wrong += agrees || at_border ? 0 : 1;
    }
    CHECK(wrong == 0);
}

void check_no_overlap(const OutlineWithHoles& shape, const Decomposition& result) {
    double deepest = 0.0;
    for (int i = 0; i < result.size(); ++i) {
        for (int j = i + 1; j < result.size(); ++j) {
            deepest = std::max(deepest, overlap_depth(result.piece(i), result.piece(j)));
        }
    }
    CHECK(deepest <= rounding_of(shape));
}

/// Checks all guarantees of a decomposition.
Decomposition check_decomposition(Random& random, const OutlineWithHoles& shape,
                                  const DecompositionOptions& options = {}) {
    const Decomposition result = decompose(shape.outline, shape.holes, options);
    CHECK_MESSAGE(result.status() == DecompositionStatus::Ok, describe(result.fault));
    double area = 0.0;
    int faulty = 0;
    for (int i = 0; i < result.size(); ++i) {
        const std::span<const Vec2> piece = result.piece(i);
        const bool small =
            options.max_vertices == 0 || piece.size() <= static_cast<std::size_t>(options.max_vertices);
        faulty += is_strictly_convex(piece) && small && make_hull(piece).vertices().size() >= 3 ? 0 : 1;
        area += signed_area(piece);
    }
    CHECK(faulty == 0);
    CHECK(result.dropped_pieces == 0);
    double length = perimeter(shape.outline);
    for (const std::vector<Vec2>& hole : shape.holes) {
        length += perimeter(hole);
    }
    CHECK(std::abs(area - area_of(shape)) <= rounding_of(shape) * length);
    check_random_points(random, shape, result, 200);
    check_no_overlap(shape, result);
    return result;
}

}  // namespace

TEST_CASE("a convex outline of either orientation is one piece") {
    const std::vector<Vec2> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const std::vector<Vec2> clockwise(square.rbegin(), square.rend());
    for (const std::vector<Vec2>& outline : {square, clockwise}) {
        const Decomposition result = decompose(outline);
        REQUIRE(result.size() == 1);
        CHECK(result.piece(0).size() == 4);
        CHECK(signed_area(result.piece(0)) == 4.0);
    }
}

TEST_CASE("an L is two pieces, a square with a square hole four, a plus three") {
    const std::vector<Vec2> ell{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    CHECK(decompose(ell).size() == 2);
    const std::vector<Vec2> square{{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    const std::vector<std::vector<Vec2>> hole{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}};
    CHECK(decompose(square, hole).size() == 4);
    const std::vector<Vec2> plus{{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2},
                                 {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
    CHECK(decompose(plus).size() == 3);
}

TEST_CASE("repeated points and points on edges don't matter") {
    const std::vector<Vec2> ell{{0, 0}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 1}, {2, 1},
                                {1, 1}, {1, 2}, {1, 3}, {0, 3}, {0, 2}, {0, 1}, {0, 0}};
    const Decomposition result = decompose(ell);
    REQUIRE(result.size() == 2);
    CHECK(result.piece(0).size() + result.piece(1).size() <= 9);
    CHECK(signed_area(result.piece(0)) + signed_area(result.piece(1)) == 5.0);
}

TEST_CASE("a slanted edge of many rounded points costs no pieces") {
    std::vector<Vec2> outline{{1.0f, -1.0f}};
    for (int i = 0; i <= 300; ++i) {
        outline.emplace_back(0.7f - 0.0031f * static_cast<float>(i), 0.1f + 0.0017f * static_cast<float>(i));
    }
    for (const Vec2& offset : {Vec2{0.0f, 0.0f}, Vec2{100.0f, -300.0f}}) {
        std::vector<Vec2> moved = outline;
        for (Vec2& p : moved) {
            p += offset;
        }
        CHECK(decompose(moved).size() == 1);
    }
}

TEST_CASE("random outlines: area, points, convexity, no overlap") {
    Random random(1);
    for (const int count : {4, 7, 20, 100, 300, 1000}) {
        const int sets = scaled_count(count < 100 ? 100 : 10);
        for (int set = 0; set < sets; ++set) {
            check_decomposition(random, {star_outline(random, count), {}});
            check_decomposition(random, {comb_outline(random, 1 + count / 3), {}});
        }
        check_decomposition(random, {spiral_outline(std::max(count, 40), 1.0 + 0.01 * count), {}});
        for (int set = 0; set < (count < 300 ? sets / 5 : 1); ++set) {
            check_decomposition(random, {grown_outline(random, count), {}});
        }
    }
}

TEST_CASE("random outlines with holes: area, points, convexity, no overlap") {
    Random random(2);
    for (int set = 0; set < scaled_count(50); ++set) {
        check_decomposition(random, holed_outline(random, 30 + random.below(100), 1 + random.below(6)));
    }
    check_decomposition(random, holed_outline(random, 500, 10));
}

TEST_CASE("far from the origin, tiny, huge and thin outlines are cut like any other") {
    Random random(3);
    for (int set = 0; set < scaled_count(100); ++set) {
        const OutlineWithHoles shape = holed_outline(random, 30, 3);
        for (const auto& [scale, offset] :
             {std::pair{Vec2{1e-5f, 1e-5f}, Vec2{0, 0}}, std::pair{Vec2{1e5f, 1e5f}, Vec2{0, 0}},
              std::pair{Vec2{1.0f, 1e-3f}, Vec2{0, 0}}, std::pair{Vec2{1.0f, 1.0f}, Vec2{1e3f, -1e3f}}}) {
            OutlineWithHoles moved = shape;
            for (Vec2& p : moved.outline) {
                p = coordinate_product(scale, p) + offset;
            }
            for (std::vector<Vec2>& hole : moved.holes) {
                for (Vec2& p : hole) {
                    p = coordinate_product(scale, p) + offset;
                }
            }
            check_decomposition(random, moved);
        }
    }
}

TEST_CASE("pieces keep to a maximum number of vertices") {
    Random random(4);
    for (const int largest : {3, 4, 8}) {
        for (int set = 0; set < scaled_count(20); ++set) {
            check_decomposition(random, holed_outline(random, 60, 2), {.max_vertices = largest});
            std::vector<Vec2> round;
            for (int i = 0; i < 200; ++i) {
                round.push_back(at_angle(2.0 * 3.14159265358979 * i / 200, 5.0));
            }
            check_decomposition(random, {round, {}}, {.max_vertices = largest});
        }
    }
}

TEST_CASE("the result is the same for every run and does not depend on a scale by powers of two") {
    Random random(5);
    const OutlineWithHoles shape = holed_outline(random, 100, 4);
    OutlineWithHoles scaled = shape;
    for (Vec2& p : scaled.outline) {
        p *= 0x1.0p-20f;
    }
    for (std::vector<Vec2>& hole : scaled.holes) {
        for (Vec2& p : hole) {
            p *= 0x1.0p-20f;
        }
    }
    const Decomposition first = decompose(shape.outline, shape.holes);
    const Decomposition second = decompose(scaled.outline, scaled.holes);
    REQUIRE(first.starts == second.starts);
    for (std::size_t i = 0; i < first.points.size(); ++i) {
        CHECK(second.points[i] == (first.points[i] * 0x1.0p-20f));
    }
}

TEST_CASE("a tolerance saves pieces and is respected") {
    std::vector<Vec2> ring;
    for (int i = 0; i < 400; ++i) {
        ring.push_back(at_angle(2.0 * 3.14159265358979 * i / 400, 2.0));
    }
    const std::vector<std::vector<Vec2>> hole{[] {
        std::vector<Vec2> inner;
        for (int i = 0; i < 400; ++i) {
            inner.push_back(at_angle(-2.0 * 3.14159265358979 * i / 400, 1.0));
        }
        return inner;
    }()};
    const Decomposition exact = decompose(ring, hole);
    const Decomposition coarse = decompose(ring, hole, {.tolerance = 0.02f});
    CHECK(coarse.size() < exact.size() / 5);
    double area = 0.0;
    for (int i = 0; i < coarse.size(); ++i) {
        area += signed_area(coarse.piece(i));
        for (const Vec2& p : coarse.piece(i)) {
            CHECK(outline_distance(length(p) > 1.5f ? ring : hole[0], p) == 0.0);
        }
    }
    CHECK(std::abs(area - area_of({ring, hole})) <= 0.02 * (perimeter(ring) + perimeter(hole[0])));
}

TEST_CASE("a needle too thin for a polygon is counted, the rest is kept") {
    const std::vector<Vec2> needle{{0, 0},          {1, 0}, {1, 0.5f}, {8, 0.5000001f},
                                   {1, 0.5000002f}, {1, 1}, {0, 1}};
    const Decomposition result = decompose(needle);
    REQUIRE(result.status() == DecompositionStatus::Ok);
    CHECK(result.dropped_pieces == 1);
    CHECK(result.dropped_area == doctest::Approx(0.5 * 7.0 * (0.5000002 - 0.5)).epsilon(0.2));
    double area = result.dropped_area;
    for (int i = 0; i < result.size(); ++i) {
        area += signed_area(result.piece(i));
    }
    CHECK(area == doctest::Approx(std::abs(signed_area(needle))).epsilon(1e-12));
}

TEST_CASE("the losses of outlines a hundred thousand times as long as wide are counted") {
    Random random(8);
    for (int set = 0; set < scaled_count(200); ++set) {
        OutlineWithHoles shape =
            set % 2 == 0 ? holed_outline(random, 40, 2) : OutlineWithHoles{star_outline(random, 40), {}};
        const auto flatten = [](std::vector<Vec2>& points) {
            for (Vec2& p : points) {
                p.y *= 1e-5f;
            }
        };
        flatten(shape.outline);
        double length = perimeter(shape.outline);
        for (std::vector<Vec2>& hole : shape.holes) {
            flatten(hole);
            length += perimeter(hole);
        }
        const Decomposition result = decompose(shape.outline, shape.holes);
        REQUIRE(result.status() == DecompositionStatus::Ok);
        double area = result.dropped_area;
        for (int i = 0; i < result.size(); ++i) {
            area += signed_area(result.piece(i));
            CHECK(make_hull(result.piece(i)).vertices().size() >= 3);
        }
        CHECK(std::abs(area - area_of(shape)) <= rounding_of(shape) * length);
        CHECK((result.dropped_pieces > 0) == (result.dropped_area > 0.0));
    }
}

TEST_CASE("make_polygons makes polygons ready for a body, or gives the reason") {
    const std::vector<Vec2> ell{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    const std::vector<Polygon> polygons = make_polygons(ell, {}, {.radius = 0.125f});
    REQUIRE(polygons.size() == 2);
    CHECK(polygons[0].radius() == 0.125f);
    CHECK(signed_area(polygons[0].vertices()) + signed_area(polygons[1].vertices()) == 5.0);
    CHECK_THROWS_WITH_AS(
        make_polygons(std::vector<Vec2>{{0, 0}, {4, 4}, {4, 0}, {0, 4}}),
        "make_polygons: outline must be simple and have an area, and its holes apart from one "
        "another inside, got edges 0 and 2 of the outline cross or touch",
        Error);
    CHECK_THROWS_WITH_AS(make_polygons(ell, {}, {.radius = -1.0f}),
                         "make_polygons: radius must be finite and >= 0, got -1", Error);
    CHECK_THROWS_WITH_AS(make_polygons(ell, {}, {.max_vertices = 2}),
                         "make_polygons: max_vertices must be 0 or >= 3, got 2", Error);
    CHECK_THROWS_AS(decompose(ell, {}, {.tolerance = std::numeric_limits<float>::infinity()}), Error);
}
