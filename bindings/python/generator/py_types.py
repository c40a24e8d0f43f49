"""How each C++ type comes to Python and back."""

import keyword
import re

import names as c_names
import tables


class Unsupported(Exception):
    """A type for which there is no rule."""


SCALARS = {"float": "float", "double": "float", "bool": "bool", "int": "int", "size_t": "int", "int32_t": "int",
           "int64_t": "int", "uint8_t": "int", "uint16_t": "int", "uint32_t": "int", "uint64_t": "int",
           "Proxy": "int", "FaceBits": "int", "CreationOrder": "int", "EntryIndex": "int"}
SHAPES = ["Circle", "Capsule", "Segment", "Polygon", "SmallCore", "ConvexCore"]


class Value:
    """A type: in C++ (`cpp`), and its annotations as an argument and as a result."""

    def __init__(self, cpp, taken, given=None):
        self.cpp, self.taken, self.given = cpp, taken, given or taken


def python_class(name):
    name = re.sub(r"^Const(?=\w+Ref$)", "", name)
    return tables.CLASS_NAMES.get(name, name)


class Types:
    def __init__(self, main, scene):
        self.main, self.scene = main, scene
        self.in_scene = False

    def record(self, name):
        """Returns a struct and the namespace that it is in."""
        if self.in_scene and name in self.scene.records:
            return self.scene.records[name], "scene::"
        return self.main.records.get(name), ""

    def alias(self, name):
        if self.in_scene and name in self.scene.aliases:
            return self.scene.aliases[name]
        return self.main.aliases.get(name)

    def annotation(self, name, space):
        """Returns the name of a class in the stubs: those of scene files are in a module of their own."""
        name = python_class(name)
        if space:
            return name
        return f"_d.{name}" if self.in_scene else name

    def unknown_kinds(self):
        """Returns handles and references that Python has no class for: new kinds of objects need one by hand."""
        ids = [n for n, alias in self.main.aliases.items() if alias.name == "Handle" and n not in tables.HANDLES]
        return [n.removesuffix("Id") + end for n in ids for end in ("Id", "Ref")] + \
            ["Const" + n.removesuffix("Id") + "Ref" for n in ids]

    def knows(self, function):
        """Returns whether a function has nothing to do with kinds of objects that Python has no class for."""
        text = f"{function.signature} {function.result}"
        return not any(re.search(rf"\b{name}\b", text) for name in self.unknown_kinds())

    def value(self, kind):
        name, arguments = kind.name, kind.arguments
        own = lambda text: self.annotation(text, "")  # noqa: E731
        if name.startswith("scene::"):
            name = name.removeprefix("scene::")
        if name in SCALARS:
            cpp = {"Proxy": "std::uint32_t", "FaceBits": "std::uint64_t", "EntryIndex": "std::size_t",
                   "CreationOrder": "std::int64_t"}.get(name, f"std::{name}" if name.endswith("_t") else name)
            return Value(cpp, SCALARS[name])
        if name == "byte":
            raise Unsupported("byte")
        if name in tables.VECTORS:
            return Value(name, own(name + "Like"), own(name))
        if name in tables.HANDLES:
            other = own(name.removesuffix("Id"))
            return Value(name, own(name) + ("" if name == "ContactId" else f" | {other}"), own(name))
        if name in self.unknown_kinds():
            raise Unsupported(f"{name}, which has no class in Python yet")
        if name == "Handle":
            return self.value(type(kind)(arguments[0].name.removesuffix("Tag") + "Id"))
        if name in ("Mat3", "Mat3d", "Columns3"):
            name = name if name != "Columns3" else "Mat3" if arguments[0].name == "Vec3" else "Mat3d"
            return Value(name, own(name))
        if name == "ConvexCore":
            return Value(name, own("Core"), own("ConvexCore"))
        if name in ("AnyShape", "SmallCore"):
            return Value(name, own(name))
        if name in ("string", "string_view", "filesystem::path") or (name == "char" and kind.mark == "*"):
            if name == "filesystem::path":
                return Value("std::filesystem::path", "str | os.PathLike[str]")
            return Value("std::string", "str")
        if name == "optional":
            inner = self.value(arguments[0])
            return Value(f"std::optional<{inner.cpp}>", f"{inner.taken} | None", f"{inner.given} | None")
        if name in ("vector", "span", "initializer_list"):
            return self.sequence(arguments[0])
        if name == "array":
            inner = self.value(arguments[0])
            count = arguments[1].name
            count = "stage_count" if count == "stage_count" else count
            return Value(f"std::array<{inner.cpp}, {count}>", f"Sequence[{inner.taken}]",
                         f"tuple[{inner.given}, ...]")
        if name == "pair":
            a, b = (self.value(x) for x in arguments)
            return Value(f"std::pair<{a.cpp}, {b.cpp}>", f"tuple[{a.taken}, {b.taken}]",
                         f"tuple[{a.given}, {b.given}]")
        if name == "map":
            a, b = (self.value(x) for x in arguments[:2])
            less = ", std::less<>" if len(arguments) == 3 else ""
            return Value(f"std::map<{a.cpp}, {b.cpp}{less}>", f"Mapping[{a.taken}, {b.taken}]",
                         f"dict[{a.given}, {b.given}]")
        if name == "Named":
            inner = self.value(arguments[0])
            return Value(f"Named<{inner.cpp}>", f"tuple[str, {inner.taken}]", f"tuple[str, {inner.given}]")
        if name in ("Callback", "FunctionRef", "function"):
            return self.callable(name, arguments[0])
        if name == "variant":
            inner = [self.value(a) for a in arguments]
            return Value("", " | ".join(v.taken for v in inner), " | ".join(v.given for v in inner))
        if name in self.main.enums:
            return Value(name, own(name))
        if name in tables.GUARDED + tables.PLAIN + ["World", "ThreadPool"]:
            return Value(name, own(python_class(name)))
        record, space = self.record(name)
        if record is not None and name not in tables.NO_STRUCTS and not record.is_class:
            cpp = "NamedBodyDefinition" if name == "BodyDefinition" else record.cpp if not space else space + name
            return Value(cpp, self.annotation(name, space))
        alias = self.alias(name)
        if alias is not None:
            value = self.value(alias)
            space = "scene::" if self.in_scene and name in self.scene.aliases else ""
            cpp = space + name
            header = self.main.alias_headers.get(name)
            if not space and header == "adaptors.h":
                cpp = "adaptors::" + name
            if alias.name == "variant":  # An alias of the stubs, too.
                return Value(cpp, self.annotation(name, space))
            is_record = alias.name in self.main.records or alias.name == "Handle"
            return Value(value.cpp if is_record else cpp, value.taken, value.given)
        raise Unsupported(str(kind))

    def sequence(self, element):
        if element.name == "Vec2":
            points = self.annotation("Points", "")
            return Value("std::vector<Vec2>", points, f"list[{self.annotation('Vec2', '')}]")
        inner = self.value(element)
        return Value(f"std::vector<{inner.cpp}>", f"Sequence[{inner.taken}]", f"list[{inner.given}]")

    def callable(self, name, signature):
        result = "None" if signature.arguments[0].name == "void" else self.value(signature.arguments[0]).taken
        arguments = ", ".join(self.value(p).given for p in signature.parameters)
        text = f"Callable[[{arguments}], {result}]"
        if name == "function":
            return Value(None, text + " | None")
        return Value(f"{name}<{self.cpp_signature(signature)}>", text + " | None")

    def cpp_signature(self, signature):
        text = re.sub(r"\b(uint\d+_t|size_t|int64_t)\b", r"std::\1", str(signature))
        return text.replace(" &", "&").replace("string_view", "std::string_view")

    def is_keyword_struct(self, kind):
        name = kind.name.removeprefix("scene::")
        record, _ = self.record(name)
        if record is None or record.is_class or name in tables.NO_STRUCTS or not record.fields:
            return False
        return name in tables.KEYWORD_STRUCTS or (name.endswith(tables.KEYWORD_ENDINGS) and
                                                  name not in tables.NO_KEYWORDS)


def spelled(name):
    """Returns a name that is no keyword of Python."""
    return name + "_" if keyword.iskeyword(name) else name


def enum_member(name):
    return c_names.snake(name).upper()
