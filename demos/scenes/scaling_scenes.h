#pragma once

#include <scenes/scene.h>

/// Scenes of any size, to see how time grows with the number of bodies. They stand in no menu.
namespace scenes {

inline constexpr const char* scaling_group = "Scaling";

/// Pyramids of 55 boxes, as many as hold at least `bodies` boxes, side by side on floors above one another:
/// the same work for every body at every size. With 22,000 it is the scene many_pyramids.
SceneInfo pyramids_scene(int bodies);

/// `bodies` boxes of 1 m, turned at random, fall and pile up between two walls, at most fifty above one
/// another: all in one island, and contacts change in every step.
SceneInfo pile_scene(int bodies);

}  // namespace scenes
