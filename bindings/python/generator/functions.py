"""Makes the C++ code and the signatures of the functions that Python has."""

import os
import re

import docs
import names as c_names
import py_types
import tables
from model import ADAPTORS
from py_types import Unsupported


class Overload:
    """A function of Python: where it is, its signature, and the C++ code that adds it."""

    def __init__(self, scope, name, kind):
        self.scope, self.name, self.kind = scope, name, kind  # Kind: function, method, static, init, property.
        self.parameters = []   # (name, annotation, default or None)
        self.keywords = None   # Struct whose members are keywords, and the name of its parameter.
        self.result = "None"
        self.text = ""
        self.code = ""
        self.setter = None     # The parameter of a property that is set.
        self.signatures = []
        self.header = ""
        self.in_scene = False


def instances(function):
    """Returns the functions of vectors for one template of them."""
    key = (os.path.basename(function.header), function.name)
    if not function.is_template or key not in c_names.INSTANCES or function.owner is not None:
        return [function]
    result = []
    for vector in c_names.INSTANCES[key]:
        one = c_names.instantiate(function, vector)
        one.is_instance = True
        result.append(one)
    return result


class Body:
    """The statements of the lambda of a function."""

    def __init__(self):
        self.parameters, self.extras, self.before, self.arguments, self.outs = [], [], [], [], []


class Functions:
    def __init__(self, types, names):
        self.types, self.names = types, names

    def overload(self, function, in_scene=False):
        """Returns the overload of a function of C++."""
        self.types.in_scene = in_scene
        name, owner = function.name, function.owner
        is_adaptor = function.header == ADAPTORS
        kind, scope = "function", None
        if is_adaptor and name in tables.ADAPTOR_CONSTRUCTORS:
            kind, scope = "init", tables.ADAPTOR_CONSTRUCTORS[name]
        elif is_adaptor and name in tables.ADAPTOR_STATICS:
            kind, (scope, name) = "static", tables.ADAPTOR_STATICS[name]
        elif is_adaptor and name in tables.ADAPTOR_METHODS:
            kind, (scope, name) = "method", tables.ADAPTOR_METHODS[name]
        elif is_adaptor:
            name = tables.ADAPTOR_NAMES.get(name, name)
        elif owner is not None:
            scope = re.sub(r"^Const(?=\w+Ref$)", "", owner)
            kind = "init" if function.is_constructor else "static" if function.is_static else "method"
        if function.signature in tables.OPERATORS:
            name = tables.OPERATORS[function.signature]
        elif name.startswith("operator"):
            raise Unsupported("operator")
        made = Overload(scope, name, kind)
        made.header, made.in_scene = function.header, in_scene
        made.text = docs.docstring(function.comment, self.names)
        if is_adaptor:
            text = re.sub(r"`ds_(?:any_shapes?_|aabb_tree_)?(\w+)`", r"`\1`", made.text)
            made.text = text or tables.ADAPTOR_TEXTS.get(function.name, "")
        if kind == "method" and self.is_property(function, scope, name):
            made.kind = "property"
            made.name = name
        made.code = self.code(function, made, is_adaptor)
        return made

    def is_property(self, function, scope, name):
        return (function.header != ADAPTORS and not function.parameters and function.is_const and
                function.result.name != "void" and name not in tables.METHODS.get(scope, []) and
                not name.startswith("__"))

    def python_name(self, made):
        scope = py_types.python_class(made.scope) + "." if made.scope else ""
        return scope + ("__init__" if made.kind == "init" else made.name)

    def code(self, function, made, is_adaptor):
        body = Body()
        is_released = self.cpp_name(function) in tables.RELEASED
        call = self.plan_self(function, made, body, is_adaptor)
        for parameter in function.parameters[1 if made.kind == "method" and is_adaptor else 0:]:
            self.plan_parameter(function, made, body, parameter)
        return self.lambda_text(function, made, body, call, is_released)

    def cpp_name(self, function):
        return f"{function.owner}::{function.name}" if function.owner else function.name

    def plan_self(self, function, made, body, is_adaptor):
        """Adds the object of a method; returns what is called."""
        space = "adaptors::" if is_adaptor else "scene::" if made.in_scene else ""
        scope, label = made.scope, self.python_name(made)
        if made.kind in ("function", "static"):
            prefix = f"{function.owner}::" if function.owner else ""
            return f"{space}{prefix}{function.name}"
        if made.kind == "init":
            return f"{space}{function.name}" if is_adaptor else space + function.owner
        is_const = function.is_const or (is_adaptor and function.parameters[0].type.is_const)
        if scope in tables.REFERENCES:
            access = "Read" if function.owner.startswith("Const") else "Edit"
            body.parameters.append(f"const Ref<{tables.REFERENCES[scope]}>& self")
            body.before.append(f'const WorldUse use(self.world, Access::{access}, "{label}");')
            world = "std::as_const(*use)" if access == "Read" else "(*use)"
            return f"{world}[self.id].{function.name}"
        if scope == "World":
            access = "Read" if is_const else "Edit"
            body.parameters.append("const std::shared_ptr<PyWorld>& self")
            body.before.append(f'const WorldUse use(self, Access::{access}, "{label}");')
            return f"std::as_const(*use).{function.name}" if is_const else f"use->{function.name}"
        if scope in tables.GUARDED:
            access = "Read" if is_const else "Edit"
            body.parameters.append(f"const std::shared_ptr<Guarded<{scope}>>& self")
            body.before.append(f'const ObjectUse use(self, Access::{access}, "{label}");')
            if is_adaptor:
                body.arguments.append("*use")
                return f"adaptors::{function.name}"
            return f"std::as_const(*use).{function.name}" if is_const else f"use->{function.name}"
        record = self.types.record(scope)[0]
        if scope not in tables.PLAIN + tables.VECTORS and (record is None or record.is_class):
            raise Unsupported(f"{scope}, which is in no list of classes in tables.py")
        cpp = f"{space}{scope}"
        body.parameters.append(f"const {cpp}& self" if is_const else f"{cpp}& self")
        return f"self.{function.name}"

    def plan_parameter(self, function, made, body, parameter):
        kind, name = parameter.type, parameter.name or "value"
        label = self.python_name(made)
        default = tables.ADAPTOR_DEFAULTS.get((function.name, name)) or self.default(parameter)
        is_setter = function.name.startswith("set_") and len(function.parameters) == 1
        changes = kind.mark == "&" and not kind.is_const
        if kind.name == "World":
            body.parameters.append(f"const std::shared_ptr<PyWorld>& {name}")
            access = "Edit" if changes else "Read"
            body.before.append(f'const WorldUse {name}_use({name}, Access::{access}, "{label}");')
            body.arguments.append(f"*{name}_use" if changes else f"std::as_const(*{name}_use)")
            self.add(made, body, name, self.types.annotation("World", ""), None)
            return
        if kind.name in tables.GUARDED and kind.mark == "&":
            access = "Edit" if changes else "Read"
            body.parameters.append(f"const std::shared_ptr<Guarded<{kind.name}>>& {name}")
            body.before.append(f'const ObjectUse {name}_use({name}, Access::{access}, "{label}");')
            body.arguments.append(f"*{name}_use" if changes else f"std::as_const(*{name}_use)")
            self.add(made, body, name, kind.name, None)
            return
        if kind.name == "vector" and changes:
            value = self.types.value(kind)
            body.before.append(f"{value.cpp} {name};")
            body.arguments.append(name)
            body.outs.append((name, value.given))
            return
        if changes and kind.name in ("float", "int"):
            body.before.append(f"{kind.name} {name}{{}};")
            body.arguments.append(name)
            body.outs.append((name, kind.name))
            return
        if kind.name == "span" and not kind.arguments[0].is_const:
            value = self.types.value(kind)
            inner = self.types.value(kind.arguments[0])
            body.parameters.append("std::size_t count")
            body.before.append(f"{value.cpp} {name}(checked_count(\"{label}\", count));")
            body.arguments.append(name)
            body.outs.append((name, f"list[{inner.given}]"))
            self.add(made, body, "count", "int", None)
            return
        if kind.mark == "*" and kind.name != "char":
            value = self.types.value(kind.plain())
            body.parameters.append(f"{value.cpp}* {name}")
            body.arguments.append(name)
            self.add(made, body, name, f"{value.taken} | None", "py::none()")
            return
        value = self.types.value(kind)
        if kind.name in ("Callback", "FunctionRef"):
            signature = self.types.cpp_signature(kind.arguments[0])
            # Of several constructors, only one takes callables.
            python = "py::function" if made.kind == "init" else "py::object"
            body.parameters.append(f"const {python}& {name}")
            if kind.name == "Callback":
                body.before.append(f'const auto {name}_callback = callback<{signature}>({name}, "{label}: {name}");')
                self.add(made, body, name, value.taken, None)
            else:
                maker = "caller_or_true" if parameter.has_default else "caller"
                body.before.append(f'const auto {name}_callback = {maker}<{signature}>({name}, "{label}: {name}");')
                taken = value.taken if parameter.has_default else value.taken.removesuffix(" | None")
                self.add(made, body, name, taken, "py::none()" if parameter.has_default else None)
            body.arguments.append(f"{name}_callback")
            return
        if self.types.is_keyword_struct(kind) and made.keywords is None and (
                function.owner is not None or made.in_scene) and not changes and not is_setter:
            body.parameters.append(f"const py::object& {name}")
            body.extras.append(name)
            made.keywords = (kind.name.removeprefix("scene::"), name, value)
            body.before.append(f'const auto {name}_value = with_keywords<{value.cpp}>("{label}", {name}, keywords);')
            body.arguments.append(f"{name}_value")
            self.add(made, body, name, value.taken, "py::none()" if default else "required")
            return
        if kind.name == "span" and kind.arguments[0].name == "byte":
            raise Unsupported("bytes")
        if kind.name == "span" and len(kind.arguments) == 2:
            count = kind.arguments[1].name
            body.before.append(f'check_count("{label}", {name}.size(), {count});')
            inner = self.types.value(kind.arguments[0])
            body.arguments.append(f"std::span<const {inner.cpp}, {count}>({name})")
        else:
            body.arguments.append(name)
        reference = "" if changes else "const "
        mark = "&" if kind.mark == "&" or value.cpp.startswith("std::") else ""
        if value.cpp in ("bool", "int", "float", "double") or value.cpp.startswith("std::uint") or \
                value.cpp in ("std::size_t", "std::int64_t", "std::int32_t"):
            reference, mark = "", ""
        if value.cpp in ("ConvexCore", "AnyShape"):
            mark = ""
        body.parameters.append(f"{reference}{value.cpp}{mark} {name}")
        if default == "py::none()" and not value.taken.endswith("None"):
            default = f"{value.cpp}{{}}"
        self.add(made, body, name, value.taken, default)

    def add(self, made, body, name, annotation, default):
        made.parameters.append((name, annotation, default))

    def default(self, parameter):
        text = parameter.default
        if text is None:
            return None
        if text in ("nullptr", "accept_contact"):
            return "py::none()"
        if text in ("{ }", "{}"):
            value = self.types.value(parameter.type)
            return "py::none()" if "|" in value.taken and "None" in value.taken else f"{value.cpp}{{}}"
        return text.replace(" ", "")

    def lambda_text(self, function, made, body, call, is_released):
        wrapped, made.result = self.result(function, made)
        if made.keywords:
            body.parameters.append("const py::kwargs& keywords")
        has_result = function.result.name != "void" or made.kind == "init"
        expression = f"{call}({', '.join(body.arguments)})"
        if function.name.startswith("operator"):
            expression = f"self{function.name.removeprefix('operator')}" if "[]" not in function.name else \
                f"self[{body.arguments[0]}]"
            if "bool" in function.name:
                expression = "static_cast<bool>(self)"
        lines = list(body.before)
        if is_released:
            lines.append("auto result = [&] {" if has_result else "{")
            lines.append("const py::gil_scoped_release release;")
            lines.append(f"return {expression};" if has_result else f"{expression};")
            lines.append("}();" if has_result else "}")
        elif made.kind == "init" and made.scope in tables.GUARDED:
            lines.append(f"auto result = std::make_shared<Guarded<{made.scope}>>({', '.join(body.arguments)});")
        elif has_result:
            mark = "auto&&" if function.result.mark == "&" else "auto"
            lines.append(f"{mark} result = {expression};")
        else:
            lines.append(f"{expression};")
        lines.append("raise_kept_error();")
        if body.outs:
            outs = [f"std::move({name})" for name, _ in body.outs]
            annotations = [annotation for _, annotation in body.outs]
            if has_result:
                outs, annotations = [wrapped] + outs, [made.result] + annotations
            lines.append(f"return {body.outs[0][0]};" if len(outs) == 1 else f"return std::make_tuple({', '.join(outs)});")
            made.result = annotations[0] if len(outs) == 1 else f"tuple[{', '.join(annotations)}]"
        elif has_result:
            lines.append(f"return {wrapped};")
        return f"[]({', '.join(body.parameters)}) {{\n" + "\n".join(lines) + "\n}"

    def result(self, function, made):
        """Returns the expression that Python gets, and its annotation."""
        kind = function.result
        if made.kind == "init":
            return "result", "None"
        base = kind.name.removeprefix("Const")
        world = "self.world" if made.scope in tables.REFERENCES else "self"
        if base in tables.REFERENCES:
            optional = base in ("ChainRef", "TileGridRef") or function.name.startswith("body_")
            return f"wrap({world}, result)", py_types.python_class(base) + (" | None" if optional else "")
        if kind.name == "vector" and kind.arguments[0].name.removeprefix("Const") in tables.REFERENCES:
            inner = py_types.python_class(kind.arguments[0].name.removeprefix("Const"))
            return f"wrap({world}, result)", f"list[{inner}]"
        if made.scope == "World" and function.name.startswith("create_"):
            element = kind.arguments[0].name if kind.name == "vector" else kind.name
            element = element.removesuffix("Id")
            return "wrap(self, result)", f"list[{element}]" if kind.name == "vector" else element
        if kind.name == "World":
            return "std::make_shared<PyWorld>(std::move(result))", "World"
        if kind.name in tables.GUARDED:
            return f"std::make_shared<Guarded<{kind.name}>>(result)", kind.name
        if kind.name in ("vector", "span") and kind.arguments[0].name == "byte":
            return "to_bytes(result)", "bytes"
        if kind.name == "void":
            return "", "None"
        if kind.name == "BodyDefinition":
            return "NamedBodyDefinition(result)", "BodyDefinition"
        value = self.types.value(kind)
        if kind.name == "span":
            return f"{value.cpp}(result.begin(), result.end())", value.given
        if kind.name in ("string_view", "char"):
            return "std::string(result)", "str"
        return ("result" if kind.mark != "&" else f"{value.cpp}(result)"), value.given
