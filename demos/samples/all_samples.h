#pragma once

#include <scenes/scene.h>

/// One function per sample, which returns its menu entry: `<id>_sample` is defined in `<group>/<id>.cpp`.
namespace samples {

// Bodies
scenes::SceneInfo body_types_sample();
scenes::SceneInfo target_pose_sample();
scenes::SceneInfo axis_locks_sample();
scenes::SceneInfo sleep_sample();
scenes::SceneInfo wake_touching_sample();
scenes::SceneInfo weeble_sample();
scenes::SceneInfo set_velocity_sample();
scenes::SceneInfo own_gravity_sample();
scenes::SceneInfo massless_sample();
scenes::SceneInfo pivot_sample();
scenes::SceneInfo quarantine_sample();
scenes::SceneInfo enable_sample();
scenes::SceneInfo plough_sample();
scenes::SceneInfo thrusters_sample();

// Collision
scenes::SceneInfo ray_cast_sample();
scenes::SceneInfo ray_cast_all_sample();
scenes::SceneInfo shape_cast_sample();
scenes::SceneInfo overlaps_sample();
scenes::SceneInfo nearest_point_sample();
scenes::SceneInfo aabb_tree_sample();
scenes::SceneInfo manifolds_sample();
scenes::SceneInfo distances_sample();
scenes::SceneInfo time_of_impact_sample();
scenes::SceneInfo smooth_manifolds_sample();
scenes::SceneInfo curtain_sample();
scenes::SceneInfo bent_normals_sample();
scenes::SceneInfo convex_hull_sample();
scenes::SceneInfo contact_planes_sample();

// Continuous
scenes::SceneInfo bounce_house_sample();
scenes::SceneInfo pinball_sample();
scenes::SceneInfo skinny_box_sample();
scenes::SceneInfo drop_sample();
scenes::SceneInfo wedge_sample();
scenes::SceneInfo restitution_threshold_sample();
scenes::SceneInfo slivers_sample();
scenes::SceneInfo bullets_sample();
scenes::SceneInfo ghost_bumps_sample();
scenes::SceneInfo bounce_ragdolls_sample();
scenes::SceneInfo chain_drop_sample();
scenes::SceneInfo segment_slide_sample();
scenes::SceneInfo speculative_ghost_sample();
scenes::SceneInfo speculative_fallback_sample();
scenes::SceneInfo pixel_imperfect_sample();
scenes::SceneInfo safety_factor_sample();
scenes::SceneInfo ring_races_sample();

// Events
scenes::SceneInfo move_trails_sample();
scenes::SceneInfo contact_flashes_sample();
scenes::SceneInfo hit_sparks_sample();
scenes::SceneInfo joint_breaks_sample();
scenes::SceneInfo persistent_contacts_sample();
scenes::SceneInfo merging_sample();
scenes::SceneInfo projectile_sample();
scenes::SceneInfo sensor_hits_sample();
scenes::SceneInfo sensor_bookend_sample();
scenes::SceneInfo circle_impulse_sample();
scenes::SceneInfo joint_forces_sample();
scenes::SceneInfo contact_handlers_sample();

// Joints
scenes::SceneInfo joint_kinds_sample();
scenes::SceneInfo distance_joint_sample();
scenes::SceneInfo revolute_joint_sample();
scenes::SceneInfo prismatic_joint_sample();
scenes::SceneInfo wheel_joint_sample();
scenes::SceneInfo weld_joint_sample();
scenes::SceneInfo motor_joint_sample();
scenes::SceneInfo mouse_joint_sample();
scenes::SceneInfo friction_joint_sample();
scenes::SceneInfo ratchet_joint_sample();
scenes::SceneInfo gear_joint_sample();
scenes::SceneInfo pulley_joint_sample();
scenes::SceneInfo rope_joint_sample();
scenes::SceneInfo filter_joint_sample();
scenes::SceneInfo generic_joint_sample();
scenes::SceneInfo scissor_lift_sample();
scenes::SceneInfo cantilever_sample();
scenes::SceneInfo door_sample();
scenes::SceneInfo driving_sample();
scenes::SceneInfo gear_lift_sample();
scenes::SceneInfo crane_sample();
scenes::SceneInfo walker_sample();
scenes::SceneInfo soft_donuts_sample();
scenes::SceneInfo ball_and_chain_sample();
scenes::SceneInfo windmill_sample();
scenes::SceneInfo breakable_bridge_sample();
scenes::SceneInfo washing_machine_sample();
scenes::SceneInfo top_down_sample();
scenes::SceneInfo doohickey_sample();
scenes::SceneInfo newtons_cradle_sample();
scenes::SceneInfo excluded_pair_sample();
scenes::SceneInfo user_constraint_sample();
scenes::SceneInfo joint_separation_sample();
scenes::SceneInfo motion_locks_sample();
scenes::SceneInfo scale_ragdoll_sample();
scenes::SceneInfo driven_axles_sample();
scenes::SceneInfo rails_sample();

// Robustness
scenes::SceneInfo high_mass_ratio_1_sample();
scenes::SceneInfo high_mass_ratio_2_sample();
scenes::SceneInfo high_mass_ratio_3_sample();
scenes::SceneInfo cart_sample();
scenes::SceneInfo many_slides_sample();
scenes::SceneInfo overlap_recovery_sample();
scenes::SceneInfo tiny_pyramid_sample();
scenes::SceneInfo extra_iterations_sample();
scenes::SceneInfo far_triangle_sample();
scenes::SceneInfo changing_platform_sample();
scenes::SceneInfo welded_windmill_sample();

// Shapes
scenes::SceneInfo friction_ramp_sample();
scenes::SceneInfo restitution_sample();
scenes::SceneInfo box_restitution_sample();
scenes::SceneInfo compound_shapes_sample();
scenes::SceneInfo custom_filter_sample();
scenes::SceneInfo filters_sample();
scenes::SceneInfo modify_geometry_sample();
scenes::SceneInfo rounded_sample();
scenes::SceneInfo offset_shapes_sample();
scenes::SceneInfo mixing_sample();
scenes::SceneInfo recreate_static_sample();
scenes::SceneInfo chain_link_sample();
scenes::SceneInfo moving_ground_sample();
scenes::SceneInfo uneven_friction_sample();

// Stacking
scenes::SceneInfo single_box_sample();
scenes::SceneInfo tilted_stack_sample();
scenes::SceneInfo circle_stack_sample();
scenes::SceneInfo capsule_stack_sample();
scenes::SceneInfo cliff_sample();
scenes::SceneInfo confined_sample();
scenes::SceneInfo double_domino_sample();

// World
scenes::SceneInfo far_pyramid_sample();
scenes::SceneInfo character_sample();
scenes::SceneInfo far_ragdolls_sample();
scenes::SceneInfo far_gate_sample();
scenes::SceneInfo tile_stream_sample();
scenes::SceneInfo digging_sample();
scenes::SceneInfo dynamic_mover_sample();
scenes::SceneInfo falling_hinges_sample();
scenes::SceneInfo rollback_sample();
scenes::SceneInfo moving_origin_sample();
scenes::SceneInfo interpolation_sample();

// Benchmark
scenes::SceneInfo barrel_sample();
scenes::SceneInfo many_tumblers_sample();
scenes::SceneInfo large_compounds_sample();

}  // namespace samples
