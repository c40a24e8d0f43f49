"""What the rules of this generator do not decide: names, and reasons."""

# Classes of which Python's objects know who uses them, as their functions call back or run without the
# interpreter's lock.
GUARDED = ["Snapshot", "StateHistory", "AabbTree", "TreeQueue", "Character", "DynamicMover", "Interpolation",
           "PathGuide"]
# Other classes of which Python has objects.
PLAIN = ["Polygon", "Chain", "CustomShape", "Ellipse", "Superellipse", "Frustum3", "FixedStepper", "AreaClipper",
         "Region"]
# Those that begin empty.
DEFAULT_CONSTRUCTED = ["AreaClipper", "AabbTree", "TreeQueue", "Interpolation"]
COPYABLE = ["Character", "DynamicMover", "FixedStepper", "Interpolation", "PathGuide", "Snapshot", "StateHistory"]

REFERENCES = {"BodyRef": "BodyId", "ShapeRef": "ShapeId", "JointRef": "JointId", "ChainRef": "ChainId",
              "TileGridRef": "TileGridId", "FieldRef": "FieldId"}
HANDLES = ["BodyId", "ShapeId", "ContactId", "JointId", "ChainId", "TileGridId", "FieldId"]
VECTORS = ["Vec2", "Vec2d", "Vec3", "Vec3d"]

# Names of classes in Python where they are not those of C++.
CLASS_NAMES = {"BodyRef": "Body", "ShapeRef": "Shape", "JointRef": "Joint", "ChainRef": "Chain", "TileGridRef": "TileGrid",
               "FieldRef": "Field", "Chain": "ChainGeometry"}

# Structs that are no classes of the generator: written by hand, views, or parts of templates.
NO_STRUCTS = VECTORS + ["ConvexCore", "SmallCore", "AnyShape", "CoreMapping", "SmallCoreMapping", "CustomCore", "TraceRecord",
                        "PolygonWithActiveEdges", "Handle", "Mat3", "Mat3d", "WorldBatchDefinition", "BodyMotion",
                        "BodyLoad", "BodyPlacement", "ContactHandler"]
# Structs that may be changed.
MUTABLE = ["PreSolveContact"]
# Members that Python does not have, with the reason.
NO_MEMBERS = {("WorldDefinition", "scheduler"): "a parameter of World, which keeps the scheduler",
              ("LoadOptions", "scheduler"): "a parameter of World.load, which keeps the scheduler"}

# Functions without parameters that are no properties: they compute, or make something.
METHODS = {"World": ["snapshot", "save", "validate", "counters", "hints", "state_hash", "kinetic_energy",
                     "potential_energy", "energy", "momentum", "angular_momentum", "clone"],
           "BodyRef": ["kinetic_energy", "potential_energy", "momentum"],
           "AabbTree": ["validate"], "AreaClipper": ["measure"]}

# Functions that run without the interpreter's lock.
RELEASED = ["World::step", "World::snapshot", "World::restore", "World::clone", "World::save", "World::load",
            "World::cast_rays", "World::validate", "World::counters", "World::hints", "World::state_hash", "StateHistory::save",
            "StateHistory::restore", "Interpolation::step", "save_to_file", "load_from_file"]

# Structs whose members may be given as keywords to methods and constructors that take one.
KEYWORD_ENDINGS = ("Definition", "Settings", "Options", "Query", "Input", "Tuning")
KEYWORD_STRUCTS = ["RayCast", "ShapeCastInput", "Explosion", "ContactCast"]
# Functions of variants, whose alternatives are given whole.
NO_KEYWORDS = ["JointDefinition"]

# Functions of the C interface's adaptors, which stand for templates, by their names in Python.
ADAPTOR_NAMES = {"any_shapes_distance": "distance", "any_shapes_intersect": "intersect",
                 "any_shapes_penetration": "penetration", "any_shapes_cast": "cast_shape",
                 "any_shape_cast_ray": "cast_ray", "any_shape_contains": "contains",
                 "any_shape_closest_point": "closest_point", "any_shape_aabb": "compute_aabb",
                 "any_shapes_trace_distance": "trace_distance", "any_shapes_trace_intersect": "trace_intersect",
                 "any_shapes_trace_penetration": "trace_penetration", "intersect3_origin": "intersect3",
                 "distance3_origin": "distance3"}
# Those that are constructors, static functions or methods of a class.
ADAPTOR_CONSTRUCTORS = {"custom_shape_create": "CustomShape", "custom_shape_of_geometry": "CustomShape",
                        "custom_shape_of_ellipse": "CustomShape", "custom_shape_of_superellipse": "CustomShape"}
ADAPTOR_STATICS = {"custom_shape_of_points": ("CustomShape", "of_points"),
                   "custom_shape_rounded": ("CustomShape", "rounded"), "custom_shape_hull": ("CustomShape", "hull"),
                   "custom_shape_minkowski_sum": ("CustomShape", "minkowski_sum"),
                   "custom_shape_transformed": ("CustomShape", "transformed")}
ADAPTOR_METHODS = {"aabb_tree_query": ("AabbTree", "query"), "aabb_tree_cast_ray": ("AabbTree", "cast_ray"),
                   "aabb_tree_cast_box": ("AabbTree", "cast_box"), "aabb_tree_closest": ("AabbTree", "closest"),
                   "aabb_tree_cast_ray_in_order": ("AabbTree", "cast_ray_in_order"),
                   "aabb_tree_cast_box_in_order": ("AabbTree", "cast_box_in_order"),
                   "aabb_tree_closest_in_order": ("AabbTree", "closest_in_order"),
                   "aabb_tree_nearest_by": ("AabbTree", "nearest"),
                   "aabb_tree_visit_boxes": ("AabbTree", "visit_boxes"),
                   "aabb_tree_visit_nodes": ("AabbTree", "visit_nodes")}

# Defaults of their parameters, and texts where they have none.
ADAPTOR_DEFAULTS = {("custom_shape_create", "radius"): "0.0f"}
ADAPTOR_TEXTS = {"any_shapes_trace_intersect": "Tests for intersection as `intersect` does, with steps.",
                 "any_shapes_trace_penetration": "Computes `penetration`, with the steps of GJK and EPA.",
                 "trace_intersect": "Tests for intersection as `intersect` does, with steps.",
                 "trace_penetration": "Computes `penetration`, with the steps of GJK and EPA.",
                 "core_radius3": "Returns the radius that is added to the core of a shape in space [m].",
                 "support3": "Returns the farthest point of a shape in space, radius included [m].",
                 "any_shape_contains": "Returns whether a convex shape contains the point.",
                 "any_shape_closest_point": "Returns the point of a convex shape nearest to a point.",
                 "aabb_tree_cast_box": "Visits the proxies whose boxes a moving box hits, as `cast_ray` does.",
                 "aabb_tree_closest": "Visits the proxies by their distance from a point, near ones first.",
                 "aabb_tree_cast_box_in_order": "Visits as `cast_box`, but strictly front to back.",
                 "aabb_tree_closest_in_order": "Visits as `closest`, but strictly in the order of distance."}

# Operators by their names in Python.
OPERATORS = {"Profile::operator[](Stage) const": "__getitem__", "Intersection::operator bool() const": "__bool__",
             "Intersection3::operator bool() const": "__bool__"}

# Functions of C++ that are written by hand, by what stands for them; keys match whole signatures.
BY_HAND = {
    r"World::World\(const WorldDefinition &\)": "World",
    r"World::operator\[\]\(.*\)( const)?": "World.__getitem__",
    r"World::(load)\(.*\)": "World.load",
    r"World::overlap\(.*\) const": "World.overlap",
    r"World::clone\(int\) const": "World.clone",
    r"(World|ConstBodyRef|ConstShapeRef)::visit_contacts\(.*\) const": "contacts",
    r"World::visit_tree\(.*\) const": "World.visit_tree",
    r"World::draw\(.*\) const": "World.debug_draw",
    r"DebugDraw::\w+\(.*\)": "DebugDraw",
    r"Const\w+Ref::is_valid\(\) const": "is_valid",
    r"Handle::.*": "is_null, bool()",
    r"SmallCore::view\(\) const": "ConvexCore",
    r"Recorder::(?!operator)(?!Recorder\(Recorder &&\)).*": "Recorder",
    r"WorldBatch::(?!operator=)(?!WorldBatch\(WorldBatch &&\)).*": "WorldBatch",
    r"RecordingPlayer::(?!operator)(?!RecordingPlayer\(RecordingPlayer &&\)).*": "RecordingPlayer",
    r"ThreadPool::.*": "ThreadPool",
    r"TaskScheduler::worker_count\(\) const": "ThreadPool.worker_count",
    r"TaskScheduler::run\(.*\)": "ThreadPool.run",
    r"Hull3::Hull3\(.*\)": "HullPoints3", r"Hull3::\w+\(.*\) const": "core_support3, core_radius3",
    r"(Vec2|Vec2d|Vec3|Vec3d)::\1\(.*\)": "Vec2, Vec3",
    r"Columns3::operator\(\)\(int, int\) const": "Mat3.columns",
    r"AabbTree::insert\(span<const TreeItem>, span<Proxy>\)": "AabbTree.insert",
    r"AabbTree::nearest\(const Vec2 &, float, uint64_t, span<Neighbor>\) const": "AabbTree.nearest",
    r"AabbTree::append_\w+\(.*\)( const)?": "AabbTree.new_pairs, overlapping_pairs, overlapping",
    r"read_(all_)?(poses|velocities)\(.*\)": "World.poses, World.velocities",
    r"Error::what\(\) const": "Error",
    r"fail\(.*\)": "Error",
}

# Functions that Python does not have, by signature or <header>.
EXCEPTIONS = {
    r".*::operator=\(.*\)": "assignment: names are bound; copy.copy copies",
    r"(\w+)::\1\(\1 &&\)": "moving: an object stays the same",
    r"(Error::Error|Error::operator=)\(.*\)": "raised by the library alone",
    r"(Vec2|Vec2d|Vec3|Vec3d)::operator.*": "conversions to other libraries: numpy.asarray",
    r"TraceVertex::operator==\(.*\) const": "every struct compares its members",
    r"QueryStats::operator\+=\(.*\)": "structs do not change",
    r"TraceRecord::operator\(\)\(.*\)": "of a record for templates: functions get the steps",
    r"set_error_handler\(.*\)": "errors are exceptions",
    r"\w+\(initializer_list<Vec2>, .*\)": "the same as with a sequence",
    r"World::save\(vector<byte> &, .*\) const": "writes to a buffer: World.save returns bytes",
    r"ContactHandlers::.*": "a loop over the lists of events, which World has",
    r"AabbTree::visit_(used_)?state\(.*\)": "for saving a tree in C++",
    r"AabbTree::(commit_part|finish_commit|begin_moves|move_part|finish_moves|part_count)\(.*\).*":
        "parts of work for several threads, which nothing checks; commit and move do the same",
    r"PairSearch::.*": "parts of work for several threads, which nothing checks; AabbTree does the same",
    r"TaskScheduler::TaskScheduler\(\)": "a scheduler in Python would run one thread at a time: ThreadPool",
    r"PointCloud::.*": "a view; CustomShape.of_points keeps the points",
    r"(ShapeReference|CallableShape|Rounded|HullOf|MinkowskiSum|Transformed)::.*":
        "parts of templates; in Python every composition is a CustomShape",
    r"(CustomCore|CoreMapping|SmallCoreMapping|AnyShape)::.*": "views for templates of C++; CustomShape.support",
    r"core_mapping\(.*\)": "views for templates of C++; make_core and CustomShape do the same",
    r"core_radius\((const T|const AnyShape) &\)": "a member of the shape",
    r"collide\(const PolygonWithActiveEdges &, .*\)": "view that the engine makes of its outlines",
    r"Decomposition::.*": "reads members that Decomposition has",
    r"accept_contact\(.*\)": "a default: None",
    r"check_geometry\(.*\)": "a check for libraries; functions check what they get",
    r"farthest_point\(const Vec3 \*, int, .*\)": "the same as farthest_point3, of a sequence",
    r"support_index\(const Vec2 \*, int, .*\)": "the same as with a sequence",
}
