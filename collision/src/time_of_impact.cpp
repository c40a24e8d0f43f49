#include <drystone/collision/time_of_impact.h>

#include "trigonometry.h"

#include <drystone/collision/epa.h>

#include <cmath>

namespace drystone {
namespace {

using Vec2d = Eigen::Vector2d;

constexpr int most_queries = 128;
constexpr int most_evaluations = 8;
constexpr double half_turn = 3.1415926;

struct Turn {
    double c = 1.0;
    double s = 0.0;
};

Vec2d rotate(const Turn& turn, const Vec2d& v) {
    return {turn.c * v.x() - turn.s * v.y(), turn.s * v.x() + turn.c * v.y()};
}
Vec2d inverse_rotate(const Turn& turn, const Vec2d& v) {
    return {turn.c * v.x() + turn.s * v.y(), -turn.s * v.x() + turn.c * v.y()};
}
Vec2d left_perp_of(const Vec2d& v) { return {-v.y(), v.x()}; }

Turn turn_of(const Rot& rotation) {
    const double c = static_cast<double>(rotation.c);
    const double s = static_cast<double>(rotation.s);
    const double length = std::sqrt(c * c + s * s);
    return {c / length, s / length};
}

/// The rotation of a body that starts at `first` after `radians` more.
Turn turned(const Turn& first, double radians) {
    Turn turn;
    detail::sin_cos(radians, turn.s, turn.c);
    return {first.c * turn.c - first.s * turn.s, first.s * turn.c + first.c * turn.s};
}

/// A core on its way, seen from its centre of mass.
struct Mover {
    Mover(const ConvexCore& moved, const Sweep& sweep)
        : core(moved),
          center(sweep.local_center.cast<double>()),
          first(turn_of(sweep.rotation_start)),
          angle(static_cast<double>(sweep.angle)) {
        for (int i = 0; i < core.count; ++i) {
            pivot += point(i) / core.count;
        }
        for (int i = 0; i < core.count; ++i) {
            outer_reach += std::abs(point(i).x()) + std::abs(point(i).y());
            const double from_center = point(i).squaredNorm();
            const double from_pivot = (point(i) - pivot).squaredNorm();
            reach = from_center > reach ? from_center : reach;
            pivot_reach = from_pivot > pivot_reach ? from_pivot : pivot_reach;
        }
        reach = std::sqrt(reach);
        pivot_reach = std::sqrt(pivot_reach);
    }

    [[nodiscard]] Vec2d point(int i) const { return core.points[i].cast<double>() - center; }
    [[nodiscard]] Turn rotation_at(double fraction) const { return turned(first, fraction * angle); }

    const ConvexCore& core;
    Vec2d center;
    Turn first;
    double angle;
    Vec2d pivot{0.0, 0.0};     ///< A point inside the core, from the centre of mass.
    double reach = 0.0;        ///< Greatest distance of a point from the centre of mass.
    double pivot_reach = 0.0;  ///< Greatest distance of a point from the pivot.
    double outer_reach = 0.0;  ///< Not finite where any coordinate is not.
};

/// A lower bound of the separation as a function of the time h from now, concave: its least is at an end.
struct Bound {
    double value = 0.0;
    double slope = 0.0;
    double curvature = 0.0;  ///< >= 0; the bound is value + slope h - curvature h^2 ...

    [[nodiscard]] double at(double h) const { return value + h * (slope - h * curvature); }
    /// Where it falls to zero, if it is positive at 0 and negative somewhere later.
    [[nodiscard]] double root() const {
        const double discriminant = std::sqrt(slope * slope + 4.0 * curvature * value);
        return slope > 0.0 ? (slope + discriminant) / (2.0 * curvature)
                           : 2.0 * value / (discriminant - slope);
    }
};

/// The height of the highest point of a core along an axis, from h = 0 on.
class Height {
public:
    Height(const Mover& mover, const Turn& rotation, const Vec2d& axis)
        : mover_(mover), axis_(inverse_rotate(rotation, axis)) {
        const double most_curved = 0.5 * mover.angle * mover.angle * mover.pivot.norm();
        pivot_ = {axis_.dot(mover.pivot), mover.angle * axis_.dot(left_perp_of(mover.pivot)), most_curved};
    }

    /// How high the core is now.
    [[nodiscard]] double now() const {
        double highest = axis_.dot(mover_.point(0));
        for (int i = 1; i < mover_.core.count; ++i) {
            const double height = axis_.dot(mover_.point(i));
            highest = height > highest ? height : highest;
        }
        return highest;
    }

    /// How high the core can be within a duration from now.
    [[nodiscard]] double most(double duration) const {
        const double risen = now() + std::abs(mover_.angle) * duration * mover_.reach;
        return risen < mover_.reach ? risen : mover_.reach;
    }

    /// Takes from the bound what the core may rise until h, at most half a turn later: pivot and the
    /// vertex that rises highest. A vertex above the pivot is on a cosine, which is below its tangent as long
    /// as it is positive; one below the pivot rises no faster than it moves.
    void lower(Bound& bound, double h) const {
        double highest = 0.0;
        double rate = 0.0;
        double above_pivot = 0.0;
        for (int i = 0; i < mover_.core.count; ++i) {
            const Vec2d arm = mover_.point(i) - mover_.pivot;
            const double height = axis_.dot(arm);
            const double speed = height < 0.0 ? std::abs(mover_.angle) * mover_.pivot_reach
                                              : mover_.angle * axis_.dot(left_perp_of(arm));
            if (height + h * speed > highest) {
                highest = height + h * speed;
                above_pivot = height;
                rate = speed;
            }
        }
        bound.value -= pivot_.value + above_pivot;
        bound.slope -= pivot_.slope + rate;
        bound.curvature += pivot_.curvature;
    }

private:
    const Mover& mover_;
    Vec2d axis_;  ///< In the frame of the mover.
    Bound pivot_;
};

class Approach {
public:
    Approach(const ConvexCore& a, const Sweep& sweep_a, const ConvexCore& b, const Sweep& sweep_b,
             const TimeOfImpactSettings& settings)
        : a_(a, sweep_a),
          b_(b, sweep_b),
          from_(sweep_a.center_start.cast<double>()),
          travel_a_(sweep_a.center_end.cast<double>() - from_),
          gap_(sweep_b.center_start.cast<double>() - from_),
          travel_(sweep_b.center_end.cast<double>() - sweep_b.center_start.cast<double>() - travel_a_),
          radii_(static_cast<double>(a.radius) + static_cast<double>(b.radius)),
          target_(static_cast<double>(settings.target_separation)),
          tolerance_(static_cast<double>(settings.tolerance)),
          end_(static_cast<double>(settings.max_fraction)) {
        end_ = end_ < 0.0 ? 0.0 : (end_ > 1.0 ? 1.0 : end_);
        const double least_tolerance = 5e-7 * (a_.pivot_reach + b_.pivot_reach + radii_);
        tolerance_ = tolerance_ > least_tolerance ? tolerance_ : least_tolerance;
    }

    [[nodiscard]] bool is_usable(const TimeOfImpactSettings& settings) const {
        const double sum = gap_.sum() + travel_.sum() + travel_a_.sum() + from_.sum() + radii_ + target_ +
                           a_.angle + b_.angle + a_.outer_reach + b_.outer_reach + a_.first.c + b_.first.c +
                           static_cast<double>(settings.tolerance) +
                           static_cast<double>(settings.max_fraction);
        return sum - sum == 0.0;
    }

    TimeOfImpact run(InitialContact initial_contact);

private:
    /// What the shapes are like at a time.
    struct Query {
        double separation = 0.0;
        Vec2d axis{1.0, 0.0};
        Vec2d point{0.0, 0.0};
        Turn rotation_a;
        Turn rotation_b;
        bool is_finite = false;
    };

    [[nodiscard]] bool stays_out_of_reach() const;
    [[nodiscard]] Query query(double fraction);
    [[nodiscard]] double step(const Query& at, double fraction) const;
    [[nodiscard]] double free_flight(const Vec2d& axis, const Height& a, const Height& b,
                                     double fraction) const;
    [[nodiscard]] TimeOfImpact result(TimeOfImpactStatus status, double fraction, const Query& at) const;

    Mover a_;
    Mover b_;
    Vec2d from_;
    Vec2d travel_a_;
    Vec2d gap_;
    Vec2d travel_;
    double radii_;
    double target_;
    double tolerance_;
    double end_;
    SimplexCache cache_;
    int queries_ = 0;
};

/// Do the discs about the centres of mass that hold the shapes keep apart?
bool Approach::stays_out_of_reach() const {
    const double length = travel_.squaredNorm();
    const double along = length > 0.0 ? -gap_.dot(travel_) / length : 0.0;
    const double nearest = along < 0.0 ? 0.0 : (along > end_ ? end_ : along);
    const double limit = target_ + radii_ + a_.reach + b_.reach;
    return limit < 0.0 || (gap_ + nearest * travel_).squaredNorm() > limit * limit;
}

/// The separation is taken along GJK's axis, but in double precision.
Approach::Query Approach::query(double fraction) {
    ++queries_;
    Query at;
    at.rotation_a = a_.rotation_at(fraction);
    at.rotation_b = b_.rotation_at(fraction);
    const Vec2d gap = gap_ + fraction * travel_;
    const Vec2d origin_b = gap - rotate(at.rotation_b, b_.center);
    const Vec2d position = inverse_rotate(at.rotation_a, origin_b) + a_.center;
    const Turn& p = at.rotation_a;
    const Turn& q = at.rotation_b;
    Pose b_in_a;
    b_in_a.position = position.cast<float>();
    b_in_a.rotation = {static_cast<float>(p.c * q.c + p.s * q.s), static_cast<float>(p.c * q.s - p.s * q.c)};
    const Penetration nearest = penetration(a_.core, b_.core, b_in_a, &cache_);
    at.axis = rotate(at.rotation_a, nearest.normal.cast<double>().normalized());
    const Vec2d midway = 0.5 * (nearest.point_a.cast<double>() + nearest.point_b.cast<double>());
    at.point = rotate(at.rotation_a, midway - a_.center);
    at.separation = at.axis.dot(gap) - radii_ - Height(a_, at.rotation_a, at.axis).now() -
                    Height(b_, at.rotation_b, -at.axis).now();
    at.is_finite = nearest.status != PenetrationStatus::NotFinite;
    return at;
}

/// How long the shapes stay apart along the axis, however they turn meanwhile; 0 where that is not certain.
double Approach::free_flight(const Vec2d& axis, const Height& a, const Height& b, double fraction) const {
    const double left = end_ - fraction;
    const double gap = axis.dot(gap_ + fraction * travel_) - radii_ - target_;
    const double clearance = gap - a.most(left) - b.most(left);
    const double speed = -axis.dot(travel_);
    if (!(clearance > 0.0)) {
        return 0.0;
    }
    return speed * left > clearance ? clearance / speed : left;
}

/// How far the time may advance so that the separation along the axis stays at the target at least.
///
/// The bound is a minimum of concave functions, one for every pair of vertices. From the right end, the root
/// of the one that is least there is nearer, and still not before the bound's own; where that does not end
/// soon, a chord of the bound is below it.
double Approach::step(const Query& at, double fraction) const {
    const Height height_a(a_, at.rotation_a, at.axis);
    const Height height_b(b_, at.rotation_b, -at.axis);
    const double free = free_flight(at.axis, height_a, height_b, fraction);
    const double faster = std::abs(a_.angle) > std::abs(b_.angle) ? std::abs(a_.angle) : std::abs(b_.angle);
    double h = end_ - fraction;
    h = faster * h > half_turn ? half_turn / faster : h;
    const double slack = 1e-3 * tolerance_;
    const double goal = target_ + slack;
    const double now = at.separation - goal;
    double last = 0.0;
    for (int k = 0; k < most_evaluations && h > free; ++k) {
        Bound bound{at.axis.dot(gap_ + fraction * travel_) - radii_ - goal, at.axis.dot(travel_), 0.0};
        height_a.lower(bound, h);
        height_b.lower(bound, h);
        last = bound.at(h);
        if (last >= -slack) {
            return h;
        }
        // Rounding aside the value is positive, since every vertex is at least as low as the lowest now.
        const double root = bound.value > 0.0 ? bound.root() : 0.0;
        h = root < h ? root : h;
    }
    const double chord = last < -slack && now > 0.0 ? h * now / (now - last) : h;
    return chord > free ? chord : free;
}

TimeOfImpact Approach::result(TimeOfImpactStatus status, double fraction, const Query& at) const {
    TimeOfImpact impact;
    impact.status = status;
    impact.iterations = queries_;
    impact.fraction = static_cast<float>(fraction);
    if (static_cast<double>(impact.fraction) > fraction) {
        impact.fraction = std::nextafter(impact.fraction, 0.0f);
    }
    if (queries_ > 0) {
        impact.separation = static_cast<float>(at.separation);
        impact.normal = at.axis.cast<float>();
        impact.point = (from_ + fraction * travel_a_ + at.point).cast<float>();
    }
    return impact;
}

TimeOfImpact Approach::run(InitialContact initial_contact) {
    if (stays_out_of_reach()) {
        return result(TimeOfImpactStatus::Separated, end_, {});
    }
    double fraction = 0.0;
    Query at = query(0.0);
    if (!at.is_finite) {
        return {};
    }
    if (initial_contact == InitialContact::Keep && at.separation < target_ + 2.0 * tolerance_) {
        target_ = at.separation - 2.0 * tolerance_;
    } else if (at.separation < target_ - tolerance_) {
        return result(TimeOfImpactStatus::Overlapping, 0.0, at);
    }
    while (at.separation > target_ + tolerance_) {
        if (queries_ == most_queries) {
            return result(TimeOfImpactStatus::IterationLimit, fraction, at);
        }
        const double next = fraction + step(at, fraction);
        if (next >= end_) {
            return result(TimeOfImpactStatus::Separated, end_, at);
        }
        fraction = next;
        at = query(fraction);
    }
    return result(TimeOfImpactStatus::Hit, fraction, at);
}

}  // namespace

Sweep make_sweep(const Pose& start, const Pose& end, const Vec2& local_center) {
    Sweep sweep;
    sweep.local_center = local_center;
    sweep.center_start = transform(start, local_center);
    sweep.center_end = transform(end, local_center);
    sweep.rotation_start = start.rotation;
    sweep.angle = inverse_multiply(start.rotation, end.rotation).angle();
    return sweep;
}

Pose interpolate(const Sweep& sweep, float fraction) {
    const double at = static_cast<double>(fraction);
    const Turn turn = turned(turn_of(sweep.rotation_start), at * static_cast<double>(sweep.angle));
    const Vec2d from = sweep.center_start.cast<double>();
    const Vec2d center = from + at * (sweep.center_end.cast<double>() - from);
    const Vec2d origin = center - rotate(turn, sweep.local_center.cast<double>());
    return {origin.cast<float>(), {static_cast<float>(turn.c), static_cast<float>(turn.s)}};
}

TimeOfImpact time_of_impact(const ConvexCore& a, const Sweep& sweep_a, const ConvexCore& b,
                            const Sweep& sweep_b, const TimeOfImpactSettings& settings) {
    Approach approach(a, sweep_a, b, sweep_b, settings);
    return approach.is_usable(settings) ? approach.run(settings.initial_contact) : TimeOfImpact{};
}

}  // namespace drystone
