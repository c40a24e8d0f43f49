#include "support/outline_generator.h"

#include <drystone/collision/decomposition.h>
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

/// Integrates a dense outline, triangle by triangle, in double precision.
Integral integrate(const std::vector<Vec2d>& outline) {
    double area = 0.0;
    double second = 0.0;
    Vec2d first{0.0, 0.0};
    const Vec2d& origin = outline[0];
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d p = outline[i] - origin;
        const Vec2d q = outline[(i + 1) % outline.size()] - origin;
        const double twice = p.x * q.y - p.y * q.x;
        area += 0.5 * twice;
        first += twice / 6.0 * (p + q);
        second += twice / 12.0 * (dot(p, p) + dot(p, q) + dot(q, q));
    }
    const Vec2d center = first / area;
    return {area, origin + center, second - area * length_squared(center)};
}

/// Returns the outline of a core rounded by its radius, each corner by 4000 points.
std::vector<Vec2d> rounded_outline(const ConvexCore& core) {
    std::vector<Vec2d> outline;
    const auto normal_angle = [&core](int i) {
        const Vec2d a = to_double(core.points[i % core.count]);
        const Vec2d b = to_double(core.points[(i + 1) % core.count]);
        return std::atan2(-(b - a).x, (b - a).y);
    };
    for (int i = 0; i < core.count; ++i) {
        const double from = normal_angle(i + core.count - 1);
        double to = normal_angle(i);
        to += to < from ? 2.0 * exact_pi : 0.0;
        for (int k = 0; k <= 4000; ++k) {
            const double angle = from + (to - from) * k / 4000.0;
            outline.emplace_back(to_double(core.points[i]) +
                                 static_cast<double>(core.radius) * Vec2d{std::cos(angle), std::sin(angle)});
        }
    }
    return outline;
}

void check_against(const MassProperties& mass, const Integral& truth, double density) {
    CHECK(static_cast<double>(mass.mass) == doctest::Approx(density * truth.area).epsilon(1e-6));
    CHECK(static_cast<double>(mass.inertia) == doctest::Approx(density * truth.inertia).epsilon(1e-6));
    CHECK(length(to_double(mass.center) - truth.center) <= 1e-6 * (1.0 + length(truth.center)));
}

/// Support mapping of an ellipse, with known integrals, placed away from the origin.
struct ExactEllipse {
    double a = 1.0;
    double b = 1.0;
    Vec2d center{0.0, 0.0};

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2d d = to_double(direction);
        const Vec2d scaled{a * d.x, b * d.y};
        return to_float(center + Vec2d{a * scaled.x, b * scaled.y} / length(scaled));
    }
};

/// The half y >= 0 of a disc: smooth above, with an edge and two corners below.
struct HalfDisc {
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        if (direction.y > 0.0f) {
            return normalized(direction);
        }
        return {direction.x >= 0.0f ? 1.0f : -1.0f, 0.0f};
    }
};

/// The core of a built-in shape with its radius, as a mapping like a user's.
struct RoundedCore {
    ConvexCore core;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 at_core = core.points[support_index(core.points, core.count, direction)];
        return at_core + core.radius * normalized(direction);
    }
};

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
    CHECK(length(capsule.center) < 1e-7f);
}

TEST_CASE("a capsule of zero length has the mass of its disc") {
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
        const Polygon rounded = make_hull(points, static_cast<float>(random.log_between(1e-3, 1.0)));
        check_against(compute_mass(rounded, 2.0f), integrate(rounded_outline(make_core(rounded))), 2.0);
        const Capsule capsule{points[0], points[1], 0.3f};
        const SmallCore core = make_core(capsule);
        check_against(compute_mass(capsule, 2.0f), integrate(rounded_outline(core.view())), 2.0);
    }
}

TEST_CASE("mass does not lose accuracy with the distance to the body's origin") {
    const Polygon near = make_polygon({{0, 0}, {1, 0}, {1, 2}, {0, 2}}, 0.125f);
    const Polygon far = make_polygon({{8192, 8192}, {8193, 8192}, {8193, 8194}, {8192, 8194}}, 0.125f);
    CHECK(compute_mass(far, 1.0f).mass == compute_mass(near, 1.0f).mass);
    CHECK(compute_mass(far, 1.0f).inertia == doctest::Approx(compute_mass(near, 1.0f).inertia).epsilon(1e-6));
    CHECK(compute_mass(far, 1.0f).center == Vec2(8192.5f, 8193.0f));
}

TEST_CASE("a segment has no mass, but a centre") {
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
    CHECK(length(joined.center) < 1e-7f);
    CHECK(combine(whole, MassProperties{}).mass == whole.mass);
    CHECK(combine(MassProperties{}, whole).inertia == whole.inertia);
    CHECK(combine(MassProperties{}, MassProperties{}).mass == 0.0f);
}

TEST_CASE("a variant has the mass of its shape, and a bad density is refused") {
    const ShapeGeometry geometry = make_box(2.0f, 1.0f);
    CHECK(compute_mass(geometry, 1.0f).mass == 8.0f);
    CHECK_THROWS_WITH_AS(compute_mass(geometry, -1.0f),
                         "compute_mass: density must be finite and >= 0, got -1", Error);
    CHECK_THROWS_AS(compute_mass(Circle{}, std::numeric_limits<float>::infinity()), Error);
    CHECK(compute_mass(geometry, 0.0f).mass == 0.0f);
}

TEST_CASE("sampled mass of ellipses of all aspects, to the square of the tolerance") {
    for (const double aspect : {1.0, 2.0, 30.0, 1000.0}) {
        for (const float tolerance : {1e-2f, 1e-3f, 1e-4f}) {
            const ExactEllipse ellipse{2.0, 2.0 / aspect, {3.0, -1.0}};
            const SampledMass sampled = sample_mass(ellipse, 2.0f, tolerance);
            CHECK(sampled.status == SampledMassStatus::Ok);
            CHECK(sampled.relative_error <= tolerance);
            const double mass = 2.0 * exact_pi * ellipse.a * ellipse.b;
            const double inertia = 0.25 * mass * (ellipse.a * ellipse.a + ellipse.b * ellipse.b);
            const double expected = std::pow(static_cast<double>(tolerance), 2.0);
            // The mapping's points are rounded to 2.4e-7 m, whose effect grows with the aspect of the
            // ellipse.
            const double rounding = 2e-7 * aspect;
            CHECK(static_cast<double>(sampled.properties.mass) ==
                  doctest::Approx(mass).epsilon(expected + rounding));
            CHECK(static_cast<double>(sampled.properties.inertia) ==
                  doctest::Approx(inertia).epsilon(expected + rounding));
            CHECK(length(to_double(sampled.properties.center) - ellipse.center) <= expected + 3e-7);
            CHECK(sampled.samples < 5.0 / std::sqrt(static_cast<double>(tolerance)));
        }
    }
}

TEST_CASE("sampled mass of a half disc by its formulas") {
    const SampledMass sampled = sample_mass(HalfDisc{}, 1.0f);
    const double offset = 4.0 / (3.0 * exact_pi);
    CHECK(sampled.status == SampledMassStatus::Ok);
    CHECK(static_cast<double>(sampled.properties.mass) == doctest::Approx(0.5 * exact_pi).epsilon(3e-7));
    CHECK(static_cast<double>(sampled.properties.inertia) ==
          doctest::Approx(0.5 * exact_pi * (0.5 - offset * offset)).epsilon(3e-7));
    CHECK(static_cast<double>(sampled.properties.center.y) == doctest::Approx(offset).epsilon(3e-7));
    CHECK(std::abs(sampled.properties.center.x) <= 1e-7f);
}

TEST_CASE("sampled mass of polygons, rounded or not, against their exact mass") {
    Random random(12);
    for (int i = 0; i < scaled_count(200); ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 20.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        const std::vector<Vec2> points(polygon->vertices().begin(), polygon->vertices().end());
        const Polygon shape =
            make_hull(points, i % 2 == 0 ? 0.0f : static_cast<float>(random.log_between(1e-2, 1.0)));
        const MassProperties exact = compute_mass(shape, 3.0f);
        const double tolerance = 1e-5;
        const SampledMass sampled = sample_mass(RoundedCore{make_core(shape)}, 3.0f, 1e-5f);
        const double size = diameter(place_exactly(points, ExactPose{}));
        CHECK(sampled.status == SampledMassStatus::Ok);
        const double mass_error = std::abs(static_cast<double>(sampled.properties.mass / exact.mass) - 1.0);
        CHECK(mass_error <= static_cast<double>(sampled.relative_error) + 2e-6);
        // Matter at the far end of a thin triangle has eight times the mean lever squared.
        const double inertia_error =
            std::abs(static_cast<double>(sampled.properties.inertia / exact.inertia) - 1.0);
        CHECK(inertia_error <= 8.0 * tolerance);
        CHECK(static_cast<double>(length(sampled.properties.center - exact.center)) <= tolerance * size);
        // An edge has no gap once its normal has been sampled.
        if (shape.radius() == 0.0f) {
            CHECK(sampled.samples <= 4 + 2 * static_cast<int>(points.size()) + 8);
        }
    }
}

TEST_CASE("the stated error of a sampled mass holds at every tolerance") {
    Random random(13);
    for (int i = 0; i < scaled_count(300); ++i) {
        const ExactEllipse ellipse{random.log_between(0.1, 10.0), random.log_between(0.1, 10.0), {0.0, 0.0}};
        const float tolerance = static_cast<float>(random.log_between(1e-4, 1.0));
        const SampledMass sampled = sample_mass(ellipse, 1.0f, tolerance);
        const double mass = exact_pi * ellipse.a * ellipse.b;
        CHECK(sampled.status == SampledMassStatus::Ok);
        CHECK(std::abs(static_cast<double>(sampled.properties.mass) / mass - 1.0) <=
              static_cast<double>(sampled.relative_error) + 1e-6);
    }
}

TEST_CASE("shapes that have no mass to sample give the reason") {
    struct Mapping {
        Vec2 a;
        Vec2 b;
        [[nodiscard]] Vec2 support(const Vec2& d) const { return dot(b - a, d) > 0.0f ? b : a; }
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(sample_mass(Mapping{{1, 2}, {1, 2}}, 1.0f).status == SampledMassStatus::NoArea);
    CHECK(sample_mass(Mapping{{1, 2}, {4, 3.3f}}, 1.0f).status == SampledMassStatus::NoArea);
    CHECK(sample_mass(Mapping{{1, nan}, {1, nan}}, 1.0f).status == SampledMassStatus::NotFinite);
    CHECK(sample_mass(ExactEllipse{}, 1.0f, 1e-12f).status == SampledMassStatus::ToleranceUnmet);
    CHECK(sample_mass(ExactEllipse{}, 1.0f, 1e-12f).samples <= 10000);
    CHECK_THROWS_WITH_AS(sample_mass(ExactEllipse{}, -1.0f),
                         "sample_mass: density must be finite and >= 0, got -1", Error);
    CHECK_THROWS_AS(sample_mass(ExactEllipse{}, 1.0f, 0.0f), Error);
}

TEST_CASE("pieces have the mass of their outline") {
    Random random(14);
    for (int set = 0; set < scaled_count(50); ++set) {
        OutlineWithHoles shape = holed_outline(random, 40, 1 + set % 4);
        for (Vec2& p : shape.outline) {
            p += Vec2{10.0f, -20.0f};
        }
        for (std::vector<Vec2>& hole : shape.holes) {
            for (Vec2& p : hole) {
                p += Vec2{10.0f, -20.0f};
            }
        }
        const std::vector<Polygon> pieces = make_polygons(shape.outline, shape.holes);
        const Integral whole = integrate(place_exactly(shape.outline, ExactPose{}));
        double area = whole.area;
        Vec2d first = whole.area * whole.center;
        double second = whole.inertia + whole.area * length_squared(whole.center);
        for (const std::vector<Vec2>& hole : shape.holes) {
            const Integral gone = integrate(place_exactly(hole, ExactPose{}));
            const double sign = gone.area > 0.0 ? -1.0 : 1.0;
            area += sign * gone.area;
            first += sign * gone.area * gone.center;
            second += sign * (gone.inertia + gone.area * length_squared(gone.center));
        }
        const Vec2d center = first / area;
        check_against(compute_mass(pieces, 0.5f), {area, center, second - area * length_squared(center)},
                      0.5);
    }
    CHECK(compute_mass(std::span<const Polygon>{}, 1.0f).mass == 0.0f);
}

TEST_CASE("mass of a rounded box by its formulas") {
    const double a = 0.7;
    const double b = 0.4;
    const double r = 0.25;
    const double corner = 0.25 * exact_pi * r * r;
    const double offset = 4.0 * r / (3.0 * exact_pi);
    const double about_own = corner * 0.5 * r * r - corner * 2.0 * offset * offset;
    const double away = (a + offset) * (a + offset) + (b + offset) * (b + offset);
    const auto box = [](double w, double h, double x, double y) {
        return w * h * ((w * w + h * h) / 12.0 + x * x + y * y);
    };
    const double area = 4.0 * a * b + 4.0 * (a + b) * r + 4.0 * corner;
    const double inertia = box(2.0 * a, 2.0 * b, 0.0, 0.0) + 2.0 * box(2.0 * a, r, 0.0, b + 0.5 * r) +
                           2.0 * box(r, 2.0 * b, a + 0.5 * r, 0.0) + 4.0 * (about_own + corner * away);
    const MassProperties mass = compute_mass(make_rounded_box(0.7f, 0.4f, 0.25f), 1.0f);
    CHECK(static_cast<double>(mass.mass) == doctest::Approx(area).epsilon(1e-7));
    CHECK(static_cast<double>(mass.inertia) == doctest::Approx(inertia).epsilon(1e-7));
}
