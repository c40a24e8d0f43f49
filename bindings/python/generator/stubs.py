"""Writes the type hints of the module."""

import docs
import emit
import py_types
import tables

HEAD = '''# Written by bindings/python/generator from the headers of C++.
'''
ALIASES = '''
Vec2Like = Vec2 | Sequence[float] | NDArray[Any]
Vec2dLike = Vec2d | Sequence[float] | NDArray[Any]
Vec3Like = Vec3 | Sequence[float] | NDArray[Any]
Vec3dLike = Vec3d | Sequence[float] | NDArray[Any]
Points = Sequence[Vec2Like] | NDArray[Any]
Core = Circle | Capsule | Segment | Polygon | SmallCore | ConvexCore
AnyShape = Circle | Capsule | Segment | Polygon | SmallCore | ConvexCore | CustomShape
'''


def quoted(text, indent):
    if not text:
        return []
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = text.split("\n")
    return [indent + '"""' + lines[0]] + [(indent + line).rstrip() for line in lines[1:-1]] + \
        ([(indent + lines[-1] + '"""')] if len(lines) > 1 else []) if len(lines) > 1 else \
        [indent + '"""' + text + '"""']


class Stubs:
    def __init__(self, types, names):
        self.types, self.names = types, names

    def members(self, name, in_scene):
        """Returns the members of a struct as keyword parameters."""
        self.types.in_scene = in_scene
        record, _ = self.types.record(name)
        return [(py_types.spelled(f.name), self.types.value(f.type).taken) for f, _ in emit.members_of(record)]

    def signatures(self, made):
        """Returns the parameter lists of an overload: with the struct, and with its members as keywords."""
        first = [] if made.kind in ("function", "static") else ["self"]

        def text(parameters):
            return [f"{n}: {a}" + (" = ..." if d else "") for n, a, d in parameters]

        if not made.keywords:
            return [", ".join(first + text(made.parameters))]
        struct, name, _ = made.keywords
        given = [(n, a.removesuffix(" | None") if n == name else a, None if d == "required" else d)
                 for n, a, d in made.parameters]
        index = [n for n, _, _ in made.parameters].index(name)
        rest = made.parameters[index + 1:]
        keywords = [f"{n}: {a} = ..." for n, a in self.members(struct, made.in_scene)
                    if n not in [p[0] for p in made.parameters]]
        by_name = first + text(made.parameters[:index])
        # Parameters after the struct have to be named.
        named = [f"{n}: {a}" + (" = ..." if d else "") for n, a, d in rest]
        return [", ".join(first + text(given)), ", ".join(by_name + ["*"] + named + keywords)]

    def function(self, name, overloads, indent):
        lists = [(s, o) for o in overloads for s in self.signatures(o)]
        result = []
        for parameters, made in lists:
            if len(lists) > 1:
                result.append(f"{indent}@overload{'  # type: ignore[misc]'}")
            if made.kind == "static":
                result.append(f"{indent}@staticmethod")
            spelled = "__init__" if made.kind == "init" else name
            result.append(f"{indent}def {spelled}({parameters}) -> {made.result}:")
            result += quoted(made.text, indent + "    ") + [f"{indent}    ..."]
        return result

    def property(self, made, indent):
        if made.setter and any(s.parameters[0][1] != made.result for s in made.setter):
            # mypy knows no property that takes more than it gives.
            taken = " | ".join(s.parameters[0][1] for s in made.setter)
            return [f"{indent}{made.name}: _Settable[{made.result}, {taken}]"] + quoted(made.text, indent)
        lines = [f"{indent}@property", f"{indent}def {made.name}(self) -> {made.result}:"]
        lines += quoted(made.text, indent + "    ") + [f"{indent}    ..."]
        if made.setter:
            taken = " | ".join(s.parameters[0][1] for s in made.setter)
            lines += [f"{indent}@{made.name}.setter", f"{indent}def {made.name}(self, value: {taken}) -> None: ..."]
        return lines

    def methods(self, overloads):
        lines, groups = [], {}
        for made in overloads:
            groups.setdefault("__init__" if made.kind == "init" else made.name, []).append(made)
        for name, group in groups.items():
            if group[0].kind == "property":
                lines += self.property(group[0], "    ")
            else:
                lines += self.function(name, group, "    ")
        return lines

    def struct(self, record, name, in_scene, overloads):
        self.types.in_scene = in_scene
        lines = [f"class {name}:"] + quoted(docs.docstring(record.comment, self.names), "    ")
        members = [(f, self.types.value(f.type), count) for f, count in emit.members_of(record)]
        parameters = ", ".join(["self"] + [f"{py_types.spelled(f.name)}: {v.taken} = ..." for f, v, _ in members])
        lines.append(f"    def __init__({parameters}) -> None: ...")
        keywords = ", ".join(["self"] + (["*"] if members else []) +
                             [f"{py_types.spelled(f.name)}: {v.taken} = ..." for f, v, _ in members])
        lines.append(f"    def replace({keywords}) -> {name}: ...")
        for field, value, count in members:
            if record.name in tables.MUTABLE and value.taken != value.given and not count:
                lines.append(f"    {field.name}: _Settable[{value.given}, {value.taken}]")
                lines += quoted(docs.docstring(field.comment, self.names), "    ")
                continue
            given = f"list[{self.types.value(field.type.arguments[0]).given}]" if count else value.given
            lines += ["    @property", f"    def {py_types.spelled(field.name)}(self) -> {given}:"]
            lines += quoted(docs.docstring(field.comment, self.names), "        ") + ["        ..."]
            if record.name in tables.MUTABLE:
                lines += [f"    @{field.name}.setter", f"    def {field.name}(self, value: {given}) -> None: ..."]
        self.types.in_scene = in_scene
        return lines + self.methods(overloads)

    def enum(self, enum):
        lines = [f"class {enum.name}(Enum):"] + quoted(docs.docstring(enum.comment, self.names), "    ")
        for value, number, comment in enum.values:
            if value != "Count":
                lines.append(f"    {py_types.enum_member(value)} = {number}")
                lines += quoted(docs.docstring(comment, self.names), "    ")
        return lines

    def module(self, overloads, hand_written, in_scene):
        """Returns the text of a module's stubs."""
        mine = [o for o in overloads if o.in_scene == in_scene]
        by_class, functions = {}, {}
        for made in mine:
            if made.scope:
                by_class.setdefault(made.scope, []).append(made)
            else:
                functions.setdefault(made.name, []).append(made)
        lines = []
        if not in_scene:
            for enum in self.types.main.enums.values():
                lines += self.enum(enum)
        for record, _, name, of_scene in emit.structs_of(self.types):
            if of_scene == in_scene:
                lines += self.struct(record, name, in_scene, by_class.pop(record.name, []))
        for name, group in by_class.items():
            python = py_types.python_class(name)
            lines += [f"class {python}:"]
            if name in self.types.main.records:
                lines += quoted(docs.docstring(self.types.main.records[name].comment, self.names), "    ")
            lines += hand_written.pop(python, []) + self.methods(group)
        for name, extra in hand_written.items():
            if extra and name != "":
                lines += [f"class {name}:"] + extra
        lines += hand_written.get("", [])
        for name, group in functions.items():
            lines += self.function(name, group, "")
        model = self.types.scene if in_scene else self.types.main
        self.types.in_scene = in_scene
        for name, alias in model.aliases.items():
            if alias.name == "variant":
                lines.append(f"{name} = {self.types.value(alias).taken}")
        if in_scene:
            lines.append("Properties = Mapping[str, Property]")
        return "\n".join(lines) + "\n"
