#include "support/polytope_reference3.h"
#include "support/random3.h"

#include <drystone/collision/gjk3.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// A point with whole coordinates, for which all decisions are exact.
struct Whole {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
};

Whole minus(const Whole& a, const Whole& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
std::int64_t dot(const Whole& a, const Whole& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Whole cross(const Whole& a, const Whole& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
bool is_zero(const Whole& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/// Returns whether the hull of the points extends beyond the origin in every direction. If it does not, it
/// ends there in a direction orthogonal to two of the points, or all points lie in a plane with the origin.
bool is_inside(const std::vector<Whole>& points) {
    bool flat = true;
    for (const Whole& p : points) {
        for (const Whole& q : points) {
            const Whole normal = cross(p, q);
            bool all_below = true;
            for (const Whole& r : points) {
                all_below = all_below && dot(normal, r) <= 0;
                flat = flat && dot(normal, r) == 0;
            }
            if (all_below && !is_zero(normal)) {
                return false;
            }
        }
    }
    return !flat;
}

bool same_side(std::int64_t a, std::int64_t b) { return (a >= 0 && b > 0) || (a <= 0 && b < 0); }

bool in_segment(const Whole& p, const Whole& q) { return is_zero(cross(p, q)) && dot(p, q) <= 0; }

bool in_triangle(const Whole& p, const Whole& q, const Whole& r) {
    const Whole normal = cross(minus(q, p), minus(r, p));
    return !is_zero(normal) && dot(normal, p) == 0 && dot(normal, cross(p, q)) >= 0 &&
           dot(normal, cross(q, r)) >= 0 && dot(normal, cross(r, p)) >= 0;
}

/// Returns whether the origin is on the same side of each face as the fourth vertex.
bool in_tetrahedron(const Whole& p, const Whole& q, const Whole& r, const Whole& s) {
    const auto inner_side = [](const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
        const Whole normal = cross(minus(b, a), minus(c, a));
        return same_side(-dot(normal, a), dot(normal, minus(d, a)));
    };
    return inner_side(p, q, r, s) && inner_side(q, r, s, p) && inner_side(r, s, p, q) &&
           inner_side(s, p, q, r);
}

/// Returns whether the origin lies in the hull. By Caratheodory's theorem it does exactly if it lies in one
/// of the hull's points, segments, triangles or tetrahedra.
bool contains(const std::vector<Whole>& points) {
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (is_zero(points[i])) {
            return true;
        }
        for (std::size_t j = i + 1; j < count; ++j) {
            if (in_segment(points[i], points[j])) {
                return true;
            }
            for (std::size_t k = j + 1; k < count; ++k) {
                if (in_triangle(points[i], points[j], points[k])) {
                    return true;
                }
                for (std::size_t l = k + 1; l < count; ++l) {
                    if (in_tetrahedron(points[i], points[j], points[k], points[l])) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

std::vector<Whole> random_lattice_points(Random& random, int count, int size, bool flat) {
    std::vector<Whole> points;
    for (int i = 0; i < count; ++i) {
        const std::int64_t x = random.below(size);
        const std::int64_t y = random.below(size);
        points.push_back({x, y, flat ? x + y : random.below(size)});
    }
    return points;
}

std::vector<Vec3> to_floats(const std::vector<Whole>& points) {
    std::vector<Vec3> floats;
    for (const Whole& p : points) {
        floats.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z));
    }
    return floats;
}

struct Tally {
    int apart = 0;
    int touching = 0;
    int overlapping = 0;
    int wrong = 0;
    int wrong_touching = 0;
    int max_iterations = 0;
    double error = 0.0;
};

void judge_lattice_pair(const std::vector<Whole>& a, const std::vector<Whole>& b, Tally& tally) {
    std::vector<Whole> difference;
    for (const Whole& p : a) {
        for (const Whole& q : b) {
            difference.push_back(minus(p, q));
        }
    }
    const bool met = contains(difference);
    const bool inside = is_inside(difference);
    tally.apart += met ? 0 : 1;
    tally.touching += met && !inside ? 1 : 0;
    tally.overlapping += inside ? 1 : 0;

    const std::vector<Vec3> points_a = to_floats(a);
    const std::vector<Vec3> points_b = to_floats(b);
    const Hull3 hull_a(points_a);
    const Hull3 hull_b(points_b);
    Gjk3Options inner_only;
    inner_only.touching_counts = false;
    const Distance3 near = distance3(hull_a, hull_b, Pose3{});
    const Distance3 strict = distance3(hull_a, hull_b, Pose3{}, inner_only);
    tally.wrong += near.status == (met ? GjkStatus3::Overlapping : GjkStatus3::Separated) ? 0 : 1;
    tally.wrong += static_cast<bool>(intersect3(hull_a, hull_b, Pose3{})) == met ? 0 : 1;
    tally.wrong_touching +=
        strict.status == (inside ? GjkStatus3::Overlapping : GjkStatus3::Separated) ? 0 : 1;
    tally.wrong_touching +=
        static_cast<bool>(intersect3(hull_a, hull_b, Pose3{}, inner_only)) == inside ? 0 : 1;
    tally.max_iterations = std::max({tally.max_iterations, near.iterations, strict.iterations});
    const std::vector<Vec3d> exact_a = place_exactly(points_a, Pose3{});
    const std::vector<Vec3d> exact_b = place_exactly(points_b, Pose3{});
    const double truth =
        met ? 0.0 : nearest_features(make_polytope(exact_a), make_polytope(exact_b)).distance;
    tally.error = std::max(tally.error, std::abs(static_cast<double>(near.distance) - truth));
    if (!inside) {
        // The normal separates them, possibly by zero.
        const double along = separation_along(exact_a, exact_b, to_double(strict.normal));
        tally.error = std::max(tally.error, truth - along);
    }
}

}  // namespace

TEST_CASE("GJK3: hulls on a lattice are decided exactly, with coincident, collinear and coplanar points") {
    Random random(7);
    Tally tally;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const int size = 2 + random.below(3);
        const bool flat = random.below(4) == 0;
        std::vector<Whole> a = random_lattice_points(random, 1 + random.below(5), size, flat);
        std::vector<Whole> b = random_lattice_points(random, 1 + random.below(5), size, flat);
        const std::int64_t shift = random.below(3);
        for (Whole& p : b) {
            p.x += shift;
        }
        judge_lattice_pair(a, b, tally);
    }
    MESSAGE(tally.apart, " apart, ", tally.touching, " touching, ", tally.overlapping, " overlapping; error ",
            tally.error, " m, iterations at most ", tally.max_iterations);
    CHECK(tally.wrong == 0);
    CHECK(tally.wrong_touching == 0);
    CHECK(tally.error <= 1e-6);
    CHECK(tally.max_iterations <= 24);
    CHECK(tally.touching > scaled_count(2000));
    CHECK(tally.overlapping > scaled_count(1000));
}

TEST_CASE("GJK3: flat and straight hulls in a common plane, turned anywhere, keep their distance") {
    Random random(9);
    double worst = 0.0;
    int wrong = 0;
    int max_iterations = 0;
    for (int i = 0; i < scaled_count(2000); ++i) {
        // Flat up to the rounding of floats, which makes noise of a volume.
        const Mat3 rotation = random_rotation(random);
        const bool straight = random.below(2) == 0;
        const auto points = [&](float shift) {
            std::vector<Vec3> made;
            for (int k = 0; k < 6; ++k) {
                const Vec3 flat{static_cast<float>(random.between(0.0, 1.0)) + shift,
                                straight ? 0.0f : static_cast<float>(random.between(-1.0, 1.0)), 0.0f};
                made.push_back(rotate3(rotation, flat));
                // A twin a few units in the last place away.
                made.emplace_back(made.back() + random_vector3(random, 2e-7));
            }
            return made;
        };
        const float gap = static_cast<float>(random.log_between(1e-6, 1.0));
        const std::vector<Vec3> a = points(0.0f);
        const std::vector<Vec3> b = points(1.0f + gap);
        const Reference3 truth = reference_distance3(make_polytope(place_exactly(a, Pose3{})),
                                                     make_polytope(place_exactly(b, Pose3{})));
        const Distance3 near = distance3(Hull3(a), Hull3(b), Pose3{});
        worst = std::max(worst, std::abs(static_cast<double>(near.distance) - truth.value));
        wrong += truth.proven && near.status == GjkStatus3::Separated ? 0 : 1;
        wrong += intersect3(Hull3(a), Hull3(b), Pose3{}).status == GjkStatus3::Separated ? 0 : 1;
        max_iterations = std::max(max_iterations, near.iterations);
    }
    MESSAGE("largest error ", worst, " m, iterations at most ", max_iterations);
    CHECK(wrong == 0);
    CHECK(worst <= 2e-7);
    CHECK(max_iterations <= 40);
}

TEST_CASE("GJK3: simplices as thin or small as rounding never contain a point outside of them") {
    Random random(15);
    double worst = 0.0;
    int contained = 0;
    for (int i = 0; i < scaled_count(50000); ++i) {
        const Mat3d rotation = to_double(random_rotation(random));
        // In a plane, on a line, or close together; thickness comes from rounding alone.
        const double width = random.below(2) == 0 ? 1.0 : random.log_between(1e-16, 1.0);
        const double size = random.below(2) == 0 ? 1.0 : random.log_between(1e-8, 1.0);
        const double height = random.log_between(1e-9, 1.0);
        detail::Simplex3 simplex;
        simplex.count = 3 + random.below(2);
        std::vector<Vec3d> points;
        for (int k = 0; k < simplex.count; ++k) {
            const Vec3d flat{size * random.between(-1.0, 1.0), size * width * random.between(-1.0, 1.0),
                             height};
            points.push_back(rotate3(rotation, flat));
            simplex.vertices[k].w = points.back();
        }
        const detail::Nearest3 nearest = detail::nearest_point(simplex);
        contained += nearest.count == 4 ? 1 : 0;
        const double truth =
            nearest_features(make_polytope(points), make_polytope({Vec3d{0.0, 0.0, 0.0}})).distance;
        worst = std::max(worst, std::abs(std::sqrt(nearest.squared_distance) - truth));
    }
    MESSAGE("largest error ", worst);
    CHECK(contained == 0);
    // A triangle of width s is an edge up to s, and has a foot up to the rounding of its normal, 1e-16 / s:
    // the better of the two is never worse than this.
    CHECK(worst <= 1e-8);
}
