"""Public functions of C++ that have no counterpart in C, each with its reason. A key is a regular expression that
matches whole signatures; one that matches nothing is an error."""

EXCEPTIONS = {
    r".*::operator=\(.*\)": "assignment: handles are copied, objects are copied by ds_..._copy",
    r"(\w+)::\1\(\1 &&\)": "moving: a handle stays the same",
    r"TraceRecord::operator\(\)\(.*\)": "of a record for templates: in C a callback gets the steps",
    r"Columns3::operator\(\)\(.*\) const": "operator that checks no index: in C the member columns",
    r"(Error::.*|fail\(.*\)|set_error_handler\(.*\))": "errors: in C a status and ds_last_error",
    r"World::operator\[\]\(.*\).*": "references: functions of C take the world and the handle",
    r"WorldBatch::operator\[\]\(int\)": "the worlds of a batch belong to it: in C values of bodies are in its arrays",
    r".*::operator (bool|==|\+=)?.*": "operators: in C members and assignments",
    r".*::operator(==|\+=)\(.*\).*": "operators: in C members and assignments",
    r"Const\w+Ref::is_valid\(\) const": "references: ds_..._is_valid takes the handle",
    r"Decomposition::.*": "reads members that are those of DsDecomposition, too",
    r"OutlineRepair::.*": "reads members that are those of DsOutlineRepair, too",
    r"Handle::is_null\(\) const": "of a plain struct: null where index1 is 0",
    r"Handle::in_world\(uint16_t\) const": "of a plain struct: set its world",
    r"core_radius\(const T &\)": "zero for any support mapping",
    r"World::save\(vector<byte> &, .*\) const": "ds_world_save_with_options writes to a buffer, too",
    r"World::(cast_ray_all|cast_shape_all|cast_rays|nearest_shapes)\(.*(RayHit>|NearestPoint> &).*\) const":
        "the functions of C write to a buffer of the caller, too",
    r"ContactHandlers::.*": "a loop over the lists of events, which C has",
    r"AabbTree::visit_(used_)?state\(.*\)": "for saving a tree in C++",
    r"AabbTree::(commit_part|finish_commit|begin_moves|move_part|finish_moves|part_count)\(.*\).*":
        "parts of work for several threads, which nothing checks; commit and move do the same",
    r"PairSearch::.*": "parts of work for several threads, which nothing checks; append_pairs does the same",
    r"PointCloud::.*": "a view; ds_custom_shape_of_points keeps the points",
    r"Hull3::points\(\) const": "members of DsHullPoints3",
    r"(ShapeReference|CallableShape|Rounded|HullOf|MinkowskiSum|Transformed)::.*":
        "parts of templates; in C every composition is a DsCustomShape, which has ds_custom_shape_support",
    r"CustomCore::.*": "view for templates of C++; ds_custom_shape_core_support does the same",
    r"core_mapping\(.*\)": "views for templates of C++; ds_..._core and ds_custom_shape_support do the same",
    r"(Vec2|Vec2d|Vec3|Vec3d)::.*": "constructors and conversions of vectors: in C plain structs",
    r"DebugDraw::.*": "implemented by the user: in C DsDebugDraw",
}
