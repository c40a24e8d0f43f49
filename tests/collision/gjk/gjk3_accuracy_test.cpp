#include "support/polytope_reference3.h"
#include "support/random3.h"

#include <drystone/collision/gjk3.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns 4 to 12 points on an ellipsoid around an offset, with a largest semi-axis of 0.1 to 10 m.
std::vector<Vec3> random_points(Random& random, double max_aspect, const Vec3& offset) {
    const double wide = random.log_between(0.1, 10.0);
    const Vec3 axes{static_cast<float>(wide), static_cast<float>(wide / random.log_between(1.0, max_aspect)),
                    static_cast<float>(wide / random.log_between(1.0, max_aspect))};
    const Mat3 rotation = random_rotation(random);
    std::vector<Vec3> points;
    const int count = 4 + random.below(9);
    while (static_cast<int>(points.size()) < count) {
        const Vec3 direction = random_vector3(random, 1.0);
        if (length(direction) < 0.1f || length(direction) > 1.0f) {
            continue;
        }
        const Vec3 unit = direction / length(direction);
        points.emplace_back(rotate3(rotation, coordinate_product(axes, unit)) + offset);
    }
    return points;
}

struct Pair3 {
    std::vector<Vec3> a;
    std::vector<Vec3> b;
    Pose3 pose;
};

struct Settings {
    double aspect = 10.0;
    Offset offset = Offset::Origin;
};

/// Moves B along the normal of the nearest features until the signed distance is about `target`.
void shift_to(Pair3& pair, double target) {
    const Vec3& origin = pair.a[0];
    const Polytope3 a = make_polytope(place_exactly(pair.a, Pose3{}, origin));
    const Polytope3 b = make_polytope(place_exactly(pair.b, pair.pose, origin));
    const Gap3d gap = nearest_features(a, b);
    const Vec3d way = (target / gap.distance - 1.0) * (gap.on_b - gap.on_a);
    pair.pose.position += to_float(way);
}

Pair3 random_pair(Random& random, const Settings& settings) {
    const double far_off = settings.offset == Offset::Vertices ? 1e4 : 0.0;
    const Vec3 offset_a = random_vector3(random, far_off);
    const Vec3 offset_b = random_vector3(random, far_off);
    Pair3 pair{random_points(random, settings.aspect, offset_a),
               random_points(random, settings.aspect, offset_b),
               {}};
    pair.pose.rotation = random_rotation(random);
    const double size = diameter(place_exactly(pair.a, Pose3{})) + diameter(place_exactly(pair.b, Pose3{}));
    Vec3 direction = random_vector3(random, 1.0);
    direction = normalized(direction + Vec3{1e-3f, 0.0f, 0.0f});
    // Separated at first, so that there is a normal.
    pair.pose.position =
        static_cast<float>(1.2 * size) * direction + offset_a - rotate3(pair.pose.rotation, offset_b);
    if (settings.offset == Offset::Poses) {
        const Pose3 pose_a{random_vector3(random, 1e4), random_rotation(random)};
        pair.pose = inverse_multiply(pose_a, multiply(pose_a, pair.pose));
    }
    switch (random.below(5)) {
        case 0: shift_to(pair, size * random.log_between(1e-3, 2.0)); break;
        case 1: shift_to(pair, size * random.log_between(1e-7, 1e-3)); break;
        case 2: shift_to(pair, size * random.between(-1e-6, 1e-6)); break;
        case 3: shift_to(pair, -size * random.log_between(1e-7, 1e-2)); break;
        default: shift_to(pair, -size * random.between(0.01, 0.6)); break;
    }
    return pair;
}

/// Errors in units of L + distance, where L is the larger diameter.
struct Findings {
    std::vector<double> errors;
    std::vector<int> iterations;
    double witness_gap = 0.0;
    double witness_outside = 0.0;
    double normal_loss = 0.0;  ///< Shortfall of the separation along the normal from the distance.
    double bound_excess = 0.0;
    int misclassified = 0;
    int wrong_boolean = 0;
    int unproven = 0;
    int overlapping = 0;
    int undecided = 0;

    template <class T>
    static T quantile(std::vector<T>& values, double q) {
        std::sort(values.begin(), values.end());
        return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
    }
};

void judge(const Pair3& pair, Findings& findings) {
    const Vec3& origin = pair.a[0];
    const Polytope3 a = make_polytope(place_exactly(pair.a, Pose3{}, origin));
    const Polytope3 b = make_polytope(place_exactly(pair.b, pair.pose, origin));
    const Reference3 truth = reference_distance3(a, b);
    const double size = std::max(diameter(a.points), diameter(b.points));
    const double unit = size + std::max(0.0, truth.value);
    findings.unproven += truth.proven ? 0 : 1;
    findings.overlapping += truth.value < 0.0 ? 1 : 0;

    const Distance3 near = distance3(Hull3(pair.a), Hull3(pair.b), pair.pose);
    const Intersection3 boolean = intersect3(Hull3(pair.a), Hull3(pair.b), pair.pose);
    Gjk3Options options;
    options.touching_counts = false;
    const Intersection3 inner = intersect3(Hull3(pair.a), Hull3(pair.b), pair.pose, options);
    findings.iterations.push_back(near.iterations);
    findings.errors.push_back(std::abs(static_cast<double>(near.distance) - std::max(0.0, truth.value)) /
                              unit);
    if (std::abs(truth.value) > 1e-11 * size) {
        const GjkStatus3 expected = truth.value > 0.0 ? GjkStatus3::Separated : GjkStatus3::Overlapping;
        findings.misclassified += near.status == expected ? 0 : 1;
        findings.wrong_boolean += boolean.status == expected && inner.status == expected ? 0 : 1;
    }
    findings.undecided += near.status == GjkStatus3::IterationLimit ? 1 : 0;
    findings.bound_excess = std::max(
        findings.bound_excess, (static_cast<double>(near.lower_bound) - std::max(0.0, truth.value)) / unit);
    if (near.status == GjkStatus3::Separated && truth.value > 0.0) {
        const Vec3d normal = to_double(near.normal);
        const double along = separation_along(a.points, b.points, normal);
        findings.normal_loss = std::max(findings.normal_loss, (truth.value - along) / unit);
        // Points are in the frame of A: the distance from its origin limits their precision.
        const double coordinates = unit + static_cast<double>(length(origin));
        const Vec3d way = to_double(near.point_b) - to_double(near.point_a);
        const Vec3d rest = way - static_cast<double>(near.distance) * normal;
        findings.witness_gap = std::max(findings.witness_gap, length(rest) / coordinates);
    }
    if (truth.value > -1e-3 * size || near.status == GjkStatus3::Overlapping) {
        const double coordinates = unit + static_cast<double>(length(origin));
        const Polytope3 on_a = make_polytope({to_double(near.point_a - origin)});
        const Polytope3 on_b = make_polytope({to_double(near.point_b - origin)});
        const double outside =
            std::max(reference_distance3(on_a, a).value, reference_distance3(on_b, b).value);
        findings.witness_outside = std::max(findings.witness_outside, outside / coordinates);
    }
}

void check(const char* name, std::uint64_t seed, const Settings& settings) {
    Random random(seed);
    Findings findings;
    const int count = pair_count(100000) / 4;
    for (int i = 0; i < count; ++i) {
        judge(random_pair(random, settings), findings);
    }
    MESSAGE(std::string(name), ": ", count, " pairs, ", findings.overlapping, " overlapping; error p50 ",
            Findings::quantile(findings.errors, 0.5), ", p99.9 ", Findings::quantile(findings.errors, 0.999),
            ", max ", Findings::quantile(findings.errors, 1.0), "; iterations p50 ",
            Findings::quantile(findings.iterations, 0.5), ", p99.9 ",
            Findings::quantile(findings.iterations, 0.999), ", max ",
            Findings::quantile(findings.iterations, 1.0), "; witness gap ", findings.witness_gap,
            ", outside ", findings.witness_outside, ", normal ", findings.normal_loss, ", bound ",
            findings.bound_excess, "; wrong ", findings.misclassified, " and ", findings.wrong_boolean,
            ", undecided ", findings.undecided, ", truth unproven ", findings.unproven);
    CHECK(findings.unproven == 0);
    CHECK(findings.misclassified == 0);
    CHECK(findings.wrong_boolean == 0);
    CHECK(findings.undecided == 0);
    CHECK(Findings::quantile(findings.errors, 1.0) <= 6e-8);
    CHECK(findings.bound_excess <= 6e-8);
    CHECK(findings.normal_loss <= 2e-7);
    CHECK(findings.witness_gap <= 2e-7);
    CHECK(findings.witness_outside <= 2e-7);
    CHECK(Findings::quantile(findings.iterations, 1.0) <= 40);
}

}  // namespace

TEST_CASE("GJK3: random hulls agree with the nearest features in double precision") { check("hulls", 1, {}); }

TEST_CASE("GJK3: slivers agree with the nearest features in double precision") {
    check("slivers of 1000:1", 2, {1000.0, Offset::Origin});
}

TEST_CASE("GJK3: hulls 1e4 m away in their poses agree with the nearest features") {
    check("poses at 1e4 m", 3, {10.0, Offset::Poses});
}

TEST_CASE("GJK3: hulls with vertices 1e4 m from their origin agree with the nearest features") {
    check("vertices at 1e4 m", 4, {10.0, Offset::Vertices});
}

TEST_CASE("GJK3: boxes agree with brute force, including parallel and nearly parallel ones") {
    Random random(6);
    Findings findings;
    double worst_between = 0.0;
    for (int i = 0; i < scaled_count(10000); ++i) {
        const auto half = [&random] {
            return Vec3{static_cast<float>(random.log_between(0.01, 2.0)),
                        static_cast<float>(random.log_between(0.01, 2.0)),
                        static_cast<float>(random.log_between(0.01, 2.0))};
        };
        const Box3 a{half()};
        const Box3 b{half()};
        Pair3 pair{box_corners(a.half_extents, a.center), box_corners(b.half_extents, b.center), {}};
        const float angle = static_cast<float>(random.log_between(1e-8, 1.0));
        switch (random.below(3)) {
            case 0: break;
            case 1: pair.pose.rotation = rotation3(Mat3{}.columns[random.below(3)], angle); break;
            default: pair.pose.rotation = random_rotation(random);
        }
        pair.pose.position = 8.0f * normalized(random_vector3(random, 1.0) + Vec3{2.0f, 0.0f, 0.0f});
        shift_to(pair, random.below(2) == 0 ? random.log_between(1e-6, 1.0) : random.between(-1e-3, 1e-3));
        judge(pair, findings);
        const Distance3 boxes = distance3(a, b, pair.pose);
        const Distance3 hulls = distance3(Hull3(pair.a), Hull3(pair.b), pair.pose);
        worst_between =
            std::max(worst_between, static_cast<double>(std::abs(boxes.distance - hulls.distance)));
    }
    MESSAGE(findings.overlapping, " overlapping; error p99.9 ", Findings::quantile(findings.errors, 0.999),
            ", max ", Findings::quantile(findings.errors, 1.0), "; iterations max ",
            Findings::quantile(findings.iterations, 1.0), "; normal ", findings.normal_loss,
            "; box against its hull ", worst_between, " m");
    CHECK(findings.unproven == 0);
    CHECK(findings.misclassified == 0);
    CHECK(findings.wrong_boolean == 0);
    CHECK(Findings::quantile(findings.errors, 1.0) <= 6e-8);
    CHECK(findings.normal_loss <= 2e-7);
    CHECK(Findings::quantile(findings.iterations, 1.0) <= 20);
    CHECK(worst_between <= 1e-6);
}

TEST_CASE("GJK3: the normal proves the distance of hulls of a thousand points") {
    Random random(8);
    double worst = 0.0;
    int max_iterations = 0;
    for (int i = 0; i < scaled_count(300); ++i) {
        std::vector<Vec3> points;
        while (points.size() < 1000) {
            const Vec3 point = random_vector3(random, 1.0);
            if (length(point) > 0.1f) {
                points.emplace_back(normalized(point));
            }
        }
        Pose3 pose{random_vector3(random, 3.0), random_rotation(random)};
        pose.position += 2.0f * normalized(pose.position);
        const Distance3 near = distance3(Hull3(points), Hull3(points), pose);
        const double proven = separation_along(place_exactly(points, Pose3{}), place_exactly(points, pose),
                                               to_double(near.normal));
        const Vec3d way = to_double(near.point_b) - to_double(near.point_a);
        worst = std::max({worst, std::abs(static_cast<double>(near.distance) - proven),
                          std::abs(static_cast<double>(near.distance) - length(way))});
        max_iterations = std::max(max_iterations, near.iterations);
    }
    MESSAGE("gap to the proven distance ", worst, " m, iterations at most ", max_iterations);
    CHECK(worst <= 1e-6);
    CHECK(max_iterations <= 30);
}

TEST_CASE("GJK3: rounded shapes are their cores plus a radius") {
    Random random(5);
    double worst = 0.0;
    double worst_point = 0.0;
    int wrong = 0;
    for (int i = 0; i < scaled_count(10000); ++i) {
        const Capsule3 capsule{random_vector3(random, 2.0), random_vector3(random, 2.0),
                               static_cast<float>(random.between(0.0, 1.0))};
        const Triangle3 triangle{random_vector3(random, 2.0), random_vector3(random, 2.0),
                                 random_vector3(random, 2.0)};
        const Box3 box{abs(random_vector3(random, 1.0)), random_vector3(random, 1.0),
                       static_cast<float>(random.between(0.0, 0.5))};
        const Pose3 pose{random_vector3(random, 4.0), random_rotation(random)};
        const auto judge_shapes = [&](const auto& a, const std::vector<Vec3>& core_a, const auto& b,
                                      const std::vector<Vec3>& core_b) {
            const double reach = static_cast<double>(a.core_radius()) + static_cast<double>(b.core_radius());
            const Polytope3 in_a = make_polytope(place_exactly(core_a, Pose3{}));
            const Polytope3 in_b = make_polytope(place_exactly(core_b, pose));
            const double core = nearest_features(in_a, in_b).distance;
            const bool cores_meet = reference_distance3(in_a, in_b).value <= 0.0;
            const double truth = cores_meet ? 0.0 : std::max(0.0, core - reach);
            const Distance3 near = distance3(a, b, pose);
            worst = std::max(worst, std::abs(static_cast<double>(near.distance) - truth) / 10.0);
            wrong += (truth > 0.0) == (near.status == GjkStatus3::Separated) ? 0 : 1;
            wrong += (truth > 0.0) == !intersect3(a, b, pose) ? 0 : 1;
            // The witness points lie on the shapes: at most a radius away from the cores.
            const double from_a = reference_distance3(make_polytope({to_double(near.point_a)}), in_a).value;
            const double from_b = reference_distance3(make_polytope({to_double(near.point_b)}), in_b).value;
            worst_point = std::max({worst_point, (from_a - static_cast<double>(a.core_radius())) / 10.0,
                                    (from_b - static_cast<double>(b.core_radius())) / 10.0});
        };
        const std::vector<Vec3> segment{capsule.a, capsule.b};
        const std::vector<Vec3> corners = box_corners(box.half_extents, box.center);
        judge_shapes(capsule, segment, box, corners);
        judge_shapes(triangle, {triangle.a, triangle.b, triangle.c}, box, corners);
        judge_shapes(capsule, segment, triangle, {triangle.a, triangle.b, triangle.c});
        judge_shapes(Segment3{capsule.a, capsule.b}, segment, capsule, segment);
        judge_shapes(Point3{capsule.a}, {capsule.a}, box, corners);
    }
    MESSAGE("largest error ", worst, ", witness points outside ", worst_point);
    CHECK(wrong == 0);
    CHECK(worst <= 6e-8);
    CHECK(worst_point <= 1.5e-7);
}
