#pragma once

#include <scenes/scene.h>

/// Scenes of any size, for measuring time as a function of the number of bodies. They are not in the menu.
namespace scenes {

inline constexpr const char* scaling_group = "Scaling";

/// Makes pyramids of 55 boxes, as many as hold at least `bodies` boxes, side by side on floors above one
/// another: the same work per body at every size. With 22,000, it is the scene many_pyramids.
SceneInfo pyramids_scene(int bodies);

/// Makes `bodies` boxes of 1 m, at random angles, that fall and pile up between two walls, at most fifty
/// above one another: all in one island, and contacts change in every step.
SceneInfo pile_scene(int bodies);

}  // namespace scenes
