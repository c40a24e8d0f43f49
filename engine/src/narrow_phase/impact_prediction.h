#pragma once

#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/predicted_impacts.h"

#include <cstdint>
#include <optional>

namespace drystone {

/// Are the shapes no more than their cores, so that their time of impact says where they meet?
bool can_find_impact(const NarrowPhaseInput& input, const Contact& contact);

/// Where the bodies of a contact meet, if they go on through the step at the velocities that they have at its
/// start; nothing where they do not. About a microsecond: a time of impact.
///
/// For bodies that turn: they meet elsewhere than where they are nearest before, and along another normal.
std::optional<PredictedImpact> find_impact(const NarrowPhaseInput& input, std::uint32_t number,
                                           const Contact& contact);

/// Gives a lane the normal, the separation and the one point of an impact.
void write_impact(const PredictedImpact& impact, ManifoldRows& rows, int lane);

}  // namespace drystone
