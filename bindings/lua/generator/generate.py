#!/usr/bin/python3
"""Makes the interface of Lua from the description of the C interface.

    generate.py FILE          writes the module's generated part
    generate.py --coverage    tells which functions of C Lua lacks, and why
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared"))

import coverage
import description
import names

# Functions of C that Lua has no counterpart for; keys match whole names.
EXCEPTIONS = [
    (r"ds_task_scheduler_\w+", "threads of a program, which Lua has none of: `threads` of a world are its own"),
    (r"ds_check_geometry|ds_accept_contact", "for libraries of C++: functions check what they get"),
    (r"ds_(float|double)_is_finite", "a comparison"),
    (r"ds_(default_)?(core_mapping|small_core_mapping)(_\w+)?", "views of C: a core is a table or a shape"),
]
# Functions that drystone/init.lua calls.
BY_HAND = ("ds_buffer_create", "ds_buffer_clear", "ds_buffer_destroy", "ds_read_poses", "ds_read_velocities",
           "ds_read_all_poses", "ds_read_all_velocities", "ds_world_draw")
# Arrays that functions write: the number of elements in Lua, by function and parameter.
ARRAYS_OUT = {"aabb_tree_insert_many.proxies": "#items", "aabb_tree_nearest.storage": "capacity",
              "aabb_tree_nearest_by.storage": "capacity", "frustum3_corners.out": "8"}


def emit_cdef(d):
    """Returns the declarations; functions take handles and objects as numbers of 64 bits, see runtime.lua."""
    lines = []
    for of in d.of_kind("handle"):
        lines.append(f"typedef struct {of.c} {{ uint32_t index1; uint16_t generation, world; }} {of.c};")
    for of in d.of_kind("object"):
        lines.append(f"typedef struct {of.c} {{ uint64_t id; }} {of.c};")
    for of in d.of_kind("enum"):
        lines.append(f"typedef {of.entry['type']} {of.c};")
    lines += [f"typedef void (*{of.c})(void);" for of in d.of_kind("callback") if of.c != "DsDebugDraw"]
    lines += ["typedef struct DsDebugDraw { void* data; void (*functions[7])(void); } DsDebugDraw;"]
    done, waiting = set(), d.of_kind("struct") + d.of_kind("variant")
    waiting = [of for of in waiting if of.c != "DsFilterJoint"]
    declared = {of.c for of in waiting}
    lines += [f"typedef struct {c} {c};" for c in sorted(declared)]
    while waiting:
        for of in list(waiting):
            if of.kind == "variant":
                needs = [a["type"] for a in of.entry["alternatives"]]
                inside = "".join(f"{a['type']} {a['name']}; " for a in of.entry["alternatives"]
                                 if a["type"] != "DsFilterJoint")
                text = f"struct {of.c} {{ {of.entry['tag']} type; union {{ {inside}}} as; }};"
            else:
                needs = [m["type"] for m in of.entry["members"]]
                inside = "".join(f"{m['type']} {m['name']}; " for m in of.entry["members"])
                text = f"struct {of.c} {{ {inside}}};"
            if all(n not in declared or n in done for n in needs):
                lines.append(text)
                done.add(of.c)
                waiting.remove(of)
    ids = {of.c for of in d.of_kind("handle") + d.of_kind("object")}
    for f in d.functions:
        parameters = ", ".join("uint64_t" if c in ids else c for c, _ in f.raw)
        lines.append(f"int32_t {f.c}({parameters or 'void'});")
    lines += ["const char* ds_last_error(void);", "uint32_t ds_version(void);",
              "int32_t ds_check_sizes(uint32_t version, const uint16_t* sizes, size_t count);"]
    return lines


def codec(of):
    """Returns the code of the converter of a type."""
    if of.kind == "scalar":
        return f"T.{of.c}"
    if of.kind == "text":
        return "T.text"
    return f"T.{of.name}"


def member_codec(m):
    inner = codec(m.type)
    return {"value": inner, "text": inner, "optional": f"R.optional({inner})",
            "list": f"R.list({inner}, '{m.type.c}')", "callback": f"R.member_callback('{m.type.c}')",
            "fixed": f"R.fixed({inner}, {m.length}, {repr(m.count) if m.count else 'nil'})"}[m.shape]


def emit_types(d):
    lines = []
    for of in d.of_kind("enum"):
        values = ", ".join(f"[{number}] = '{name}'" for name, number, _ in of.values)
        lines.append(f"T.{of.name} = R.enum('{of.name}', {{{values}}})")
    for of in d.of_kind("handle"):
        check = f"ds_{description.snake(of.name[:-2])}_is_valid"
        lines.append(f"T.{of.name} = R.handle_class('{names.class_name(of.c)}', '{check}')")
    for of in d.of_kind("object"):
        if of.c != "DsBuffer":
            lines.append(f"T.{of.name} = R.object_class('{names.class_name(of.c)}', '{of.c}', '{of.entry['destroy']}')")
    lines += [f"R.declare('{of.name}')" for of in d.of_kind("struct") + d.of_kind("variant")]
    for of in d.of_kind("struct"):
        if of.c in names.VIEWS or of.c == "DsFilterJoint":
            continue
        members = [f"{{'{m.name}', {member_codec(m)}}}" for m in of.members if m.shape != "data"]
        flags = f"{repr(of.default) if of.default else 'nil'}, {str(of.c in names.STRICT).lower()}, {str(of.is_plain).lower()}"
        lines.append(f"R.struct('{of.name}', {flags}, {{{', '.join(members)}}})")
    for of in d.of_kind("variant"):
        kinds = ", ".join(f"{{'{key}', {codec(t) if t and t.c != 'DsFilterJoint' else 'nil'}}}" for key, t in of.alternatives)
        lines.append(f"R.variant('{of.name}', {{{kinds}}})")
    for of in d.of_kind("callback"):
        if "parameters" in of.entry:
            parts = ", ".join(f"{{'{p['name']}', '{p['type']}'}}" for p in of.entry["parameters"][1:])
            lines.append(f"R.callback_type('{of.c}', '{of.entry['result']}', {{{parts}}})")
    return lines


class Emitter:
    """Writes one function of Lua."""

    def __init__(self, function):
        self.f = function
        self.before, self.arguments, self.after, self.results = [], [], [], []
        self.parameters = []
        self.world = "nil"
        self.keeps = False
        self.owner = "nil"

    def name_of(self, p):
        return {"end": "end_", "function": "function_", "repeat": "repeat_"}.get(p.name, p.name)

    def emit(self):
        f = self.f
        inputs = f.parameters
        if f.kind == "method":
            self.before.append("need(self, this, 'self')")
            if f.owner in names.HANDLES:
                self.world = "self.world"
                self.arguments += ["self.world._held.id", "self._id"]
                inputs = inputs[2:]
            else:
                self.world = "self" if f.owner == "DsWorld" else "self._world"
                self.arguments.append("self._held.id")
                inputs = inputs[1:]
        needs_owner = f.uses_buffer and any(holds_objects(p.type) for p in f.results)
        for p in inputs:
            getattr(self, "add_" + p.shape)(p)
        if f.uses_buffer:
            self.before.append(f"local buffer = R.{'new' if needs_owner else 'clear'}_buffer()")
            self.owner = "buffer" if needs_owner else "nil"
        if self.keeps:
            self.before.insert(0, "local keep = {}")
        lines = self.before + [f"local status = C.{f.c}({', '.join(self.arguments)})"]
        stored = names.KEEPS_CALLBACKS.fullmatch(f.c)
        if self.keeps and not stored:
            lines.append("release(keep)")
        lines.append("if status ~= 0 or R.thrown then fail(status) end")
        lines += self.after + self.finish(stored)
        head = ", ".join((["self"] if f.kind == "method" else []) + self.parameters)
        return head, lines

    def finish(self, stored):
        values = [text.replace("$world", self.world).replace("$owner", self.owner) for text in self.results]
        lines = []
        if self.f.found:
            lines.append("if not found[0] then return nil end")
        if stored and self.keeps:
            if self.f.kind == "method":
                return lines + [f"R.store(self, '{self.f.name}', keep)"]
            return lines + [f"return R.keep_with({values[0]}, keep)"]
        if self.f.kind == "constructor" and "world" in self.parameters:
            return lines + [f"local made = {values[0]}", "made._world = world", "return made"]
        return lines + ([f"return {', '.join(values)}"] if values else [])

    def parameter(self, p):
        name = self.name_of(p)
        self.parameters.append(name)
        initial = names.DEFAULTS.get(f"{self.f.short}.{p.name}")
        if initial is not None:
            text = "R.all_bits" if initial == names.ALL_BITS else repr(initial).replace("True", "true")
            self.before.append(f"if {name} == nil then {name} = {text} end")
        return name

    def add_value(self, p):
        name, of = self.parameter(p), p.type
        if of.kind in ("scalar", "enum"):
            self.arguments.append(f"{codec(of)}.take({name}, '{name}')")
        elif of.kind in ("handle", "object"):
            self.before.append(f"local {name}_id = {codec(of)}.take({name}, '{name}')")
            self.arguments.append(f"{name}_id")
            if of.c == "DsWorld":
                if self.f.kind == "method":
                    self.before.append(f"self._world = {name}")
                self.world = name
        else:
            self.keeps = True
            put = "put_optional" if p.optional else "put"
            self.before.append(f"local {name}_at = {codec(of)}.{put}({name}, '{name}', keep)")
            self.arguments.append(f"{name}_at" if p.pointer else f"{name}_at[0]")

    def add_text(self, p):
        name = self.parameter(p)
        self.arguments.append(f"R.take_text({name}, '{name}')")

    def add_list(self, p):
        name = self.parameter(p)
        self.keeps = True
        self.before.append(f"local {name}_at, {name}_count = R.put_list({codec(p.type)}, '{p.type.c}', {name}, '{name}', keep)")
        self.arguments += [f"{name}_at", f"{name}_count"]

    def add_callback(self, p):
        name = self.parameter(p)
        self.keeps = True
        may = "true" if names.MAY_LACK_CALLBACK.fullmatch(self.f.c) else "false"
        self.before.append(f"local {name}_at, {name}_data = R.hold('{p.type.c}', {name}, '{name}', {self.world}, {may}, keep)")
        self.arguments += [f"{name}_at", f"{name}_data"]

    def add_buffer(self, p):
        self.arguments.append("buffer.id")

    def add_found(self, p):
        self.before.append("local found = R.new_bool()")
        self.arguments.append("found")

    def add_inout(self, p):
        name = self.parameter(p)
        self.keeps = True
        self.before.append(f"local {name}_at = {codec(p.type)}.put_optional({name}, '{name}', keep)" if p.optional else
                           f"local {name}_at = {codec(p.type)}.put({name} or {{}}, '{name}', keep)")
        self.arguments.append(f"{name}_at")
        self.after.append(f"if {name} then R.copy_back({codec(p.type)}, {name}_at, {name}) end")

    def add_array_out(self, p):
        length = ARRAYS_OUT[f"{self.f.short}.{p.name}"]
        if length == "capacity":
            self.parameters.append("capacity")
            self.before.append("R.check_count(capacity, 'capacity')")
        self.before.append(f"local {p.name} = ffi.new('{p.type.c}[?]', {length})")
        self.arguments += [p.name] if length == "8" else [p.name, length]
        self.results.append(f"R.read_array({codec(p.type)}, {p.name}, {length}, $world)")

    def add_out(self, p):
        name = p.name + "_out"
        self.before.append(f"local {name} = {codec(p.type)}.new()")
        self.arguments.append(name)
        read = "adopt" if p.type.kind == "object" else "read"
        self.results.append(f"{codec(p.type)}.{read}({name}, 0, $world, $owner)")

    def add_out_list(self, p):
        name = p.name + "_out"
        self.before.append(f"local {name}, {name}_count = ffi.new('const {p.type.c}*[1]'), R.new_size()")
        self.arguments += [name, f"{name}_count"]
        if p.type.c == "uint8_t":  # Bytes of a file.
            self.results.append(f"ffi.string({name}[0], {name}_count[0])")
        else:
            self.results.append(f"R.read_array({codec(p.type)}, {name}[0], tonumber({name}_count[0]), $world, $owner)")

    def add_out_text(self, p):
        name = p.name + "_out"
        self.before.append(f"local {name} = R.new_text()")
        self.arguments.append(name)
        self.results.append(f"ffi.string({name}[0])")


def holds_objects(of, seen=()):
    if of is None or of.c in seen:
        return False
    inner = [m.type for m in of.members] + [t for _, t in of.alternatives]
    return of.kind == "object" or any(holds_objects(t, seen + (of.c,)) for t in inner)


def place(f):
    if f.owner is None:
        return f"D.{f.name}"
    return f"K.{names.class_name(f.owner)}.{f.name}"


def main():
    d = description.Description()
    exceptions = description.exceptions_of(d, EXCEPTIONS)
    lines = ["-- Generated from the description of the C interface by bindings/lua/generator.",
             "local R, D, K, T = ...", "local ffi, fail, need, release = require 'ffi', R.fail, R.need, R.release",
             "ffi.cdef [[", *emit_cdef(d), "]]", "local C = R.open()", *emit_types(d)]
    shown = [f for f in d.functions if f.c not in exceptions and f.c not in BY_HAND and not f.c.endswith("_destroy")]
    for f in [f for f in shown if f.c.startswith("ds_default_") and f.results[0].type.c not in names.VIEWS]:
        of = f.results[0].type
        lines.append(f"D.defaults.{description.snake(of.name)} = R.default_of(T.{of.name}, '{f.c}')")
    shown = [f for f in shown if not f.c.startswith("ds_default_")]
    for owner in dict.fromkeys(f.owner for f in shown):
        lines += ["do", f"local this = K.{names.class_name(owner)}" if owner else ""]
        for f in [f for f in shown if f.owner == owner]:
            head, body = Emitter(f).emit()
            lines += [f"{place(f)} = function({head})", *body, "end"]
        lines.append("end")
    lines.append("R.layout = {" + ", ".join(f"'{c}'" for c in d.layout) + "}")
    if sys.argv[1:] == ["--coverage"]:
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
        by_hand = [open(os.path.join(folder, n), encoding="utf-8").read() for n in ("drystone.lua", "drystone/callbacks.lua")]
        coverage.tell("Lua", d, exceptions, coverage.calls_in(["\n".join(lines), *by_hand], r"^int32_t ds_"))
        return
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
