#include <samples/all_samples.h>
#include <samples/catalogue.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace samples {
namespace {

using scenes::SceneInfo;

/// Group of the menu: its scenes come first, then its samples in this order.
struct Group {
    const char* name;
    std::vector<SceneInfo (*)()> samples;
};

std::vector<SceneInfo (*)()> joint_samples() {
    return {joint_kinds_sample,
            distance_joint_sample,
            revolute_joint_sample,
            prismatic_joint_sample,
            wheel_joint_sample,
            weld_joint_sample,
            motor_joint_sample,
            mouse_joint_sample,
            friction_joint_sample,
            ratchet_joint_sample,
            gear_joint_sample,
            pulley_joint_sample,
            rope_joint_sample,
            filter_joint_sample,
            generic_joint_sample,
            scissor_lift_sample,
            cantilever_sample,
            door_sample,
            driving_sample,
            gear_lift_sample,
            crane_sample,
            walker_sample,
            soft_donuts_sample,
            ball_and_chain_sample,
            windmill_sample,
            breakable_bridge_sample,
            washing_machine_sample,
            top_down_sample,
            doohickey_sample,
            newtons_cradle_sample,
            excluded_pair_sample,
            user_constraint_sample,
            joint_separation_sample,
            motion_locks_sample,
            scale_ragdoll_sample,
            driven_axles_sample,
            rails_sample};
}

/// Returns the groups in the order of the menu; groups of scenes that are not named here follow.
std::vector<Group> make_groups() {
    return {
        {"Bodies",
         {body_types_sample, target_pose_sample, axis_locks_sample, sleep_sample, wake_touching_sample,
          weeble_sample, set_velocity_sample, own_gravity_sample, massless_sample, pivot_sample,
          quarantine_sample, enable_sample, plough_sample, thrusters_sample}},
        {"Collision",
         {ray_cast_sample, ray_cast_all_sample, shape_cast_sample, overlaps_sample, nearest_point_sample,
          aabb_tree_sample, manifolds_sample, distances_sample, time_of_impact_sample,
          smooth_manifolds_sample, curtain_sample, bent_normals_sample, convex_hull_sample,
          contact_planes_sample}},
        {"Continuous",
         {bounce_house_sample, pinball_sample, skinny_box_sample, drop_sample, wedge_sample,
          restitution_threshold_sample, slivers_sample, bullets_sample, ghost_bumps_sample,
          bounce_ragdolls_sample, chain_drop_sample, segment_slide_sample, speculative_ghost_sample,
          speculative_fallback_sample, pixel_imperfect_sample, safety_factor_sample, ring_races_sample}},
        {"Events",
         {move_trails_sample, contact_flashes_sample, hit_sparks_sample, joint_breaks_sample,
          persistent_contacts_sample, merging_sample, projectile_sample, sensor_hits_sample,
          sensor_bookend_sample, circle_impulse_sample, joint_forces_sample, contact_handlers_sample}},
        {"Joints", joint_samples()},
        {"Robustness",
         {high_mass_ratio_1_sample, high_mass_ratio_2_sample, high_mass_ratio_3_sample, cart_sample,
          many_slides_sample, overlap_recovery_sample, tiny_pyramid_sample, extra_iterations_sample,
          far_triangle_sample, changing_platform_sample, welded_windmill_sample}},
        {"Shapes",
         {friction_ramp_sample, restitution_sample, box_restitution_sample, compound_shapes_sample,
          custom_filter_sample, filters_sample, modify_geometry_sample, rounded_sample, offset_shapes_sample,
          mixing_sample, recreate_static_sample, chain_link_sample, moving_ground_sample,
          uneven_friction_sample}},
        {"Stacking",
         {single_box_sample, tilted_stack_sample, circle_stack_sample, capsule_stack_sample, cliff_sample,
          confined_sample, double_domino_sample}},
        {"World",
         {far_pyramid_sample, far_ragdolls_sample, far_gate_sample, tile_stream_sample, character_sample,
          digging_sample, dynamic_mover_sample, falling_hinges_sample, rollback_sample, moving_origin_sample,
          interpolation_sample}},
        {"Benchmark", {barrel_sample, many_tumblers_sample, large_compounds_sample}},
    };
}

std::vector<SceneInfo> collect() {
    const std::span<const SceneInfo> common = scenes::all_scenes();
    const std::vector<Group> groups = make_groups();
    std::vector<SceneInfo> all;
    for (const Group& group : groups) {
        std::copy_if(common.begin(), common.end(), std::back_inserter(all),
                     [&](const SceneInfo& info) { return info.group == group.name; });
        for (const auto make_entry : group.samples) {
            all.push_back(make_entry());
        }
    }
    std::copy_if(common.begin(), common.end(), std::back_inserter(all), [&](const SceneInfo& info) {
        return std::none_of(groups.begin(), groups.end(),
                            [&](const Group& group) { return info.group == group.name; });
    });
    return all;
}

}  // namespace

std::span<const SceneInfo> catalogue() {
    static const std::vector<SceneInfo> all = collect();
    return all;
}

const SceneInfo* find(const std::string& name) {
    const auto all = catalogue();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SceneInfo& info) { return info.name == name; });
    return found != all.end() ? &*found : nullptr;
}

const SceneInfo& neighbour_group(const SceneInfo& info, int offset) {
    std::vector<const SceneInfo*> firsts;
    std::ptrdiff_t here = 0;
    for (const SceneInfo& entry : catalogue()) {
        if (firsts.empty() || firsts.back()->group != entry.group) {
            firsts.push_back(&entry);
        }
        if (entry.group == info.group) {
            here = static_cast<std::ptrdiff_t>(firsts.size()) - 1;
        }
    }
    const auto count = static_cast<std::ptrdiff_t>(firsts.size());
    return *firsts[static_cast<std::size_t>(((here + offset) % count + count) % count)];
}

}  // namespace samples
