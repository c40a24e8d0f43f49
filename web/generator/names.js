// Names, and what the description of the C interface does not say.

export const camel = (name) => name.replace(/_+([a-z0-9])/g, (_, c) => c.toUpperCase());
export const pascal = (name) => camel('_' + name);
export const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);

// Classes of handles, by the type of C.
export const HANDLES = {
    DsBodyId: 'Body', DsShapeId: 'Shape', DsContactId: 'Contact', DsJointId: 'Joint', DsChainId: 'Chain',
    DsTileGridId: 'TileGrid', DsFieldId: 'Field',
};
// Classes of objects, where they are not those of C without its prefix.
export const OBJECTS = {DsChain: 'ChainGeometry'};
// Objects that a page or program of JavaScript does not see.
export const HIDDEN_OBJECTS = ['DsBuffer', 'DsRecorder', 'DsTaskScheduler'];

// Functions of C that JavaScript has no counterpart for; keys match whole names.
export const EXCEPTIONS = [
    [/ds_buffer_\w+/, 'results are copied into JavaScript'],
    [/ds_\w+_destroy/, 'free() of the object, or its collection'],
    [/ds_check_sizes/, 'called once when the package is loaded'],
    [/ds_(task_scheduler|thread_pool)_\w+/, 'threads of a program: world.threads sets those of a world'],
    [/ds_recorder_\w+|ds_recording_player_create_from_file|ds_save_to_file|ds_load_from_file/,
     'files: a page has none; World.save and World.load use bytes'],
    [/ds_check_geometry|ds_accept_contact/, 'for libraries of C++: functions check what they get'],
    [/ds_(float|double)_is_finite/, 'Number.isFinite'],
    [/ds_(convex_core|small_core|core|small_core_mapping|core_mapping)_(view|support)|ds_small_core_view/,
     'views of C: a core is a plain object'],
    [/ds_read_all_(poses|velocities)/, 'BodyArrays reads many bodies into arrays'],
];

// Functions by their names in JavaScript, where they are not those of C in camel case.
const RENAMED = {
    ds_any_shapes_distance: 'distance', ds_any_shapes_intersect: 'intersect', ds_any_shapes_penetration: 'penetration',
    ds_any_shapes_cast: 'castShape', ds_any_shape_cast_ray: 'castRay', ds_any_shape_contains: 'contains',
    ds_any_shape_closest_point: 'closestPoint', ds_any_shape_aabb: 'computeAabb', ds_any_shape_support: 'support',
    ds_any_shape_core_radius: 'coreRadius', ds_any_shape_distance_of_origin: 'distanceOfOrigin',
    ds_any_shape_intersect_origin: 'intersectOrigin', ds_any_shapes_trace_distance: 'traceDistance',
    ds_any_shapes_trace_intersect: 'traceIntersect', ds_any_shapes_trace_penetration: 'tracePenetration',
    ds_collide_any_shapes: 'collide', ds_collide: 'collideCores', ds_distance: 'coreDistance',
    ds_distance_with_options: 'coreDistanceWithOptions', ds_intersect: 'coreIntersect',
    ds_intersect_with_options: 'coreIntersectWithOptions', ds_penetration: 'corePenetration',
    ds_cast_shape: 'coreCastShape', ds_trace_distance: 'coreTraceDistance', ds_trace_intersect: 'coreTraceIntersect',
    ds_trace_penetration: 'coreTracePenetration',
};
// Functions without a receiver by their names that are methods of a class, with whether they are static.
const MEMBERS = {
    ds_world_load: ['World', 'load', 'static'], ds_world_load_with_options: ['World', 'loadWithOptions', 'static'],
    ds_recording_player_create: ['RecordingPlayer', 'constructor'],
    ds_recording_player_world: ['RecordingPlayer', 'world', 'get'],
    ds_custom_shape_of_geometry: ['CustomShape', 'ofGeometry', 'static'],
    ds_custom_shape_of_ellipse: ['CustomShape', 'ofEllipse', 'static'],
    ds_custom_shape_of_superellipse: ['CustomShape', 'ofSuperellipse', 'static'],
    ds_custom_shape_of_points: ['CustomShape', 'ofPoints', 'static'],
    ds_custom_shape_hull: ['CustomShape', 'hull', 'static'],
    ds_snapshot_empty: ['Snapshot', 'isEmpty', 'get'],
    ds_world_snapshot_with_base: ['World', 'snapshotWithBase', 'method'],
};
// Functions without parameters that compute or make something, and so are no properties.
const METHODS = /^ds_(world_(snapshot|save|counters|hints|state_hash|kinetic_energy|potential_energy|energy|momentum|validate)|body_(kinetic_energy|potential_energy|momentum|put_to_sleep)|aabb_tree_(append_\w+|validate)|recording_player_play_step|area_clipper_measure|\w+_copy|fixed_stepper_request_step)$/;

// What C++ gives parameters by default, in the code of JavaScript.
export const DEFAULTS = {
    'world_step.sub_steps': '4', 'interpolation_step.sub_steps': '4', 'world_clone.threads': '1',
    'world_destroy_shape.update_mass': 'true', 'shape_set_density.update_mass': 'true',
    'shape_set_force_events.threshold': '0', 'make_polygon.radius': '0', 'make_hull.radius': '0',
    'make_regular_polygon.radius': '0', 'make_oriented_box.radius': '0', 'sample_mass.tolerance': '1e-4',
    'custom_shape_create.radius': '0', 'aabb_tree_insert.category_bits': '0xffffffffffffffffn',
    'aabb_tree_insert.user_data': '0', 'world_save_with_options.options': '{}',
    'world_load_with_options.options': '{}', 'state_history_restore.frames_back': '0',
    'state_history_frame.frames_back': '0', 'world_batch_add_prototype.bodies': '[]',
    'world_batch_step.sub_steps': '4', 'world_batch_step.repeats': '1',
    'world_batch_step_worlds.sub_steps': '4', 'world_batch_step_worlds.repeats': '1',
};
for (const name of ['query', 'cast_ray', 'cast_box', 'closest', 'cast_ray_in_order', 'cast_box_in_order', 'closest_in_order',
                    'nearest', 'nearest_by', 'append_overlapping']) {
    DEFAULTS[`aabb_tree_${name}.mask`] = '0xffffffffffffffffn';
}

// Arrays that functions write, with their numbers of elements in the code of JavaScript, by function and parameter.
export const ARRAYS_OUT = {
    'read_poses.out': 'bodies.length', 'read_velocities.linear': 'bodies.length',
    'read_velocities.angular': 'bodies.length', 'aabb_tree_insert_many.proxies': 'items.length',
    'aabb_tree_nearest.storage': 'capacity', 'aabb_tree_nearest_by.storage': 'capacity', 'frustum3_corners.out': '8',
};

// Functions whose callbacks are kept by what they are called on, or make.
export const KEEPS_CALLBACKS = /^ds_(world_set_\w+|custom_shape_create|character_create|dynamic_mover_create|world_load\w*)$/;

/** Functions whose result may be no handle. */
export const MAY_BE_NULL = ['shape_chain', 'shape_tile_grid', 'tile_grid_shape_at'];
/** Functions that extras.js calls. */
export const WRITTEN = ['ds_world_draw'];
/** Structs whose members must all be given. */
export const STRICT = ['DsVec2', 'DsVec2d', 'DsVec3', 'DsVec3d', 'DsRot', 'DsAabb', 'DsMat3', 'DsMat3d'];
/** Structs that are read and written by hand, in runtime.js. */
export const BY_HAND = ['DsConvexCore', 'DsAnyShape', 'DsCoreMapping', 'DsSmallCoreMapping', 'DsPolygonWithActiveEdges', 'DsVec2Array'];

/** Returns why JavaScript has no counterpart of a function, or null. */
export function exceptionOf(name) {
    const found = EXCEPTIONS.find(([pattern]) => new RegExp(`^(${pattern.source})$`).test(name));
    return found ? found[1] : null;
}

/** Returns the class of JavaScript of an object or a handle of C. */
export const className = (type) => HANDLES[type] ?? OBJECTS[type] ?? type.slice(2);

/** Tells where a function is in JavaScript: {owner, name, kind}; kind is one of function, method, get, set, static and
 * constructor. */
export function placeOf(func, receiver) {
    const short = func.name.slice(3);
    if (MEMBERS[func.name]) {
        const [owner, name, kind = 'constructor'] = MEMBERS[func.name];
        return {owner, name, kind};
    }
    if (RENAMED[func.name]) {
        return {owner: null, name: RENAMED[func.name], kind: 'function'};
    }
    const made = func.parameters.find((p) => p.role === 'out');
    if (/_create$/.test(short) && made) {
        return {owner: className(made.type.replace('*', '')), name: 'constructor', kind: 'constructor'};
    }
    if (!receiver) {
        return {owner: null, name: camel(short), kind: 'function'};
    }
    const owner = className(receiver);
    const prefix = receiver.slice(2).replace(/Id$/, '').replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
    const name = short.startsWith(prefix + '_') ? short.slice(prefix.length + 1) : short;
    const inputs = func.parameters.filter((p) => !['out', 'found', 'count_out', 'buffer'].includes(p.role));
    const receivers = HANDLES[receiver] ? 2 : 1;
    const outputs = func.parameters.some((p) => p.role === 'out');
    if (inputs.length === receivers && outputs && !METHODS.test(func.name)) {
        return {owner, name: camel(name), kind: 'get'};
    }
    return {owner, name: camel(name), kind: 'method'};
}
