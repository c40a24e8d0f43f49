#pragma once

#include "narrow_phase/narrow_phase.h"
#include "narrow_phase/predicted_impacts.h"

#include <cstdint>
#include <optional>

namespace drystone {

/// Returns whether both shapes are their cores, maybe with internal edges, so that their time of impact says
/// where they meet.
bool can_find_impact(const NarrowPhaseInput& input, const Contact& contact);

/// Predicts where the bodies of a contact meet within the step at the velocities that they have at its start;
/// `nullopt` if they do not meet. Cost: one time of impact, about a microsecond.
///
/// Where shapes have internal edges, the normal is one that these offer; bodies that meet only where a
/// neighbour continues a shape do not meet.
///
/// Needed for bodies that turn: they meet elsewhere than where they are nearest at the start, and along
/// another normal. Bodies that are within the margin at the start may stay as near as they are.
std::optional<PredictedImpact> find_impact(const NarrowPhaseInput& input, std::uint32_t number,
                                           const Contact& contact, bool is_near);

/// Writes the normal, the separation and the single point of an impact to a lane.
void write_impact(const PredictedImpact& impact, ManifoldRows& rows, int lane);

}  // namespace drystone
