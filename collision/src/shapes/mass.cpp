#include <drystone/collision/mass.h>

#include "math/trigonometry.h"

#include <drystone/collision/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

namespace drystone {
namespace {

constexpr double two_pi = 6.28318530717958647692;

/// Area, first moment and polar second moment about the origin.
struct Moments {
    double area = 0.0;
    Vec2d first{0.0, 0.0};
    double second = 0.0;
};

/// Adds the triangle (origin, p, q), counted positive when it turns counter-clockwise.
void add_triangle(Moments& m, const Vec2d& p, const Vec2d& q) {
    const double area = 0.5 * cross(p, q);
    m.area += area;
    m.first += area / 3.0 * (p + q);
    m.second += area / 6.0 * (length_squared(p) + length_squared(q) + dot(p, q));
}

/// Adds the band of width r along the edge from p to q, on the side of its normal.
void add_band(Moments& m, const Vec2d& p, const Vec2d& q, const Vec2d& normal, double r) {
    const double length = drystone::length(q - p);
    const double area = length * r;
    const Vec2d middle = 0.5 * (p + q) + 0.5 * r * normal;
    m.area += area;
    m.first += area * middle;
    m.second += area * (length_squared(middle) + (length * length + r * r) / 12.0);
}

/// Adds the sector of radius r about p that turns counter-clockwise by `angle` from one edge normal to the
/// next.
void add_sector(Moments& m, const Vec2d& p, const Vec2d& from, const Vec2d& to, double angle, double r) {
    const double area = 0.5 * angle * r * r;
    const Vec2d chord = to - from;
    const Vec2d about_apex = r * r * r / 3.0 * Vec2d{chord.y, -chord.x};
    m.area += area;
    m.first += area * p + about_apex;
    m.second += area * length_squared(p) + 2.0 * dot(p, about_apex) + 0.25 * angle * r * r * r * r;
}

Moments core_moments(const ConvexCore& core) {
    Moments m;
    const double r = static_cast<double>(core.radius);
    if (core.count == 1) {
        add_sector(m, Vec2d{0.0, 0.0}, Vec2d{1.0, 0.0}, Vec2d{1.0, 0.0}, two_pi, r);
        return m;
    }
    const auto relative = [&core](int i) -> Vec2d {
        return to_double(core.points[i % core.count]) - to_double(core.points[0]);
    };
    const auto normal = [&relative](int i) -> Vec2d {
        const Vec2d edge = normalized(relative(i + 1) - relative(i));
        return {edge.y, -edge.x};
    };
    for (int i = 0; i < core.count; ++i) {
        add_triangle(m, relative(i), relative(i + 1));
    }
    for (int i = 0; i < core.count && r > 0.0; ++i) {
        const Vec2d from = normal(i);
        const Vec2d to = normal((i + 1) % core.count);
        add_band(m, relative(i), relative(i + 1), from, r);
        const double turn =
            core.count == 2 ? 0.5 * two_pi : detail::arc_tangent(cross(from, to), dot(from, to));
        add_sector(m, relative(i + 1), from, to, turn, r);
    }
    return m;
}

/// Returns the same moments about another origin, from which the old one is at `offset`.
Moments moved(const Moments& m, const Vec2d& offset) {
    return {m.area, m.first + m.area * offset,
            m.second + 2.0 * dot(m.first, offset) + m.area * length_squared(offset)};
}

void check_density(const char* function, float density) {
    if (!is_finite(density) || density < 0.0f) {
        fail(function, "density", "finite and >= 0", static_cast<double>(density));
    }
}

/// Returns the mass properties for moments about `origin`, which becomes the centre if there is no area.
MassProperties properties_of(const Moments& m, const Vec2& origin, float density) {
    MassProperties result;
    result.center = origin;
    if (m.area > 0.0) {
        const Vec2d center = m.first / m.area;
        const double rho = static_cast<double>(density);
        result.mass = static_cast<float>(rho * m.area);
        result.center = to_float(to_double(origin) + center);
        result.inertia = static_cast<float>(rho * (m.second - m.area * length_squared(center)));
    }
    return result;
}

/// A point of the boundary, with the outward normal for which it was sampled and the tangent direction there.
struct BoundarySample {
    Vec2 direction{1.0f, 0.0f};
    Vec2d point{0.0, 0.0};
    Vec2d along{0.0, 1.0};
    int next = 0;
};

/// The region between the chord from one sample to the next and the tangents at both: the triangle with its
/// tip at `apex`.
struct Gap {
    double area = 0.0;
    Vec2d apex{0.0, 0.0};
    int sample = 0;
};

class MassSampler {
public:
    explicit MassSampler(FunctionRef<Vec2(const Vec2&)> support) : support_(support) {}

    SampledMass run(float density, double tolerance) {
        SampledMass result;
        start();
        while (finite_ && !gaps_.empty() && open_area_ + closed_area_ > tolerance * inner_area_ &&
               samples_.size() < 10000) {
            refine();
        }
        result.samples = static_cast<int>(samples_.size());
        if (!finite_) {
            result.status = SampledMassStatus::NotFinite;
            return result;
        }
        if (!(inner_area_ > 0.0)) {
            return result;
        }
        const double gap = open_area_ + closed_area_;
        result.status =
            gap <= tolerance * inner_area_ ? SampledMassStatus::Ok : SampledMassStatus::ToleranceUnmet;
        result.properties = properties_of(moments(), origin_, density);
        result.relative_error = static_cast<float>(2.0 / 3.0 * gap / (inner_area_ + 2.0 / 3.0 * gap));
        return result;
    }

private:
    BoundarySample& sample(int i) { return samples_[static_cast<std::size_t>(i)]; }

    int add_sample(const Vec2& direction) {
        const Vec2 point = support_(direction);
        finite_ = finite_ && is_finite(point);
        if (samples_.empty()) {
            origin_ = point;
        }
        const Vec2d normal = normalized(to_double(direction));
        samples_.push_back({direction, to_double(point) - to_double(origin_), {-normal.y, normal.x}, 0});
        return static_cast<int>(samples_.size()) - 1;
    }

    void start() {
        for (const Vec2& direction :
             {Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{-1.0f, 0.0f}, Vec2{0.0f, -1.0f}}) {
            const int i = add_sample(direction);
            sample(i).next = (i + 1) % 4;
        }
        const Vec2d across = sample(2).point - sample(0).point;
        inner_area_ = 0.5 * cross(across, sample(3).point - sample(1).point);
        for (int i = 0; i < 4 && finite_; ++i) {
            add_gap(i);
        }
    }

    Gap gap_after(int i) {
        const BoundarySample& from = sample(i);
        const BoundarySample& to = sample(from.next);
        const Vec2d chord = to.point - from.point;
        const double turn = cross(from.along, to.along);
        // The direction of the chord lies between those of the tangents except for rounding.
        const double begin = std::min(cross(from.along, chord), turn * length(chord));
        const double end = std::min(cross(chord, to.along), turn * length(chord));
        if (!(begin > 0.0) || !(end > 0.0)) {
            return {0.0, from.point, i};
        }
        return {0.5 * begin * end / turn, from.point + end / turn * from.along, i};
    }

    void add_gap(int i) {
        const Gap gap = gap_after(i);
        open_area_ += gap.area;
        if (gap.area > 0.0) {
            gaps_.push(gap);
        }
    }

    /// Samples in the direction of the chord's normal, which narrows the gap fastest.
    void refine() {
        const Gap gap = gaps_.top();
        gaps_.pop();
        open_area_ -= gap.area;
        const int to = sample(gap.sample).next;
        const Vec2d chord = normalized(sample(to).point - sample(gap.sample).point);
        const Vec2 normal = to_float(Vec2d{chord.y, -chord.x});
        if (normal == sample(gap.sample).direction || normal == sample(to).direction) {
            closed_area_ += gap.area;
            return;
        }
        const int middle = add_sample(normal);
        sample(middle).next = to;
        sample(gap.sample).next = middle;
        inner_area_ += 0.5 * cross(sample(middle).point - sample(gap.sample).point,
                                   sample(to).point - sample(gap.sample).point);
        if (finite_) {
            add_gap(gap.sample);
            add_gap(middle);
        }
    }

    /// Computes the moments. A parabola that touches both tangents at the ends of its chord fills two thirds
    /// of the gap.
    Moments moments() {
        Moments inner;
        Moments gaps;
        for (int i = 0; i < static_cast<int>(samples_.size()); ++i) {
            const Vec2d& from = sample(i).point;
            const Vec2d& to = sample(sample(i).next).point;
            const Gap gap = gap_after(i);
            add_triangle(inner, from, to);
            add_triangle(gaps, from, gap.apex);
            add_triangle(gaps, gap.apex, to);
            add_triangle(gaps, to, from);
        }
        const double share = 2.0 / 3.0;
        return {inner.area + share * gaps.area, inner.first + share * gaps.first,
                inner.second + share * gaps.second};
    }

    struct SmallerGap {
        bool operator()(const Gap& a, const Gap& b) const {
            return a.area != b.area ? a.area < b.area : a.sample > b.sample;
        }
    };

    FunctionRef<Vec2(const Vec2&)> support_;
    std::vector<BoundarySample> samples_;
    std::priority_queue<Gap, std::vector<Gap>, SmallerGap> gaps_;
    Vec2 origin_{0.0f, 0.0f};   ///< The first sample; the others are relative to it.
    double inner_area_ = 0.0;   ///< Area of the polygon of the samples [m^2].
    double open_area_ = 0.0;    ///< Area of the gaps that can still be refined [m^2].
    double closed_area_ = 0.0;  ///< Area of the gaps that rounding keeps from refinement [m^2].
    bool finite_ = true;
};

}  // namespace

MassProperties compute_mass(const ConvexCore& core, float density) {
    check_density("compute_mass", density);
    MassProperties result = properties_of(core_moments(core), core.points[0], density);
    if (core.count == 2 && core.radius == 0.0f) {
        result.center = 0.5f * (core.points[0] + core.points[1]);
    }
    return result;
}

MassProperties compute_mass(const Circle& circle, float density) {
    return compute_mass(make_core(circle).view(), density);
}

MassProperties compute_mass(const Capsule& capsule, float density) {
    return compute_mass(make_core(capsule).view(), density);
}

MassProperties compute_mass(const Segment& segment, float density) {
    return compute_mass(make_core(segment).view(), density);
}

MassProperties compute_mass(const Polygon& polygon, float density) {
    return compute_mass(make_core(polygon), density);
}

MassProperties compute_mass(const ShapeGeometry& geometry, float density) {
    return std::visit([density](const auto& shape) { return compute_mass(shape, density); }, geometry);
}

MassProperties compute_mass(std::span<const Polygon> pieces, float density) {
    check_density("compute_mass", density);
    if (pieces.empty()) {
        return {};
    }
    const Vec2 origin = pieces[0].vertices()[0];
    Moments sum;
    for (const Polygon& piece : pieces) {
        const Vec2d offset = to_double(piece.vertices()[0]) - to_double(origin);
        const Moments m = moved(core_moments(make_core(piece)), offset);
        sum.area += m.area;
        sum.first += m.first;
        sum.second += m.second;
    }
    return properties_of(sum, origin, density);
}

SampledMass sample_mass(FunctionRef<Vec2(const Vec2&)> support, float density, float tolerance) {
    check_density("sample_mass", density);
    if (!is_finite(tolerance) || !(tolerance > 0.0f)) {
        fail("sample_mass", "tolerance", "finite and > 0", static_cast<double>(tolerance));
    }
    return MassSampler(support).run(density, static_cast<double>(tolerance));
}

MassProperties combine(const MassProperties& a, const MassProperties& b) {
    const double mass_a = static_cast<double>(a.mass);
    const double mass_b = static_cast<double>(b.mass);
    const double mass = mass_a + mass_b;
    if (!(mass > 0.0)) {
        return a;
    }
    const Vec2d from_a_to_b = to_double(b.center) - to_double(a.center);
    const Vec2d center = to_double(a.center) + mass_b / mass * from_a_to_b;
    const double joined = mass_a * mass_b / mass * length_squared(from_a_to_b);
    const double inertia = static_cast<double>(a.inertia) + static_cast<double>(b.inertia) + joined;
    const double maximum = static_cast<double>(std::numeric_limits<float>::max());
    return {static_cast<float>(std::min(mass, maximum)), to_float(center),
            static_cast<float>(std::min(inertia, maximum))};
}

}  // namespace drystone
