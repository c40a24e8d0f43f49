#!/usr/bin/env python3
"""Writes the table of the driver of random calls from the description of the C interface: a C function for each function,
which calls it with random arguments, and one for each struct. random_calls.c has the rest.

    make_random_calls.py DESCRIPTION OUTPUT
"""

import json
import re
import sys

SCALARS = {"float": "random_float()", "double": "random_double()", "bool": "random_bool()",
           "uint8_t": "(uint8_t)random_number()", "uint16_t": "(uint16_t)random_number()",
           "uint32_t": "random_uint32()", "uint64_t": "random_uint64()", "int64_t": "random_int64()"}
BY_HAND = ["DsConvexCore", "DsDebugDraw"]


class Driver:
    def __init__(self, description):
        self.structs = {s["name"]: s for s in description["structs"]}
        self.variants = {v["name"]: v for v in description["variants"]}
        self.enum_last = {e["name"]: e["last"] for e in description["enums"]}
        self.enum_last.update({v["tag"]: len(v["alternatives"]) - 1 for v in self.variants.values()})
        self.callbacks = {c["name"] for c in description["callbacks"]}
        self.objects = {o["name"] for o in description["objects"]}
        self.handles = {h["name"] for h in description["handles"]}
        self.functions = description["functions"]
        self.arrays, self.used = set(), []

    def random(self, c, name):
        """Returns the expression of a random value of a type."""
        if c in ("int32_t", "size_t"):
            return f'({c})random_int("{name}")'
        if c in SCALARS:
            return SCALARS[c]
        if c in self.enum_last:
            return f"random_enum({self.enum_last[c]})"
        if c in self.callbacks:
            return f"(random_is_null() ? NULL : callback_{c})"
        if c == "DsRunTasks":
            return "(random_is_null() ? NULL : run_tasks)"
        if c == "const char*":
            return f'random_text("{name}")'
        if c in self.structs or c in self.variants:
            self.use(c)
        return f"random_{c}()"

    def use(self, c):
        """Notes that values of a struct are wanted, with all that it consists of."""
        if c not in self.used and c not in BY_HAND:
            self.used.append(c)
            self.bodies[c] = []
            self.bodies[c] = self.struct(c)

    def set_members(self, members, at):
        """Returns statements that set members, each with a chance."""
        lines = []
        skip = False
        for (c, name), following in zip(members, members[1:] + [("", "")]):
            if skip:
                skip = False
                continue
            if c.startswith("const ") and c.endswith("*") and c != "const char*":
                element = c.removeprefix("const ").removesuffix("*")
                lines.append(f"if (changes()) {at}{name} = array_{self.suffix(element)}(&{at}{following[1]});")
                skip = True
            elif c == "void*":
                continue
            elif "[" in name:
                base, count = name.rstrip("]").split("[")
                lines.append(f"for (i = 0; i < {count}; ++i) "
                             f"if (changes()) {at}{base}[i] = {self.random(c, base)};")
            else:
                lines.append(f"if (changes()) {at}{name} = {self.random(c, name)};")
        return lines

    def suffix(self, element):
        self.arrays.add(element)
        return element.replace(" ", "_").replace("*", "_pointer")

    def struct(self, c):
        lines = [f"static {c} random_{c}(void) {{", f"    {c} x;"]
        variant = self.variants.get(c)
        members = [] if variant else [(m["type"], m["name"]) for m in self.structs[c]["members"]]
        has_default = not variant and self.structs[c]["has_default"]
        if any("[" in n for _, n in members):
            lines.append("    int i;")
        lines.append("    memset(&x, 0, sizeof x);")
        if has_default:
            lines.append(f"    ds_default_{snake(c)}(&x);")
        if variant:
            lines += [f"    x.type = {self.random(variant['tag'], 'type')};", "    switch (x.type) {"]
            for i, alternative in enumerate(variant["alternatives"]):
                if alternative["type"] != "DsFilterJoint":
                    value = self.random(alternative["type"], alternative["name"])
                    lines.append(f"        case {i}: x.as.{alternative['name']} = {value}; break;")
            lines += ["        default: break;", "    }"]
        for line in self.set_members(members, "x."):
            lines.append("    " + (line if has_default else line.replace("if (changes()) ", "")))
        return lines + ["    return x;", "}", ""]

    def function(self, name, parameters):
        """Writes the function that calls `name`; parameters are of type, name and role."""
        declarations, before, arguments, after = [], [], [], []
        i = 0
        while i < len(parameters):
            c, parameter, role = parameters[i]
            base = c.removeprefix("const ").rstrip("*")
            i += 1
            if role == "array":
                before.append(f"{parameter} = array_{self.suffix(base)}(&{parameter}_count);")
                declarations += [f"{c} {parameter};", f"size_t {parameter}_count;"]
                arguments += [parameter, f"{parameter}_count"]
                i += 1
            elif role == "array_out":
                declarations.append(f"{base} {parameter}[16];")
                before.append(f"memset({parameter}, 0, sizeof {parameter});")
                arguments.append(f"random_is_null() ? NULL : {parameter}")
                if i < len(parameters) and parameters[i][2] == "count":
                    arguments.append("(size_t)(random_number() % 17)")
                    i += 1
            elif role in ("out", "count_out", "found", "inout", "optional_inout"):
                kind = c.removesuffix("*")
                if role in ("inout", "optional_inout"):
                    before.append(f"{parameter} = {self.random(kind, parameter)};")
                else:
                    before.append(f"memset(&{parameter}, 0, sizeof {parameter});")
                declarations.append(f"{kind} {parameter};")
                arguments.append(f"random_is_null() ? NULL : &{parameter}")
                if role == "out" and kind in self.objects | self.handles:
                    after.append(f"keep_{kind}({parameter});")
                if role == "out" and kind.startswith("const Ds") and kind.endswith("*") and \
                        kind.removeprefix("const ").removesuffix("*") in self.handles | self.objects:
                    inner = kind.removeprefix("const ").removesuffix("*")
                    if inner in self.handles:
                        after.append(f"if (count > 0) keep_{inner}({parameter}[random_number() % count]);")
                if role == "out" and kind == "const uint8_t*":
                    after.append(f"keep_bytes({parameter}, count);")
            elif role == "data":
                arguments.append("NULL")
            elif c.endswith("*") and c != "const char*":
                declarations.append(f"{base} {parameter};")
                before.append(f"{parameter} = {self.random(base, parameter)};")
                arguments.append(f"random_is_{'absent' if role == 'optional' else 'null'}() ? NULL : &{parameter}")
            else:
                declarations.append(f"{c} {parameter};")
                before.append(f"{parameter} = {self.random(c, parameter)};")
                arguments.append(parameter)
        lines = [f"static DsStatus call_{name}(void) {{", *["    " + d for d in declarations], "    DsStatus returned;",
                 *["    " + b for b in before], f"    returned = {name}({', '.join(arguments)});"]
        if after:
            lines += ["    if (returned == DS_OK) {", *["        " + a for a in after], "    }"]
        return lines + ["    return returned;", "}", ""]

    def emit(self):
        self.bodies = {}
        calls = []
        for function in self.functions:
            parameters = [(p["type"], p["name"], p["role"]) for p in function["parameters"]]
            calls += self.function(function["name"], parameters)
        arrays, done = [], set()
        while done != self.arrays:  # Elements may want further arrays.
            c = min(self.arrays - done)
            done.add(c)
            arrays += [f"static const {c}* array_{self.suffix(c)}(size_t* count) {{",
                       f"    {c}* elements; size_t i;", "    *count = random_count();",
                       f"    elements = ({c}*)take_memory(*count * sizeof({c}));",
                       f"    for (i = 0; i < *count; ++i) elements[i] = {self.random(c, 'element')};",
                       "    return random_is_null() ? NULL : elements;", "}", ""]
        lines = ["/* Written by make_random_calls.py. */"]
        lines += [f"static {c} random_{c}(void);" for c in self.used]
        lines += [f"static const {c}* array_{self.suffix(c)}(size_t* count);" for c in sorted(self.arrays)]
        for c in self.used:
            lines += self.bodies[c]
        lines += arrays + calls + ["static const struct { const char* name; DsStatus (*call)(void); } calls[] = {"]
        lines += [f'    {{"{f["name"]}", call_{f["name"]}}},' for f in self.functions]
        lines[-1] = lines[-1].rstrip(",")
        return "\n".join(lines + ["};", ""])


def snake(c):
    """DsBodyDefinition -> body_definition."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", c.removeprefix("Ds")).lower()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        table = Driver(json.load(file)).emit()
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(table)


if __name__ == "__main__":
    main()
