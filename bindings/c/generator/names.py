"""Names of the C interface where a rule does not give them."""

import re


def snake(name):
    """BodyDefinition -> body_definition, Vec2d -> vec2d, Gjk3Options -> gjk3_options."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


# Classes that C sees as handles to objects of the library.
OBJECTS = ["World", "Polygon", "Chain", "CustomShape", "Snapshot", "Recorder", "RecordingPlayer", "StateHistory",
           "TaskScheduler", "AreaClipper", "AabbTree", "TreeQueue", "Ellipse", "Superellipse", "Frustum3"]

# Those of them that have no constructor of their own to read: they begin empty.
DEFAULT_CONSTRUCTED = ["AreaClipper", "AabbTree", "TreeQueue"]

# References: in C a world and a handle. The first part of the names of their functions.
REFERENCES = {"BodyRef": "BodyId", "ShapeRef": "ShapeId", "JointRef": "JointId", "ChainRef": "ChainId",
              "FieldRef": "FieldId"}

HANDLES = ["BodyId", "ShapeId", "ContactId", "JointId", "ChainId", "FieldId"]

# Variants: the name of the tag's type, and the ending of the alternatives' names that C leaves out.
VARIANTS = {"ShapeGeometry": ("GeometryType", ""), "FieldKind": ("FieldType", "Field"),
            "JointDefinition": ("JointType", "Joint"), "Shape3": ("Shape3Type", "3")}

# Callbacks by their C++ signature, with the names of their arguments.
CALLBACKS = {
    "MixedMaterial(ShapeId, ShapeId, const MixedMaterial &)": ("MaterialMixing", "shape_a shape_b by_rules"),
    "bool(ShapeId, ShapeId)": ("CollisionFilter", "shape_a shape_b"),
    "bool(PreSolveContact &)": ("PreSolve", "contact"),
    "bool(ShapeId)": ("ShapePredicate", "shape"),
    "void(const ContactView &)": ("ContactVisitor", "contact"),
    "void(int, const Aabb &)": ("TreeNodeVisitor", "level box"),
    "void(int)": ("Task", "worker"),
    "Vec2(const Vec2 &)": ("SupportFunction", "direction"),
    "Vec3(const Vec3 &)": ("SupportFunction3", "direction"),
    "bool(uint32_t)": ("ProxyPredicate", "proxy"),
    "float(uint32_t, float)": ("ProxyVisitor", "proxy limit"),
    "float(uint32_t)": ("ProxyDistance", "proxy"),
    "void(uint32_t, const Aabb &)": ("ProxyBoxVisitor", "proxy box"),
    "void(const GjkStep &)": ("GjkStepVisitor", "step"),
    "void(const EpaStep &)": ("EpaStepVisitor", "step"),
}

# Functions whose name needs more than the rules: overloads, operators and constructors.
FUNCTIONS = {
    "World::is_valid(BodyId) const": "body_is_valid",
    "World::is_valid(ShapeId) const": "shape_is_valid",
    "World::is_valid(JointId) const": "joint_is_valid",
    "World::is_valid(ChainId) const": "chain_is_valid",
    "World::is_valid(FieldId) const": "field_is_valid",
    "World::is_valid(ContactId) const": "contact_is_valid",
    "World::create_shape(BodyId, const CustomShape &, const ShapeDefinition &)": "world_create_custom_shape",
    "World::create_joint(const GearJoint &, const JointSettings &)": "world_create_gear",
    "World::create_joint(const RopeJoint &, const JointSettings &)": "world_create_rope",
    "World::overlap(const Aabb &, FunctionRef<bool(ShapeId)>, const QueryFilter &, QueryStats *) const":
        "world_overlap_box",
    "World::overlap(const Vec2 &, FunctionRef<bool(ShapeId)>, const QueryFilter &, QueryStats *) const":
        "world_overlap_point",
    "World::overlap(const CustomShape &, const Pose &, FunctionRef<bool(ShapeId)>, const QueryFilter &, "
    "QueryStats *) const": "world_overlap_custom_shape",
    "World::snapshot(Snapshot &) const": "world_snapshot_into",
    "World::snapshot(Snapshot &, const Snapshot &) const": "world_snapshot_with_base",
    "World::save(const SaveOptions &) const": "world_save_with_options",
    "World::load(span<const byte>, const LoadOptions &)": "world_load_with_options",
    "BodyRef::apply_force(const Vec2 &, const Vec2 &) const": "body_apply_force_at",
    "BodyRef::apply_impulse(const Vec2 &, const Vec2 &) const": "body_apply_impulse_at",
    "ShapeRef::set_geometry(const CustomShape &) const": "shape_set_custom_geometry",
    "RecordingPlayer::RecordingPlayer(const string &, const PlayerOptions &)": "recording_player_create_from_file",
    "AabbTree::insert(span<const TreeItem>, span<Proxy>)": "aabb_tree_insert_many",
    "AabbTree::append_new_pairs(const AabbTree &, vector<ProxyPair> &)": "aabb_tree_append_new_pairs_with",
    "AabbTree::append_overlapping_pairs(const AabbTree &, vector<ProxyPair> &)":
        "aabb_tree_append_overlapping_pairs_with",
    "Profile::operator[](Stage) const": "profile_stage",
    "is_finite(float)": "float_is_finite",
    "is_finite(double)": "double_is_finite",
    "is_finite(const Pose &)": "pose_is_finite",
    "is_finite(const Pose3 &)": "pose3_is_finite",
    "to_double(const Vec2 &)": "vec2_to_double",
    "to_float(const Vec2d &)": "vec2d_to_float",
    "to_double(const Vec3 &)": "vec3_to_double",
    "to_double(const Mat3 &)": "mat3_to_double",
    "to_float(const Vec3d &)": "vec3d_to_float",
    "cross(float, const Vec2 &)": "cross_scalar_vec2",
    "cross(double, const Vec2d &)": "cross_scalar_vec2d",
    "rotate(const Rot &, const Vec2 &)": "rot_rotate",
    "inverse_rotate(const Rot &, const Vec2 &)": "rot_inverse_rotate",
    "multiply(const Rot &, const Rot &)": "rot_multiply",
    "inverse_multiply(const Rot &, const Rot &)": "rot_inverse_multiply",
    "inverse(const Rot &)": "rot_inverse",
    "transform(const Pose &, const Vec2 &)": "pose_transform",
    "inverse_transform(const Pose &, const Vec2 &)": "pose_inverse_transform",
    "multiply(const Pose &, const Pose &)": "pose_multiply",
    "inverse_multiply(const Pose &, const Pose &)": "pose_inverse_multiply",
    "transform(const Pose3 &, const Vec3 &)": "pose3_transform",
    "inverse_transform(const Pose3 &, const Vec3 &)": "pose3_inverse_transform",
    "multiply(const Pose3 &, const Pose3 &)": "pose3_multiply",
    "inverse_multiply(const Pose3 &, const Pose3 &)": "pose3_inverse_multiply",
    "overlaps(const Aabb &, const Aabb &)": "aabb_overlaps",
    "contains(const Aabb &, const Aabb &)": "aabb_contains",
    "merge(const Aabb &, const Aabb &)": "aabb_merge",
    "expand(const Aabb &, float)": "aabb_expand",
    "center(const Aabb &)": "aabb_center",
    "is_valid(const Aabb &)": "aabb_is_valid",
    "affine_map(const Pose &)": "affine_map_of_pose",
    "scaling(float, float)": "affine_map_scaling",
    "transform(const AffineMap &, const Vec2 &)": "affine_map_transform",
    "multiply(const AffineMap &, const AffineMap &)": "affine_map_multiply",
    "make_box(float, float, const Pose &, float)": "make_oriented_box",
    "make_core(const Circle &)": "circle_core",
    "make_core(const Capsule &)": "capsule_core",
    "make_core(const Segment &)": "segment_core",
    "make_core(const Polygon &)": "polygon_core",
    "make_core(const ChainSegment &)": "chain_segment_core",
    "core_radius(const ConvexCore &)": "convex_core_radius",
    "core_radius(const Polygon &)": "polygon_core_radius",
    "core_radius(const Circle &)": "circle_core_radius",
    "core_radius(const Capsule &)": "capsule_core_radius",
    "core_radius(const Segment &)": "segment_core_radius",
    "core_radius(const CustomShape &)": "custom_shape_core_radius",
    "core_radius(const AnyShape &)": "any_shape_core_radius",
    "compute_mass(const Circle &, float)": "circle_mass",
    "compute_mass(const Capsule &, float)": "capsule_mass",
    "compute_mass(const Segment &, float)": "segment_mass",
    "compute_mass(const Polygon &, float)": "polygon_mass",
    "compute_mass(const ShapeGeometry &, float)": "geometry_mass",
    "compute_mass(const ConvexCore &, float)": "convex_core_mass",
    "compute_mass(span<const Polygon>, float)": "polygons_mass",
    "combine(const MassProperties &, const MassProperties &)": "mass_properties_combine",
    "collide(const ConvexCore &, const ConvexCore &, const Pose &, float, CollisionCache &)": "collide",
    "collide(const ChainSegment &, const ConvexCore &, const Pose &, float)": "collide_chain_segment",
    "collide(const ChainSegment &, const ConvexCore &, const Pose &, float, FaceBits)":
        "collide_chain_segment_with_hidden_faces",
    "collide(const PolygonWithActiveEdges &, const ConvexCore &, const Pose &, float, FaceBits)":
        "collide_polygon_with_active_edges",
    "collide(const AnyShape &, const AnyShape &, const Pose &, float)": "collide_any_shapes",
    "flipped(const Manifold &, const Pose &)": "manifold_flipped",
    "cast_ray(const ChainSegment &, const Vec2 &, const Vec2 &)": "chain_segment_cast_ray",
    "cast_ray(const ConvexCore &, const Vec2 &, const Vec2 &)": "convex_core_cast_ray",
    "cast_ray(const ConvexCore &, const Vec2 &, const Vec2 &, const RayCastSettings &)":
        "convex_core_cast_ray_with_settings",
    "contains(const ConvexCore &, const Vec2 &)": "convex_core_contains",
    "closest_point(const ConvexCore &, const Vec2 &)": "convex_core_closest_point",
    "compute_aabb(const ConvexCore &, const Pose &)": "convex_core_aabb",
    "distance(const ConvexCore &, const ConvexCore &, const Pose &, const DistanceOptions &, SimplexCache *)":
        "distance_with_options",
    "intersect(const ConvexCore &, const ConvexCore &, const Pose &, const IntersectOptions &, SimplexCache *)":
        "intersect_with_options",
    "cast_shape(const ConvexCore &, const ConvexCore &, const Pose &, const Vec2 &, const ShapeCastSettings &)":
        "cast_shape",
    "interpolate(const Sweep &, float)": "sweep_interpolate",
    "describe(const OutlineFault &)": "outline_fault_describe",
    "describe(HullStatus)": "hull_status_describe",
    "describe(SimplificationStatus)": "simplification_status_describe",
    "make_frustum(const PerspectiveCamera3 &)": "make_perspective_frustum",
    "make_frustum(const OrthographicCamera3 &)": "make_orthographic_frustum",
    "make_frustum(span<const Vec3, 8>)": "make_frustum_of_corners",
}

# Templates of vectors: the types with which C has them, by name and header.
BOTH = ["Vec2", "Vec2d", "Vec3", "Vec3d"]
PLANE, SPACE = BOTH[:2], BOTH[2:]
INSTANCES = {("vector_base.h", name): BOTH for name in ("dot", "length_squared", "length", "normalized")}
for _name in ("min", "max", "abs", "coordinate_product", "coordinate_sum", "min_coordinate", "max_coordinate",
              "is_finite", "cross"):
    INSTANCES["vec2.h", _name] = PLANE
    INSTANCES["math3.h", _name] = SPACE
INSTANCES["vec2.h", "left_perp"] = INSTANCES["vec2.h", "right_perp"] = PLANE
INSTANCES["math3.h", "rotate3"] = INSTANCES["math3.h", "inverse_rotate3"] = SPACE
SCALAR_OF = {"Vec2": "float", "Vec3": "float", "Vec2d": "double", "Vec3d": "double"}
MATRIX_OF = {"Vec3": "Mat3", "Vec3d": "Mat3d"}

# Templates for which another function stands.
COVERED = {"sample_mass(const T &, float, float)": "sample_mass"}
