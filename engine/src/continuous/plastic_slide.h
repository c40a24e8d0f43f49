#pragma once

#include "continuous/impacts.h"
#include "continuous/sliding_bodies.h"

namespace drystone {

/// Repeats the step of a body that slides along static shapes, from one impact to the next.
///
/// The solver finds contacts once a step, where the body is then. A body that passes vertices of a chain
/// within the step would be turned at the end of it, by all of their angles at once, and lose more speed than
/// at one after another: the loss grows with the square of the angle. Here, at each impact, the velocity is
/// projected on those that lead into nothing that the body touches, with friction: Moreau's law of plastic
/// impacts. Then the body moves on for the rest of the sub-step. It turns freely, and its energy never grows.
///
/// Writes pose and velocity of the body and returns true. Returns false, without a change, if squares of its
/// motion are not finite.
/// \param sweep  motion of the body as the solver found it
/// Cost          two or more queries of the static tree for each sub-step and impact, some 5 us
/// Source        Moreau, Unilateral Contact and Dry Friction in Finite Freedom Dynamics, 1988
bool slide_plastically(const ContinuousContext& context, const SlidingBody& sliding, const Sweep& sweep);

}  // namespace drystone
