#pragma once

#include <drystone/collision/shapes.h>

namespace drystone {

/// Mass [kg], centre of mass [m] and rotational inertia about the centre of mass [kg m^2].
struct MassProperties {
    float mass = 0.0f;
    Vec2 center{0.0f, 0.0f};
    float inertia = 0.0f;
};

/// Mass properties of a shape of uniform `density` [kg/m^2], rounding radius included. Exact for circle,
/// capsule and rounded polygon (area, edge bands and corner sectors summed in double precision). A segment
/// has none. Source: Steger, On the Calculation of Arbitrary Moments of Polygons, 1996.
MassProperties compute_mass(const Circle& circle, float density);
MassProperties compute_mass(const Capsule& capsule, float density);
MassProperties compute_mass(const Segment& segment, float density);
MassProperties compute_mass(const Polygon& polygon, float density);
MassProperties compute_mass(const ShapeGeometry& geometry, float density);

/// Of two rigidly joined parts, given in the same frame (parallel axis theorem).
MassProperties combine(const MassProperties& a, const MassProperties& b);

}  // namespace drystone
