"""Names of the C interface where a rule does not give them."""

import copy
import re


def snake(name):
    """BodyDefinition -> body_definition, Vec2d -> vec2d, Gjk3Options -> gjk3_options."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


# Classes that C sees as handles to objects of the library.
OBJECTS = ["World", "Polygon", "Chain", "CustomShape", "Snapshot", "Recorder", "RecordingPlayer", "StateHistory",
           "TaskScheduler", "AreaClipper", "AabbTree", "TreeQueue", "Ellipse", "Superellipse", "Frustum3",
           "FixedStepper", "Interpolation", "Character", "DynamicMover", "PathGuide", "WorldBatch",
           "Region"]

# Those of them that have no constructor of their own to read: they begin empty.
DEFAULT_CONSTRUCTED = ["AreaClipper", "AabbTree", "TreeQueue", "Interpolation"]

# References: in C a world and a handle. The first part of the names of their functions.
REFERENCES = {"BodyRef": "BodyId", "ShapeRef": "ShapeId", "JointRef": "JointId", "ChainRef": "ChainId",
              "TileGridRef": "TileGridId", "FieldRef": "FieldId"}

# Structs without options, which are always given.
MATHEMATICAL = ["Vec2", "Vec2d", "Vec3", "Vec3d", "Mat3", "Mat3d", "Rot", "Aabb", "Pose"]

HANDLES = ["BodyId", "ShapeId", "ContactId", "JointId", "ChainId", "TileGridId", "FieldId"]

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
    "bool(const ShapeContact &)": ("ShapeContactPredicate", "contact"),
    "void(BodyId, const Pose &)": ("PoseVisitor", "body pose"),
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
    "World::is_valid(TileGridId) const": "tile_grid_is_valid",
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
    "World::contacts_of(const CustomShape &, const Pose &, vector<ShapeContact> &, const ContactQuery &, "
    "QueryStats *) const": "world_contacts_of_custom_shape",
    "World::cast_contact(const CustomShape &, const Pose &, const ContactCast &, "
    "FunctionRef<bool(const ShapeContact &)>, QueryStats *) const": "world_cast_contact_of_custom_shape",
    "World::snapshot(Snapshot &) const": "world_snapshot_into",
    "World::snapshot(Snapshot &, const Snapshot &) const": "world_snapshot_with_base",
    "World::save(const SaveOptions &) const": "world_save_with_options",
    "World::load(span<const byte>, const LoadOptions &)": "world_load_with_options",
    "BodyRef::apply_force(const Vec2 &, const Vec2 &) const": "body_apply_force_at",
    "BodyRef::apply_impulse(const Vec2 &, const Vec2 &) const": "body_apply_impulse_at",
    "ShapeRef::set_geometry(const CustomShape &) const": "shape_set_custom_geometry",
    "Character::set_shape(const World &, const CustomShape &)": "character_set_custom_shape",
    "WorldBatch::reset(span<const int>)": "world_batch_reset_worlds",
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
    "Region::Region(const Outline &, FillRule)": "region_create_of_outline",
    "Region::Region(span<const Vec2>, FillRule)": "region_create_of_points",
    "Region::Region(span<const Outline>, FillRule)": "region_create_of_outlines",
    "unite(const Region &, const Region &)": "region_unite",
    "intersect(const Region &, const Region &)": "region_intersect",
    "subtract(const Region &, const Region &)": "region_subtract",
    "exclusive(const Region &, const Region &)": "region_exclusive",
    "offset(const Region &, float, const OffsetOptions &)": "region_offset",
    "fracture(const Region &, const VoronoiPattern &)": "region_fracture_voronoi",
    "fracture(const Region &, const BrickPattern &)": "region_fracture_bricks",
    "fracture(const Region &, const GlassPattern &)": "region_fracture_glass",
    "fracture(const Region &, span<const Outline>)": "region_fracture_cells",
    "slice(const Outline &, const Line &)": "outline_slice",
    "slice(const Region &, const Line &)": "region_slice",
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


def instantiate(function, vector):
    """Returns a copy of a template of vectors as a function of one type of them."""
    result = copy.deepcopy(function)
    result.is_template = False
    for kind in [result.result] + [p.type for p in result.parameters]:
        if kind.name == "type_identity_t":
            kind.name, kind.arguments = vector, []
        kind.name = {"V": vector, "Vector": vector, "V::Scalar": SCALAR_OF[vector],
                     "Matrix": MATRIX_OF.get(vector)}.get(kind.name, kind.name)
    return result



# Templates, and classes that are views, for which a function or a struct of src/adaptors.h stands.
COVERED = {
    "support_index(const Vec2 *, int, const Vec2 &)": "ds_support_index",
    "CustomShape::CustomShape(Shape)": "ds_custom_shape_create",
    "CallableShape::CallableShape<Function>(Function)": "ds_custom_shape_create",
    "PointCloud::PointCloud(span<const Vec2>)": "ds_custom_shape_of_points",
    "Rounded::Rounded<Shape>(Shape, float)": "ds_custom_shape_rounded",
    "HullOf::HullOf<Shapes...>(Shapes...)": "ds_custom_shape_hull",
    "MinkowskiSum::MinkowskiSum<A, B>(A, B)": "ds_custom_shape_minkowski_sum",
    "Transformed::Transformed<Shape>(Shape, const AffineMap &)": "ds_custom_shape_transformed",
    "distance(const A &, const B &, const Pose &)": "ds_any_shapes_distance",
    "distance(const A &, const B &, const Pose &, const DistanceOptions &, DirectionCache "
    "*)": "ds_any_shapes_distance",
    "intersect(const A &, const B &, const Pose &)": "ds_any_shapes_intersect",
    "intersect(const A &, const B &, const Pose &, const IntersectOptions &, DirectionCache "
    "*)": "ds_any_shapes_intersect",
    "penetration(const A &, const B &, const Pose &)": "ds_any_shapes_penetration",
    "penetration(const A &, const B &, const Pose &, const PenetrationOptions &, DirectionCache "
    "*)": "ds_any_shapes_penetration",
    "distance(const C &, const DistanceOptions &)": "ds_any_shape_distance_of_origin",
    "intersect(const C &, const IntersectOptions &)": "ds_any_shape_intersect_origin",
    "distance(const HalfPlane &, const B &, const Pose &)": "ds_half_plane_distance",
    "intersect(const HalfPlane &, const B &, const Pose &, const IntersectOptions &)": "ds_half_plane_intersect",
    "penetration(const HalfPlane &, const B &, const Pose &)": "ds_half_plane_penetration",
    "cast_shape(const A &, const B &, const Pose &, const Vec2 &, const ShapeCastSettings &)": "ds_any_shapes_cast",
    "cast_ray(const Shape &, const Vec2 &, const Vec2 &, const RayCastSettings &)": "ds_any_shape_cast_ray",
    "contains(const Shape &, const Vec2 &)": "ds_any_shape_contains",
    "closest_point(const Shape &, const Vec2 &)": "ds_any_shape_closest_point",
    "compute_aabb(const Shape &, const Pose &)": "ds_any_shape_aabb",
    "trace_distance(const A &, const B &, const Pose &, Visitor &&, const DistanceOptions &, "
    "DirectionCache *)": "ds_any_shapes_trace_distance",
    "trace_intersect(const A &, const B &, const Pose &, Visitor &&, const IntersectOptions &, "
    "DirectionCache *)": "ds_any_shapes_trace_intersect",
    "trace_penetration(const A &, const B &, const Pose &, Visitor &&, const PenetrationOptions &, "
    "DirectionCache *)": "ds_any_shapes_trace_penetration",
    "trace_distance(const ConvexCore &, const ConvexCore &, const Pose &, Visitor &&, const "
    "DistanceOptions &, SimplexCache *)": "ds_trace_distance",
    "trace_intersect(const ConvexCore &, const ConvexCore &, const Pose &, Visitor &&, const "
    "IntersectOptions &, SimplexCache *)": "ds_trace_intersect",
    "trace_penetration(const ConvexCore &, const ConvexCore &, const Pose &, Visitor &&, "
    "SimplexCache *)": "ds_trace_penetration",
    "AabbTree::query(const Aabb &, uint64_t, Visitor &&) const": "ds_aabb_tree_query",
    "AabbTree::cast_ray(const Vec2 &, const Vec2 &, uint64_t, Visitor &&) const": "ds_aabb_tree_cast_ray",
    "AabbTree::cast_box(const Aabb &, const Vec2 &, uint64_t, Visitor &&) const": "ds_aabb_tree_cast_box",
    "AabbTree::closest(const Vec2 &, float, uint64_t, Visitor &&) const": "ds_aabb_tree_closest",
    "AabbTree::cast_ray_in_order(TreeQueue &, const Vec2 &, const Vec2 &, uint64_t, Visitor &&) "
    "const": "ds_aabb_tree_cast_ray_in_order",
    "AabbTree::cast_box_in_order(TreeQueue &, const Aabb &, const Vec2 &, uint64_t, Visitor &&) "
    "const": "ds_aabb_tree_cast_box_in_order",
    "AabbTree::closest_in_order(TreeQueue &, const Vec2 &, float, uint64_t, Visitor &&) "
    "const": "ds_aabb_tree_closest_in_order",
    "AabbTree::nearest(const Vec2 &, float, uint64_t, span<Neighbor>, Distance &&) const": "ds_aabb_tree_nearest_by",
    "AabbTree::visit_boxes(Visitor &&) const": "ds_aabb_tree_visit_boxes",
    "AabbTree::visit_nodes(Visitor &&) const": "ds_aabb_tree_visit_nodes",
    "Hull3::Hull3(span<const Vec3>, float)": "DsHullPoints3",
    "farthest_point(const Vec3 *, int, const Vec3d &)": "ds_farthest_point3",
    "core_support3(const T &, const Vec3d &)": "ds_core_support3",
    "Hull3::core_support(const Vec3d &) const": "ds_core_support3",
    "core_radius3(const T &)": "ds_core_radius3",
    "Hull3::core_radius() const": "ds_core_radius3",
    "support3(const T &, const Vec3 &)": "ds_support3",
    "intersect3(const A &, const B &, const Pose3 &, const Gjk3Options &)": "ds_intersect3",
    "intersect3(const C &, const Gjk3Options &)": "ds_intersect3_origin",
    "distance3(const A &, const B &, const Pose3 &, const Gjk3Options &)": "ds_distance3",
    "distance3(const C &, const Gjk3Options &)": "ds_distance3_origin",
    "sample_mass(const T &, float, float)": "ds_sample_mass",
}
