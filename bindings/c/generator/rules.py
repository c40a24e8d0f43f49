"""Finds the rule for each C++ type, and plans the C function of each C++ function."""

import names
import values
from model import ADAPTORS
from values import Unsupported

SCALARS = {"float": ("float", 4), "double": ("double", 8), "bool": ("bool", 1), "int": ("int32_t", 4),
           "size_t": ("size_t", 8), "int32_t": ("int32_t", 4), "int64_t": ("int64_t", 8),
           "uint8_t": ("uint8_t", 1), "uint16_t": ("uint16_t", 2), "uint32_t": ("uint32_t", 4),
           "uint64_t": ("uint64_t", 8)}


class CallbackType:
    """A function pointer of C with a `void* data` that it gets first; a struct that it returns is its last
    parameter, since few languages can return structs to C."""

    def __init__(self, rules, name, arguments, signature):
        self.name, self.c = name, "Ds" + name
        self.wrapper = "wrap_" + names.snake(name)
        self.signature = signature
        self.result = None if signature.arguments[0].name == "void" else rules.value(signature.arguments[0])
        self.parameters = []
        for argument, parameter in zip(arguments.split(), signature.parameters, strict=True):
            self.parameters.append((argument, parameter, rules.value(parameter)))

    @property
    def returns_by_pointer(self):
        return self.result is not None and not isinstance(self.result, values.Scalar)

    def c_parameters(self):
        result = [("void*", "data")]
        for name, kind, value in self.parameters:
            if by_value(value):
                result.append((value.c, name))
            else:
                result.append((("" if is_changeable(kind) else "const ") + value.c + "*", name))
        if self.returns_by_pointer:
            result.append((self.result.c + "*", "result"))
        return result

    def c_result(self):
        return "void" if self.result is None or self.returns_by_pointer else self.result.c


def is_changeable(kind):
    return kind.mark == "&" and not kind.is_const


def by_value(value):
    if isinstance(value, values.Structure):
        return isinstance(value, (values.Enumeration, values.Object)) or (value.same_layout and value.size <= 16)
    return isinstance(value, values.Scalar)


class Rules:
    def __init__(self, model):
        self.model = model
        self.callbacks = {}
        self.touched = []  # Structs that were asked for.
        self.wrapped = {}  # Structs that stand for a type where C has room for one name, by their C name.

    def value(self, kind):
        value = self.find(kind)
        if isinstance(value, values.Structure) and not isinstance(value, values.Object):
            self.touched.append(value.c.removeprefix("Ds"))
        return value

    def find(self, kind):
        name, arguments = kind.name, kind.arguments
        if kind.mark == "*":
            if name == "TaskScheduler":
                return values.Object("TaskScheduler", is_pointer=True)
            if name == "CustomShape":
                return values.Object("CustomShape")
            if name == "Vec2" and kind.is_const:
                return values.View(self.value(kind.plain()))
            if name == "char":
                return values.Text("const char*")
            raise Unsupported(str(kind))
        if name in SCALARS:
            return values.Scalar(f"std::{name}" if name.endswith("_t") else name, *SCALARS[name])
        if name == "byte":
            return values.Scalar("std::byte", "uint8_t", 1)
        if name in names.HANDLES:
            return values.Structure(name, same_layout=True, size=8)
        if name in names.VARIANTS:
            inner = [self.value(a) for a in self.model.aliases[name].arguments]
            value = values.Structure(name, needs_memory=any(v.needs_memory for v in inner))
            if self.model.alias_headers[name] == ADAPTORS:
                value.cpp = "adaptors::" + name
            return value
        if name in self.model.aliases:
            return self.value(self.model.aliases[name])
        if name == "Handle":
            return self.value(type(kind)(arguments[0].name.removesuffix("Tag") + "Id"))
        if name == "Columns3":
            return values.Structure("Mat3" if arguments[0].name == "Vec3" else "Mat3d", True, 36)
        if name in self.model.enums:
            enum = self.model.enums[name]
            return values.Enumeration(name, same_layout=True, size=enum.bits // 8)
        if name in names.OBJECTS:
            return values.Object(name)
        if name in ("string", "string_view"):
            return values.Text("std::" + name)
        if name == "optional":
            return values.Optional(self.value(arguments[0]))
        if name in ("vector", "span", "initializer_list"):
            return values.List(self.element(arguments[0]))
        if name == "array":
            count = arguments[1].name
            if count == "stage_count":
                count = dict((v[0], v[1]) for v in self.model.enums["Stage"].values)["Count"]
            return values.Array(self.value(arguments[0]), int(count))
        if name in ("Callback", "FunctionRef"):
            signature = arguments[0]
            return values.Callback(self.callback(signature), self.cpp_callback(name, signature))
        if name in ("Named", "pair"):
            return self.element(kind)
        if name in self.model.records and not self.model.records[name].is_class:
            return self.structure(self.model.records[name])
        raise Unsupported(str(kind))

    def structure(self, record):
        fields = [self.value(f.type) for f in record.fields]
        bases = all(b.name.startswith("VectorBase") for b in record.bases)
        if not bases or (not fields and record.name != "FilterJoint"):
            raise Unsupported(record.name)
        value = values.Structure(record.name, all(v.same_layout for v in fields), record.size,
                                 any(v.needs_memory for v in fields))
        value.cpp = record.cpp
        return value

    def element(self, kind):
        """Returns the value of an element of a list: one with a single C type."""
        if kind.name in ("Named", "pair"):
            inner = [self.element(a) for a in kind.arguments]
            if kind.name == "Named":
                alias = [a for a, t in self.model.aliases.items() if t == kind.arguments[0]]
                base = alias[0] if alias else inner[0].c.removeprefix("Ds")
                members = [("name", values.Text("std::string")), ("object", self.value(kind.arguments[0]))]
                value = values.Structure("Named" + base, needs_memory=True)
                value.cpp = f"Named<{base}>"
            else:
                members = [("first", inner[0]), ("second", inner[1])]
                value = values.Structure(inner[0].cpp + "Pair", True, inner[0].size + inner[1].size)
                value.cpp = f"std::pair<{inner[0].cpp}, {inner[1].cpp}>"
            self.wrapped.setdefault(value.c, (value, members))
            self.touched.append(value.c.removeprefix("Ds"))
            return value
        value = self.value(kind)
        if isinstance(value, (values.Optional, values.List)) and not isinstance(
                getattr(value, "inner", None), values.Object):
            wrapped = values.Structure(value.c.removeprefix("Ds"), needs_memory=value.needs_memory)
            wrapped.cpp = value.cpp
            self.wrapped.setdefault(value.c, (wrapped, value))
            self.touched.append(value.c.removeprefix("Ds"))
            return wrapped
        return value

    def cpp_callback(self, name, signature):
        return f"{name}<{signature}>".replace("uint32_t", "std::uint32_t")

    def callback(self, signature):
        key = str(signature)
        if key not in names.CALLBACKS:
            raise Unsupported(f"callback {key}")
        name, arguments = names.CALLBACKS[key]
        if name not in self.callbacks:
            self.callbacks[name] = CallbackType(self, name, arguments, signature)
        return self.callbacks[name]
