#include <drystone/collision/time_of_impact.h>

#include "casts/swept_features.h"
#include "casts/turning_axis.h"
#include "gjk/core_features.h"
#include "gjk/polygon_queries.h"
#include "math/rounding.h"

#include <cmath>
#include <limits>

namespace drystone {
namespace {

using detail::Bound;
using detail::CoreDifference;
using detail::CoreFeature;
using detail::DoubleRot;
using detail::SweptBody;

constexpr int max_queries = 128;
constexpr int max_evaluations = 8;
constexpr int max_guesses = 6;
/// Number of queries after which axes that turn with a shape are used, too.
constexpr int patience = 8;
constexpr double half_turn = 3.1415926;

class ConservativeAdvancement {
public:
    ConservativeAdvancement(const ConvexCore& a, const Sweep& sweep_a, const ConvexCore& b,
                            const Sweep& sweep_b, const TimeOfImpactSettings& settings)
        : a_(a, sweep_a),
          b_(b, sweep_b),
          from_(to_double(sweep_a.center_start)),
          travel_a_(to_double(sweep_a.center_end) - from_),
          gap_(to_double(sweep_b.center_start) - from_),
          travel_(to_double(sweep_b.center_end) - to_double(sweep_b.center_start) - travel_a_),
          radii_(static_cast<double>(a.radius) + static_cast<double>(b.radius)),
          target_(static_cast<double>(settings.target_separation)),
          tolerance_(static_cast<double>(settings.tolerance)),
          end_(static_cast<double>(settings.max_fraction)) {
        end_ = end_ < 0.0 ? 0.0 : (end_ > 1.0 ? 1.0 : end_);
        const double min_tolerance = 5e-7 * (a_.pivot_reach + b_.pivot_reach + radii_);
        tolerance_ = tolerance_ > min_tolerance ? tolerance_ : min_tolerance;
    }

    [[nodiscard]] bool is_usable(const TimeOfImpactSettings& settings) const {
        const double sum = coordinate_sum(gap_) + coordinate_sum(travel_) + coordinate_sum(travel_a_) +
                           coordinate_sum(from_) + radii_ + target_ + a_.angle + b_.angle + a_.first.c +
                           b_.first.c + static_cast<double>(settings.tolerance) +
                           static_cast<double>(settings.max_fraction);
        return a_.is_finite && b_.is_finite && sum - sum == 0.0;
    }

    TimeOfImpact run(InitialContact initial_contact);

private:
    /// State of the two shapes at one time of the sweep.
    struct Query {
        double fraction = 0.0;
        double separation = 0.0;
        double distance = 0.0;  ///< Distance of the centres of mass along the axis [m].
        double speed = 0.0;     ///< Speed of approach along the axis [m per unit of fraction].
        double height_a = 0.0;  ///< Heights of the feature's vertices along the axis [m].
        double height_b = 0.0;
        Vec2d axis_in_a{1.0, 0.0};  ///< From A to B, in the frame of A.
        Vec2d axis_in_b{1.0, 0.0};  ///< From B to A, in the frame of B.
        DoubleRot rotation_a;
        Pose b_in_a;
        CoreFeature feature;
        bool is_finite = false;
    };

    /// Target of a search: the nearest features, or only a face that separates the shapes if they are
    /// polygons.
    enum class Search : unsigned char { Nearest, Face };

    /// Returns the maximum speed at which turning alone brings vertices of both shapes nearer [m per unit of
    /// fraction].
    [[nodiscard]] double max_spin() const {
        return std::abs(a_.angle) * a_.reach + std::abs(b_.angle) * b_.reach;
    }
    [[nodiscard]] double first_in_reach(InitialContact initial_contact) const;
    void measure(const DoubleRot& b_in_a, const Vec2d& gap, Query& at) const;
    void look(double fraction, Search search, Query& at);
    [[nodiscard]] double rate(const Query& at) const;
    [[nodiscard]] double first_guess() const;
    [[nodiscard]] bool guess(double start, TimeOfImpact& impact);
    [[nodiscard]] bool was_apart(const Query& at, double start) const;
    [[nodiscard]] Bound bound_of(const Query& at, double direction, double h) const;
    [[nodiscard]] double step(const Query& at) const;
    [[nodiscard]] double free_flight(const Query& at) const;
    [[nodiscard]] double free_along_turning_axis(const Query& at) const;
    [[nodiscard]] TimeOfImpact advance(Query& at);
    [[nodiscard]] TimeOfImpact result(TimeOfImpactStatus status, double fraction, const Query& at) const;

    SweptBody a_;
    SweptBody b_;
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

/// Returns the fraction at which the discs around the shapes (centred on the centres of mass) come as near as
/// the target; above the end if they never do. Returns 0 if the start has to be examined.
double ConservativeAdvancement::first_in_reach(InitialContact initial_contact) const {
    constexpr double never = 2.0;
    const double limit = target_ + radii_ + a_.reach + b_.reach;
    if (limit < 0.0) {
        return never;
    }
    const double squared = length_squared(gap_);
    const double near = limit + (initial_contact == InitialContact::Keep ? 2.0 * tolerance_ : 0.0);
    if (!(squared > near * near)) {
        return 0.0;
    }
    const double excess = squared - limit * limit;
    const double approach = -dot(gap_, travel_);
    const double discriminant = approach * approach - length_squared(travel_) * excess;
    if (!(approach > 0.0) || discriminant < 0.0) {
        return never;
    }
    const double fraction = excess / (approach + std::sqrt(discriminant));
    return fraction > end_ ? never : fraction;
}

/// Computes the separation along the axis of the features, in double precision.
void ConservativeAdvancement::measure(const DoubleRot& b_in_a, const Vec2d& gap, Query& at) const {
    CoreFeature& feature = at.feature;
    Vec2d normal;
    if (feature.face_a >= 0) {
        normal = to_double(a_.core.normals[feature.face_a]);
    } else if (feature.face_b >= 0) {
        normal = -detail::rotate(b_in_a, to_double(b_.core.normals[feature.face_b]));
    } else {
        normal = to_double(feature.normal);
    }
    // The normal is of unit length except for rounding, which one step of Newton's method removes.
    at.axis_in_a = (1.5 - 0.5 * length_squared(normal)) * normal;
    at.axis_in_b = -detail::inverse_rotate(b_in_a, at.axis_in_a);
    at.height_a = a_.height(feature.vertex_a, at.axis_in_a);
    at.height_b = b_.height(feature.vertex_b, at.axis_in_b);
    at.distance = dot(at.axis_in_a, gap);
    at.speed = -dot(at.axis_in_a, detail::inverse_rotate(at.rotation_a, travel_));
    const double between_cores = at.distance - at.height_a - at.height_b;
    at.separation = between_cores - radii_;
    feature.normal = to_float(at.axis_in_a);
    feature.separation = static_cast<float>(between_cores);
}

/// Finds the features sought, and the separation along their axis. `at` may hold features of another time,
/// which the cache names.
void ConservativeAdvancement::look(double fraction, Search search, Query& at) {
    ++queries_;
    at.fraction = fraction;
    at.rotation_a = a_.rotation_at(fraction);
    const DoubleRot& p = at.rotation_a;
    const DoubleRot q = b_.rotation_at(fraction);
    const DoubleRot b_in_a{p.c * q.c + p.s * q.s, p.c * q.s - p.s * q.c};
    const Vec2d gap = detail::inverse_rotate(p, gap_ + fraction * travel_);
    const Vec2d position = gap - detail::rotate(b_in_a, b_.center) + a_.center;
    at.b_in_a.position = to_float(position);
    at.b_in_a.rotation = {static_cast<float>(b_in_a.c), static_cast<float>(b_in_a.s)};
    if (search == Search::Nearest && at.is_finite && detail::still_nearest(a_, b_, b_in_a, gap, at.feature)) {
        measure(b_in_a, gap, at);
        const double error_bound = 4e-6 * (a_.reach + b_.reach + std::abs(gap.x) + std::abs(gap.y));
        if (at.separation + radii_ > error_bound) {
            return;
        }
    }
    const bool parts = search == Search::Face &&
                       detail::polygon_parting_face(a_.core, b_.core, at.b_in_a, cache_, at.feature);
    at.is_finite = parts || detail::find_features(a_.core, b_.core, at.b_in_a, cache_, at.feature);
    measure(b_in_a, gap, at);
    at.is_finite = at.is_finite && at.separation - at.separation == 0.0;
}

/// Returns the rate at which the separation of the features grows.
double ConservativeAdvancement::rate(const Query& at) const {
    return -at.speed - a_.rate(at.feature.vertex_a, at.axis_in_a, a_.angle) -
           b_.rate(at.feature.vertex_b, at.axis_in_b, b_.angle);
}

/// Returns a lower bound of the amount by which the separation along the axis exceeds the target, for times
/// up to h later; or earlier, for direction -1.
Bound ConservativeAdvancement::bound_of(const Query& at, double direction, double h) const {
    Bound bound{at.distance - radii_ - target_, -direction * at.speed, 0.0};
    a_.lower(bound, at.axis_in_a, direction * a_.angle, h);
    b_.lower(bound, at.axis_in_b, direction * b_.angle, h);
    return bound;
}

/// Returns the duration for which the shapes stay apart along the axis, however they turn meanwhile; 0 if
/// that is not certain.
double ConservativeAdvancement::free_flight(const Query& at) const {
    const double left = end_ - at.fraction;
    const double clearance =
        at.distance - radii_ - target_ - a_.max_height(at.height_a, left) - b_.max_height(at.height_b, left);
    if (!(clearance > 0.0)) {
        return 0.0;
    }
    return at.speed * left > clearance ? clearance / at.speed : left;
}

/// Returns an advance in time that keeps the separation along the axis at the target or above.
///
/// The bound is a minimum of concave functions, one per pair of vertices. Starting at the right end, the root
/// of the function that is smallest there is nearer, and still not before the root of the bound itself. If
/// that does not converge soon, a chord of the bound serves, which lies below it.
double ConservativeAdvancement::step(const Query& at) const {
    const double left = end_ - at.fraction;
    if (at.separation - target_ >= left * (at.speed + max_spin())) {
        return left;
    }
    const double free = free_flight(at);
    const double faster = std::abs(a_.angle) > std::abs(b_.angle) ? std::abs(a_.angle) : std::abs(b_.angle);
    double h = faster * left > half_turn ? half_turn / faster : left;
    const double slack = 1e-3 * tolerance_;
    const double now = at.separation - target_ - slack;
    double last = 0.0;
    for (int k = 0; k < max_evaluations && h > free; ++k) {
        Bound bound = bound_of(at, 1.0, h);
        bound.value -= slack;
        last = bound.at(h);
        if (last >= -slack) {
            return h;
        }
        // Except for rounding the value is positive, since every vertex is at least as low as the lowest now.
        const double root = bound.value > 0.0 ? bound.root() : 0.0;
        h = root < h ? root : h;
    }
    const double chord = last < -slack && now > 0.0 ? h * now / (now - last) : h;
    return chord > free ? chord : free;
}

/// Returns whether the shapes were apart along the axis from the start on.
bool ConservativeAdvancement::was_apart(const Query& at, double start) const {
    if (at.speed >= max_spin()) {
        return true;
    }
    const double h = at.fraction - start;
    const double faster = std::abs(a_.angle) > std::abs(b_.angle) ? std::abs(a_.angle) : std::abs(b_.angle);
    return faster * h <= half_turn && bound_of(at, -1.0, h).at(h) >= 0.0;
}

/// Estimates the fraction at which the shapes meet along the line between their centres, oriented as at the
/// start; negative if they do not.
double ConservativeAdvancement::first_guess() const {
    const Vec2d axis_in_a = detail::inverse_rotate(a_.first, gap_);
    const Vec2d axis_in_b = -detail::inverse_rotate(b_.first, gap_);
    const double squared = length_squared(gap_);
    const double separation = squared - std::sqrt(squared) * (radii_ + target_) -
                              a_.height(a_.highest(axis_in_a), axis_in_a) -
                              b_.height(b_.highest(axis_in_b), axis_in_b);
    const double speed = -dot(gap_, travel_);
    return speed > 0.0 ? separation / speed : -1.0;
}

/// Applies Newton's method to the separation of the features, from the time at which the discs around the
/// shapes meet. The result is the first impact if its axis has separated the shapes ever since the start.
/// Returns false if it has not, or if the iteration does not converge soon.
bool ConservativeAdvancement::guess(double start, TimeOfImpact& impact) {
    double fraction = first_guess();
    fraction = fraction < start ? start : fraction;
    Search search = detail::are_small_polygons(a_.core, b_.core) ? Search::Face : Search::Nearest;
    Query at;
    for (int k = 0; k < max_guesses && fraction >= start && fraction < end_; ++k) {
        look(fraction, search, at);
        const double excess = at.separation - target_;
        if (!at.is_finite) {
            return false;
        }
        const bool is_near = excess >= 0.0 && excess <= tolerance_;
        if (is_near && search == Search::Nearest) {
            impact = result(TimeOfImpactStatus::Hit, fraction, at);
            return was_apart(at, start);
        }
        search = Search::Nearest;
        if (is_near) {
            continue;
        }
        const double speed = rate(at);
        const double next = speed != 0.0 ? fraction - (excess - 0.25 * tolerance_) / speed
                                         : std::numeric_limits<double>::infinity();
        const bool parts = excess > 0.0 && !(next > fraction && next < end_);
        if (parts) {
            impact = result(TimeOfImpactStatus::Separated, end_, at);
            return was_apart(at, start) && fraction + step(at) >= end_;
        }
        fraction = next;
    }
    return false;
}

TimeOfImpact ConservativeAdvancement::result(TimeOfImpactStatus status, double fraction,
                                             const Query& at) const {
    TimeOfImpact impact;
    impact.status = status;
    impact.iterations = queries_;
    impact.fraction = detail::rounded_down(fraction);
    if (queries_ > 0 && status != TimeOfImpactStatus::Separated) {
        const CoreDifference difference(a_.core, b_.core, at.b_in_a);
        const detail::CoreGap gap = detail::gap_of(difference, at.feature);
        const Vec2d middle =
            0.5 * (to_double(gap.on_a) + to_double(gap.on_b)) + to_double(difference.origin()) - a_.center;
        const double shift = 0.5 * static_cast<double>(a_.core.radius - b_.core.radius);
        const Vec2d point = detail::rotate(at.rotation_a, middle + shift * at.axis_in_a);
        impact.separation = static_cast<float>(at.separation);
        impact.normal = to_float(detail::rotate(at.rotation_a, at.axis_in_a));
        impact.point = to_float(from_ + fraction * travel_a_ + point);
    }
    return impact;
}

TimeOfImpact ConservativeAdvancement::run(InitialContact initial_contact) {
    const double start = first_in_reach(initial_contact);
    if (start > end_) {
        return result(TimeOfImpactStatus::Separated, end_, {});
    }
    TimeOfImpact guessed;
    if (start > 0.0 && guess(start, guessed)) {
        return guessed;
    }
    // Where a face separates them far enough, the nearest features are not needed yet.
    Query at;
    bool is_clear = false;
    if (detail::are_small_polygons(a_.core, b_.core)) {
        look(start, Search::Face, at);
        is_clear = at.is_finite && at.separation > target_ + 2.0 * tolerance_;
    }
    if (!is_clear) {
        look(start, Search::Nearest, at);
    }
    if (!at.is_finite) {
        return {};
    }
    if (start == 0.0 && !is_clear) {
        if (initial_contact == InitialContact::Keep && at.separation < target_ + 2.0 * tolerance_) {
            target_ = at.separation - 2.0 * tolerance_;
        } else if (at.separation < target_ - tolerance_) {
            return result(TimeOfImpactStatus::Overlapping, 0.0, at);
        }
    }
    return advance(at);
}

/// Returns a time up to which the shapes stay apart along the axis, if it turns with the shape whose face it
/// is normal to; between vertices, with the one that turns faster.
double ConservativeAdvancement::free_along_turning_axis(const Query& at) const {
    const bool has_face = at.feature.face_a >= 0 || at.feature.face_b >= 0;
    const bool of_a = has_face ? at.feature.face_a >= 0 : std::abs(a_.angle) >= std::abs(b_.angle);
    const double clearance = radii_ + target_;
    const detail::TurningAxis axis =
        of_a ? detail::TurningAxis(a_, b_, gap_, travel_, at.axis_in_a, at.height_a + clearance)
             : detail::TurningAxis(b_, a_, -gap_, -travel_, at.axis_in_b, at.height_b + clearance);
    return axis.free_until(at.fraction, end_, 0.5 * tolerance_);
}

/// Runs conservative advancement from a time until which the shapes are apart.
TimeOfImpact ConservativeAdvancement::advance(Query& at) {
    while (at.separation > target_ + tolerance_) {
        if (queries_ >= max_queries) {
            return result(TimeOfImpactStatus::IterationLimit, at.fraction, at);
        }
        double next = at.fraction + step(at);
        if (queries_ > patience && next < end_) {
            const double later = free_along_turning_axis(at);
            next = later > next ? later : next;
        }
        if (next >= end_) {
            return result(TimeOfImpactStatus::Separated, end_, at);
        }
        look(next, Search::Nearest, at);
    }
    return result(TimeOfImpactStatus::Hit, at.fraction, at);
}

}  // namespace

TimeOfImpact time_of_impact(const ConvexCore& a, const Sweep& sweep_a, const ConvexCore& b,
                            const Sweep& sweep_b, const TimeOfImpactSettings& settings) {
    ConservativeAdvancement approach(a, sweep_a, b, sweep_b, settings);
    return approach.is_usable(settings) ? approach.run(settings.initial_contact) : TimeOfImpact{};
}

}  // namespace drystone
