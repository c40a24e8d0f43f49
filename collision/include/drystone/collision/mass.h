#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/function_ref.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/support.h>

#include <cstdint>
#include <span>

namespace drystone {

/// Mass [kg], centre of mass [m] and rotational inertia about the centre of mass [kg m^2].
struct MassProperties {
    float mass = 0.0f;        ///< Mass [kg].
    Vec2 center{0.0f, 0.0f};  ///< Centre of mass [m].
    float inertia = 0.0f;     ///< Moment of inertia about the centre of mass [kg m^2].
};

/// Computes the mass properties of a shape of uniform `density` [kg/m^2], rounding radius included. Exact for
/// circle, capsule and rounded polygon (area, edge bands and corner sectors summed in double precision). A
/// segment has no mass. Source: Steger, On the Calculation of Arbitrary Moments of Polygons, 1996.
DRYSTONE_COLLISION_API MassProperties compute_mass(const Circle& circle, float density);
/// Computes the mass of a capsule.
DRYSTONE_COLLISION_API MassProperties compute_mass(const Capsule& capsule, float density);
/// Returns a mass of zero, at the middle of the segment.
DRYSTONE_COLLISION_API MassProperties compute_mass(const Segment& segment, float density);
/// Computes the mass of a polygon, rounding included.
DRYSTONE_COLLISION_API MassProperties compute_mass(const Polygon& polygon, float density);
/// Computes the mass of any built-in shape.
DRYSTONE_COLLISION_API MassProperties compute_mass(const ShapeGeometry& geometry, float density);

/// Computes the mass properties of the shape with the given core, without an allocation: a circle (one
/// point), a capsule (two points; a segment if the radius is 0) or a rounded polygon.
DRYSTONE_COLLISION_API MassProperties compute_mass(const ConvexCore& core, float density);

/// Computes the mass properties of several pieces that make one body, such as those of `make_polygons`, in
/// double precision. Where pieces overlap, as rounded ones do, the overlap counts once for each. No pieces:
/// zero mass.
DRYSTONE_COLLISION_API MassProperties compute_mass(std::span<const Polygon> pieces, float density);

/// Combines the mass properties of two rigidly joined parts, given in the same frame (parallel axis theorem).
DRYSTONE_COLLISION_API MassProperties combine(const MassProperties& a, const MassProperties& b);

/// Result of `sample_mass`.
enum class SampledMassStatus : std::uint8_t {
    Ok,              ///< The error is within the tolerance.
    ToleranceUnmet,  ///< The maximum number of samples, or the rounding of the mapping, was reached first.
    NotFinite,       ///< The mapping returned a point that is not finite; there is no mass.
    NoArea,          ///< The shape has no area; there is no mass.
};

/// Mass properties of a shape given by its support mapping, with an error bound.
struct SampledMass {
    SampledMassStatus status = SampledMassStatus::NoArea;  ///< Kind of the result.
    MassProperties properties;                             ///< Mass, centre and inertia.
    /// Bound of the relative error of the mass: the true area lies between those of the polygon of the
    /// samples and the polygon of their tangents. Where the boundary is smooth the error is far smaller.
    float relative_error = 0.0f;
    int samples = 0;  ///< Calls of the mapping.
};

/// Computes the mass properties of a convex shape of uniform `density` [kg/m^2]. `support` returns its
/// farthest point [m] in a direction.
///
/// The boundary is sampled where the gap between the polygon of the samples and that of their tangents is
/// largest, until all gaps together are at most `tolerance` of the area. Each gap is filled as by a parabola.
/// The error is of the order of the tolerance squared for smooth shapes, and within the stated bound for
/// shapes with edges (polygons, rounded or not), except for the rounding of the mapping.
///
/// Throws `Error` unless `density` is finite and >= 0 and `tolerance` finite and > 0. Cost: O(n log n), where
/// n is about 3 / sqrt(tolerance) for smooth shapes, at most 10,000; allocates.
/// Source: Rote, The Convergence Rate of the Sandwich Algorithm for Approximating Convex Functions, 1992.
DRYSTONE_COLLISION_API SampledMass sample_mass(FunctionRef<Vec2(const Vec2&)> support, float density,
                                               float tolerance = 1e-4f);

/// Computes the mass properties of a user's support mapping.
template <SupportMapping T>
SampledMass sample_mass(const T& shape, float density, float tolerance = 1e-4f) {
    const auto support = [&shape](const Vec2& d) -> Vec2 { return shape.support(d); };
    return sample_mass(FunctionRef<Vec2(const Vec2&)>(support), density, tolerance);
}

}  // namespace drystone
