#pragma once

#include <scenes/scene.h>

/// The scenes that show what the engine does, one function each; `all_scenes` lists them.
namespace scenes {

SceneInfo pyramid_scene();
SceneInfo vertical_stack_scene();
SceneInfo card_house_scene();
SceneInfo arch_scene();
SceneInfo wall_scene();
SceneInfo dominoes_scene();
SceneInfo bin_scene();
SceneInfo drum_scene();

/// The group of scenes with joints.
inline constexpr const char* mechanism_group = "Mechanisms";

SceneInfo bridge_scene();
SceneInfo wrecking_ball_scene();
SceneInfo car_scene();
SceneInfo gear_train_scene();
SceneInfo pulleys_scene();
SceneInfo ragdolls_scene();

/// The group of scenes with shapes of many kinds.
inline constexpr const char* shape_group = "Shapes";

SceneInfo chain_slide_scene();
SceneInfo tiles_scene();
SceneInfo ellipses_scene();
SceneInfo outlines_scene();

}  // namespace scenes
