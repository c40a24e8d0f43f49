#pragma once

#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/predicted_impacts.h"

#include <cstdint>

namespace drystone {

/// Contacts between dynamic bodies are made ahead of the margin where the bodies would meet within the step:
/// as far as the points come nearer at the speed that they have at its start.
///
/// Without this, a body that goes farther than the margin in a step is in the other one before they are a
/// contact, and nothing but a push takes them apart again. Against static and kinematic bodies sweeps do
/// that, see continuous.h.

/// Surfaces are looked at up to this separation where contacts are speculative [m]: all pairs whose fat boxes
/// overlap.
inline constexpr float speculative_range = 1e3f;

/// Bodies that come nearer by fewer margins in a step are not speculative: they overlap by little when they
/// become a contact.
inline constexpr float min_speculative_margins = 4.0f;

/// How far apart the surfaces of a candidate may be for a contact [m]: the margin, or as much as the bodies
/// can come nearer within the step; `SpeculativeMargin::apart` where the circles that hold them do not meet.
/// About 40 operations. Lanes do the same for bodies that are slow.
float sweep_candidates(const NarrowPhaseInput& input, const Contact& contact);

/// What is left of the points of a lane beyond the margin.
enum class SpeculativeResult : std::uint8_t {
    Nothing,
    Points,  ///< Those that meet along the normal of now.
    Impact,  ///< One in place of them, that of `find_impact`.
};

/// Drops the points of a lane that are neither within the margin nor would meet within the step.
/// \param number  of the contact
/// \param impact  is written where that is what is left
SpeculativeResult drop_distant_points(const NarrowPhaseInput& input, std::uint32_t number,
                                      const Contact& contact, ManifoldRows& rows, int lane,
                                      PredictedImpact& impact);

/// Brings the arms of speculative points to where the bodies will meet. Arms stay the same through a step:
/// those of now would belong to two different points then, and blows change the angular momentum.
void move_arms_to_impact(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                         ContactBlock& block, int lane);

}  // namespace drystone
