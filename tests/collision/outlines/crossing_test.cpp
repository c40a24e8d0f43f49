#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Polygons that overlap although no corner of one lies in the other, against brute force in double precision.

namespace {

constexpr float margin = 0.02f;

/// Returns a polygon with corners on an ellipse at equal angles, from `first` on [rad].
Polygon make_regular(int count, float width, float height, float first) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const Rot at = Rot::from_angle(first + 2.0f * pi * static_cast<float>(i) / static_cast<float>(count));
        points.emplace_back(width * at.c, height * at.s);
    }
    return make_hull(points);
}

/// Returns a bar of six or eight corners, long in x.
Polygon make_bar(int count) {
    const std::vector<Vec2> six{{-2.0f, 0.0f}, {-1.8f, -0.1f}, {1.8f, -0.1f},
                                {2.0f, 0.0f},  {1.8f, 0.1f},   {-1.8f, 0.1f}};
    const std::vector<Vec2> eight{{-2.0f, -0.05f}, {-1.9f, -0.1f}, {1.9f, -0.1f}, {2.0f, -0.05f},
                                  {2.0f, 0.05f},   {1.9f, 0.1f},   {-1.9f, 0.1f}, {-2.0f, 0.05f}};
    return make_polygon(count == 6 ? six : eight);
}

struct Crossing {
    const char* name;
    Polygon a;
    Polygon b;
    float angle;  ///< Angle of B [rad].
    float shift;  ///< Maximum offset of B from the centre at which they still cross [m].
    float turn;   ///< Maximum further rotation of B [rad].
};

std::vector<Crossing> crossings() {
    const Polygon bar = make_box(2.0f, 0.1f);
    const Polygon thin = make_polygon(std::vector<Vec2>{{-2.0f, -0.05f}, {2.0f, 0.0f}, {-2.0f, 0.05f}});
    const Polygon thinner = make_polygon(std::vector<Vec2>{{-1.0f, -0.02f}, {2.0f, 0.0f}, {-1.0f, 0.03f}});
    const Polygon triangle = make_regular(3, 1.0f, 1.0f, 0.5f * pi);
    const Polygon hexagon = make_regular(6, 1.0f, 1.0f, 0.0f);
    const Polygon octagon = make_regular(8, 1.0f, 1.0f, 0.0f);
    return {{"plus of boxes", bar, bar, 0.5f * pi, 0.5f, 0.8f},
            {"plus of unequal boxes", bar, make_box(0.3f, 1.5f), 0.0f, 0.5f, 0.3f},
            {"plus of a box and a thin triangle", bar, thin, 0.5f * pi, 0.3f, 0.5f},
            {"thin triangles", thin, thinner, 0.5f * pi, 0.3f, 0.5f},
            {"thin triangles at an acute angle", thin, thin, 0.6f, 0.02f, 0.1f},
            {"star of David", triangle, triangle, pi, 0.1f, 0.1f},
            {"star of hexagons", hexagon, hexagon, pi / 6.0f, 0.02f, 0.05f},
            {"star of octagons", octagon, octagon, pi / 8.0f, 0.01f, 0.03f},
            {"plus of bars of six corners", make_bar(6), make_bar(6), 0.5f * pi, 0.5f, 0.8f},
            {"plus of bars of six and eight corners", make_bar(6), make_bar(8), 0.5f * pi, 0.5f, 0.8f},
            {"plus of a box and a bar of eight corners", bar, make_bar(8), 0.5f * pi, 0.5f, 0.8f},
            {"triangle and hexagon", make_regular(3, 2.0f, 2.0f, 0.0f), make_bar(6), 0.5f * pi, 0.1f, 0.1f}};
}

bool has_corner_inside(const std::vector<Vec2d>& outline, const std::vector<Vec2d>& corners) {
    return std::any_of(corners.begin(), corners.end(), [&](const Vec2d& corner) {
        return reference_distance(outline, {corner}).value < 1e-9;
    });
}

/// Returns possible cache contents: nothing, the results of all these queries at this pose, one close by, one
/// apart and one far inside, and random indices.
std::vector<SimplexCache> caches_for(Random& random, const ConvexCore& a, const ConvexCore& b,
                                     const Pose& pose) {
    std::vector<SimplexCache> caches(1);
    Pose close = pose;
    close.position += Vec2{0.003f, -0.002f};
    close.rotation = multiply(close.rotation, Rot::from_angle(0.002f));
    Pose apart = pose;
    apart.position += Vec2{0.7f, 5.0f};
    Pose near = pose;
    near.position += Vec2{2.1f, 0.05f};
    for (const Pose& before : {pose, close, apart, near, Pose{pose.position, Rot{}}}) {
        SimplexCache of_distance;
        distance(a, b, before, &of_distance);
        SimplexCache of_penetration;
        penetration(a, b, before, &of_penetration);
        CollisionCache of_manifold;
        collide(a, b, before, margin, of_manifold);
        SimplexCache of_all;
        distance(a, b, before, &of_all);
        distance(a, b, before, &of_all);
        penetration(a, b, before, &of_all);
        caches.insert(caches.end(), {of_distance, of_penetration, of_manifold.simplex, of_all});
    }
    for (int trial = 0; trial < 12; ++trial) {
        SimplexCache stray;
        stray.count = static_cast<std::uint16_t>(1 + trial % 3);
        for (int k = 0; k < 3; ++k) {
            stray.a[k] = static_cast<std::uint16_t>(random.below(trial < 9 ? a.count : 12));
            stray.b[k] = static_cast<std::uint16_t>(random.below(trial < 9 ? b.count : 12));
        }
        caches.push_back(stray);
    }
    return caches;
}

/// Errors of the results: numbers of results, or metres.
struct Faults {
    int not_overlapping = 0;
    double outside = 0.0;    ///< Distance of the common point outside of either polygon.
    double depth = 0.0;      ///< Difference from the exact depth.
    double direction = 0.0;  ///< Excess of the separating distance along the normal found.
    double length = 0.0;     ///< Deviation of the normals' length from 1.
    double surface = 0.0;    ///< Distance of manifold points, moved to a surface, outside of that polygon.
    int without_points = 0;

    void judge_distance(const Distance& found, const std::vector<Vec2d>& at_a,
                        const std::vector<Vec2d>& at_b) {
        const bool is_right = found.status == DistanceStatus::Overlapping && found.distance == 0.0f &&
                              found.point_a == found.point_b;
        not_overlapping += is_right ? 0 : 1;
        const std::vector<Vec2d> point{to_double(found.point_a)};
        outside =
            std::max({outside, reference_distance(at_a, point).value, reference_distance(at_b, point).value});
    }
    void judge_normal(const Vec2& normal, float found, double truth, const std::vector<Vec2d>& at_a,
                      const std::vector<Vec2d>& at_b) {
        const Vec2d exact_normal = to_double(normal);
        length = std::max(length, std::abs(drystone::length(exact_normal) - 1.0));
        depth = std::max(depth, std::abs(static_cast<double>(found) - truth));
        direction = std::max(direction, truth - separation_along(at_a, at_b, exact_normal));
    }
    void judge_manifold(const Manifold& found, double truth, const std::vector<Vec2d>& at_a,
                        const std::vector<Vec2d>& at_b) {
        without_points += found.count > 0 ? 0 : 1;
        float minimum = found.points[0].separation;
        for (int k = 0; k < found.count; ++k) {
            const ManifoldPoint& point = found.points[k];
            minimum = std::min(minimum, point.separation);
            const Vec2d half = 0.5 * static_cast<double>(point.separation) * to_double(found.normal);
            const Vec2d at = to_double(point.point);
            surface = std::max({surface, reference_distance(at_a, {at - half}).value,
                                reference_distance(at_b, {at + half}).value});
        }
        judge_normal(found.normal, minimum, truth, at_a, at_b);
    }
};

}  // namespace

TEST_CASE("polygons that cross without a corner inside, for any cache contents") {
    Random random(47);
    for (const Crossing& crossing : crossings()) {
        CAPTURE(crossing.name);
        Faults faults;
        int crossed = 0;
        const int trials = scaled_count(400);
        for (int trial = 0; trial < trials; ++trial) {
            const double angle = static_cast<double>(crossing.angle) +
                                 random.between(-1.0, 1.0) * static_cast<double>(crossing.turn);
            const double shift = trial == 0 ? 0.0 : static_cast<double>(crossing.shift);
            const Pose pose{Vec2{static_cast<float>(random.between(-shift, shift)),
                                 static_cast<float>(random.between(-shift, shift))},
                            Rot::from_angle(static_cast<float>(angle))};
            const ConvexCore a = make_core(crossing.a);
            const ConvexCore b = make_core(crossing.b);
            const std::vector<Vec2d> at_a = place_exactly(test::points_of(a), ExactPose{});
            const std::vector<Vec2d> at_b = place_exactly(test::points_of(b), exact(pose));
            const double truth = reference_distance(at_a, at_b).value;
            if (truth > -1e-4 || has_corner_inside(at_a, at_b) || has_corner_inside(at_b, at_a)) {
                continue;
            }
            ++crossed;
            for (const SimplexCache& before : caches_for(random, a, b, pose)) {
                SimplexCache cache = before;
                faults.judge_distance(distance(a, b, pose, &cache), at_a, at_b);
                faults.judge_distance(distance(a, b, pose, &cache), at_a, at_b);
                for (SimplexCache first : {before, cache}) {
                    const Penetration pushed = penetration(a, b, pose, &first);
                    faults.not_overlapping += pushed.status == PenetrationStatus::Overlapping ? 0 : 1;
                    faults.judge_normal(pushed.normal, -pushed.depth, truth, at_a, at_b);
                    CollisionCache of_contact{first, 0, 0};
                    faults.judge_manifold(collide(a, b, pose, margin, of_contact), truth, at_a, at_b);
                    faults.judge_manifold(collide(a, b, pose, margin, of_contact), truth, at_a, at_b);
                    faults.judge_distance(distance(a, b, pose, &of_contact.simplex), at_a, at_b);
                }
            }
            faults.judge_distance(distance(a, b, pose), at_a, at_b);
        }
        CHECK(crossed > trials / 4);
        CHECK(faults.not_overlapping == 0);
        CHECK(faults.without_points == 0);
        CHECK(faults.outside < 1e-6);
        CHECK(faults.depth < 2e-6);
        CHECK(faults.direction < 2e-6);
        CHECK(faults.length < 1e-6);
        CHECK(faults.surface < 2e-6);
    }
}

TEST_CASE("a star of David is separated by the reported depth and normal") {
    const Polygon triangle = make_regular(3, 1.0f, 1.0f, 0.5f * pi);
    const Pose star{{0.0f, 0.0f}, Rot::from_angle(pi)};
    CollisionCache cache;
    const Manifold manifold = collide(make_core(triangle), make_core(triangle), star, margin, cache);
    // Each side is parallel to one of the other triangle, with the centre half a radius behind each of them.
    REQUIRE(manifold.count >= 1);
    CHECK(manifold.points[0].separation == doctest::Approx(-1.0f));
    Pose parted = star;
    parted.position += 1.001f * manifold.normal;
    const Distance apart = distance(make_core(triangle), make_core(triangle), parted, &cache.simplex);
    CHECK(apart.status == DistanceStatus::Separated);
    CHECK(apart.distance == doctest::Approx(0.001f).epsilon(1e-3));
}
