#pragma once

namespace drystone {

/// Impact of two bodies at one point. Velocities are of B's point relative to A's.
struct PointImpact {
    double normal_velocity = 0.0;   ///< Negative: they approach [m/s].
    double tangent_velocity = 0.0;  ///< [m/s]
    // Changes of these velocities by unit impulses along the normal and the tangent; `cross` of each by the
    // other [1/kg].
    double normal = 0.0;
    double tangent = 0.0;
    double cross = 0.0;
    // Coefficients of friction that bound the tangent impulse: at most `upper`, at least -`lower` times the
    // normal impulse.
    double lower = 0.0;
    double upper = 0.0;
    double restitution = 0.0;
};

/// Impulses on B [N s].
struct PointImpulse {
    double normal = 0.0;
    double tangent = 0.0;
};

/// Returns the impulses of an impact with dry friction: the normal impulse grows while the point slides,
/// sticks or begins to slide back, as Coulomb's law says at each moment, until the approach has ended; then
/// by `restitution` times as much again (Poisson's hypothesis). Never gains energy.
///
/// `normal` and `tangent` must be positive; the result is zero unless the bodies approach. If friction wedges
/// the bodies, so that the normal impulse speeds up the approach, the result has no friction.
/// Cost: at most three intervals. Source: Routh, Dynamics of a System of Rigid Bodies, 1905; Wang and Mason,
/// Two-Dimensional Rigid-Body Collisions with Friction, 1992.
PointImpulse solve_point_impact(const PointImpact& impact);

}  // namespace drystone
