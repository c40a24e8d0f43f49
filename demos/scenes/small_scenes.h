#pragma once

#include <scenes/scene.h>

#include <vector>

/// Worlds of the size that most games have, for `drystone-bench small`. They are not in the menu, and nothing
/// sleeps in them, so that each step is work.
namespace scenes {

inline constexpr const char* small_group = "Small";

/// Makes platformer levels side by side, as many as hold at least `bodies` dynamic bodies. Each has a
/// character that walks and jumps, 40 crates, three ragdolls and a floor of tiles.
SceneInfo platformer_scene(int bodies);

/// Returns the scenes of `drystone-bench small`: one level of the platformer, pinball, a car on terrain, a
/// tower that a ball is shot at, and a puzzle of twelve bodies.
std::vector<SceneInfo> small_scenes();

}  // namespace scenes
