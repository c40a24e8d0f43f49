"""Plans a C function: its parameters, and the statements that call the C++ function."""

import re

import names
import values
from model import ADAPTORS
from rules import by_value, is_changeable
from values import Unsupported, at_parameter

# Views of several things, which a class of the runtime holds together.
HELD = ["AnyShape", "PolygonWithActiveEdges"]


class Parameter:
    """A parameter in C. `role`: in, out, inout, optional (may be null), count, data, buffer."""

    def __init__(self, c, name, role="in"):
        self.c, self.name, self.role = c, name, role


class Plan:
    def __init__(self, function, name):
        self.function, self.name = function, name
        self.parameters = []
        self.checks, self.uses, self.before, self.arguments, self.after = [], [], [], [], []
        self.needs_memory = False
        self.result = ""

    def key(self):
        return [(p.c, p.name) for p in self.parameters]

    def add(self, c, name, role="in"):
        self.parameters.append(Parameter(c, name, role))

    def add_pointer(self, c, name, role="in"):
        self.add(c, name, role)
        self.checks.append(f'check_pointer({name}, "{name}");')

    def add_object(self, value, name, may_change):
        self.add(value.c, name)
        use = "edit" if may_change else "read"
        self.uses.append(f'const auto {name}_use = {use}({name}, "{name}");')

    def statements(self):
        lines = self.checks + self.uses
        if self.needs_memory:
            lines.append("Memory& memory = *buffer_use;")
        elif any("memory" in line for line in self.after + self.before):
            lines.append("Memory& memory = no_memory();")
        call = self.call(", ".join(self.arguments))
        if self.result:
            call = f"{self.result} = {call}"
        return lines + self.before + [call + ";"] + self.after


def is_options(value):
    """Returns whether a struct has members that have defaults of their own, so that null may stand for it."""
    return type(value) is values.Structure and value.cpp not in names.MATHEMATICAL


def function_name(function):
    if hasattr(function, "name_in_c"):
        return "ds_" + function.name_in_c
    if function.signature in names.FUNCTIONS:
        return "ds_" + names.FUNCTIONS[function.signature]
    owner = function.owner
    if owner is None:
        return "ds_" + names.snake(function.name)
    owner = re.sub(r"^Const(?=\w+Ref$)", "", owner)
    owner = names.snake(owner.removesuffix("Ref"))
    if function.is_constructor:
        if len(function.parameters) == 1 and function.parameters[0].type.name == function.owner:
            return f"ds_{owner}_copy"
        return f"ds_{owner}_create"
    return f"ds_{owner}_{function.name}"


class Planner:
    def __init__(self, rules):
        self.rules = rules

    def plan(self, function):
        plan = Plan(function, function_name(function))
        self.rules.touched = []
        self.plan_self(plan, function)
        for parameter in function.parameters:
            self.plan_parameter(plan, parameter)
        self.plan_result(plan, function)
        if plan.needs_memory:
            # Before the results, which it holds.
            first_out = next(i for i, p in enumerate(plan.parameters) if p.role in ("out", "count_out", "found"))
            plan.parameters.insert(first_out, Parameter("DsBuffer", "buffer", "buffer"))
            plan.uses.append('const auto buffer_use = edit(buffer, "buffer");')
        plan.used = list(dict.fromkeys(self.rules.touched))
        return plan

    def plan_self(self, plan, function):
        owner = function.owner
        if owner is None or function.is_constructor or function.is_static:
            prefix = function.name if owner is None or function.is_constructor else f"{owner}::{function.name}"
            if function.is_constructor:
                prefix = owner
            namespace = "adaptors::" if function.header == ADAPTORS else ""
            plan.call = lambda arguments: f"{namespace}{prefix}({arguments})"
            return
        reference = owner.removeprefix("Const") if owner.endswith("Ref") else None
        if reference in names.REFERENCES:
            handle = names.REFERENCES[reference]
            name = names.snake(handle.removesuffix("Id"))
            plan.add_object(values.Object("World"), "world", not owner.startswith("Const"))
            plan.add("Ds" + handle, name)
            plan.call = lambda arguments: f"(*world_use)[to_cpp({name})].{function.name}({arguments})"
            return
        name = names.snake(owner)
        if owner in names.OBJECTS:
            plan.add_object(values.Object(owner), name, not function.is_const)
            plan.call = lambda arguments: f"{name}_use->{function.name}({arguments})"
            return
        value = self.rules.value(type(function.result)(owner))
        if owner in HELD:
            plan.add_pointer(f"const {value.c}*", name)
            plan.before.append(f"const Held{owner} {name}_held(*{name});")
            plan.call = lambda arguments: f"{name}_held.get().{function.name}({arguments})"
            return
        if not function.is_const:
            raise Unsupported(f"{owner} that changes")
        if by_value(value):
            plan.add(value.c, name)
            plan.before.append(f"const {value.cpp} self = to_cpp({name});")
        else:
            plan.add_pointer(f"const {value.c}*", name)
            plan.before.append(f"const {value.cpp} self = to_cpp(*{name});")
        plan.call = lambda arguments: f"self.{function.name}({arguments})"

    def plan_parameter(self, plan, parameter):
        kind, name = parameter.type, parameter.name or "value"
        if kind.name == "DebugDraw":
            for used in ("DebugStyle", "Rot", "Vec2"):
                self.rules.value(type(kind)(used))
            plan.add_pointer("const DsDebugDraw*", name)
            plan.before.append(f"DebugDrawAdaptor {name}_adaptor(*{name});")
            plan.arguments.append(f"{name}_adaptor")
            return
        if kind.name in HELD:
            self.rules.value(kind)
            plan.add_pointer(f"const Ds{kind.name}*", name)
            plan.before.append(f"const Held{kind.name} {name}_held(*{name});")
            plan.arguments.append(f"{name}_held.get()")
            return
        if kind.mark == "*" and kind.name not in ("char", "TaskScheduler"):
            self.plan_optional_inout(plan, kind, name)
            return
        value = self.rules.value(kind)
        if kind.name == "vector" and is_changeable(kind):
            if name == "out" and plan.function.result.name != "void":
                name = "list"
            plan.before.append(f"{value.cpp} {name}_list;")
            plan.arguments.append(f"{name}_list")
            self.add_list_result(plan, value, f"{name}_list", name)
        elif kind.name == "span" and not kind.arguments[0].is_const:
            plan.add_pointer(f"{value.inner.c}*", name, "array_out")
            plan.add("size_t", name + "_count", "count")
            plan.before.append(f"std::vector<{value.inner.cpp}> {name}_list({name}_count);")
            plan.arguments.append(f"{name}_list")
            plan.after.append(f"copy_array({name}_list, {name});")
        elif isinstance(value, values.List):
            self.plan_list(plan, kind, value, name)
        elif isinstance(value, values.Callback):
            plan.add(value.c, name)
            plan.add("void*", name + "_data", "data")
            if kind.name == "FunctionRef":
                plan.checks.append(f'check_pointer({name}, "{name}");')
                plan.before.append(
                    f"const auto {name}_callable = {value.callback.wrapper}({name}, {name}_data);")
                plan.arguments.append(f"{name}_callable")
            else:
                plan.arguments.append(value.read(at_parameter(name)))
        elif isinstance(value, values.Text):
            plan.add_pointer("const char*", name)
            plan.arguments.append(name)
        elif isinstance(value, values.Object) and not value.is_pointer:
            plan.add_object(value, name, is_changeable(kind))
            plan.arguments.append(f"*{name}_use")
        elif isinstance(value, values.Optional):
            plan.add(f"const {value.inner.c}*", name, "optional")
            plan.arguments.append(f"{name} != nullptr ? {value.cpp}(to_cpp(*{name})) : std::nullopt")
        elif isinstance(value, values.Array):
            raise Unsupported(str(kind))
        elif is_changeable(kind):
            plan.add_pointer(f"{value.c}*", name, "out" if isinstance(value, values.Scalar) else "inout")
            read = "{}" if isinstance(value, values.Scalar) else f" = to_cpp(*{name})"
            plan.before.append(f"{value.cpp} {name}_value{read};")
            plan.arguments.append(f"{name}_value")
            plan.after.extend(value.write(f"{name}_value", at_parameter("*" + name)))
        elif by_value(value) and not (parameter.has_default and is_options(value)):
            plan.add(value.c, name)
            plan.arguments.append(value.read(at_parameter(name)))
        elif parameter.has_default:
            plan.add(f"const {value.c}*", name, "optional")
            plan.arguments.append(f"{name} != nullptr ? to_cpp(*{name}) : {value.cpp}{{}}")
        else:
            plan.add_pointer(f"const {value.c}*", name)
            plan.arguments.append(f"to_cpp(*{name})")

    def plan_optional_inout(self, plan, kind, name):
        value = self.rules.value(kind.plain())
        if not isinstance(value, values.Structure) or kind.is_const:
            raise Unsupported(str(kind))
        plan.add(f"{value.c}*", name, "optional_inout")
        plan.before.append(f"{value.cpp} {name}_value = {name} != nullptr ? to_cpp(*{name}) : {value.cpp}{{}};")
        plan.arguments.append(f"{name} != nullptr ? &{name}_value : nullptr")
        plan.after += [f"if ({name} != nullptr) {{", *value.write(f"{name}_value", at_parameter("*" + name)), "}"]

    def plan_list(self, plan, kind, value, name):
        plan.add(f"const {value.inner.c}*", name, "array")
        plan.add("size_t", name + "_count", "count")
        plan.before.append(f"{value.cpp} {name}_list = to_list<{value.inner.cpp}>({name}, {name}_count, "
                           f'"{name}");')
        argument = f"{name}_list"
        if len(kind.arguments) == 2:
            size = kind.arguments[1]
            plan.checks.append(f'check_count({name}_count, {size}, "{name}_count");')
            argument = f"std::span<const {value.inner.cpp}, {size}>({argument})"
        elif kind.name == "vector" and not kind.mark:
            argument = f"std::move({argument})"
        plan.arguments.append(argument)

    def add_list_result(self, plan, value, source, name):
        plan.add_pointer(f"const {value.inner.c}**", name, "out")
        # Where an argument has the name already, which limits it.
        count = "found_count" if any(p.name == "count" for p in plan.parameters) else "count"
        plan.add_pointer("size_t*", count, "count_out")
        plan.needs_memory = True
        plan.after.append(f"to_array({source}, *{name}, *{count}, memory);")

    def plan_result(self, plan, function):
        kind = function.result
        if function.is_constructor:
            kind = type(kind)(function.owner)
        if kind.name == "void":
            return
        plan.result = "auto&& result" if kind.mark == "&" else "const auto result"
        base = kind.name.removeprefix("Const")
        if base in names.REFERENCES:
            kind = type(kind)(names.REFERENCES[base])
        if kind.name == "vector" and kind.arguments[0].name.removeprefix("Const") in names.REFERENCES:
            handle = names.REFERENCES[kind.arguments[0].name.removeprefix("Const")]
            value = values.List(self.rules.value(type(kind)(handle)))
            self.add_list_result(plan, value, f"std::vector<{handle}>(result.begin(), result.end())", "out")
            return
        if kind.mark == "*" and kind.name == "char":
            plan.add_pointer("const char**", "out", "out")
            plan.after.append("*out = result;")
            return
        value = self.rules.value(kind)
        if isinstance(value, values.Object):
            plan.result = "auto result"
            plan.add_pointer(f"{value.c}*", "out", "out")
            plan.after.append(f"*out = add_object<{value.c}>(std::move(result));")
        elif isinstance(value, values.List):
            if kind.name == "span" and value.inner.same_layout:
                plan.add_pointer(f"const {value.inner.c}**", "out", "out")
                plan.add_pointer("size_t*", "count", "count_out")
                plan.after += [f"*out = reinterpret_cast<const {value.inner.c}*>(result.data());",
                               "*count = result.size();"]
            else:
                self.add_list_result(plan, value, "result", "out")
        elif isinstance(value, values.Array):
            plan.add_pointer(f"{value.inner.c}*", "out", "array_out")
            plan.after.append("copy_array(result, out);")
        elif isinstance(value, values.Optional):
            plan.add_pointer("bool*", "found", "found")
            plan.add_pointer(f"{value.inner.c}*", "out", "out")
            plan.needs_memory |= value.needs_memory and not isinstance(value.inner, values.Object)
            write = value.inner.write("*result", at_parameter("*out"))
            if isinstance(value.inner, values.Object):
                write = [f"*out = add_object<{value.inner.c}>({value.inner.cpp}(*result));"]
            plan.after += ["*found = result.has_value();", f"*out = {value.inner.c}{{}};",
                           "if (result.has_value()) {", *write, "}"]
        else:
            pointer = "const char**" if isinstance(value, values.Text) else f"{value.c}*"
            plan.add_pointer(pointer, "out", "out")
            plan.needs_memory |= value.needs_memory
            if isinstance(value, values.Structure):
                plan.after.append(f"*out = {value.c}{{}};")
            plan.after += value.write("result", at_parameter("*out"))
