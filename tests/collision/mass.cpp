#include "../support/pair_generator.h"

#include <drystone/collision/error.h>
#include <drystone/collision/mass.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr double exact_pi = 3.14159265358979323846;

struct Integral {
    double area = 0.0;
    Vec2d center{0.0, 0.0};
    double inertia = 0.0;  ///< About the centre.
};

/// Moments of a dense outline, triangle by triangle, in double precision.
Integral integrate(const std::vector<Vec2d>& outline) {
    double area = 0.0;
    double second = 0.0;
    Vec2d first{0.0, 0.0};
    const Vec2d origin = outline[0];
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d p = outline[i] - origin;
        const Vec2d q = outline[(i + 1) % outline.size()] - origin;
        const double twice = p.x() * q.y() - p.y() * q.x();
        area += 0.5 * twice;
        first += twice / 6.0 * (p + q);
        second += twice / 12.0 * (p.dot(p) + p.dot(q) + q.dot(q));
    }
    const Vec2d center = first / area;
    return {area, origin + center, second - area * center.squaredNorm()};
}

/// The outline of a core rounded by its radius, each corner by 4000 points.
std::vector<Vec2d> rounded_outline(const ConvexCore& core) {
    std::vector<Vec2d> outline;
    const auto normal_angle = [&core](int i) {
        const Vec2d a = core.points[i % core.count].cast<double>();
        const Vec2d b = core.points[(i + 1) % core.count].cast<double>();
        return std::atan2(-(b - a).x(), (b - a).y());
    };
    for (int i = 0; i < core.count; ++i) {
        const double from = normal_angle(i + core.count - 1);
        double to = normal_angle(i);
        to += to < from ? 2.0 * exact_pi : 0.0;
        for (int k = 0; k <= 4000; ++k) {
            const double angle = from + (to - from) * k / 4000.0;
            outline.push_back(core.points[i].cast<double>() +
                              static_cast<double>(core.radius) * Vec2d{std::cos(angle), std::sin(angle)});
        }
    }
    return outline;
}

void check_against(const MassProperties& mass, const Integral& truth, double density) {
    CHECK(static_cast<double>(mass.mass) == doctest::Approx(density * truth.area).epsilon(1e-6));
    CHECK(static_cast<double>(mass.inertia) == doctest::Approx(density * truth.inertia).epsilon(1e-6));
    CHECK((mass.center.cast<double>() - truth.center).norm() <= 1e-6 * (1.0 + truth.center.norm()));
}

}  // namespace

TEST_CASE("mass of a disc, a box and a capsule by their formulas") {
    const MassProperties disc = compute_mass(Circle{{3.0f, -1.0f}, 2.0f}, 0.5f);
    CHECK(static_cast<double>(disc.mass) == doctest::Approx(2.0 * exact_pi).epsilon(1e-7));
    CHECK(static_cast<double>(disc.inertia) == doctest::Approx(4.0 * exact_pi).epsilon(1e-7));
    CHECK(disc.center == Vec2(3.0f, -1.0f));

    const MassProperties box = compute_mass(make_box(2.0f, 1.0f), 3.0f);
    CHECK(box.mass == 24.0f);
    CHECK(static_cast<double>(box.inertia) == doctest::Approx(24.0 * (16.0 + 4.0) / 12.0).epsilon(1e-7));

    const double half = 1.5;
    const double r = 0.5;
    const double bar = 2.0 * half * 2.0 * r;
    const double caps = exact_pi * r * r;
    const double offset = 4.0 * r / (3.0 * exact_pi);
    const double caps_inertia = caps * (0.5 * r * r - offset * offset + (half + offset) * (half + offset));
    const double bar_inertia = bar * (4.0 * half * half + 4.0 * r * r) / 12.0;
    const MassProperties capsule = compute_mass(Capsule{{-1.5f, 0.0f}, {1.5f, 0.0f}, 0.5f}, 1.0f);
    CHECK(static_cast<double>(capsule.mass) == doctest::Approx(bar + caps).epsilon(1e-7));
    CHECK(static_cast<double>(capsule.inertia) == doctest::Approx(bar_inertia + caps_inertia).epsilon(1e-7));
    CHECK(capsule.center.norm() < 1e-7f);
}

TEST_CASE("a capsule without length weighs what its disc weighs") {
    const MassProperties disc = compute_mass(Circle{{1.0f, 2.0f}, 0.5f}, 1.0f);
    const MassProperties capsule = compute_mass(Capsule{{1.0f, 2.0f}, {1.0f, 2.0f}, 0.5f}, 1.0f);
    CHECK(capsule.mass == disc.mass);
    CHECK(capsule.inertia == disc.inertia);
}

TEST_CASE("mass of rounded polygons and capsules against an integral over their outline") {
    Random random(11);
    for (int i = 0; i < 100; ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 50.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        std::vector<Vec2> points(polygon->vertices().begin(), polygon->vertices().end());
        const Polygon rounded = make_polygon(points, static_cast<float>(random.log_between(1e-3, 1.0)));
        check_against(compute_mass(rounded, 2.0f), integrate(rounded_outline(make_core(rounded))), 2.0);
        const Capsule capsule{points[0], points[1], 0.3f};
        const SmallCore core = make_core(capsule);
        check_against(compute_mass(capsule, 2.0f), integrate(rounded_outline(core.view())), 2.0);
    }
}

TEST_CASE("mass does not suffer from the distance to the body's origin") {
    const Polygon near = make_polygon({{0, 0}, {1, 0}, {1, 2}, {0, 2}}, 0.125f);
    const Polygon far = make_polygon({{8192, 8192}, {8193, 8192}, {8193, 8194}, {8192, 8194}}, 0.125f);
    CHECK(compute_mass(far, 1.0f).mass == compute_mass(near, 1.0f).mass);
    CHECK(compute_mass(far, 1.0f).inertia == doctest::Approx(compute_mass(near, 1.0f).inertia).epsilon(1e-6));
    CHECK(compute_mass(far, 1.0f).center == Vec2(8192.5f, 8193.0f));
}

TEST_CASE("a segment has no mass, but a middle") {
    const MassProperties none = compute_mass(Segment{{1.0f, 0.0f}, {3.0f, 2.0f}}, 5.0f);
    CHECK(none.mass == 0.0f);
    CHECK(none.inertia == 0.0f);
    CHECK(none.center == Vec2(2.0f, 1.0f));
}

TEST_CASE("two halves combine to the whole") {
    const MassProperties whole = compute_mass(make_box(2.0f, 1.0f), 1.0f);
    const MassProperties left = compute_mass(make_box(1.0f, 1.0f, {{-1.0f, 0.0f}, {}}), 1.0f);
    const MassProperties right = compute_mass(make_box(1.0f, 1.0f, {{1.0f, 0.0f}, {}}), 1.0f);
    const MassProperties joined = combine(left, right);
    CHECK(joined.mass == doctest::Approx(whole.mass));
    CHECK(joined.inertia == doctest::Approx(whole.inertia));
    CHECK(joined.center.norm() < 1e-7f);
    CHECK(combine(whole, MassProperties{}).mass == whole.mass);
    CHECK(combine(MassProperties{}, whole).inertia == whole.inertia);
    CHECK(combine(MassProperties{}, MassProperties{}).mass == 0.0f);
}

TEST_CASE("a variant weighs what its shape weighs, and a bad density is refused") {
    const ShapeGeometry geometry = make_box(2.0f, 1.0f);
    CHECK(compute_mass(geometry, 1.0f).mass == 8.0f);
    CHECK_THROWS_WITH_AS(compute_mass(geometry, -1.0f),
                         "compute_mass: density must be finite and >= 0, got -1", Error);
    CHECK_THROWS_AS(compute_mass(Circle{}, std::numeric_limits<float>::infinity()), Error);
    CHECK(compute_mass(geometry, 0.0f).mass == 0.0f);
}
