#pragma once

#include <drystone/collision/epa.h>
#include <drystone/collision/export.h>
#include <drystone/collision/gjk.h>

#include <cstdint>

namespace drystone {

/// Treatment of shapes that overlap at the start of a cast.
enum class InitialOverlap : std::uint8_t {
    Report,          ///< `ShapeCastStatus::Overlapping`, for any translation.
    ReportEntering,  ///< `Overlapping` where the cast moves deeper in; a miss where it moves out or along.
    Ignore,          ///< A miss.
};

/// Settings of a shape cast.
struct ShapeCastSettings {
    float max_fraction = 1.0f;  ///< Fraction at which the search stops, in [0, 1].
    /// Result for shapes that overlap at the start.
    InitialOverlap initial_overlap = InitialOverlap::Report;
};

/// Result of a shape cast.
enum class ShapeCastStatus : std::uint8_t {
    Hit,
    Miss,
    Overlapping,     ///< The shapes overlap at the start, by more than rounding; `fraction` is 0.
    IterationLimit,  ///< Undecided, but up to `fraction` the shapes are apart.
    NotFinite,       ///< The input holds a NaN or an infinity; all other members are zero.
};

/// First contact of a moving shape with another, in the frame of A at the time of `fraction`.
struct ShapeCast {
    ShapeCastStatus status = ShapeCastStatus::NotFinite;  ///< Kind of the result.
    float fraction = 0.0f;  ///< Fraction of the translation; `max_fraction` at a miss.
    /// Unit normal from A to B; zero at a miss. Where the shapes overlap: the direction of the shortest way
    /// out.
    Vec2 normal{0.0f, 0.0f};
    Vec2 point{0.0f, 0.0f};  ///< Contact point [m]; where the shapes overlap, midway between the surfaces.
    int iterations = 0;      ///< Distance queries made.
};

/// Finds the first time at which a core that moves without rotation touches another.
///
/// Exact for cores within rounding: the separation at the fraction is below 1e-6 of the shapes' extents, and
/// the shapes do not overlap by more than that before. A cast that enters by less than that plus 2e-7 of its
/// own length is a miss, so sliding along a surface or off it is no hit. A cast towards a surface that is
/// touched at the start is a hit at fraction 0.
/// \param b_in_a       the frame of B seen from the frame of A, at the start
/// \param translation  motion of B, in the frame of A [m]
/// Cost    2 to 6 distance queries, 64 at most; no allocation
/// Source  van den Bergen, Ray Casting against General Convex Objects with Application to Continuous
///         Collision Detection, 2004. In place of its single loop over simplex and ray, whole distance
///         queries follow each other, each from the last simplex, so that the normal comes from shapes that
///         are still apart.
DRYSTONE_COLLISION_API ShapeCast cast_shape(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                            const Vec2& translation, const ShapeCastSettings& settings = {});

namespace detail {

inline constexpr int max_cast_queries = 64;

/// The shapes at one time of the cast.
struct CastQuery {
    double separation = 0.0;
    Vec2d axis{0.0, 0.0};  ///< Unit axis from A to B.
    Vec2d point{0.0, 0.0};
    bool is_finite = false;
};

/// Returns the size of a shape plus a tenth of its distance from its frame's origin: the scale of rounding
/// errors [m].
template <SupportMapping T>
double rounding_size(const T& shape) {
    const Vec2 right = shape.support(Vec2{1.0f, 0.0f});
    const Vec2 left = shape.support(Vec2{-1.0f, 0.0f});
    const Vec2 top = shape.support(Vec2{0.0f, 1.0f});
    const Vec2 bottom = shape.support(Vec2{0.0f, -1.0f});
    const double width = static_cast<double>(right.x) - static_cast<double>(left.x);
    const double height = static_cast<double>(top.y) - static_cast<double>(bottom.y);
    return width + height + 0.1 * coordinate_sum(abs(to_double(right)));
}

/// A cast in steps: each distance query advances the time as far as the separation along its axis allows.
/// Along a straight path the distance of convex shapes is a convex function of time, so this is Newton's
/// iteration from the side on which it never overshoots and needs no safeguards. It ends exactly for flat
/// shapes and converges quadratically for round ones.
class DRYSTONE_COLLISION_API Cast {
public:
    Cast(const Pose& b_in_a, const Vec2& translation, double size, float radius_a, float radius_b,
         const ShapeCastSettings& settings);

    [[nodiscard]] double radius_a() const { return radius_a_; }
    [[nodiscard]] double radius_b() const { return radius_b_; }
    /// Returns the current frame of B, rounded to floats for GJK; `lost` returns the rounding error of its
    /// position.
    [[nodiscard]] Pose pose() const;
    [[nodiscard]] Vec2d lost() const;
    /// Takes the result of the query at the current time.
    /// \return  whether the cast continues
    bool advance(const CastQuery& now);
    [[nodiscard]] const ShapeCast& result() const { return result_; }

private:
    bool finish(ShapeCastStatus status, const CastQuery& now);

    Pose start_;
    Vec2d translation_;
    double radius_a_;
    double radius_b_;
    double touching_ = 0.0;  ///< Separation up to which the shapes touch [m].
    double end_;
    double fraction_ = 0.0;
    InitialOverlap initial_overlap_;
    ShapeCast result_;
};

/// Measures the shapes at the current time of a cast, by GJK and EPA; the separation along their axis is
/// computed in double precision.
template <SupportMapping A, SupportMapping B>
CastQuery measure_cast(const Cast& cast, const A& a, const B& b, const Penetration& nearest) {
    const Pose pose = cast.pose();
    const Vec2d lost = cast.lost();
    const double c = static_cast<double>(pose.rotation.c);
    const double s = static_cast<double>(pose.rotation.s);
    const Vec2 on_a = a.support(nearest.normal);
    const Vec2 on_b = b.support(inverse_rotate(pose.rotation, -nearest.normal));
    const double x = static_cast<double>(on_b.x);
    const double y = static_cast<double>(on_b.y);
    const Vec2d turned{c * x - s * y, s * x + c * y};
    const Vec2d position = to_double(pose.position) + lost;
    CastQuery now;
    now.is_finite = nearest.status != PenetrationStatus::NotFinite;
    now.axis = normalized(to_double(nearest.normal));
    now.separation = dot(now.axis, turned + position - to_double(on_a)) - cast.radius_a() - cast.radius_b();
    // On curved shapes GJK's points lie on chords between the points of a simplex: correct along the chord,
    // but below the surfaces.
    const Vec2d chord = 0.5 * (to_double(nearest.point_a + nearest.point_b) + lost);
    const double height = dot(now.axis, to_double(on_a)) + cast.radius_a() + 0.5 * now.separation;
    now.point = chord + (height - dot(now.axis, chord)) * now.axis;
    return now;
}

}  // namespace detail

/// Finds the first contact of any two convex shapes: users' support mappings, built-in shapes, or one of
/// each.
template <ConvexShape A, ConvexShape B>
ShapeCast cast_shape(const A& a, const B& b, const Pose& b_in_a, const Vec2& translation,
                     const ShapeCastSettings& settings = {}) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const double size = detail::rounding_size(mapping_a) + detail::rounding_size(mapping_b);
    detail::Cast cast(b_in_a, translation, size, core_radius(a), core_radius(b), settings);
    while (cast.advance(detail::measure_cast(cast, mapping_a, mapping_b, penetration(a, b, cast.pose())))) {
    }
    return cast.result();
}

}  // namespace drystone
