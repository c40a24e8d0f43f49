#include <scenes/metrics.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

using namespace scenes;

namespace {

constexpr double tight = 1e-14;

WorldPose at(double x, double y, double angle = 0.0) { return {x, y, std::cos(angle), std::sin(angle)}; }

double distance(const Shape& a, const WorldPose& pose_a, const Shape& b, const WorldPose& pose_b) {
    const WorldCore placed_a = place(a, pose_a);
    const WorldCore placed_b = place(b, pose_b);
    const double forward = signed_distance(placed_a, placed_b);
    CHECK(signed_distance(placed_b, placed_a) == doctest::Approx(forward).epsilon(tight));
    return forward;
}

/// Makes a square, without the helpers of the scenes: the test depends only on the metric itself.
PolygonShape square(float half, float radius = 0.0f) {
    return {{{-half, -half}, {half, -half}, {half, half}, {-half, half}}, radius};
}

/// Computes the definition: the maximum separation over all directions. Never above the exact value, and
/// below it by less than extent times half the angle between directions.
double by_directions(const WorldCore& a, const WorldCore& b, int directions) {
    double largest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < directions; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / directions;
        const double x = std::cos(angle);
        const double y = std::sin(angle);
        double max_a = -std::numeric_limits<double>::infinity();
        double min_b = std::numeric_limits<double>::infinity();
        for (int k = 0; k < a.count; ++k) {
            const DoublePoint p = a.points[static_cast<std::size_t>(k)];
            max_a = std::max(max_a, p.x * x + p.y * y);
        }
        for (int k = 0; k < b.count; ++k) {
            const DoublePoint p = b.points[static_cast<std::size_t>(k)];
            min_b = std::min(min_b, p.x * x + p.y * y);
        }
        largest = std::max(largest, min_b - max_a);
    }
    return largest - a.radius - b.radius;
}

Shape random_shape(std::mt19937& random) {
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    switch (random() % 4) {
        case 0: return CircleShape{{unit(random), unit(random)}, 0.1f + unit(random)};
        case 1:
            return CapsuleShape{
                {unit(random), unit(random)}, {-unit(random), unit(random)}, 0.1f + unit(random)};
        case 2: return SegmentShape{{unit(random), unit(random)}, {-unit(random), -unit(random)}};
        default: break;
    }
    PolygonShape polygon{{}, random() % 2 == 0 ? 0.0f : 0.3f * unit(random)};
    const int count = 3 + static_cast<int>(random() % 6);
    const float width = 0.05f + unit(random);
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i + 0.5 * static_cast<double>(unit(random))) / count;
        polygon.vertices.push_back(
            {width * static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
    }
    return polygon;
}

RecordedBody body(BodyKind kind, Shape shape) {
    return {{.kind = kind}, {{.shape = std::move(shape)}}, true};
}

}  // namespace

TEST_CASE("signed distance of round shapes") {
    const CircleShape circle{{0.0f, 0.0f}, 0.5f};
    CHECK(distance(circle, at(0, 0), circle, at(3, 4)) == doctest::Approx(4.0).epsilon(tight));
    CHECK(distance(circle, at(0, 0), circle, at(0.75, 0)) == doctest::Approx(-0.25).epsilon(tight));
    CHECK(distance(circle, at(2, 2), circle, at(2, 2)) == doctest::Approx(-1.0).epsilon(tight));

    const CapsuleShape capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.25f};
    CHECK(distance(capsule, at(0, 0), circle, at(0.5, 2)) == doctest::Approx(1.25).epsilon(tight));
    CHECK(distance(capsule, at(0, 0), circle, at(4, 4)) == doctest::Approx(5.0 - 0.75).epsilon(tight));
    // Crossed at right angles, 1 m from every end: the cores separate after 1 m.
    CHECK(distance(capsule, at(0, 0), capsule, at(0, 0, std::numbers::pi / 2)) == doctest::Approx(-1.5));
    // On one line: end to end, touching, and one inside the other.
    CHECK(distance(capsule, at(0, 0), capsule, at(3, 0)) == doctest::Approx(0.5).epsilon(tight));
    CHECK(distance(capsule, at(0, 0), capsule, at(1, 0)) == doctest::Approx(-0.5).epsilon(tight));
}

TEST_CASE("signed distance of boxes and segments") {
    const PolygonShape box = square(0.5f);
    CHECK(distance(box, at(0, 0), box, at(1.25, 0.5)) == doctest::Approx(0.25).epsilon(tight));
    CHECK(distance(box, at(0, 0), box, at(0.25, -0.875)) == doctest::Approx(-0.125).epsilon(tight));
    CHECK(distance(box, at(0, 0), box, at(4, 5)) == doctest::Approx(5.0).epsilon(tight));
    CHECK(distance(box, at(7, 7), box, at(7, 7)) == doctest::Approx(-1.0).epsilon(tight));
    CHECK(std::abs(distance(box, at(0, 0), box, at(1, 0.25))) <= tight);

    // A corner that points down at a face.
    const double half_diagonal = std::sqrt(0.5);
    CHECK(distance(box, at(0, 0), box, at(0.125, 0.5 + half_diagonal + 0.25, std::numbers::pi / 4)) ==
          doctest::Approx(0.25).epsilon(1e-12));
    CHECK(distance(box, at(0, 0), box, at(0.125, 0.5 + half_diagonal - 0.0625, std::numbers::pi / 4)) ==
          doctest::Approx(-0.0625).epsilon(1e-12));

    const SegmentShape ground{{-100.0f, 0.0f}, {100.0f, 0.0f}};
    CHECK(distance(ground, at(0, 0), box, at(3, 0.75)) == doctest::Approx(0.25).epsilon(tight));
    CHECK(distance(ground, at(0, 0), box, at(3, 0.375)) == doctest::Approx(-0.125).epsilon(tight));
    CHECK(distance(ground, at(0, 0), box, at(103.5, 4.5)) == doctest::Approx(5.0).epsilon(tight));
}

TEST_CASE("radii come on top of the cores") {
    const PolygonShape rounded = square(0.5f, 0.125f);
    CHECK(distance(rounded, at(0, 0), rounded, at(1.5, 0)) == doctest::Approx(0.25).epsilon(tight));
    CHECK(distance(rounded, at(0, 0), rounded, at(4, 5)) == doctest::Approx(4.75).epsilon(tight));
    CHECK(distance(rounded, at(0, 0), rounded, at(0.75, 0)) == doctest::Approx(-0.5).epsilon(tight));
    const CircleShape circle{{0.25f, 0.0f}, 0.5f};
    CHECK(distance(square(0.5f), at(0, 0), circle, at(0, 0)) == doctest::Approx(-0.75).epsilon(tight));
}

TEST_CASE("signed distance agrees with its definition over many directions") {
    std::mt19937 random(2024);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    constexpr int directions = 4096;
    constexpr double allowed = 8.0 * std::numbers::pi / directions;
    int overlapping = 0;
    for (int i = 0; i < 2000; ++i) {
        const WorldCore a = place(random_shape(random), at(unit(random), unit(random), 4.0 * unit(random)));
        const WorldCore b =
            place(random_shape(random), at(2.0 * unit(random), unit(random), 4.0 * unit(random)));
        const double exact = signed_distance(a, b);
        const double sampled = by_directions(a, b, directions);
        CHECK(sampled <= exact + 1e-12);
        CHECK(sampled >= exact - allowed);
        overlapping += exact < 0.0 ? 1 : 0;
    }
    CHECK(overlapping > 400);
    CHECK(overlapping < 1900);
}

TEST_CASE("overlaps of a small stack") {
    const std::vector<RecordedBody> bodies{
        body(BodyKind::Static, SegmentShape{{-10.0f, 0.0f}, {10.0f, 0.0f}}),
        body(BodyKind::Dynamic, square(0.5f)),
        body(BodyKind::Dynamic, square(0.5f)),
        body(BodyKind::Dynamic, square(0.5f)),
        body(BodyKind::Dynamic, square(0.5f)),
    };
    // In the ground by 1/128, in the next box by 1/64, 1/128 above that one, and far away.
    const std::vector<WorldPose> poses{at(0, 0), at(0, 0.5 - 0.0078125), at(0, 1.5 - 0.0234375),
                                       at(0, 2.5 - 0.015625), at(5, 3)};
    const OverlapReport report = measure_overlaps(bodies, poses);
    CHECK(report.close_pairs == 3);
    CHECK(report.overlapping_pairs == 2);
    CHECK(report.worst == doctest::Approx(0.015625).epsilon(1e-12));
    CHECK(report.mean == doctest::Approx(0.01171875).epsilon(1e-12));
    CHECK(report.non_finite_bodies == 0);
    CHECK(measure_overlaps(bodies, poses, 0.005).close_pairs == 2);
}

TEST_CASE("pairs that cannot collide do not count") {
    std::vector<RecordedBody> bodies{body(BodyKind::Dynamic, square(0.5f)),
                                     body(BodyKind::Dynamic, square(0.5f))};
    const std::vector<WorldPose> poses{at(0, 0), at(0.5, 0)};
    const auto overlapping = [&] { return measure_overlaps(bodies, poses).overlapping_pairs; };
    CHECK(overlapping() == 1);
    bodies[0].shapes[0].group = bodies[1].shapes[0].group = -3;
    CHECK(overlapping() == 0);
    bodies[1].shapes[0].group = -4;
    CHECK(overlapping() == 1);
    bodies[1].shapes[0].mask = 2;
    CHECK(overlapping() == 0);
    bodies[0].shapes[0].group = bodies[1].shapes[0].group = 7;
    CHECK(overlapping() == 1);
    bodies[0].description.kind = BodyKind::Kinematic;
    CHECK(overlapping() == 1);
    bodies[1].description.kind = BodyKind::Static;
    CHECK(overlapping() == 0);
    bodies[1].description.kind = BodyKind::Dynamic;
    bodies[0].alive = false;
    CHECK(overlapping() == 0);
}

TEST_CASE("shapes of one body do not count, and bodies without a place are told") {
    std::vector<RecordedBody> bodies{body(BodyKind::Dynamic, square(0.5f)),
                                     body(BodyKind::Dynamic, square(0.5f))};
    bodies[0].shapes.push_back(bodies[0].shapes[0]);
    std::vector<WorldPose> poses{at(0, 0), at(0.75, 0)};
    CHECK(measure_overlaps(bodies, poses).overlapping_pairs == 2);
    poses[1].x = std::numeric_limits<double>::quiet_NaN();
    const OverlapReport report = measure_overlaps(bodies, poses);
    CHECK(report.overlapping_pairs == 0);
    CHECK(report.mean == 0.0);
    CHECK(report.non_finite_bodies == 1);
    CHECK_THROWS_AS(measure_overlaps(bodies, {poses.data(), 1}), std::invalid_argument);
    CHECK_THROWS_AS(place(PolygonShape{}, {}), std::invalid_argument);
}

TEST_CASE("sort and sweep finds what a look at all pairs finds") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> wide(-8.0, 8.0);
    std::vector<RecordedBody> bodies;
    std::vector<WorldPose> poses;
    for (int i = 0; i < 300; ++i) {
        bodies.push_back(body(i % 5 == 0 ? BodyKind::Static : BodyKind::Dynamic, random_shape(random)));
        poses.push_back(at(0.5 * wide(random), wide(random), wide(random)));
    }
    int close = 0;
    int overlapping = 0;
    double worst = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            if (i % 5 == 0 && j % 5 == 0) {
                continue;
            }
            const double d = signed_distance(place(bodies[i].shapes[0].shape, poses[i]),
                                             place(bodies[j].shapes[0].shape, poses[j]));
            close += d < close_margin ? 1 : 0;
            overlapping += d < 0.0 ? 1 : 0;
            worst = std::max(worst, -d);
        }
    }
    const OverlapReport report = measure_overlaps(bodies, poses);
    CHECK(report.close_pairs == close);
    CHECK(report.overlapping_pairs == overlapping);
    CHECK(report.worst == doctest::Approx(worst).epsilon(1e-12));
    CHECK(overlapping > 1000);
}
