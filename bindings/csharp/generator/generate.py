#!/usr/bin/python3
"""Makes the classes of C# from the description of the C interface.

    generate.py FILE          writes the generated part
    generate.py --coverage    tells which functions of C it lacks, and why
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared"))

import coverage
import description
import names

EXCEPTIONS = [
    (r"ds_task_scheduler_\w+|ds_thread_pool_create", "threads of a program: `Threads` of a world are its own"),
    (r"ds_check_geometry|ds_accept_contact", "for libraries of C++: functions check what they get"),
    (r"ds_(float|double)_is_finite", "float.IsFinite"),
    (r"ds_(small_core|core_mapping|small_core_mapping)_\w+", "views of C: a core is a value"),
]
# Functions that are written in src.
BY_HAND = ("ds_buffer_create", "ds_buffer_clear", "ds_buffer_destroy", "ds_world_draw", "ds_world_clone",
           "ds_world_batch_add_prototype", "ds_custom_shape_create")
VIEWS = {"DsConvexCore": "Core", "DsAnyShape": "AnyShape", "DsVec2Array": "Vec2[]"}
UNUSED = ("DsCoreMapping", "DsSmallCoreMapping", "DsBuffer", "DsTaskScheduler")
# Structs with defaults that are plain structs nevertheless; all others are classes, whose members begin with the defaults.
STRUCTS = names.STRICT + ("DsPose", "DsPose3", "DsNeighbor", "DsPreSolveContact", "DsPreSolvePoint", "DsMixedMaterial", "DsDebugStyle")
SCALARS = {"bool": "bool", "float": "float", "double": "double", "int32_t": "int", "int64_t": "long", "uint8_t": "byte",
           "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong", "size_t": "UIntPtr"}
SAFE_SCALARS = dict(SCALARS, size_t="long")
KEYWORDS = ("in", "ref", "out", "params", "object", "event", "base", "lock", "fixed", "checked", "string", "float", "double",
            "operator", "is", "as", "this", "void", "static")


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def camel(name):
    text = pascal(name)
    text = text[:1].lower() + text[1:]
    return "@" + text if text in KEYWORDS else text


def member_name(name, owner):
    text = pascal(name)
    return text + "Value" if text == owner else text


def doc(comment):
    lines = []
    for line in comment:
        if not line:
            break
        lines.append(line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return ["/// <summary>" + " ".join(lines) + "</summary>"] if lines else []


class Types:
    def __init__(self, d):
        self.d = d
        self.by_reference = {p.type.c for f in d.functions for p in f.parameters if p.shape == "inout"}

    def is_pod(self, of):
        """Whether C# has the struct of C itself."""
        if of.kind == "struct":
            if of.c in VIEWS or of.c in self.by_reference or (of.default and of.c not in STRUCTS):
                return False
            return all(m.shape in ("value", "fixed") and self.is_pod(m.type) for m in of.members)
        return of.kind in ("enum", "handle") or (of.kind == "scalar" and of.c != "size_t")

    def raw(self, of):
        if of.kind == "scalar":
            return SCALARS[of.c]
        if of.kind == "object":
            return "ulong"
        return of.name if self.is_pod(of) else "Raw" + of.name

    def raw_c(self, c):
        """Returns the raw type of a type of C with its pointers."""
        base = description.plain(c)
        of = self.d.types.get(base)
        if base == "void":
            return "IntPtr"
        text = "byte" if base == "char" else "IntPtr" if of.kind == "callback" and base != "DsDebugDraw" else self.raw(of)
        return text + "*" * c.count("*")

    def safe(self, of):
        if of.kind == "scalar":
            return SAFE_SCALARS[of.c]
        if of.kind == "text":
            return "string"
        if of.kind == "variant":
            return "I" + of.name
        if of.kind == "callback":
            return of.name
        if of.kind == "object":
            return names.class_name(of.c)
        return VIEWS.get(of.c) or of.name

    def to_raw(self, of, value, label):
        """Returns the code that makes the raw value, with a `keep` at hand."""
        if of.c == "size_t":
            return f"Native.Size({value}, \"{label}\")"
        if self.is_pod(of) or of.kind == "scalar":
            return value
        if of.kind == "object":
            return f"keep.Object({value}, \"{label}\")"
        if of.kind == "variant":
            return f"Variants.{of.name}ToRaw({value}, keep, \"{label}\")"
        if of.c == "DsVec2Array":
            return f"keep.Points({value}, \"{label}\")"
        return f"Native.Need({value}, \"{label}\").ToRaw(keep)"

    def from_raw(self, of, value, owner="owner"):
        if of.c == "size_t":
            return f"(long){value}"
        if self.is_pod(of) or of.kind == "scalar":
            return value
        if of.kind == "object":
            return f"new {names.class_name(of.c)}({value}, {owner})"
        if of.kind == "variant":
            return f"Variants.{of.name}FromRaw(&{value}, {owner})" if not value.startswith("*") else f"Variants.{of.name}FromRaw({value[1:]}, {owner})"
        pointer = value[1:] if value.startswith("*") else "&" + value
        return f"Drystone.{self.safe(of)}.From({pointer}, {owner})"


# ---- Types ----

def emit_enum(d, of):
    values = of.entry.get("values") or tags_of(d, of.c)
    inside = [line for v in values if v["name"] != "Count" for line in doc(v["comment"]) + [f"{v['name']} = {v['value']},"]]
    return [*doc(of.entry.get("comment", [])), f"public enum {of.name} : byte", "{", *inside, "}"]


def tags_of(d, tag):
    variant = next(v for v in d.of_kind("variant") if v.entry["tag"] == tag)
    return [{"name": pascal(key), "value": i, "comment": []} for i, (key, _) in enumerate(variant.alternatives)]


def raw_fields(t, of, is_public):
    lines, owner = [], t.raw(of)
    for m in of.entry["members"]:
        text, length = m["name"], 1
        if "[" in text:
            text, size = text[:-1].split("[")
            length = int(size)
        type_text = t.raw_c(m["type"])
        marshal = "[MarshalAs(UnmanagedType.U1)] " if type_text == "bool" else ""
        for i in range(length):
            name = member_name(text, owner) if is_public else "m_" + text
            suffix = str(i) if "[" in m["name"] else ""
            lines += (doc(m["comment"]) if is_public and not i else []) + [f"{marshal}public {type_text} {name}{suffix};"]
    return lines


def emit_struct(t, of):
    if t.is_pod(of):
        lines = [*doc(of.entry["comment"]), "[StructLayout(LayoutKind.Sequential)]", f"public partial struct {of.name}", "{",
                 *raw_fields(t, of, True)]
        return lines + ["}"]
    lines = ["[StructLayout(LayoutKind.Sequential)]", f"internal unsafe struct Raw{of.name}", "{", *raw_fields(t, of, False), "}"]
    return lines if of.c in VIEWS else lines + emit_class(t, of)


def emit_class(t, of):
    """Writes a class with what C has in several members, and its conversions."""
    name, raw = of.name, f"Raw{of.name}"
    variants = [v for v in t.d.of_kind("variant") if any(a is of for _, a in v.alternatives)]
    bases = " : " + ", ".join("I" + v.name for v in variants) if variants else ""
    shown = [m for m in of.members if m.shape != "data" and m.type.c not in UNUSED]
    lines = [*doc(of.entry["comment"]), f"public sealed unsafe partial class {name}{bases}", "{"]
    for m in shown:
        inner = t.safe(m.type)
        is_value = t.is_pod(m.type) or m.type.kind == "scalar"
        text = {"value": inner, "optional": inner + ("?" if is_value else ""), "list": inner + "[]", "text": "string",
                "fixed": inner + "[]", "callback": inner}[m.shape]
        lines += [*doc(m.comment), f"public {text} {member_name(m.name, name)};"]
    to, read = [], []
    for m in shown:
        key, field, of_m = member_name(m.name, name), "m_" + m.name, m.type
        if m.shape == "value":
            to.append(f"raw.{field} = {t.to_raw(of_m, key, m.name)};")
            read.append(f"{key} = {t.from_raw(of_m, f'raw->{field}')};")
        elif m.shape == "optional":
            is_value = t.is_pod(of_m) or of_m.kind == "scalar"
            has = "m_has_value" if m.name == "value" else f"m_has_{m.name}"
            to.append(f"if ({key} != null) {{ raw.{has} = true; raw.{field} = {t.to_raw(of_m, key + ('.Value' if is_value else ''), m.name)}; }}")
            read.append(f"if (raw->{has}) {key} = {t.from_raw(of_m, f'raw->{field}')}; else {key} = null;")
        elif m.shape == "list":
            to += [f"if ({key} != null) {{", *list_to_raw(t, of_m, key, m.name, f"raw.{field}"), f"raw.{field}_count = (UIntPtr){key}.Length; }}"]
            read += [f"{key} = new {new_array(t.safe(of_m), f'(int)raw->{field}_count')};",
                     f"for (int i = 0; i < {key}.Length; ++i) {key}[i] = {t.from_raw(of_m, f'raw->{field}[i]')};"]
        elif m.shape == "text":
            to.append(f"raw.{field} = keep.OptionalText({key}, \"{m.name}\");")
            read.append(f"{key} = Native.Text(raw->{field});")
        elif m.shape == "fixed":
            to.append(f"if ({key} != null && {key}.Length > {m.length}) throw Native.Bad(\"{m.name}: at most {m.length} elements\");")
            to.append(f"if ({key} != null) for (int i = 0; i < {key}.Length; ++i) (&raw.{field}0)[i] = {t.to_raw(of_m, key + '[i]', m.name)};")
            read += [f"{key} = new {t.safe(of_m)}[{m.length}];",
                     f"for (int i = 0; i < {m.length}; ++i) {key}[i] = {t.from_raw(of_m, f'(&raw->{field}0)[i]')};"]
        elif m.shape == "callback":
            to.append(f"if ({key} != null) {{ raw.{field} = Trampolines.{of_m.name}Pointer; raw.{field}_data = keep.Hold({key}); }}")
    default = [f"{raw} raw; Native.Check(Abi.{of.default}(&raw)); Read(&raw, null);"] if of.default else []
    lines += [f"public {name}()", "{", *default, "}", "private " + name + "(bool made) { }",
              f"internal {raw} ToRaw(Keep keep)", "{", f"var raw = default({raw});", *to, "return raw;", "}",
              f"internal void Read({raw}* raw, ResultBuffer owner)", "{", *read, "}",
              f"internal static {name} From({raw}* raw, ResultBuffer owner)", "{", f"var made = new {name}(true);",
              "made.Read(raw, owner);", "return made;", "}", "}"]
    return lines


def new_array(element, length):
    return f"{element[:-2]}[{length}][]" if element.endswith("[]") else f"{element}[{length}]"


def list_to_raw(t, of, value, label, target):
    raw = t.raw(of)
    return [f"var {camel(label).strip('@')}At = ({raw}*)keep.Allocate({value}.Length, sizeof({raw}));",
            f"for (int i = 0; i < {value}.Length; ++i) {camel(label).strip('@')}At[i] = {t.to_raw(of, value + '[i]', label)};",
            f"{target} = {camel(label).strip('@')}At;"]


def emit_variants(t):
    lines = []
    for of in t.d.of_kind("variant"):
        lines += [f"[StructLayout(LayoutKind.Explicit)] internal unsafe struct Raw{of.name}Union", "{"]
        lines += [f"[FieldOffset(0)] public {t.raw(a)} m_{key};" for key, a in of.alternatives if a and a.c != "DsFilterJoint"]
        lines += ["}", "[StructLayout(LayoutKind.Sequential)]",
                  f"internal unsafe struct Raw{of.name} {{ public {of.entry['tag'][2:]} m_type; public Raw{of.name}Union m_as; }}",
                  *doc(of.entry.get("comment", [])), f"public interface I{of.name} {{ }}"]
    lines += ["/// <summary>Keeps two bodies from colliding.</summary>", "public sealed class FilterJoint : IJointDefinition { }",
              "internal static unsafe class Variants", "{"]
    for of in t.d.of_kind("variant"):
        to, read = [], []
        for key, a in of.alternatives:
            tag = f"{of.entry['tag'][2:]}.{pascal(key)}"
            if a is None or a.c == "DsFilterJoint":
                to.append(f"if (v is FilterJoint) {{ raw.m_type = {tag}; return raw; }}")
                read.append(f"case {tag}: return new FilterJoint();")
                continue
            to.append(f"if (v is {t.safe(a)}) {{ raw.m_type = {tag}; raw.m_as.m_{key} = {t.to_raw(a, f'(({t.safe(a)})v)', key)}; return raw; }}")
            read.append(f"case {tag}: return {t.from_raw(a, f'raw->m_as.m_{key}')};")
        lines += [f"internal static Raw{of.name} {of.name}ToRaw(I{of.name} v, Keep keep, string name)", "{",
                  f"var raw = default(Raw{of.name});", *to, f"throw Native.Bad(name + \": a {of.name} of Drystone is wanted\");", "}",
                  f"internal static I{of.name} {of.name}FromRaw(Raw{of.name}* raw, ResultBuffer owner)", "{", "switch (raw->m_type)", "{",
                  *read, "}", "return null;", "}"]
    return lines + ["}"]


# ---- Callbacks ----

def callback_parts(t, of):
    """Returns the parameters for users as (declaration, argument), and the result."""
    parts, result = [], {"void": "void", "bool": "bool", "float": "float"}[of.entry["result"]]
    for p in of.entry["parameters"][1:]:
        a, name = t.d.types[description.plain(p["type"])], camel(p["name"])
        if p["name"] == "result":
            result = t.safe(a)
        elif not p["type"].endswith("*"):
            parts.append((f"{t.safe(a)} {name}", name))
        elif not p["type"].startswith("const"):
            parts.append((f"ref {t.safe(a)} {name}", f"ref *{name}"))
        else:
            parts.append((f"{t.safe(a)} {name}", t.from_raw(a, "*" + name, "null")))
    return parts, result


def emit_callbacks(t):
    lines, inside = [], []
    for of in t.d.of_kind("callback"):
        if "parameters" not in of.entry or of.c == "DsTask":
            continue
        parts, result = callback_parts(t, of)
        lines += [f"public delegate {result} {of.name}({', '.join(d for d, _ in parts)});"]
        raw = ", ".join(f"{t.raw_c(p['type'])} {camel(p['name'])}" for p in of.entry["parameters"])
        returned = of.entry["result"]
        has_out = any(p["name"] == "result" for p in of.entry["parameters"])
        marshal = "[return: MarshalAs(UnmanagedType.U1)] " if returned == "bool" else ""
        call = f"Native.Function<{of.name}>(data)({', '.join(a for _, a in parts)})"
        body = f"*result = {call};" if has_out else f"return {call};" if returned != "void" else f"{call};"
        otherwise = {"bool": "return false;", "float": "return 0;", "void": ""}[returned]
        inside += [f"[UnmanagedFunctionPointer(CallingConvention.Cdecl)] {marshal}private unsafe delegate {returned} Raw{of.name}({raw});",
                   f"[MonoPInvokeCallback(typeof(Raw{of.name}))] {marshal}private static {returned} Call{of.name}({raw})", "{",
                   f"if (!Native.HasThrown) try {{ {body} }} catch (Exception e) {{ Native.Store(e); }}", otherwise, "}",
                   f"private static readonly Raw{of.name} kept{of.name} = Call{of.name};",
                   f"internal static readonly IntPtr {of.name}Pointer = Marshal.GetFunctionPointerForDelegate(kept{of.name});"]
    return lines + ["internal static unsafe class Trampolines", "{", *inside, "}"]


# ---- Functions ----

class Emitter:
    def __init__(self, t, function):
        self.t, self.f = t, function
        self.parameters, self.before, self.fixed, self.arguments, self.after, self.results = [], [], [], [], [], []
        self.keeps = False

    def emit(self):
        f = self.f
        inputs = f.parameters
        if f.kind == "method":
            if f.owner in names.HANDLES:
                self.arguments += ["World.Id", "Id"]
                inputs = inputs[2:]
            else:
                self.arguments.append("Id")
                inputs = inputs[1:]
        for p in inputs:
            getattr(self, "add_" + p.shape)(p)
        holds = f.uses_buffer and any(holds_objects(p.type) for p in f.results)
        lines = list(self.before)
        if f.uses_buffer:
            lines.append("var owner = new ResultBuffer();")
        elif f.results:
            lines.append("ResultBuffer owner = null;")
        call = [f"Native.Check(Abi.{f.c}({', '.join(self.arguments)}));"]
        for text in reversed(self.fixed):
            call = [f"fixed ({text})"] + (call if len(call) == 1 else ["{", *call, "}"])
        lines += call + self.after
        stored = names.KEEPS_CALLBACKS.fullmatch(f.c) and self.keeps
        if stored:
            lines.append(f"Store(\"{f.name}\", keep);" if f.kind == "method" else "keep.KeepForever();")
        result, value = self.result()
        if f.kind == "method":
            alive = "GC.KeepAlive(World);" if f.owner in names.HANDLES else "GC.KeepAlive(this);"
        else:
            alive = ""
        if f.kind == "constructor":
            lines.append(f"Adopt({self.results[0][2]});")
        elif value:
            lines += [f"var made = {value};"] + (["owner.Dispose();"] if f.uses_buffer and not holds else []) + [alive, "return made;"]
        elif alive:
            lines.append(alive)
        if self.keeps:
            lines = ["var keep = new Keep();", "try", "{", *lines, "}", "finally", "{", "keep.Free();", "}"]
        return result, lines

    def result(self):
        if not self.results:
            return "void", None
        types, values = [r[1] for r in self.results], [r[0] for r in self.results]
        if len(types) == 1:
            result, value = types[0], values[0]
        else:
            result = "(" + ", ".join(f"{r[1]} {pascal(r[3])}" for r in self.results) + ")"
            value = "(" + ", ".join(values) + ")"
        if self.f.found:
            of = self.f.results[0].type
            is_value = len(types) > 1 or self.t.is_pod(of) or of.kind == "scalar"
            return result + ("?" if is_value else ""), f"found ? {value} : {f'({result}?)null' if is_value else 'null'}"
        return result, value

    def parameter(self, p, type_text, default=None):
        initial = names.DEFAULTS.get(f"{self.f.short}.{p.name}")
        if initial is not None:
            default = {"all": "ulong.MaxValue"}.get(initial) or (str(initial).lower() if isinstance(initial, bool) else f"{initial}" +
                                                               ("f" if type_text == "float" else ""))
        self.parameters.append((f"{type_text} {camel(p.name)}", default))
        return camel(p.name), camel(p.name).strip("@")

    def add_value(self, p):
        t, of = self.t, p.type
        if of.kind in ("scalar", "enum", "handle"):
            name, _ = self.parameter(p, t.safe(of))
            self.arguments.append(t.to_raw(of, name, p.name))
        elif of.kind == "object":
            name, _ = self.parameter(p, t.safe(of))
            self.arguments.append(f"Native.Need({name}, \"{p.name}\").Id")
            self.after.append(f"GC.KeepAlive({name});")
        elif t.is_pod(of) and not p.optional:
            name, _ = self.parameter(p, t.safe(of))
            self.arguments.append(f"&{name}" if p.pointer else name)
        elif t.is_pod(of):
            name, local = self.parameter(p, t.safe(of) + "?", "null")
            self.before.append(f"var {local}Raw = {name}.GetValueOrDefault();")
            self.arguments.append(f"{name}.HasValue ? &{local}Raw : null")
        else:
            self.keeps = True
            name, local = self.parameter(p, t.safe(of), "null" if p.optional else None)
            made = t.to_raw(of, name, p.name)
            self.before.append(f"var {local}Raw = {f'{name} == null ? default({t.raw(of)}) : {made}' if p.optional else made};")
            self.arguments.append(f"{name} == null ? null : &{local}Raw" if p.optional else f"&{local}Raw" if p.pointer else f"{local}Raw")

    def add_text(self, p):
        self.keeps = True
        name, _ = self.parameter(p, "string")
        self.arguments.append(f"keep.Text({name}, \"{p.name}\")")

    def add_list(self, p):
        t, of = self.t, p.type
        if t.is_pod(of):
            name, local = self.parameter(p, f"ReadOnlySpan<{t.safe(of)}>")
            self.fixed.append(f"{t.raw(of)}* {local}At = {name}")
            self.arguments += [f"{local}At", f"(UIntPtr){name}.Length"]
            return
        self.keeps = True
        name, local = self.parameter(p, f"{t.safe(of)}[]")
        self.before += [f"Native.Need({name}, \"{p.name}\");", f"{t.raw(of)}* {local}List;",
                        *list_to_raw(t, of, name, p.name, f"{local}List")]
        self.arguments += [f"{local}List", f"(UIntPtr){name}.Length"]

    def add_callback(self, p):
        self.keeps = True
        may_lack = names.MAY_LACK_CALLBACK.fullmatch(self.f.c)
        name, _ = self.parameter(p, p.type.name)
        if not may_lack:
            self.before.append(f"Native.Need({name}, \"{p.name}\");")
        self.arguments += [f"{name} == null ? IntPtr.Zero : Trampolines.{p.type.name}Pointer", f"{name} == null ? IntPtr.Zero : keep.Hold({name})"]

    def add_buffer(self, p):
        self.arguments.append("owner.Id")

    def add_found(self, p):
        self.before.append("bool found = false;")
        self.arguments.append("&found")

    def add_inout(self, p):
        self.keeps = True
        raw = self.t.raw(p.type)
        name, local = self.parameter(p, self.t.safe(p.type), "null" if p.optional else None)
        self.before.append(f"var {local}Raw = {name} == null ? default({raw}) : {name}.ToRaw(keep);")
        self.arguments.append(f"{name} == null ? null : &{local}Raw" if p.optional else f"&{local}Raw")
        self.after.append(f"if ({name} != null) {name}.Read(&{local}Raw, null);")

    def add_array_out(self, p):
        of, is_eight = self.t.safe(p.type), self.f.c == "ds_frustum3_corners"
        name, local = self.parameter(p, f"Span<{of}>")
        if is_eight:
            self.before.append(f"if ({name}.Length < 8) throw Native.Bad(\"{p.name}: 8 elements are wanted\");")
        self.fixed.append(f"{of}* {local}At = {name}")
        self.arguments += [f"{local}At"] + ([] if is_eight else [f"(UIntPtr){name}.Length"])

    def add_out(self, p):
        of, local = p.type, camel(p.name).strip("@") + "Out"
        self.before.append(f"{self.t.raw(of)} {local};")
        self.arguments.append(f"&{local}")
        value = f"new {self.t.safe(of)}({local}, null)" if of.kind == "object" else self.t.from_raw(of, local)
        self.results.append((value, self.t.safe(of), local, p.name))

    def add_out_list(self, p):
        of, local, raw = p.type, camel(p.name).strip("@") + "Out", self.t.raw(p.type)
        self.before.append(f"{raw}* {local}; UIntPtr {local}Count;")
        self.arguments += [f"&{local}", f"&{local}Count"]
        self.after += [f"var {local}List = new {self.t.safe(of)}[(int){local}Count];",
                       f"for (int i = 0; i < {local}List.Length; ++i) {local}List[i] = {self.t.from_raw(of, f'{local}[i]')};"]
        self.results.append((f"{local}List", self.t.safe(of) + "[]", local, p.name))

    def add_out_text(self, p):
        local = camel(p.name).strip("@") + "Out"
        self.before.append(f"byte* {local};")
        self.arguments.append(f"&{local}")
        self.results.append((f"Native.Text({local})", "string", local, p.name))


def holds_objects(of, seen=()):
    if of is None or of.c in seen:
        return False
    inner = [m.type for m in of.members] + [t for _, t in of.alternatives]
    return of.kind == "object" or any(holds_objects(t, seen + (of.c,)) for t in inner)


def emit_functions(t, functions, class_name):
    """Writes the members of a class: getters as properties, setters with them."""
    lines, emitted = [], {f.c: Emitter(t, f) for f in functions}
    bodies = {c: e.emit() for c, e in emitted.items()}
    setters = {}
    for f in functions:
        if f.kind == "method" and f.name.startswith("set_") and len(f.inputs) == 1 and not f.results:
            setters[f.name[4:]] = f
    used = set()
    for f in functions:
        result, body = bodies[f.c]
        name = member_name(f.name, class_name)
        if f.is_getter:
            lines += [*doc(f.comment), f"public {result} {name}", "{", "get", "{", *body, "}"]
            setter = setters.get(f.name) or setters.get(re.sub(r"^is_", "", f.name))
            if setter and emitted[setter.c].parameters[0][0].split(" ")[0] == result:
                used.add(setter.c)
                parameter = emitted[setter.c].parameters[0][0].split(" ")[1]
                lines += ["set", "{", f"var {parameter} = value;", *bodies[setter.c][1], "}"]
            lines.append("}")
    for f in functions:
        if f.is_getter or f.c in used:
            continue
        result, body = bodies[f.c]
        parameters, may_default = [], True
        for text, default in reversed(emitted[f.c].parameters):
            may_default = may_default and default is not None
            parameters.insert(0, f"{text} = {default}" if may_default else text)
        head = {"method": f"public {result} ", "constructor": "public "}.get(f.kind, f"public static {result} ")
        name = class_name if f.kind == "constructor" else member_name(f.name, class_name)
        lines += [*doc(f.comment), f"{head}{name}({', '.join(parameters)})", "{", *body, "}"]
    return lines


def emit_native(t):
    lines = ["internal static unsafe partial class Abi", "{"]
    for f in t.d.functions:
        parts = []
        for c, n in f.raw:
            text = t.raw_c(c)
            parts.append(("[MarshalAs(UnmanagedType.U1)] " if text == "bool" else "") + f"{text} {camel(n)}")
        lines.append(f"[DllImport(Library)] internal static extern int {f.c}({', '.join(parts)});")
    sizes = []
    for c in t.d.layout:
        of = t.d.types[c]
        sizes.append("8" if of.kind == "object" or c == "DsBuffer" else f"(ushort)sizeof({'RawDebugDraw' if c == 'DsDebugDraw' else t.raw(of)})")
    return lines + ["internal static ushort[] Sizes() { return new ushort[] { " + ", ".join(sizes) + " }; }", "}"]


def main():
    d = description.Description()
    exceptions = description.exceptions_of(d, EXCEPTIONS)
    if sys.argv[1:] == ["--coverage"]:
        coverage.tell("C#", d, exceptions)
        return
    t = Types(d)
    shown = [f for f in d.functions if f.c not in exceptions and f.c not in BY_HAND and not f.c.endswith("_destroy") and
             not f.c.startswith("ds_default_")]
    lines = ["// Generated from the description of the C interface by bindings/csharp/generator.", "using System;",
             "using System.Runtime.InteropServices;", "namespace Drystone", "{", *emit_native(t)]
    for of in d.of_kind("enum"):
        lines += emit_enum(d, of)
    for of in d.of_kind("handle"):
        lines += ["/// <summary>Handle of a thing of a world; null where its index is 0.</summary>", "[StructLayout(LayoutKind.Sequential)]",
                  f"public partial struct {of.name} : IEquatable<{of.name}>", "{", "internal uint index1; internal ushort generation, world;",
                  "public bool IsNull { get { return index1 == 0; } }",
                  f"public bool Equals({of.name} o) {{ return index1 == o.index1 && generation == o.generation && world == o.world; }}",
                  f"public override bool Equals(object o) {{ return o is {of.name} && Equals(({of.name})o); }}",
                  "public override int GetHashCode() { return (int)(index1 * 31 + generation); }",
                  f"public static bool operator ==({of.name} a, {of.name} b) {{ return a.Equals(b); }}",
                  f"public static bool operator !=({of.name} a, {of.name} b) {{ return !a.Equals(b); }}",
                  f"public override string ToString() {{ return \"{names.class_name(of.c)} \" + index1 + \".\" + generation; }}", "}"]
    for of in d.of_kind("struct"):
        if of.c != "DsFilterJoint":
            lines += emit_struct(t, of)
    lines += emit_variants(t) + emit_callbacks(t)
    for of in d.of_kind("handle"):
        name = names.class_name(of.c)
        lines += [f"/// <summary>A thing of a world: its handle with the world, which `world[id]` makes.</summary>",
                  f"public sealed unsafe partial class {name}", "{", "public readonly World World;", f"public readonly {of.name} Id;",
                  f"internal {name}(World world, {of.name} id) {{ World = world; Id = id; }}",
                  *emit_functions(t, [f for f in shown if f.owner == of.c], name), "}",
                  f"public sealed unsafe partial class World {{ public {name} this[{of.name} id] {{ get {{ return new {name}(this, id); }} }} }}"]
    for of in d.of_kind("object"):
        if of.c in UNUSED:
            continue
        name = names.class_name(of.c)
        variants = [v for v in d.of_kind("variant") if any(a is of for _, a in v.alternatives)]
        bases = ", ".join(["EngineObject"] + ["I" + v.name for v in variants])
        lines += [*doc(of.entry.get("comment", [])), f"public sealed unsafe partial class {name} : {bases}", "{",
                  f"internal {name}(ulong id, ResultBuffer owner) {{ Adopt(id, owner); }}",
                  f"internal override int Destroy(ulong id) {{ return Abi.{of.entry['destroy']}(id); }}",
                  *emit_functions(t, [f for f in shown if f.owner == of.c], name), "}"]
    lines += ["/// <summary>Functions that belong to no object.</summary>", "public static unsafe partial class Ds", "{",
              *emit_functions(t, [f for f in shown if f.owner is None], "Ds"), "}", "}"]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(line for line in lines if line) + "\n")


main()
