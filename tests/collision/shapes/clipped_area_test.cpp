#include "support/random_shape.h"

#include <drystone/collision/clipped_area.h>
#include <drystone/collision/mass.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr double exact_pi = 3.14159265358979323846;

/// Returns the boundary of a placed shape, each round corner as `pieces` chords.
std::vector<Vec2d> dense_outline(const ConvexCore& core, const Pose& pose, int pieces) {
    const Vec2d turn = normalized(Vec2d{pose.rotation.c, pose.rotation.s});
    const auto place = [&](const Vec2d& p) -> Vec2d {
        return Vec2d{turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y} + to_double(pose.position);
    };
    const double r = static_cast<double>(core.radius);
    std::vector<Vec2d> outline;
    const auto add_arc = [&](const Vec2d& center, double from, double to, int count) {
        for (int k = 0; k <= count; ++k) {
            const double angle = from + (to - from) * k / count;
            outline.push_back(place(center + r * Vec2d{std::cos(angle), std::sin(angle)}));
        }
    };
    if (core.count == 1) {
        add_arc(to_double(core.points[0]), 0.0, 2.0 * exact_pi, 4 * pieces);
        outline.pop_back();
        return outline;
    }
    const auto normal_angle = [&core](int i) {
        const Vec2d way =
            to_double(core.points[(i + 1) % core.count]) - to_double(core.points[i % core.count]);
        return std::atan2(-way.x, way.y);
    };
    for (int i = 0; i < core.count; ++i) {
        const double from = normal_angle(i + core.count - 1);
        double to = normal_angle(i);
        to += to < from ? 2.0 * exact_pi : 0.0;
        add_arc(to_double(core.points[i]), from, to, r > 0.0 ? pieces : 1);
    }
    return outline;
}

std::vector<Vec2d> cut(const std::vector<Vec2d>& outline, const HalfPlane& plane) {
    const Vec2d normal = normalized(to_double(plane.normal));
    const double offset = static_cast<double>(plane.offset) / length(to_double(plane.normal));
    std::vector<Vec2d> left;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d& p = outline[i];
        const Vec2d& q = outline[(i + 1) % outline.size()];
        const double from = dot(normal, p) - offset;
        const double to = dot(normal, q) - offset;
        if (from <= 0.0) {
            left.push_back(p);
        }
        if ((from <= 0.0) != (to <= 0.0)) {
            left.emplace_back(p + from / (from - to) * (q - p));
        }
    }
    return left;
}

ClippedArea measure(const std::vector<Vec2d>& outline) {
    double area = 0.0;
    Vec2d first{0.0, 0.0};
    for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
        const Vec2d p = outline[i] - outline[0];
        const Vec2d q = outline[i + 1] - outline[0];
        area += 0.5 * cross(p, q);
        first += cross(p, q) / 6.0 * (p + q);
    }
    return area > 0.0 ? ClippedArea{area, outline[0] + first / area} : ClippedArea{};
}

/// Returns the area error of chords, about 1/n^2 of the circle.
double chord_error(const ConvexCore& core, int pieces) {
    const double r = static_cast<double>(core.radius);
    return 6.0 * exact_pi * r * r / (static_cast<double>(pieces) * pieces);
}

double size_of(const ConvexCore& core) {
    double size = static_cast<double>(core.radius);
    for (int i = 0; i < core.count; ++i) {
        size = std::max(size, length(to_double(core.points[i] - core.points[0])) + core.radius);
    }
    return size;
}

Pose random_pose(Random& random, double distance) {
    return {random_vector(random, distance), Rot::from_angle(static_cast<float>(random.between(-3.0, 3.0)))};
}

}  // namespace

TEST_CASE("clipped area: random shapes cut by random lines agree with dense outlines") {
    Random random(401);
    constexpr int pieces = 600;
    double worst_area = 0.0;
    double worst_center = 0.0;
    int partly = 0;
    for (int round = 0; round < 1500; ++round) {
        const RandomShape shape = random_shape(random, 20.0);
        const ConvexCore core = shape.core();
        if (core.count == 2 && core.radius == 0.0f) {
            continue;
        }
        const Pose pose = random_pose(random, random.between(0.0, 5.0));
        const double size = size_of(core);
        std::vector<HalfPlane> planes;
        for (int i = random.below(4); i >= 0; --i) {
            const Vec2 normal = random_vector(random, 1.0);
            const Vec2 through = pose.position + random_vector(random, random.between(0.0, 1.2) * size);
            planes.push_back({normal, dot(normal, through)});
        }
        std::vector<Vec2d> outline = dense_outline(core, pose, pieces);
        const double whole = measure(outline).area;
        for (const HalfPlane& plane : planes) {
            outline = outline.empty() ? outline : cut(outline, plane);
        }
        const ClippedArea expected = outline.empty() ? ClippedArea{} : measure(outline);
        const ClippedArea found = clipped_area(core, pose, planes);
        const double tolerance = chord_error(core, pieces) + 1e-9 * whole;
        worst_area = std::max(worst_area, std::abs(found.area - expected.area) / tolerance);
        if (expected.area > 1e-3 * whole) {
            partly += expected.area < 0.999 * whole ? 1 : 0;
            // The moment is off by at most the missing area times its distance.
            const double error = length(found.centroid - expected.centroid) * expected.area;
            worst_center = std::max(worst_center, error / (2.0 * size * tolerance));
        }
    }
    CHECK(partly > 300);
    CHECK(worst_area < 1.0);
    CHECK(worst_center < 1.0);
}

TEST_CASE("clipped area: a disc in water by the formula of the circular segment") {
    const Circle disc{{0.5f, -0.25f}, 2.0f};
    const SmallCore core = make_core(disc);
    const Pose pose{{3.0f, 1.0f}, Rot::from_angle(1.0f)};
    const Vec2 center = transform(pose, disc.center);
    for (int i = -19; i <= 19; ++i) {
        const double height = 0.1 * i;  // Of the water over the centre.
        const HalfPlane water{{0.0f, 1.0f}, static_cast<float>(static_cast<double>(center.y) + height)};
        const double d = static_cast<double>(water.offset) - static_cast<double>(center.y);
        const double r = 2.0;
        const double dry = r * r * std::acos(d / r) - d * std::sqrt(r * r - d * d);
        const double area = exact_pi * r * r - dry;
        const double depth = -2.0 / 3.0 * std::pow(r * r - d * d, 1.5) / area;
        const ClippedArea found = clipped_area(core.view(), pose, std::vector<HalfPlane>{water});
        CHECK(found.area == doctest::Approx(area).epsilon(1e-6));
        CHECK(found.centroid.x == doctest::Approx(static_cast<double>(center.x)).epsilon(1e-6));
        CHECK(found.centroid.y - static_cast<double>(center.y) == doctest::Approx(depth).epsilon(1e-5));
    }
}

TEST_CASE("clipped area: without a cut it is the whole area and the centre of mass") {
    Random random(402);
    for (int round = 0; round < 300; ++round) {
        const RandomShape shape = random_shape(random, 50.0);
        const ConvexCore core = shape.core();
        const Pose pose = random_pose(random, 3.0);
        const ClippedArea found = clipped_area(core, pose, {});
        if (!shape.polygon) {
            continue;
        }
        const MassProperties mass = compute_mass(*shape.polygon, 1.0f);
        CHECK(found.area == doctest::Approx(static_cast<double>(mass.mass)).epsilon(1e-6));
        CHECK(length(to_float(found.centroid) - transform(pose, mass.center)) < 2e-6f * 10.0f);
    }
}

TEST_CASE("clipped area: the parts of two opposite half-planes sum to the whole") {
    Random random(403);
    for (int round = 0; round < 1000; ++round) {
        const RandomShape shape = random_shape(random, 30.0);
        const ConvexCore core = shape.core();
        const Pose pose = random_pose(random, 2.0);
        const Vec2 normal = random_vector(random, 1.0);
        // Also through vertices and tangential to arcs.
        const Vec2 vertex = transform(pose, core.points[random.below(core.count)]);
        const float out = core.radius * static_cast<float>(random.below(3) - 1);
        const float offset = dot(normal, vertex) + out;
        const double whole = clipped_area(core, pose, {}).area;
        const double below = clipped_area(core, pose, std::vector<HalfPlane>{{normal, offset}}).area;
        const double above = clipped_area(core, pose, std::vector<HalfPlane>{{-normal, -offset}}).area;
        // A line has none, except for rounding.
        const double size = size_of(core);
        CHECK(std::abs(below + above - whole) <= 1e-9 * whole + 1e-15 * size * size);
    }
}

TEST_CASE("clipped area: cuts along an edge, through a corner and far away") {
    const Polygon box = make_box(1.0f, 0.5f);
    const ConvexCore core = make_core(box);
    const auto area = [&](const Vec2& normal, float offset) {
        return clipped_area(core, Pose{}, std::vector<HalfPlane>{{normal, offset}}).area;
    };
    CHECK(area({0.0f, 1.0f}, 0.5f) == doctest::Approx(2.0));
    CHECK(area({0.0f, 1.0f}, -0.5f) == doctest::Approx(0.0));
    CHECK(area({0.0f, 1.0f}, 0.0f) == doctest::Approx(1.0));
    CHECK(area({0.0f, 1.0f}, 1e9f) == doctest::Approx(2.0));
    CHECK(area({0.0f, 1.0f}, -1e9f) == 0.0);
    const float slant = 1.0f / std::sqrt(5.0f);
    CHECK(area({slant, 2.0f * slant}, 0.0f) == doctest::Approx(1.0).epsilon(1e-6));
    // An invalid plane cuts nothing, whatever the number of such planes.
    const float infinite = std::numeric_limits<float>::infinity();
    const std::vector<HalfPlane> none(70, HalfPlane{{0.0f, 0.0f}, 0.5f});
    CHECK(clipped_area(core, Pose{}, none).area == doctest::Approx(2.0));
    CHECK(area({std::numeric_limits<float>::quiet_NaN(), 0.0f}, 0.0f) == doctest::Approx(2.0));
    CHECK(area({0.0f, 1.0f}, -infinite) == doctest::Approx(2.0));
    // A line has no area.
    const SmallCore line = make_core(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
    CHECK(clipped_area(line.view(), Pose{}, {}).area == 0.0);
    // A capsule of zero length is a disc.
    const SmallCore dot = make_core(Capsule{{1.0f, 1.0f}, {1.0f, 1.0f}, 0.5f});
    CHECK(clipped_area(dot.view(), Pose{}, {}).area == doctest::Approx(exact_pi * 0.25));
}

TEST_CASE("clipped area: far from the origin the area stays exact") {
    const Polygon box = make_box(0.5f, 0.5f);
    const Pose pose{{100000.0f, -200000.0f}, Rot{}};
    const ClippedArea found =
        clipped_area(make_core(box), pose, std::vector<HalfPlane>{{{0.0f, 1.0f}, -200000.25f}});
    CHECK(found.area == doctest::Approx(0.25).epsilon(1e-12));
    CHECK(found.centroid.y == doctest::Approx(-200000.375).epsilon(1e-12));
}
