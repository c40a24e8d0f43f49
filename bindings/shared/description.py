"""Reads the description of the C interface, for generators of bindings to other languages.

What the description lists one by one is joined to what it means: a pointer and its count are a list, `has_limit` and
`limit` a value that may be missing, a function and its pointer a callback; and each function gets its place among the
classes of a language.
"""

import json
import os
import re

import names

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "c", "generated", "drystone.json")

SCALARS = ("bool", "float", "double", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t")


class Type:
    """A type by value. `kind` is scalar, enum, handle, object, struct, variant, callback or text."""

    def __init__(self, kind, c, entry=None):
        self.kind = kind
        self.c = c
        self.entry = entry or {}
        self.name = c[2:] if c.startswith("Ds") else c
        self.members = []        # of structs
        self.alternatives = []   # of variants: (key, Type or None)
        self.values = []         # of enums: (name in snake case, number, comment)
        self.default = None      # function that writes the default
        self.is_plain = False    # numbers alone, at any depth: what C writes can be used as it is


class Member:
    """What a member of a struct means. `shape` is value, optional, list, text, fixed, callback or data."""

    def __init__(self, name, shape, of, comment, length=None, count=None):
        self.name = name
        self.shape = shape
        self.type = of
        self.comment = comment
        self.length = length  # of a fixed array
        self.count = count    # name of the member with the number of its elements in use


class Parameter:
    """What parameters of a function mean together.

    `shape` is value, list, text, callback, buffer, found, inout, array_out, out, out_list or out_text.
    """

    def __init__(self, name, shape, of=None, pointer=False, optional=False):
        self.name = name
        self.shape = shape
        self.type = of
        self.pointer = pointer
        self.optional = optional

    @property
    def is_result(self):
        return self.shape in ("out", "out_list", "out_text")


class Function:
    def __init__(self, entry):
        self.entry = entry
        self.c = entry["name"]
        self.short = self.c[3:]
        self.comment = entry["comment"]
        self.raw = [(p["type"], p["name"]) for p in entry["parameters"]]
        self.parameters = []
        self.owner = None      # class, by its type of C
        self.name = None
        self.kind = "function"  # or method, static, constructor
        self.is_getter = False

    @property
    def inputs(self):
        """The parameters that a caller gives, without those of the receiver."""
        skipped = 0
        if self.kind == "method":
            skipped = 2 if self.owner in names.HANDLES else 1
        return [p for p in self.parameters[skipped:] if not p.is_result and p.shape not in ("buffer", "found")]

    @property
    def results(self):
        return [p for p in self.parameters if p.is_result]

    @property
    def found(self):
        return any(p.shape == "found" for p in self.parameters)

    @property
    def uses_buffer(self):
        return any(p.shape == "buffer" for p in self.parameters)


def snake(name):
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name)
    return re.sub(r"([A-Z])(?=[A-Z][a-z])", r"\1_", name).lower()


def plain(c):
    return c.replace("const ", "").rstrip("*")


class Description:
    def __init__(self, path=FILE):
        with open(path, encoding="utf-8") as file:
            self.data = json.load(file)
        self.types = {c: Type("scalar", c) for c in SCALARS}
        self.types["char"] = Type("text", "char")
        for key, kind in (("handles", "handle"), ("objects", "object"), ("enums", "enum"), ("callbacks", "callback"),
                          ("structs", "struct"), ("variants", "variant")):
            for entry in self.data[key]:
                self.types[entry["name"]] = Type(kind, entry["name"], entry)
        # The type of functions that the descriptions of tags and tasks name, but do not list.
        for c in ("DsRunTasks", "DsDebugDraw"):
            self.types[c] = Type("callback", c)
        for variant in self.of_kind("variant"):
            self.types.setdefault(variant.entry["tag"], Type("enum", variant.entry["tag"], {"type": "uint8_t"}))
        for of in list(self.types.values()):
            self.fill(of)
        for of in self.of_kind("struct"):
            of.is_plain = self.find_plain(of)
        self.functions = [self.function(entry) for entry in self.data["functions"]]
        self.layout = self.data["layout"]

    def of_kind(self, kind):
        return [t for t in self.types.values() if t.kind == kind]

    def fill(self, of):
        if of.kind == "enum":
            of.values = [(snake(v["name"]), v["value"], v["comment"]) for v in of.entry.get("values", [])
                         if v["name"] != "Count"]
        elif of.kind == "variant":
            of.alternatives = [(a["name"], self.types.get(a["type"])) for a in of.entry["alternatives"]]
        elif of.kind == "struct":
            of.members = self.join_members(of.entry["members"])
        default = "ds_default_" + snake(of.name)
        if any(f["name"] == default for f in self.data["functions"]):
            of.default = default

    def find_plain(self, of):
        return all(m.shape == "value" and
                   ((m.type.kind == "scalar" and m.type.c not in ("bool", "uint64_t", "int64_t", "size_t")) or
                    (m.type.kind == "struct" and self.find_plain(m.type))) for m in of.members)

    def join_members(self, entries):
        members, i = [], 0
        all_names = [e["name"].split("[")[0] for e in entries]
        while i < len(entries):
            c, text, comment = entries[i]["type"], entries[i]["name"], entries[i]["comment"]
            following = entries[i + 1] if i + 1 < len(entries) else {"name": "", "type": ""}
            name = text.split("[")[0]
            of = self.types.get(plain(c))
            if following["name"] in (f"{name}_count", "count") and c.endswith("*") and following["type"] == "size_t":
                members.append(Member(name, "list", of, comment))
                i += 1
            elif c == "const char*":
                members.append(Member(name, "text", of, comment))
            elif "[" in text:
                length = int(text[len(name) + 1:-1])
                counts = [n for n in (f"{name}_count", "count") if n in all_names]
                members.append(Member(name, "fixed", of, comment, length, counts[0] if counts else None))
            elif name in (f"has_{following['name']}", "has_value"):
                members.append(Member(following["name"], "optional", self.types[following["type"]],
                                      following["comment"]))
                i += 1
            elif of is not None and of.kind == "callback":
                members.append(Member(name, "callback", of, comment))
                i += 1
            else:
                members.append(Member(name, "data" if c.endswith("*") else "value", of, comment))
            i += 1
        return members

    def function(self, entry):
        made = Function(entry)
        parameters = entry["parameters"]
        for p in parameters:
            c, name, role = p["type"], p["name"], p["role"]
            of = self.types.get(plain(c))
            if role in ("count", "data", "count_out"):
                continue
            if c == "const char*":
                made.parameters.append(Parameter(name, "text", of))
            elif role == "out" and c.endswith("**"):
                made.parameters.append(Parameter(name, "out_text" if c == "const char**" else "out_list", of))
            elif role in ("in", "optional"):
                shape = "callback" if of.kind == "callback" and c != "const DsDebugDraw*" else "value"
                made.parameters.append(Parameter(name, shape, of, c.endswith("*"), role == "optional"))
            elif role == "optional_inout":
                made.parameters.append(Parameter(name, "inout", of, True, True))
            else:
                shape = "list" if role == "array" else role
                made.parameters.append(Parameter(name, shape, of, c.endswith("*")))
        self.place(made)
        return made

    def place(self, made):
        """Finds the class of a function and its name there."""
        first, second = (made.parameters + [None, None])[:2]
        if made.c in names.MEMBERS:
            made.owner, made.name, made.kind = names.MEMBERS[made.c]
        elif made.short.endswith("_create") and made.results:
            made.owner, made.name, made.kind = made.results[0].type.c, "new", "constructor"
        elif (first and first.name == "world" and second and second.type and second.type.c in names.HANDLES and
              made.short.startswith(snake(second.type.name[:-2]) + "_")):
            made.owner, made.kind = second.type.c, "method"
            made.name = made.short[len(snake(second.type.name[:-2])) + 1:]
        elif (first and first.shape == "value" and first.type.kind == "object" and
              not re.match(r"make|distance|collide|any", made.short) and first.type.c != "DsBuffer"):
            made.owner, made.kind = first.type.c, "method"
            prefix = snake(first.type.name) + "_"
            made.name = made.short[len(prefix):] if made.short.startswith(prefix) else made.short
        else:
            made.name = names.RENAMED.get(made.short, made.short)
        made.is_getter = (made.kind == "method" and not made.inputs and bool(made.results) and
                          not names.METHODS.fullmatch(made.c))


def exceptions_of(description, patterns):
    """Returns the functions that a language has no counterpart for, with the reason: {name of C: reason}."""
    found = {}
    for function in description.functions:
        for pattern, reason in patterns:
            if re.fullmatch(pattern, function.c):
                found[function.c] = reason
                break
    return found
