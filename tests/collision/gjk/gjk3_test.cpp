#include "support/polytope_reference3.h"
#include "support/random3.h"

#include <drystone/collision/error.h>
#include <drystone/collision/frustum3.h>
#include <drystone/collision/gjk3.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// A user-defined shape: one function is enough.
struct Ellipsoid {
    Vec3 axes{1.0f, 1.0f, 1.0f};

    [[nodiscard]] Vec3 support(const Vec3& direction) const {
        const Vec3 scaled = coordinate_product(axes, direction);
        return coordinate_product(axes, scaled) / length(scaled);
    }
};

/// A shape of the plane.
struct Flat {
    [[nodiscard]] Vec2 support(const Vec2& direction) const { return direction; }
};

static_assert(SupportMapping3<Ellipsoid> && !RoundedMapping3<Ellipsoid>);
static_assert(ConvexShape3<Sphere3> && ConvexShape3<Box3> && ConvexShape3<Capsule3> && ConvexShape3<Hull3>);
static_assert(ConvexShape3<Point3> && ConvexShape3<Segment3> && ConvexShape3<Triangle3>);
static_assert(ConvexShape3<Frustum3> && !ConvexShape3<Flat> && !ConvexShape3<int>);

const Gjk3Options inner_only{.touching_counts = false};

Pose3 at(float x, float y, float z) {
    Pose3 pose;
    pose.position = {x, y, z};
    return pose;
}

/// Returns the support value of an ellipsoid along a direction, in double precision.
double reach(const Ellipsoid& ellipsoid, const Vec3d& direction) {
    return length(coordinate_product(to_double(ellipsoid.axes), direction));
}

/// Returns the distance of a point from the centre, in the frame in which the ellipsoid is the unit ball.
double length_on_unit_ball(const Vec3d& point, const Ellipsoid& ellipsoid) {
    const Vec3d axes = to_double(ellipsoid.axes);
    return length(Vec3d{point.x / axes.x, point.y / axes.y, point.z / axes.z});
}

struct Extremes {
    double error = 0.0;
    double outside = 0.0;
    double bound = 0.0;
    int wrong = 0;
    int max_iterations = 0;
    int apart = 0;
};

}  // namespace

TEST_CASE("GJK3: spheres are exact, also inside each other") {
    Random random(11);
    Extremes worst;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const Sphere3 a{random_vector3(random, 1.0), static_cast<float>(random.log_between(1e-3, 10.0))};
        const Sphere3 b{random_vector3(random, 1.0), static_cast<float>(random.log_between(1e-3, 10.0))};
        const Pose3 pose{random_vector3(random, 8.0), random_rotation(random)};
        const Vec3d center = place_exactly({&b.center, 1}, pose)[0];
        const double between = length(center - to_double(a.center));
        const double truth = between - static_cast<double>(a.radius) - static_cast<double>(b.radius);
        const Distance3 near = distance3(a, b, pose);
        const double size = static_cast<double>(a.radius + b.radius) + between;
        worst.error =
            std::max(worst.error, std::abs(static_cast<double>(near.distance) - std::max(0.0, truth)) / size);
        worst.wrong += (near.status == GjkStatus3::Overlapping) == (truth <= 0.0) ? 0 : 1;
        worst.wrong += static_cast<bool>(intersect3(a, b, pose)) == (truth <= 0.0) ? 0 : 1;
        const double from_a = length(to_double(near.point_a - a.center)) - static_cast<double>(a.radius);
        const double from_b = length(to_double(near.point_b) - center) - static_cast<double>(b.radius);
        worst.outside = std::max({worst.outside, from_a / size, from_b / size});
        worst.max_iterations = std::max(worst.max_iterations, near.iterations);
    }
    MESSAGE("error ", worst.error, ", witness points outside ", worst.outside);
    CHECK(worst.wrong == 0);
    CHECK(worst.error <= 6e-8);
    CHECK(worst.outside <= 2e-7);
    CHECK(worst.max_iterations <= 2);
}

TEST_CASE("GJK3: boxes on a lattice, including flat ones, are decided exactly") {
    int wrong = 0;
    int wrong_touching = 0;
    int wrong_distance = 0;
    int max_iterations = 0;
    int touching = 0;
    for (int code = 0; code < 729; ++code) {
        const Vec3 half_a{static_cast<float>(code % 3), static_cast<float>(code / 3 % 3),
                          static_cast<float>(code / 9 % 3)};
        const Vec3 half_b{static_cast<float>(code / 27 % 3), static_cast<float>(code / 81 % 3),
                          static_cast<float>(code / 243)};
        for (int place = 0; place < 125; ++place) {
            const Pose3 pose = at(static_cast<float>(place % 5), static_cast<float>(place / 5 % 5) - 1.0f,
                                  static_cast<float>(place / 25) - 2.0f);
            const Vec3 gap = (abs(pose.position) - half_a - half_b);
            const float distance = length(max(gap, Vec3{}));
            const bool inner = max_coordinate(gap) < 0.0f;
            touching += distance == 0.0f && !inner ? 1 : 0;
            const Box3 a{half_a};
            const Box3 b{half_b};
            const Distance3 near = distance3(a, b, pose);
            const Distance3 strict = distance3(a, b, pose, inner_only);
            wrong +=
                near.status == (distance > 0.0f ? GjkStatus3::Separated : GjkStatus3::Overlapping) ? 0 : 1;
            wrong += static_cast<bool>(intersect3(a, b, pose)) == (distance == 0.0f) ? 0 : 1;
            wrong_touching += static_cast<bool>(intersect3(a, b, pose, inner_only)) == inner ? 0 : 1;
            wrong_touching +=
                strict.status == (inner ? GjkStatus3::Overlapping : GjkStatus3::Separated) ? 0 : 1;
            // The normal of touching shapes separates them as well as any other.
            wrong_touching += inner || dot(pose.position, strict.normal) - dot(half_a, abs(strict.normal)) -
                                               dot(half_b, abs(strict.normal)) >=
                                           distance - 1e-5f
                                  ? 0
                                  : 1;
            wrong_distance += std::abs(near.distance - distance) <= 3e-7f * distance ? 0 : 1;
            max_iterations = std::max({max_iterations, near.iterations, strict.iterations});
        }
    }
    MESSAGE(touching, " of ", 729 * 125, " pairs only touch; iterations at most ", max_iterations);
    CHECK(wrong == 0);
    CHECK(wrong_touching == 0);
    CHECK(wrong_distance == 0);
    CHECK(max_iterations <= 16);
}

TEST_CASE("GJK3: one unit in the last place distinguishes touching, overlapping and separated") {
    const Box3 box{{1.0f, 1.0f, 1.0f}};
    const float more = std::nextafter(2.0f, 3.0f);
    const float less = std::nextafter(2.0f, 1.0f);
    CHECK(intersect3(box, box, at(2.0f, 0.5f, -0.25f)));
    CHECK(!intersect3(box, box, at(2.0f, 0.5f, -0.25f), inner_only));
    CHECK(intersect3(box, box, at(less, less, less), inner_only));
    CHECK(!intersect3(box, box, at(less, less, more)));
    CHECK(distance3(box, box, at(more, 0.5f, -0.25f)).distance == more - 2.0f);
    CHECK(intersect3(Sphere3{.radius = 1.0f}, box, at(2.0f, 0.0f, 0.0f)));
    CHECK(!intersect3(Sphere3{.radius = 1.0f}, box, at(2.0f, 0.0f, 0.0f), inner_only));
    CHECK(intersect3(Sphere3{.radius = 1.0f}, box, at(less, 0.0f, 0.0f), inner_only));
    CHECK(!intersect3(Sphere3{.radius = 1.0f}, box, at(more, 0.0f, 0.0f)));
}

TEST_CASE("GJK3: the normal proves the distance of ellipsoids") {
    Random random(13);
    Extremes worst;
    std::vector<int> iterations;
    double size = 1.0;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const auto axis = [&random] { return static_cast<float>(random.log_between(0.1, 3.0)); };
        const Ellipsoid a{{axis(), axis(), axis()}};
        const Ellipsoid b{{axis(), axis(), axis()}};
        const Pose3 pose{random_vector3(random, 4.0), random_rotation(random)};
        const Distance3 near = distance3(a, b, pose);
        iterations.push_back(near.iterations);
        worst.wrong += near.status == GjkStatus3::Separated || near.status == GjkStatus3::Overlapping ? 0 : 1;
        const Vec3d point_b = to_double(inverse_transform(pose, near.point_b));
        worst.outside = std::max({worst.outside, length_on_unit_ball(to_double(near.point_a), a) - 1.0,
                                  length_on_unit_ball(point_b, b) - 1.0});
        if (near.status == GjkStatus3::Separated) {
            const Vec3d normal = to_double(near.normal);
            const Vec3d local = inverse_rotate3(Mat3d(to_double(pose.rotation)), normal);
            const double proven = dot(to_double(pose.position), normal) - reach(a, normal) - reach(b, local);
            const Vec3d way = to_double(near.point_b) - to_double(near.point_a);
            size = static_cast<double>(2.0f * std::max(max_coordinate(a.axes), max_coordinate(b.axes)) +
                                       near.distance);
            worst.bound = std::max(worst.bound, static_cast<double>(near.distance - near.lower_bound) / size);
            worst.error = std::max({worst.error, (static_cast<double>(near.distance) - proven) / size,
                                    std::abs(length(way) - static_cast<double>(near.distance)) / size});
            worst.apart += 1;
        }
    }
    std::sort(iterations.begin(), iterations.end());
    MESSAGE(worst.apart, " apart; gap to the proven distance ", worst.error, ", to its bound ", worst.bound,
            ", witness points outside ", worst.outside, ", iterations p50 ",
            iterations[iterations.size() / 2], ", p99.9 ", iterations[iterations.size() * 999 / 1000],
            ", max ", iterations.back());
    CHECK(worst.wrong == 0);
    CHECK(worst.error <= 1e-6);
    CHECK(worst.outside <= 3e-6);
    CHECK(iterations.back() <= 64);
}

TEST_CASE("GJK3: a composite support mapping gives the result of the two shapes") {
    Random random(17);
    for (int i = 0; i < 200; ++i) {
        const Box3 box{{0.5f, 1.0f, 0.25f}};
        const Capsule3 capsule{{-1.0f, 0.0f, 0.0f}, {1.0f, 0.5f, 0.0f}, 0.25f};
        const Pose3 pose{random_vector3(random, 3.0), random_rotation(random)};
        const auto difference = [&](const Vec3& direction) {
            const Vec3 local = inverse_rotate3(pose.rotation, -direction);
            return support3(box, direction) - transform(pose, support3(capsule, local));
        };
        const Distance3 pair = distance3(box, capsule, pose);
        const Distance3 composite = distance3(difference);
        CHECK(std::abs(pair.distance - composite.distance) <= 2e-6f);
        if (pair.distance > 1e-5f) {
            CHECK(length(pair.normal - composite.normal) * pair.distance <= 5e-3f);
            CHECK(!intersect3(difference));
            CHECK(composite.point_b == Vec3{0.0f, 0.0f, 0.0f});
        }
        if (pair.status == GjkStatus3::Overlapping) {
            CHECK(composite.distance <= 2e-6f);
        }
    }
    const Box3 around{{1.0f, 1.0f, 1.0f}, {1.0f, 0.0f, 0.0f}};
    CHECK(intersect3(around));
    CHECK(!intersect3(around, inner_only));
    CHECK(distance3(Box3{{1.0f, 1.0f, 1.0f}, {3.0f, 0.0f, 0.0f}}).distance == 2.0f);
    CHECK(distance3(Sphere3{{3.0f, 4.0f, 0.0f}, 1.0f}).distance == 4.0f);
}

TEST_CASE("GJK3: every input has a result: NaN, infinity, negative sizes") {
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity()};
    const Sphere3 sphere{};
    const auto is_invalid = [](const auto& a, const auto& b, const Pose3& pose) {
        const Distance3 near = distance3(a, b, pose);
        return near.status == GjkStatus3::Invalid && near.distance == 0.0f &&
               near.normal == Vec3{0.0f, 0.0f, 0.0f} &&
               intersect3(a, b, pose).status == GjkStatus3::Invalid && !intersect3(a, b, pose) &&
               distance3(b, a, pose).status == GjkStatus3::Invalid;
    };
    for (const float x : bad) {
        CHECK(is_invalid(sphere, sphere, at(x, 0.0f, 0.0f)));
        Pose3 turned;
        turned.rotation.columns[2].y = x;
        CHECK(is_invalid(sphere, Box3{}, turned));
        CHECK(is_invalid(sphere, Sphere3{{0.0f, x, 0.0f}}, Pose3{}));
        CHECK(is_invalid(sphere, Sphere3{.radius = x}, Pose3{}));
        CHECK(is_invalid(sphere, Box3{{1.0f, x, 1.0f}}, Pose3{}));
        CHECK(is_invalid(sphere, Segment3{{0.0f, 0.0f, 0.0f}, {x, 0.0f, 0.0f}}, Pose3{}));
        CHECK(
            is_invalid(sphere, Triangle3{{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, x, 0.0f}}, Pose3{}));
        CHECK(is_invalid(
            sphere,
            [x](const Vec3&) {
                return Vec3{x, 0.0f, 0.0f};
            },
            Pose3{}));
        const Vec3 points[] = {{0.0f, 0.0f, 0.0f}, {x, 1.0f, 0.0f}};
        CHECK_THROWS_AS(Hull3{points}, Error);
        Gjk3Options options;
        options.direction = {x, 0.0f, 0.0f};
        options.upper_bound = x > 0.0f ? x : options.upper_bound;
        CHECK(distance3(sphere, sphere, at(3.0f, 0.0f, 0.0f), options).distance == 2.0f);
    }
    CHECK(is_invalid(sphere, Sphere3{.radius = -1.0f}, Pose3{}));
    CHECK(is_invalid(sphere, Box3{{1.0f, -1.0f, 1.0f}}, Pose3{}));
    CHECK_THROWS_AS(Hull3(std::span<const Vec3>{}), Error);
    const Vec3 point{0.0f, 0.0f, 0.0f};
    CHECK_THROWS_AS(Hull3({&point, 1}, -1.0f), Error);
    // All are finite, but the distance exceeds the range of a float.
    const Point3 high{{3e38f, 3e38f, 0.0f}};
    const Point3 low{{-3e38f, -3e38f, 0.0f}};
    CHECK(distance3(high, low, Pose3{}).status == GjkStatus3::Invalid);
    CHECK(intersect3(high, low, Pose3{}).status == GjkStatus3::Separated);
}

TEST_CASE("GJK3: tiny and huge shapes have the accuracy of those of a metre") {
    Random random(19);
    for (const float scale : {1e-30f, 1e-15f, 1e15f, 1e30f}) {
        const Box3 unit{{1.0f, 2.0f, 0.5f}};
        const Box3 scaled{scale * unit.half_extents};
        for (int i = 0; i < 100; ++i) {
            const Pose3 pose{random_vector3(random, 4.0), random_rotation(random)};
            const Pose3 far{scale * pose.position, pose.rotation};
            const Distance3 near = distance3(unit, unit, pose);
            const Distance3 other = distance3(scaled, scaled, far);
            CHECK(near.status == other.status);
            CHECK(std::abs(other.distance / scale - near.distance) <= 2e-6f);
            CHECK(intersect3(scaled, scaled, far).status == near.status);
        }
    }
}

TEST_CASE("GJK3: the options stop early, start elsewhere and bound the work") {
    Random random(23);
    for (int i = 0; i < 500; ++i) {
        const Box3 box{{0.5f, 1.0f, 0.25f}};
        const Pose3 pose{random_vector3(random, 5.0), random_rotation(random)};
        const Distance3 near = distance3(box, box, pose);
        Gjk3Options bounded;
        bounded.upper_bound = 1.0f;
        const Distance3 stopped = distance3(box, box, pose, bounded);
        CHECK((stopped.status == GjkStatus3::Beyond || stopped.status == near.status));
        CHECK((stopped.status != GjkStatus3::Beyond || (near.distance > 1.0f && stopped.lower_bound > 1.0f &&
                                                        stopped.distance >= near.distance * (1.0f - 1e-6f))));
        CHECK((stopped.status == GjkStatus3::Beyond || stopped.distance == near.distance));
        CHECK(stopped.iterations <= near.iterations);

        Gjk3Options elsewhere;
        elsewhere.direction = random_vector3(random, 1.0);
        CHECK(std::abs(distance3(box, box, pose, elsewhere).distance - near.distance) <= 1e-6f);
        CHECK(intersect3(box, box, pose, elsewhere).status == near.status);

        for (const int limit : {-1, 1, 2, 3}) {
            Gjk3Options limited;
            limited.max_iterations = limit;
            const Distance3 cut = distance3(box, box, pose, limited);
            CHECK(cut.iterations <= std::max(1, limit));
            CHECK((cut.status == GjkStatus3::IterationLimit || cut.status == near.status));
            CHECK((cut.status == GjkStatus3::Overlapping || cut.distance >= near.distance * (1.0f - 1e-6f)));
            CHECK(cut.lower_bound <= near.distance * (1.0f + 1e-6f));
            // Culling is conservative: shapes that are not proven apart count as overlapping.
            CHECK((intersect3(box, box, pose, limited) || near.distance > 0.0f));
        }
    }
}

TEST_CASE("GJK3: swapping the shapes and moving both changes nothing") {
    Random random(29);
    double worst = 0.0;
    int wrong = 0;
    for (int i = 0; i < scaled_count(5000); ++i) {
        std::vector<Vec3> points;
        for (int k = 0; k < 8; ++k) {
            points.push_back(random_vector3(random, 1.0));
        }
        const Hull3 hull(points, 0.125f);
        const Triangle3 triangle{random_vector3(random, 1.0), random_vector3(random, 1.0),
                                 random_vector3(random, 1.0)};
        const Pose3 pose{random_vector3(random, 3.0), random_rotation(random)};
        const Pose3 back = inverse_multiply(pose, Pose3{});
        const Pose3 motion{random_vector3(random, 16.0), random_rotation(random)};
        const Pose3 moved = inverse_multiply(motion, multiply(motion, pose));
        const Distance3 near = distance3(hull, triangle, pose);
        const Distance3 swapped = distance3(triangle, hull, back);
        const Distance3 other = distance3(hull, triangle, moved);
        const double error = static_cast<double>(
            std::max(std::abs(near.distance - swapped.distance), std::abs(near.distance - other.distance)));
        worst = std::max(worst, error);
        if (near.distance > 1e-4f) {
            const Vec3 turned = rotate3(pose.rotation, swapped.normal);
            wrong += length(turned + near.normal) * near.distance <= 2e-4f ? 0 : 1;
        }
    }
    MESSAGE("largest difference ", worst, " m");
    CHECK(worst <= 1e-5);
    CHECK(wrong == 0);
}
