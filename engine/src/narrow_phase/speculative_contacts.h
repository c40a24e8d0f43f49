#pragma once

#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/predicted_impacts.h"

#include <cstdint>

namespace drystone {

/// Contacts are created ahead of the margin if the bodies would meet within the step: as far as their points
/// approach at the velocities at its start.
///
/// Otherwise a body that moves farther than the margin in a step is inside the other before they are a
/// contact, and only push-out separates them. Against static bodies, continuous collision stops those that
/// move by more than `max_margins_of_slow`, see continuous.h.

/// Maximum separation of the surfaces of speculative contacts [m]: all pairs whose fat boxes overlap.
inline constexpr float speculative_range = 1e3f;

/// Maximum separation of the second point of a speculative contact, as a multiple of the approach of the
/// first one within the step.
inline constexpr float max_reach_of_second = 4.0f;

/// Returns the input of the lanes that compute such motions.
CandidateInput candidate_input(const NarrowPhaseInput& input);

/// Returns the input with which fast bodies collide: all their points count, however far.
inline NarrowPhaseInput far_input(const NarrowPhaseInput& input) {
    NarrowPhaseInput far = input;
    far.speculative_distance = speculative_range;
    return far;
}

/// Returns the maximum separation at which the surfaces of a candidate make a contact [m]: the margin, or the
/// distance by which fast bodies can approach within the step; `SpeculativeMargin::apart` if their bounding
/// circles do not meet. About 40 operations. Lanes compute the same, except for bodies that are not swept.
float sweep_candidates(const NarrowPhaseInput& input, const Contact& contact);

/// Bodies that turn by less within the step meet along the current normal [rad].
inline constexpr float harmless_turning = 0.3f;

/// Returns the sum of the angles by which the two bodies turn within the step [rad]. Discs do not count.
float turning_of(const NarrowPhaseInput& input, const Contact& contact);

/// Returns whether the bodies approach so fast that their shapes could pass through each other within the
/// step.
bool may_pass(const NarrowPhaseInput& input, const Contact& contact);

/// Points beyond the margin that are left in a lane.
enum class SpeculativeResult : std::uint8_t {
    Nothing,
    Points,  ///< Points that meet along the current normal; for discs, along that of the impact.
    Impact,  ///< One point in place of them, from `find_impact`.
};

/// Drops the points of a lane that are neither within the margin nor would meet within the step, except for
/// second points, see `max_reach_of_second`.
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
