"""Public functions of C++ that have no counterpart in C, each with its reason. A key is a regular expression that
matches whole signatures; one that matches nothing is an error."""

EXCEPTIONS = {
    r".*::operator=\(.*\)": "assignment: handles are copied, objects are copied by ds_..._copy",
    r"(\w+)::\1\(\1 &&\)": "moving: a handle stays the same",
    r".*::operator\(\)\(.*\)": "of a record for templates: in C a callback gets the steps",
    r"(Error::.*|fail\(.*\)|set_error_handler\(.*\))": "errors: in C a status and ds_last_error",
    r"World::operator\[\]\(.*\).*": "references: functions of C take the world and the handle",
    r".*::operator (bool|==|\+=)?.*": "operators: in C members and assignments",
    r".*::operator(==|\+=)\(.*\).*": "operators: in C members and assignments",
    r"Const\w+Ref::is_valid\(\) const": "references: ds_..._is_valid takes the handle",
    r"Decomposition::.*": "reads members that are those of DsDecomposition, too",
    r"CustomCore::.*": "view for templates of C++; ds_custom_shape_core_support does the same",
    r"core_mapping\(.*\)": "views for templates of C++; ds_..._core and ds_custom_shape_support do the same",
    r"(Vec2|Vec2d|Vec3|Vec3d)::.*": "constructors and conversions of vectors: in C plain structs",
    r"DebugDraw::.*": "implemented by the user: in C DsDebugDraw",
}
