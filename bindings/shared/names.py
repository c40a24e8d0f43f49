"""Names, and what the description of the C interface does not say."""

import re

# Classes of handles, by the type of C; each belongs to a world.
HANDLES = {"DsBodyId": "Body", "DsShapeId": "Shape", "DsContactId": "Contact", "DsJointId": "Joint",
           "DsChainId": "Chain", "DsTileGridId": "TileGrid", "DsFieldId": "Field"}
# Classes of objects, where they are not those of C without its prefix.
OBJECTS = {"DsChain": "ChainGeometry"}


def class_name(c):
    """Returns the name of the class of a handle or an object."""
    return HANDLES.get(c) or OBJECTS.get(c) or c[2:]


# Names of functions without a receiver, where they are not those of C.
RENAMED = {
    "any_shapes_distance": "distance", "any_shapes_intersect": "intersect", "any_shapes_penetration": "penetration",
    "any_shapes_cast": "cast_shape", "any_shape_cast_ray": "cast_ray", "any_shape_contains": "contains",
    "any_shape_closest_point": "closest_point", "any_shape_aabb": "compute_aabb", "any_shape_support": "support",
    "any_shape_core_radius": "core_radius", "any_shape_distance_of_origin": "distance_of_origin",
    "any_shape_intersect_origin": "intersect_origin", "any_shapes_trace_distance": "trace_distance",
    "any_shapes_trace_intersect": "trace_intersect", "any_shapes_trace_penetration": "trace_penetration",
    "collide_any_shapes": "collide", "collide": "collide_cores", "distance": "core_distance",
    "distance_with_options": "core_distance_with_options", "intersect": "core_intersect",
    "intersect_with_options": "core_intersect_with_options", "penetration": "core_penetration",
    "cast_shape": "core_cast_shape", "trace_distance": "core_trace_distance", "trace_intersect": "core_trace_intersect",
    "trace_penetration": "core_trace_penetration",
}
# Functions that are members of a class, which their parameters do not tell: owner, name, kind.
MEMBERS = {
    "ds_world_load": ("DsWorld", "load", "static"), "ds_world_load_with_options": ("DsWorld", "load_with_options", "static"),
    "ds_load_from_file": ("DsWorld", "load_from_file", "static"),
    "ds_recording_player_create_from_file": ("DsRecordingPlayer", "open", "static"),
    "ds_custom_shape_of_geometry": ("DsCustomShape", "of_geometry", "static"),
    "ds_custom_shape_of_ellipse": ("DsCustomShape", "of_ellipse", "static"),
    "ds_custom_shape_of_superellipse": ("DsCustomShape", "of_superellipse", "static"),
    "ds_custom_shape_of_points": ("DsCustomShape", "of_points", "static"),
    "ds_custom_shape_hull": ("DsCustomShape", "hull", "static"),
    "ds_path_guide_create": ("DsPathGuide", "new", "constructor"),
    "ds_snapshot_empty": ("DsSnapshot", "is_empty", "method"),
    "ds_thread_pool_create": ("DsTaskScheduler", "thread_pool", "static"),
}
# Functions without parameters that compute or make something, and so are no properties.
METHODS = re.compile(
    r"ds_(world_(snapshot|save|clone|counters|hints|state_hash|kinetic_energy|potential_energy|energy|momentum|validate)|"
    r"body_(kinetic_energy|potential_energy|momentum|put_to_sleep)|aabb_tree_(append_\w+|validate)|"
    r"recording_player_play_step|area_clipper_measure|\w+_copy|fixed_stepper_request_step)")

ALL_BITS = "all"
# What C++ gives parameters by default, by function and parameter; "all" is all bits of a mask.
DEFAULTS = {
    "world_step.sub_steps": 4, "interpolation_step.sub_steps": 4, "world_clone.threads": 1,
    "world_destroy_shape.update_mass": True, "shape_set_density.update_mass": True,
    "shape_set_force_events.threshold": 0, "make_polygon.radius": 0, "make_hull.radius": 0,
    "make_regular_polygon.radius": 0, "make_oriented_box.radius": 0, "sample_mass.tolerance": 1e-4,
    "custom_shape_create.radius": 0, "aabb_tree_insert.category_bits": ALL_BITS, "aabb_tree_insert.user_data": 0,
    "state_history_restore.frames_back": 0, "state_history_frame.frames_back": 0, "world_batch_step.sub_steps": 4,
    "world_batch_step.repeats": 1, "world_batch_step_worlds.sub_steps": 4, "world_batch_step_worlds.repeats": 1,
}
for _name in ("query", "cast_ray", "cast_box", "closest", "cast_ray_in_order", "cast_box_in_order", "closest_in_order",
              "nearest", "nearest_by", "append_overlapping"):
    DEFAULTS[f"aabb_tree_{_name}.mask"] = ALL_BITS

# Functions whose callbacks are kept by what they are called on, or by what they make.
KEEPS_CALLBACKS = re.compile(r"ds_(world_set_\w+|custom_shape_create|character_create|dynamic_mover_create|"
                             r"world_load\w*|load_from_file)")
# Functions whose callback may be missing.
MAY_LACK_CALLBACK = re.compile(r"ds_(world_set_\w+|world_cast_contact\w*)")
# Structs whose members must all be given.
STRICT = ("DsVec2", "DsVec2d", "DsVec3", "DsVec3d", "DsRot", "DsAabb", "DsMat3", "DsMat3d")
# Structs that point into memory of others: each language has its own way.
VIEWS = ("DsConvexCore", "DsAnyShape", "DsCoreMapping", "DsSmallCoreMapping", "DsPolygonWithActiveEdges", "DsVec2Array")
