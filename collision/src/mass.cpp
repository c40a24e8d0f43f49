#include <drystone/collision/mass.h>

#include "trigonometry.h"

#include <drystone/collision/error.h>

#include <cmath>

namespace drystone {
namespace {

using Vec2d = Eigen::Vector2d;

constexpr double two_pi = 6.28318530717958647692;

double cross_of(const Vec2d& a, const Vec2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Area, first moment and polar second moment about the origin.
struct Moments {
    double area = 0.0;
    Vec2d first{0.0, 0.0};
    double second = 0.0;
};

/// The triangle (origin, p, q), counted positive when it turns counter-clockwise.
void add_triangle(Moments& m, const Vec2d& p, const Vec2d& q) {
    const double area = 0.5 * cross_of(p, q);
    m.area += area;
    m.first += area / 3.0 * (p + q);
    m.second += area / 6.0 * (p.squaredNorm() + q.squaredNorm() + p.dot(q));
}

/// The band of width r along the edge from p to q, on the side of its normal.
void add_band(Moments& m, const Vec2d& p, const Vec2d& q, const Vec2d& normal, double r) {
    const double length = (q - p).norm();
    const double area = length * r;
    const Vec2d middle = 0.5 * (p + q) + 0.5 * r * normal;
    m.area += area;
    m.first += area * middle;
    m.second += area * (middle.squaredNorm() + (length * length + r * r) / 12.0);
}

/// The sector of radius r about p that turns counter-clockwise by `angle` from one edge normal to the next.
void add_sector(Moments& m, const Vec2d& p, const Vec2d& from, const Vec2d& to, double angle, double r) {
    const double area = 0.5 * angle * r * r;
    const Vec2d chord = to - from;
    const Vec2d about_apex = r * r * r / 3.0 * Vec2d{chord.y(), -chord.x()};
    m.area += area;
    m.first += area * p + about_apex;
    m.second += area * p.squaredNorm() + 2.0 * p.dot(about_apex) + 0.25 * angle * r * r * r * r;
}

Moments core_moments(const ConvexCore& core) {
    Moments m;
    const double r = static_cast<double>(core.radius);
    if (core.count == 1) {
        add_sector(m, Vec2d{0.0, 0.0}, Vec2d{1.0, 0.0}, Vec2d{1.0, 0.0}, two_pi, r);
        return m;
    }
    const auto relative = [&core](int i) -> Vec2d {
        return core.points[i % core.count].cast<double>() - core.points[0].cast<double>();
    };
    const auto normal = [&relative](int i) -> Vec2d {
        const Vec2d edge = (relative(i + 1) - relative(i)).normalized();
        return {edge.y(), -edge.x()};
    };
    for (int i = 0; i < core.count; ++i) {
        const Vec2d from = normal(i);
        const Vec2d to = normal((i + 1) % core.count);
        add_triangle(m, relative(i), relative(i + 1));
        add_band(m, relative(i), relative(i + 1), from, r);
        const double turn =
            core.count == 2 ? 0.5 * two_pi : detail::arc_tangent(cross_of(from, to), from.dot(to));
        add_sector(m, relative(i + 1), from, to, turn, r);
    }
    return m;
}

MassProperties mass_of(const ConvexCore& core, float density) {
    if (!is_finite(density) || density < 0.0f) {
        fail("compute_mass", "density", "finite and >= 0", static_cast<double>(density));
    }
    const Moments m = core_moments(core);
    MassProperties result;
    result.center = core.points[0];
    if (m.area > 0.0) {
        const Vec2d center = m.first / m.area;
        const double rho = static_cast<double>(density);
        result.mass = static_cast<float>(rho * m.area);
        result.center = (core.points[0].cast<double>() + center).cast<float>();
        result.inertia = static_cast<float>(rho * (m.second - m.area * center.squaredNorm()));
    }
    return result;
}

}  // namespace

MassProperties compute_mass(const Circle& circle, float density) {
    return mass_of(make_core(circle).view(), density);
}

MassProperties compute_mass(const Capsule& capsule, float density) {
    return mass_of(make_core(capsule).view(), density);
}

MassProperties compute_mass(const Segment& segment, float density) {
    MassProperties none = mass_of(make_core(segment).view(), density);
    none.center = 0.5f * (segment.a + segment.b);
    return none;
}

MassProperties compute_mass(const Polygon& polygon, float density) {
    return mass_of(make_core(polygon), density);
}

MassProperties compute_mass(const ShapeGeometry& geometry, float density) {
    return std::visit([density](const auto& shape) { return compute_mass(shape, density); }, geometry);
}

MassProperties combine(const MassProperties& a, const MassProperties& b) {
    const double mass_a = static_cast<double>(a.mass);
    const double mass_b = static_cast<double>(b.mass);
    const double mass = mass_a + mass_b;
    if (!(mass > 0.0)) {
        return a;
    }
    const Vec2d from_a_to_b = b.center.cast<double>() - a.center.cast<double>();
    const Vec2d center = a.center.cast<double>() + mass_b / mass * from_a_to_b;
    const double joined = mass_a * mass_b / mass * from_a_to_b.squaredNorm();
    const double inertia = static_cast<double>(a.inertia) + static_cast<double>(b.inertia) + joined;
    return {static_cast<float>(mass), center.cast<float>(), static_cast<float>(inertia)};
}

}  // namespace drystone
