#pragma once

#include "step/world_state.h"

#include <vector>

namespace drystone {

/// Writes an event for every body that the solver moves, in the order of the solver.
void publish_moved_bodies(const BodyStore& bodies, std::uint16_t world, std::vector<BodyMoved>& moved);

/// Marks the events of bodies that fell asleep after they moved.
void mark_fallen_asleep(const std::vector<IslandMember>& asleep, std::vector<BodyMoved>& moved);

/// Moves the fat boxes of shapes that left them. The margin of a fat box serves bodies at rest, whose jitter
/// it absorbs; a body that will leave it within a step gets none, which keeps the number of pairs small.
void update_boxes(const BodyStore& bodies, const ShapeStore& shapes, float speculative_distance,
                  float time_step, BroadPhase& broad_phase);

/// The tight box of a core with half the speculative distance as a border, so that two shapes nearer than
/// that distance have overlapping boxes.
Aabb speculative_box(const ConvexCore& core, const Pose& pose, float speculative_distance);

/// The margin of a fat box: a fraction of the shape's size, for small shapes; never more than 5 cm.
float box_margin(const Aabb& box);

}  // namespace drystone
