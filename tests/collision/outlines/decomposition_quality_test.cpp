#include "support/outline_generator.h"

#include <drystone/collision/decomposition.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// The minimum number of convex pieces that cuts between the points can give, by trying all of them.
class FewestPieces {
public:
    explicit FewestPieces(const std::vector<Vec2>& outline) : points_(outline) {}

    int count() {
        std::vector<int> whole;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            whole.push_back(static_cast<int>(i));
        }
        return fewest(whole);
    }

private:
    [[nodiscard]] const Vec2& at(int i) const { return points_[static_cast<std::size_t>(i)]; }

    /// Returns the index at which the polygon turns right; its size if there is none.
    [[nodiscard]] std::size_t reflex(const std::vector<int>& polygon) const {
        const std::size_t n = polygon.size();
        for (std::size_t i = 0; i < n; ++i) {
            if (turn_of(at(polygon[(i + n - 1) % n]), at(polygon[i]), at(polygon[(i + 1) % n])) < 0.0) {
                return i;
            }
        }
        return n;
    }

    [[nodiscard]] bool is_diagonal(const std::vector<int>& polygon, std::size_t i, std::size_t j) const {
        const std::size_t n = polygon.size();
        std::vector<Vec2> outline;
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t l = (k + 1) % n;
            outline.emplace_back(2.0f * at(polygon[k]));
            const bool apart = k != i && k != j && l != i && l != j;
            if (apart && segments_meet(at(polygon[i]), at(polygon[j]), at(polygon[k]), at(polygon[l]))) {
                return false;
            }
        }
        return outline_holds(outline, at(polygon[i]) + at(polygon[j]));
    }

    int fewest(const std::vector<int>& polygon) {
        const std::size_t n = polygon.size();
        const std::size_t r = reflex(polygon);
        if (r == n) {
            return 1;
        }
        if (const auto known = known_.find(polygon); known != known_.end()) {
            return known->second;
        }
        int best = static_cast<int>(n);
        for (std::size_t j = 0; j < n; ++j) {
            if (j == r || j == (r + 1) % n || (j + 1) % n == r || !is_diagonal(polygon, r, j)) {
                continue;
            }
            const auto low = static_cast<std::ptrdiff_t>(std::min(r, j));
            const auto high = static_cast<std::ptrdiff_t>(std::max(r, j));
            const std::vector<int> inner(polygon.begin() + low, polygon.begin() + high + 1);
            std::vector<int> outer(polygon.begin(), polygon.begin() + low + 1);
            outer.insert(outer.end(), polygon.begin() + high, polygon.end());
            best = std::min(best, fewest(inner) + fewest(outer));
        }
        known_[polygon] = best;
        return best;
    }

    const std::vector<Vec2>& points_;
    std::map<std::vector<int>, int> known_;
};

/// Returns the minimum width over the maximum distance of two points.
double aspect(std::span<const Vec2> piece) {
    const std::vector<Vec2d> points = place_exactly(piece, ExactPose{});
    return min_width(points) / diameter(points);
}

}  // namespace

TEST_CASE("the number of pieces is close to the minimum") {
    Random random(41);
    for (int kind = 0; kind < 2; ++kind) {
        int fewest = 0;
        int pieces = 0;
        int beyond = 0;
        for (int set = 0; set < scaled_count(1000); ++set) {
            const int count = 6 + random.below(9);
            std::vector<Vec2> outline =
                kind == 0 ? grown_outline(random, count) : star_outline(random, count);
            if (signed_area(outline) < 0.0) {
                std::reverse(outline.begin(), outline.end());
            }
            const int minimum = FewestPieces(outline).count();
            const int ours = decompose(outline).size();
            fewest += minimum;
            pieces += ours;
            beyond += ours >= minimum && ours <= 2 * minimum ? 0 : 1;
        }
        CHECK(beyond == 0);
        CHECK(static_cast<double>(pieces) <= 1.06 * static_cast<double>(fewest));
    }
}

TEST_CASE("a gear of square teeth becomes its teeth and one disc") {
    std::vector<Vec2> gear;
    const int teeth = 24;
    for (int i = 0; i < teeth; ++i) {
        const double angle = 2.0 * 3.14159265358979 * i / teeth;
        const double half = 0.4 * 3.14159265358979 / teeth;
        for (const auto& [turn, radius] :
             {std::pair{-half, 1.0}, std::pair{-half, 1.15}, std::pair{half, 1.15}, std::pair{half, 1.0}}) {
            gear.push_back(at_angle(angle + turn, radius));
        }
    }
    const Decomposition result = decompose(gear);
    CHECK(result.size() == teeth + 1);
    for (int i = 0; i < result.size(); ++i) {
        CHECK(aspect(result.piece(i)) > 0.5);
    }
}

TEST_CASE("a plate with a grid of square holes has no slivers") {
    std::vector<std::vector<Vec2>> holes;
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) {
            const float x = 1.0f + 2.0f * static_cast<float>(i);
            const float y = 1.0f + 2.0f * static_cast<float>(j);
            holes.push_back({{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}});
        }
    }
    const Decomposition result = decompose(std::vector<Vec2>{{0, 0}, {11, 0}, {11, 11}, {0, 11}}, holes);
    REQUIRE(result.status() == DecompositionStatus::Ok);
    double area = 0.0;
    for (int i = 0; i < result.size(); ++i) {
        area += signed_area(result.piece(i));
        CHECK(aspect(result.piece(i)) > 0.05);
    }
    CHECK(area == 121.0 - 25.0);
}

TEST_CASE("ten thousand points") {
    Random random(42);
    const int count = scaled_count(10000);
    OutlineWithHoles holed = holed_outline(random, count / 2, count / 300);
    for (const OutlineWithHoles& shape : {OutlineWithHoles{star_outline(random, count), {}},
                                          OutlineWithHoles{spiral_outline(count, 20.0), {}},
                                          OutlineWithHoles{comb_outline(random, count / 3), {}}, holed}) {
        const Decomposition result = decompose(shape.outline, shape.holes);
        REQUIRE(result.status() == DecompositionStatus::Ok);
        double expected = std::abs(signed_area(shape.outline));
        for (const std::vector<Vec2>& hole : shape.holes) {
            expected -= std::abs(signed_area(hole));
        }
        double area = 0.0;
        for (int i = 0; i < result.size(); ++i) {
            area += signed_area(result.piece(i));
        }
        CHECK(area == doctest::Approx(expected).epsilon(1e-5));
    }
}
