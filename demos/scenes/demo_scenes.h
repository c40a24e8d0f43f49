#pragma once

#include <scenes/scene.h>

/// Scenes that show the engine's features, one function each; `all_scenes` lists them.
namespace scenes {

SceneInfo pyramid_scene();
SceneInfo vertical_stack_scene();
SceneInfo card_house_scene();
SceneInfo arch_scene();
SceneInfo wall_scene();
SceneInfo dominoes_scene();
SceneInfo bin_scene();
SceneInfo drum_scene();

/// Name of the group of scenes with joints.
inline constexpr const char* mechanism_group = "Joints";

SceneInfo bridge_scene();
SceneInfo wrecking_ball_scene();
SceneInfo car_scene();
SceneInfo gear_train_scene();
SceneInfo pulleys_scene();
SceneInfo ragdolls_scene();

/// Name of the group of scenes with explosions and fields.
inline constexpr const char* effect_group = "Effects";

SceneInfo explosion_scene();
SceneInfo wind_scene();
SceneInfo buoyancy_scene();
SceneInfo planet_scene();

/// Name of the group of scenes about surface properties.
inline constexpr const char* surface_group = "Surfaces";

SceneInfo conveyor_scene();
SceneInfo tangent_speed_scene();
SceneInfo rolling_resistance_scene();
SceneInfo one_way_scene();
SceneInfo soft_surfaces_scene();
/// Name of the group of scenes that react to the engine's events.
inline constexpr const char* event_group = "Events";

SceneInfo sensor_types_scene();
SceneInfo foot_sensor_scene();
SceneInfo sensor_funnel_scene();
SceneInfo contact_forces_scene();
/// Name of the group of scenes with shapes of many kinds.
inline constexpr const char* shape_group = "Shapes";

SceneInfo chain_slide_scene();
SceneInfo tiles_scene();
SceneInfo ellipses_scene();
SceneInfo outlines_scene();

}  // namespace scenes
