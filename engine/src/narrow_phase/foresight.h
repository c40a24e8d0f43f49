#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

/// Contacts between dynamic bodies are made ahead of the margin where the bodies would meet within the step:
/// where the point, at the speeds at the start of the step, comes nearer along the normal than it is away,
/// and has not gone aside from the other's face when it does. The solver lets such a gap close, and no more.
///
/// Without this, two fast bodies are in each other before they are a pair, and nothing but a push takes them
/// apart again. Against static and kinematic bodies sweeps do that, see continuous.h.

/// Does a point of some body move by so much within the step that two such could meet from beyond the margin?
bool has_fast_bodies(const BodyStore& bodies, float speculative_distance, float time_step);

/// Can nothing but contacts keep the two bodies apart?
inline bool are_both_dynamic(const BodyStore& bodies, const Contact& contact) {
    return bodies.masses[contact.body_a].inverse_mass > 0.0f &&
           bodies.masses[contact.body_b].inverse_mass > 0.0f;
}

/// How far from each other shapes of a contact can be and still have points [m]; no less than the margin.
float greatest_reach(const NarrowPhaseInput& input, const Contact& contact);

/// Leaves of the points those that are nearer than the margin, and those that would meet within the step.
void drop_far_points(const NarrowPhaseInput& input, const Contact& contact, Manifold& manifold);

}  // namespace drystone
