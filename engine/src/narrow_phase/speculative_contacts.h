#pragma once

#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/predicted_impacts.h"

#include <cstdint>

namespace drystone {

/// Contacts between dynamic bodies are created ahead of the margin if the bodies would meet within the step:
/// as far as their points approach at the velocities at its start.
///
/// Otherwise a body that moves farther than the margin in a step is inside the other before they are a
/// contact, and only push-out separates them. Against static and kinematic bodies, continuous collision does
/// this, see continuous.h.

/// Maximum separation of the surfaces of speculative contacts [m]: all pairs whose fat boxes overlap.
inline constexpr float speculative_range = 1e3f;

/// Bodies that approach by fewer margins than this in a step are not speculative: their overlap is small when
/// they become a contact.
inline constexpr float min_speculative_margins = 4.0f;

/// Returns the maximum separation at which the surfaces of a candidate make a contact [m]: the margin, or the
/// distance by which fast bodies can approach within the step; `SpeculativeMargin::apart` if their bounding
/// circles do not meet. About 40 operations. For slow bodies, lanes compute the same.
float sweep_candidates(const NarrowPhaseInput& input, const Contact& contact);

/// Points beyond the margin that are left in a lane.
enum class SpeculativeResult : std::uint8_t {
    Nothing,
    Points,  ///< Points that meet along the current normal; for discs, along that of the impact.
    Impact,  ///< One point in place of them, from `find_impact`.
};

/// Drops the points of a lane that are neither within the margin nor would meet within the step.
/// \param number  number of the contact
/// \param impact  written if the result is `Impact`
SpeculativeResult drop_distant_points(const NarrowPhaseInput& input, std::uint32_t number,
                                      const Contact& contact, ManifoldRows& rows, int lane,
                                      PredictedImpact& impact);

/// Moves the arms of speculative points to where the bodies will meet. Arms are constant in a step: those of
/// its start would belong to two different points at the impact, and impulses would change the angular
/// momentum.
void move_arms_to_impact(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                         ContactBlock& block, int lane);

}  // namespace drystone
