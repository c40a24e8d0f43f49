"""Writes the C++ sources of the module."""

import docs
import py_types
import tables

# Handles and references that Python has no class for.
NEW_KINDS = []
STRUCT_PARTS, FUNCTION_PARTS = 6, 12
START = '#include "module.h"\n\n#include "adaptors.h"\n\nnamespace drystone::python {\n'
END = "\n}  // namespace drystone::python\n"


def structs_of(types):
    """Returns the structs of both models with their namespaces: (record, C++ name, Python name, in scene)."""
    result = []
    for record in types.main.records.values():
        if not record.is_class and record.name not in tables.NO_STRUCTS and record.name not in tables.GUARDED and \
                record.name not in tables.PLAIN:
            cpp = "NamedBodyDefinition" if record.name == "BodyDefinition" else record.cpp
            result.append((record, cpp, py_types.python_class(record.name), False))
    for record in types.scene.records.values():
        result.append((record, "scene::" + record.name, record.name, True))
    return result


def count_of(record, field):
    """Returns the member that counts the elements of an array, or None."""
    names = [f.name for f in record.fields]
    if field.type.name != "array" or record.name == "SimplexCache":
        return None
    for name in (field.name + "_count", "count"):
        if name in names:
            return name
    return None


def members_of(record):
    """Returns the members that Python has: (field, its count or None)."""
    counts = {count_of(record, f) for f in record.fields}
    return [(f, count_of(record, f)) for f in record.fields
            if f.name not in counts and (record.name, f.name) not in tables.NO_MEMBERS and
            not any(name in str(f.type) for name in NEW_KINDS)]


def struct_entry(record, cpp, name, names):
    lines = []
    for field, count in members_of(record):
        text = docs.literal(docs.docstring(field.comment, names))
        if record.name == "BodyDefinition" and field.name == "name":
            lines.append(f'{{"name", {text}, &get_body_name, &set_body_name}},')
            continue
        owner = "BodyDefinition" if record.name == "BodyDefinition" else cpp
        member = f"&{owner}::{field.name}"
        if count:
            pair = f"{member}, &{owner}::{count}"
            lines.append(f'{{"{py_types.spelled(field.name)}", {text}, &get_counted<{pair}>, &set_counted<{pair}>}},')
        else:
            lines.append(f'{{"{py_types.spelled(field.name)}", {text}, &get_member<{member}>, &set_member<{member}>}},')
    mutable = "true" if record.name in tables.MUTABLE else "false"
    return (f'add_struct(py::type::of<{cpp}>(), typeid({cpp}), {{"{name}", {{\n' + "\n".join(lines) +
            f"\n}}, {mutable}}});")


def split(items, parts, weight):
    """Divides a list into consecutive parts of about the same weight."""
    total = sum(map(weight, items)) or 1
    result, done = [[] for _ in range(parts)], 0
    for item in items:
        result[min(parts - 1, done * parts // total)].append(item)
        done += weight(item)
    return result


def emit_structs(types, names):
    structs = structs_of(types)
    files = {}
    for i, part in enumerate(split(structs, STRUCT_PARTS, lambda s: 2 + len(s[0].fields))):
        # Members of std::function are in structs of scene files alone.
        lines = [START.replace("\n\nnamespace", "\n\n#include <pybind11/functional.h>\n\nnamespace"),
                 f"void declare_structs_{i}(py::module_& module, py::module_& scene) {{",
                 "static_cast<void>(module);\nstatic_cast<void>(scene);"]
        for record, cpp, name, in_scene in part:
            text = docs.literal(docs.docstring(record.comment, names))
            lines.append(f'declare_struct<{cpp}>({"scene" if in_scene else "module"}, "{name}", {text});')
        lines.append(f"}}\n\nvoid define_members_{i}() {{")
        lines += [struct_entry(record, cpp, name, names) for record, cpp, name, _ in part]
        files[f"structs_{i}.cpp"] = "\n".join(lines) + "\n}" + END
    return files


def emit_enums(types, names):
    lines = [START, "void define_enums(py::module_& module) {"]
    for enum in types.main.enums.values():
        values = [v for v in enum.values if v[0] != "Count"]
        if [number for _, number, _ in values] != list(range(len(values))):
            raise SystemExit(f"{enum.name}: its values are not 0, 1, 2, ...")
        text = docs.docstring(enum.comment, names)
        for value, _, comment in values:
            about = " ".join(docs.docstring(comment, names).split())
            text += f"\n\n{py_types.enum_member(value)}: {about}" if about else ""
        members = ", ".join(f'"{py_types.enum_member(v)}"' for v, _, _ in values)
        lines.append(f'add_enum(module, enum_type<{enum.name}>(), "{enum.name}", {docs.literal(text)}, {{{members}}});')
    return {"enums.cpp": "\n".join(lines) + "\n}" + END}


def arguments(made, for_property=False):
    result = []
    if for_property:
        return result
    for name, _, default in made.parameters:
        if default and default != "required":
            result.append(f'py::arg("{name}") = {default}')
        elif default == "required":
            result.append(f'py::arg("{name}") = py::none()')
        else:
            result.append(f'py::arg("{name}")')
    return result


def cpp_class(made):
    """Returns the C++ expression of the class of a method."""
    scope = made.scope
    if scope in tables.REFERENCES:
        return f"py::type::of<Ref<{tables.REFERENCES[scope]}>>()"
    if scope == "World":
        return "py::type::of<PyWorld>()"
    if scope in tables.GUARDED:
        return f"py::type::of<Guarded<{scope}>>()"
    return f"py::type::of<{'scene::' if made.in_scene else ''}{scope}>()"


def statement(made):
    text = docs.literal(made.text)
    if made.kind == "property":
        setters = "py::object()"
        if made.setter:
            setters = f"accessor({cpp_class(made)}, {made.setter[0].code})"
            if len(made.setter) > 1:
                setters = (f"py::cpp_function({made.setter[1].code}, py::is_method({cpp_class(made)}), "
                           f"py::sibling({setters}))")
        return (f'add_property({cpp_class(made)}, "{made.name}", {text}, accessor({cpp_class(made)}, {made.code}), '
                f"{setters});")
    extra = ", ".join([""] + arguments(made) + [text])
    if made.kind == "function":
        return f'add_function({"scene" if made.in_scene else "module"}, "{made.name}", {made.code}{extra});'
    if made.kind == "static":
        return f'add_static({cpp_class(made)}, "{made.name}", {made.code}{extra});'
    if made.kind == "init":
        # As py::class_ does, which the classes are not known as here.
        return (f"add_constructor<{cpp_type(made)}, {holder(made)}>({made.code}{extra});")
    return f'add_method({cpp_class(made)}, "{made.name}", {made.code}{extra});'


def cpp_type(made):
    if made.scope in tables.GUARDED:
        return f"Guarded<{made.scope}>"
    return ("scene::" if made.in_scene else "") + made.scope


def holder(made):
    return f"std::shared_ptr<{cpp_type(made)}>" if made.scope in tables.GUARDED else f"std::unique_ptr<{cpp_type(made)}>"


def emit_functions(overloads):
    files = {}
    for i, part in enumerate(split(overloads, FUNCTION_PARTS, lambda o: 3 + len(o.parameters))):
        lines = [START, f"void define_functions_{i}(py::module_& module, py::module_& scene) {{",
                 "static_cast<void>(module);\nstatic_cast<void>(scene);"]
        lines += [statement(made) for made in part]
        files[f"functions_{i}.cpp"] = "\n".join(lines) + "\n}" + END
    return files


def emit_all():
    lines = [START]
    lines += [f"void declare_structs_{i}(py::module_& module, py::module_& scene);" for i in range(STRUCT_PARTS)]
    lines += [f"void define_members_{i}();" for i in range(STRUCT_PARTS)]
    lines += [f"void define_functions_{i}(py::module_& module, py::module_& scene);" for i in range(FUNCTION_PARTS)]
    lines.append("void declare_structs(py::module_& module, py::module_& scene) {")
    lines += [f"declare_structs_{i}(module, scene);" for i in range(STRUCT_PARTS)]
    lines.append("}\nvoid define_members() {")
    lines += [f"define_members_{i}();" for i in range(STRUCT_PARTS)]
    lines.append("}\nvoid define_functions(py::module_& module, py::module_& scene) {")
    lines += [f"define_functions_{i}(module, scene);" for i in range(FUNCTION_PARTS)]
    return {"all.cpp": "\n".join(lines) + "\n}" + END}


def emit_objects(types, names):
    """The classes of the library, without their functions."""
    lines = [START, "void declare_objects(py::module_& module) {"]
    for name in tables.GUARDED + tables.PLAIN:
        text = docs.literal(docs.docstring(types.main.records[name].comment, names))
        python = py_types.python_class(name)
        cpp = f"Guarded<{name}>" if name in tables.GUARDED else name
        holder_type = f", std::shared_ptr<{cpp}>" if name in tables.GUARDED else ""
        line = f'declare<{cpp}{holder_type}>(module, "{python}", {text})'
        if name in tables.DEFAULT_CONSTRUCTED:
            line += ".def(py::init<>())" if name in tables.PLAIN else \
                f".def(py::init([] {{ return std::make_shared<{cpp}>(); }}))"
        lines.append(line + ";")
        if name in tables.COPYABLE:
            lines.append(f"add_copy<{name}, {'true' if name in tables.GUARDED else 'false'}>();")
    return {"objects.cpp": "\n".join(lines) + "\n}" + END}
