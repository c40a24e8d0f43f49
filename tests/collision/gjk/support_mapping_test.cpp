#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace drystone;
using namespace drystone::test;

namespace {

/// A user-defined shape: one function is enough.
struct EllipseSupport {
    float a = 1.0f;
    float b = 1.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 scaled{a * direction.x, b * direction.y};
        return Vec2{a * scaled.x, b * scaled.y} / length(scaled);
    }
};

/// A point cloud in any order, as a user might write it.
struct Cloud {
    std::vector<Vec2> points;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        Vec2 best = points[0];
        for (const Vec2& point : points) {
            best = dot(point, direction) > dot(best, direction) ? point : best;
        }
        return best;
    }
};

static_assert(SupportMapping<EllipseSupport>);
static_assert(SupportMapping<Cloud>);
static_assert(ConvexShape<EllipseSupport> && ConvexShape<Polygon> && ConvexShape<Circle> &&
              ConvexShape<Capsule>);
static_assert(!ConvexShape<int>);

/// Returns the support value of the ellipse along a direction, in double precision.
double reach(const EllipseSupport& ellipse, const ExactPose& pose, const Vec2d& direction) {
    const double along = static_cast<double>(ellipse.a) * (pose.c * direction.x + pose.s * direction.y);
    const double across = static_cast<double>(ellipse.b) * (-pose.s * direction.x + pose.c * direction.y);
    return pose.x * direction.x + pose.y * direction.y + std::sqrt(along * along + across * across);
}

double reach(const std::vector<Vec2d>& outline, const Vec2d& direction) {
    double farthest = dot(direction, outline[0]);
    for (const Vec2d& point : outline) {
        farthest = std::max(farthest, dot(direction, point));
    }
    return farthest;
}

/// Returns the signed distance: the largest separation over all directions, sampled all around, then ever
/// more finely around the best.
template <class Separation>
double largest_separation(const Separation& separation) {
    double center = 0.0;
    double half_width = 3.14159265358979;
    double best = -1e9;
    for (int samples = 4000; half_width > 1e-12; samples = 40) {
        const double middle = center;
        for (int k = 0; k <= samples; ++k) {
            const double angle = middle + half_width * (2.0 * k / samples - 1.0);
            const double found = separation(Vec2d{std::cos(angle), std::sin(angle)});
            center = found > best ? angle : center;
            best = std::max(best, found);
        }
        half_width *= 4.0 / samples;
    }
    return best;
}

struct Extremes {
    double distance_error = 0.0;
    double depth_error = 0.0;
    double witness_error = 0.0;
    int wrong = 0;
    int gjk_iterations = 0;
    int epa_iterations = 0;
};

template <class A, class B>
void compare(const A& a, const B& b, const Pose& pose, double truth, Extremes& worst) {
    const Distance near = distance(a, b, pose);
    const Penetration deep = penetration(a, b, pose);
    const double size = 4.0;
    if (std::abs(truth) > 1e-5) {
        worst.wrong += (near.status == DistanceStatus::Separated) == (truth > 0.0) ? 0 : 1;
        worst.wrong += (deep.status == PenetrationStatus::Separated) == (truth > 0.0) ? 0 : 1;
        worst.wrong += intersect(a, b, pose) == (truth < 0.0) ? 0 : 1;
    }
    worst.gjk_iterations = std::max(worst.gjk_iterations, near.iterations);
    worst.epa_iterations = std::max(worst.epa_iterations, deep.iterations);
    const double found = -static_cast<double>(deep.depth);
    double& error = truth > 0.0 ? worst.distance_error : worst.depth_error;
    error = std::max(error, std::abs(found - truth) / size);
    const Vec2 gap = deep.point_b - deep.point_a - static_cast<float>(found) * deep.normal;
    worst.witness_error = std::max(worst.witness_error, static_cast<double>(length(gap)) / size);
}

}  // namespace

TEST_CASE("ellipses against polygons and each other agree with the separation over all directions") {
    Random random(31);
    Extremes worst;
    const auto extent = [&random] { return static_cast<float>(random.between(0.3, 2.0)); };
    for (int i = 0; i < scaled_count(1000); ++i) {
        const EllipseSupport first{extent(), extent()};
        const EllipseSupport second{extent(), extent()};
        const std::optional<Polygon> polygon = random_polygon(random, 5.0, Vec2{0.0f, 0.0f});
        const Pose pose{
            {static_cast<float>(random.between(-4.0, 4.0)), static_cast<float>(random.between(-4.0, 4.0))},
            Rot::from_angle(random.angle())};
        compare(first, second, pose, largest_separation([&](const Vec2d& direction) {
                    return -reach(first, ExactPose{}, direction) - reach(second, exact(pose), -direction);
                }),
                worst);
        if (polygon) {
            const std::vector<Vec2d> corners = place_exactly(polygon->vertices(), exact(pose));
            compare(first, *polygon, pose, largest_separation([&](const Vec2d& direction) {
                        return -reach(first, ExactPose{}, direction) - reach(corners, -direction);
                    }),
                    worst);
        }
    }
    CHECK(worst.wrong == 0);
    CHECK(worst.distance_error <= 1e-6);
    CHECK(worst.depth_error <= 1e-6);
    CHECK(worst.witness_error <= 1e-6);
    CHECK(worst.gjk_iterations <= 40);
    CHECK(worst.epa_iterations <= 96);
}

TEST_CASE("a circle written as a support mapping agrees with the built-in one") {
    Random random(32);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        const EllipseSupport round{0.75f, 0.75f};
        const Circle circle{{0.0f, 0.0f}, 0.75f};
        const std::optional<Polygon> polygon = random_polygon(random, 10.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        const Pose pose{
            {static_cast<float>(random.between(-3.0, 3.0)), static_cast<float>(random.between(-3.0, 3.0))},
            Rot::from_angle(random.angle())};
        const Penetration mine = penetration(round, *polygon, pose);
        const Penetration theirs = penetration(circle, *polygon, pose);
        worst =
            std::max(worst, std::abs(static_cast<double>(mine.depth) - static_cast<double>(theirs.depth)));
    }
    CHECK(worst < 1e-5);
}

TEST_CASE("the general algorithms on polygons agree with those on cores") {
    Random random(33);
    double worst = 0.0;
    int wrong = 0;
    int maximum = 0;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const Depth depth = static_cast<Depth>(random.below(7));
        const std::optional<PolygonPair> pair = random_pair(random, Offset::Origin, depth, 100.0);
        if (!pair) {
            continue;
        }
        const Cloud cloud{{pair->a.vertices().begin(), pair->a.vertices().end()}};
        const Pose pose = pair->b_in_a();
        const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), ExactPose{});
        const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(pose));
        const double truth = reference_distance(a, b).value;
        const double size = std::max(diameter(a), diameter(b)) + std::abs(truth);
        const Penetration deep = penetration(cloud, pair->b, pose);
        worst = std::max(worst, std::abs(-static_cast<double>(deep.depth) - truth) / size);
        wrong += std::abs(truth) > 1e-6 * size && intersect(cloud, pair->b, pose) != (truth < 0.0) ? 1 : 0;
        maximum = std::max(maximum, deep.iterations - static_cast<int>(a.size() + b.size()));
    }
    CHECK(worst <= 1e-6);
    CHECK(wrong == 0);
    CHECK(maximum <= 0);
}

TEST_CASE("ellipses that are concentric, touching or without extent have a defined result") {
    const EllipseSupport ellipse{2.0f, 1.0f};
    const Penetration concentric = penetration(ellipse, ellipse, Pose{});
    CHECK(concentric.status == PenetrationStatus::Overlapping);
    CHECK(concentric.depth == doctest::Approx(2.0f).epsilon(1e-6));
    CHECK(std::abs(concentric.normal.y) == doctest::Approx(1.0f).epsilon(1e-4));

    const Penetration touching = penetration(ellipse, ellipse, {{4.0f, 0.0f}, {}});
    CHECK(std::abs(touching.depth) <= 1e-6f);
    CHECK(touching.normal.x == doctest::Approx(1.0f).epsilon(1e-3));

    const Cloud point{{{0.5f, 0.5f}}};
    const Penetration points = penetration(point, point, Pose{});
    CHECK(points.status == PenetrationStatus::Overlapping);
    CHECK(points.depth == 0.0f);
    CHECK(points.normal == Vec2(1.0f, 0.0f));
}
