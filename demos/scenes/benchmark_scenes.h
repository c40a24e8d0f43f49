#pragma once

#include <scenes/scene.h>

#include <vector>

/// Scenes for the comparison of engines: those of Box2D's own benchmark program, with its numbers of bodies,
/// sizes, materials, joints, time step and number of steps, and one in which neighbours were not created in
/// sequence.
namespace scenes {

/// Returns all benchmark scenes, in the order of the tables.
std::vector<SceneInfo> benchmark_scenes();

/// Name of their group in the menu and for `--scene all`.
inline constexpr const char* benchmark_group = "Benchmark";

SceneInfo large_pyramid_scene();
SceneInfo many_pyramids_scene();
SceneInfo smash_scene();
SceneInfo washer_scene();
SceneInfo compounds_scene();
SceneInfo junkyard_scene();
SceneInfo joint_grid_scene();
SceneInfo rain_scene();
SceneInfo spinner_scene();
SceneInfo tumbler_scene();
SceneInfo shuffled_towers_scene();

}  // namespace scenes
