#pragma once

#include <scenes/scene.h>

/// The samples of the group "Joints", one function each; `joint_samples` lists them.
namespace samples {

scenes::SceneInfo joint_kinds_sample();
scenes::SceneInfo scissor_lift_sample();
scenes::SceneInfo cantilever_sample();
scenes::SceneInfo door_sample();
scenes::SceneInfo driving_sample();
scenes::SceneInfo gear_lift_sample();
scenes::SceneInfo crane_sample();
scenes::SceneInfo walker_sample();
scenes::SceneInfo donut_sample();
scenes::SceneInfo ball_and_chain_sample();
scenes::SceneInfo breakable_bridge_sample();
scenes::SceneInfo windmill_sample();
scenes::SceneInfo washing_machine_sample();
scenes::SceneInfo top_down_sample();
scenes::SceneInfo doohickey_sample();
scenes::SceneInfo newtons_cradle_sample();
/// Returns the sample for the group "World".
scenes::SceneInfo far_gate_sample();

}  // namespace samples
