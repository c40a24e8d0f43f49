#!/usr/bin/python3
"""Makes the crates of Rust from the description of the C interface.

    generate.py FOLDER        writes drystone-sys/src/lib.rs and drystone/src/generated.rs there
    generate.py --coverage    tells which functions of C Rust lacks, and why
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared"))

import coverage
import description
import names

EXCEPTIONS = [
    (r"ds_task_scheduler_\w+|ds_thread_pool_create", "threads of a program: `threads` of a world are its own"),
    (r"ds_check_geometry|ds_accept_contact", "for libraries of C++: functions check what they get"),
    (r"ds_(float|double)_is_finite", "f32::is_finite"),
    (r"ds_(small_core|core_mapping|small_core_mapping)_\w+", "views of C: a core is a value"),
]
# Functions that are written in drystone/src.
BY_HAND = ("ds_buffer_create", "ds_buffer_clear", "ds_buffer_destroy", "ds_world_draw", "ds_world_clone",
           "ds_world_batch_add_prototype", "ds_custom_shape_create", "ds_recording_player_world")
# Structs whose conversion is written in drystone/src/cores.rs, with their names there.
VIEWS = {"DsConvexCore": "Core", "DsAnyShape": "AnyShape", "DsVec2Array": "Points"}
UNUSED = ("DsFilterJoint", "DsCoreMapping", "DsSmallCoreMapping", "DsBuffer", "DsTaskScheduler")
KEYWORDS = {"type": "kind", "box": "box_", "move": "move_", "ref": "ref_", "loop": "loop_", "in": "in_", "final": "final_"}
SCALARS = {"bool": "bool", "float": "f32", "double": "f64", "int32_t": "i32", "int64_t": "i64", "uint8_t": "u8",
           "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "size_t": "usize", "char": "c_char", "void": "c_void"}
# Classes whose copies are the same object: nothing changes it. Objects of others can be sent to another thread, but not
# shared with it: lists of results are copied from memory that a change on another thread would move.
SHARED = ("Polygon", "ChainGeometry", "CustomShape", "Ellipse", "Superellipse", "Frustum3", "Snapshot")


def safe_name(name):
    return KEYWORDS.get(name, name)


def doc(comment, indent=""):
    """Returns the first paragraph as documentation."""
    lines = []
    for line in comment:
        if not line:
            break
        lines.append(f"{indent}/// {line}".replace("[", r"\[").replace("]", r"\]").replace("<", r"\<"))
    return lines


# ---- drystone-sys ----

def raw(c, d):
    """Returns the type of Rust of a type of C."""
    base = description.plain(c)
    of = SCALARS.get(base) or (base if base in d.types else base)
    for _ in range(c.count("*")):
        of = ("*const " if c.startswith("const ") else "*mut ") + of
    return of


def raw_struct(d, name, members, comment=()):
    lines = [*doc(comment), "#[repr(C)]", "#[derive(Clone, Copy, Debug)]", f"pub struct {name} {{"]
    for m in members:
        text, length = m["name"], None
        if "[" in text:
            text, length = text[:-1].split("[")
        of = raw(m["type"], d)
        lines += doc(m.get("comment", []), "    ")
        lines.append(f"    pub {safe_name(text)}: {f'[{of}; {length}]' if length else of},")
    return lines + ["}"]


def emit_sys(d):
    lines = ["//! The C interface of Drystone, as generated from its description: structs, and functions that take pointers.",
             "//! The crate `drystone` is the one to use.",
             "#![allow(non_camel_case_types, non_snake_case, unused_parens, unused_mut, clippy::all)]", "mod vectors;", "use std::os::raw::{c_char, c_void};", "pub type DsStatus = i32;"]
    for of in d.of_kind("enum"):
        lines += [*doc(of.entry.get("comment", [])), "#[repr(u8)]",
                  "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]", f"pub enum {of.c} {{"]
        for v in of.entry["values"] if of.entry.get("values") else tags_of(d, of.c):
            if v["name"] != "Count":
                lines += [*doc(v["comment"], "    "), f"    {v['name']} = {v['value']},"]
        lines.append("}")
    for of in d.of_kind("handle"):
        lines += ["/// Handle of a thing of a world; null where `index1` is 0.", "#[repr(C)]",
                  "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]",
                  f"pub struct {of.c} {{ pub index1: u32, pub generation: u16, pub world: u16 }}"]
    for of in d.of_kind("object"):
        lines += ["#[repr(C)]", "#[derive(Clone, Copy, Debug, PartialEq, Eq)]", f"pub struct {of.c} {{ pub id: u64 }}"]
    for of in d.of_kind("callback"):
        if "parameters" in of.entry:
            result = f" -> {SCALARS[of.entry['result']]}" if of.entry["result"] != "void" else ""
            types = ", ".join(raw(p["type"], d) for p in of.entry["parameters"])
            lines.append(f'pub type {of.c} = Option<unsafe extern "C" fn({types}){result}>;')
    lines.append('pub type DsRunTasks = Option<unsafe extern "C" fn(*mut c_void, i32, '
                 'Option<unsafe extern "C" fn(*mut c_void, i32)>, *mut c_void)>;')
    functions = ["polygon: Option<unsafe extern \"C\" fn(*mut c_void, *const DsVec2, usize, f32, *const DsDebugStyle)>",
                 "circle: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, f32, DsRot, *const DsDebugStyle)>",
                 "capsule: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, DsVec2, f32, *const DsDebugStyle)>",
                 "segment: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, DsVec2, *const DsDebugStyle)>",
                 "point: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, *const DsDebugStyle)>",
                 "arrow: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, DsVec2, *const DsDebugStyle)>",
                 "text: Option<unsafe extern \"C\" fn(*mut c_void, DsVec2, *const c_char, *const DsDebugStyle)>"]
    lines += ["#[repr(C)]", "pub struct DsDebugDraw { pub data: *mut c_void, " + ", ".join("pub " + f for f in functions) + " }"]
    for of in d.of_kind("struct"):
        if of.c != "DsFilterJoint":
            lines += raw_struct(d, of.c, of.entry["members"], of.entry["comment"])
            if is_pod(of) and all(m.shape == "value" and m.type.kind in ("scalar", "struct") for m in of.members):
                lines.append(f"impl PartialEq for {of.c} {{ fn eq(&self, o: &Self) -> bool {{ " +
                             " && ".join(f"self.{safe_name(m.name)} == o.{safe_name(m.name)}" for m in of.members) + " } }"
                             if all(m.type.kind != "struct" or is_number_struct(m.type) for m in of.members) else "")
    for of in d.of_kind("variant"):
        inside = [a for a in of.entry["alternatives"] if a["type"] != "DsFilterJoint"]
        lines += ["#[repr(C)]", "#[derive(Clone, Copy)]", f"pub union {of.c}Union {{"]
        lines += [f"    pub {safe_name(a['name'])}: {a['type']}," for a in inside] + ["}"]
        lines += ["#[repr(C)]", "#[derive(Clone, Copy)]",
                  f"pub struct {of.c} {{ pub kind: {of.entry['tag']}, pub r#as: {of.c}Union }}",
                  f"impl std::fmt::Debug for {of.c} {{ fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result "
                  f"{{ self.kind.fmt(f) }} }}"]
    lines.append('extern "C" {')
    for f in d.functions:
        parameters = ", ".join(f"{safe_name(n)}: {raw(c, d)}" for c, n in f.raw)
        lines.append(f"    pub fn {f.c}({parameters}) -> DsStatus;")
    lines += ["    pub fn ds_last_error() -> *const c_char;", "    pub fn ds_version() -> u32;",
              "    pub fn ds_check_sizes(version: u32, sizes: *const u16, count: usize) -> DsStatus;", "}",
              "/// Sizes of all structs, for `ds_check_sizes`.", "pub fn sizes() -> Vec<u16> {",
              "    vec![" + ", ".join(f"std::mem::size_of::<{c}>() as u16" for c in d.layout) + "]", "}"]
    return lines


def tags_of(d, tag):
    variant = next(v for v in d.of_kind("variant") if v.entry["tag"] == tag)
    return [{"name": pascal(key), "value": i, "comment": []} for i, (key, _) in enumerate(variant.alternatives)]


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


# ---- drystone: types ----

def is_number_struct(of):
    return of.kind == "struct" and all(m.shape == "value" and (m.type.kind == "scalar" or is_number_struct(m.type))
                                       for m in of.members)


def is_pod(of):
    """Whether the struct of C is what Rust uses, too: values alone, none of which may be missing."""
    if of.kind == "struct":
        return of.c not in VIEWS and all(m.shape in ("value", "fixed") and is_pod(m.type) for m in of.members)
    return of.kind in ("scalar", "enum", "handle")


def safe(of):
    """Returns the type of the safe crate."""
    if of.kind == "scalar":
        return SCALARS[of.c]
    if of.kind == "text":
        return "String"
    if of.kind == "handle":
        return of.name
    if of.kind == "callback":
        return of.name + "Fn"
    return VIEWS.get(of.c) or names.class_name(of.c)


def member_type(m):
    inner = safe(m.type)
    return {"value": inner, "optional": f"Option<{inner}>", "list": f"Vec<{inner}>", "text": "Option<String>",
            "fixed": f"[{inner}; {m.length}]", "callback": f"Option<{inner}>"}[m.shape]


def emit_struct(of):
    """Writes a struct with members that C has in several, and its conversion."""
    name = safe(of)
    shown = [m for m in of.members if m.shape != "data" and m.type.c not in UNUSED]
    debug = "" if any(has_callback(m.type) for m in shown) else ", Debug"
    lines = [*doc(of.entry["comment"]), f"#[derive(Clone{debug})]", f"pub struct {name} {{"]
    for m in shown:
        lines += [*doc(m.comment, "    "), f"    pub {safe_name(m.name)}: {member_type(m)},"]
    lines += ["}", f"impl Convert for {name} {{", f"    type Raw = sys::{of.c};",
              f"    fn to_raw(&self, keep: &mut Keep) -> Result<sys::{of.c}> {{",
              f"        let mut raw: sys::{of.c} = zeroed();"]
    for m in shown:
        key = safe_name(m.name)
        lines += {
            "value": [f"        raw.{key} = self.{key}.to_raw(keep)?;"],
            "fixed": [f"        raw.{key} = self.{key};"],
            "text": [f"        raw.{key} = keep.optional_text(self.{key}.as_deref())?;"],
            "list": [f"        let (at, count) = keep.list(&self.{key})?;", f"        raw.{key} = at;",
                     f"        raw.{m.name}_count = count;"],
            "optional": [f"        if let Some(v) = &self.{key} {{ raw.has_{m.name} = true; raw.{key} = v.to_raw(keep)?; }}"],
            "callback": [f"        if let Some(f) = &self.{key} {{ raw.{key} = Some(call_{description.snake(m.type.name)}); "
                         f"raw.{m.name}_data = keep.callback(f.clone()); }}"],
        }[m.shape]
    lines += ["        Ok(raw)", "    }", f"    unsafe fn from_raw(raw: &sys::{of.c}, owner: &Owner) -> Self {{",
              f"        {name} {{"]
    for m in shown:
        key = safe_name(m.name)
        lines.append("            " + {
            "value": f"{key}: Convert::from_raw(&raw.{key}, owner),",
            "fixed": f"{key}: raw.{key},",
            "text": f"{key}: optional_text_from(raw.{key}),",
            "list": f"{key}: list_from(raw.{key}, raw.{m.name}_count, owner),",
            "optional": f"{key}: if raw.has_{m.name} {{ Some(Convert::from_raw(&raw.{key}, owner)) }} else {{ None }},",
            "callback": f"{key}: None,"}[m.shape].replace("has_value_value", "has_value"))
    lines += ["        }", "    }", "}"]
    if of.default:
        lines += [f"impl Default for {name} {{ fn default() -> Self {{ unsafe {{",
                  f"    let mut raw = std::mem::MaybeUninit::<sys::{of.c}>::zeroed();",
                  f"    sys::{of.default}(raw.as_mut_ptr()); Convert::from_raw(&raw.assume_init(), &None) }} }} }}"]
    return lines


def has_callback(of, seen=()):
    if of.c in seen:
        return False
    return of.kind == "callback" or any(has_callback(m.type, seen + (of.c,)) for m in of.members if m.type)


def emit_variant(of):
    name = of.name
    lines = [*doc(of.entry.get("comment", [])), "#[derive(Clone, Debug)]" if name != "Shape3" else "#[derive(Clone)]",
             f"pub enum {name} {{"]
    for key, t in of.alternatives:
        lines.append(f"    {pascal(key)}{f'({safe(t)})' if t and t.c != 'DsFilterJoint' else ''},")
    lines += ["}", f"impl Convert for {name} {{", f"    type Raw = sys::{of.c};",
              f"    fn to_raw(&self, {'keep'}: &mut Keep) -> Result<sys::{of.c}> {{",
              f"        let mut raw: sys::{of.c} = zeroed();", "        match self {"]
    for key, t in of.alternatives:
        tag = f"raw.kind = sys::{of.entry['tag']}::{pascal(key)};"
        if t and t.c != "DsFilterJoint":
            lines.append(f"            {name}::{pascal(key)}(v) => {{ {tag} raw.r#as.{safe_name(key)} = v.to_raw(keep)?; }}")
        else:
            lines.append(f"            {name}::{pascal(key)} => {{ {tag} }}")
    lines += ["        }", "        Ok(raw)", "    }",
              f"    unsafe fn from_raw(raw: &sys::{of.c}, owner: &Owner) -> Self {{", "        match raw.kind {"]
    for key, t in of.alternatives:
        inside = f"(Convert::from_raw(&raw.r#as.{safe_name(key)}, owner))" if t and t.c != "DsFilterJoint" else ""
        lines.append(f"            sys::{of.entry['tag']}::{pascal(key)} => {name}::{pascal(key)}{inside},")
    lines += ["        }", "    }", "}"]
    for key, t in of.alternatives:
        if t and t.c != "DsFilterJoint":
            lines.append(f"impl From<{safe(t)}> for {name} {{ fn from(v: {safe(t)}) -> Self {{ {name}::{pascal(key)}(v) }} }}")
            if t.kind == "object":
                lines.append(f"impl From<&{safe(t)}> for {name} {{ fn from(v: &{safe(t)}) -> Self {{ {name}::{pascal(key)}(v.clone()) }} }}")
    return lines


# ---- drystone: callbacks ----

def callback_parts(d, of):
    """Returns the parameters of a function of Rust as (name, type, conversion), and its result."""
    parts, result = [], {"void": "", "bool": " -> bool", "float": " -> f32"}[of.entry["result"]]
    for p in of.entry["parameters"][1:]:
        t = d.types[description.plain(p["type"])]
        name = safe_name(p["name"])
        if p["name"] == "result":
            result = f" -> {safe(t)}"
        elif not p["type"].endswith("*"):
            parts.append((name, safe(t), name))
        elif not p["type"].startswith("const"):
            parts.append((name, f"&mut {safe(t)}", f"&mut *{name}"))
        elif is_pod(t):
            parts.append((name, f"&{safe(t)}", f"&*{name}"))
        else:
            parts.append((name, f"&{safe(t)}", f"&Convert::from_raw(&*{name}, &None)"))
    return parts, result


def emit_callback(d, of):
    parts, result = callback_parts(d, of)
    types = ", ".join(t for _, t, _ in parts)
    snake = description.snake(of.name)
    raw_parameters = ", ".join(f"{safe_name(p['name'])}: {raw(p['type'], d).replace('Ds', 'sys::Ds')}"
                               for p in of.entry["parameters"])
    arguments = ", ".join(code for _, _, code in parts)
    has_out = any(p["name"] == "result" for p in of.entry["parameters"])
    returns = {"void": "", "bool": " -> bool", "float": " -> f32"}[of.entry["result"]]
    fallback = {"void": "()", "bool": "false", "float": "0.0"}[of.entry["result"]]
    lines = [f"/// Function that a world or a shape keeps, see `{of.name}` of the manual.",
             f"pub type {of.name}Fn = Arc<dyn Fn({types}){result} + Send + Sync>;"]
    for kind, pointer in (("call", f"*(data as *const {of.name}Fn)"), ("visit", f"*(data as *mut &mut dyn FnMut({types}){result})")):
        body = f"{{ let f = &{'mut ' if kind == 'visit' else ''}{pointer}; f({arguments}) }}"
        if has_out:
            body = f"{{ *result = {body[1:-1].strip().replace('let f', '{ let f', 1)} }}; }}"
        lines += ["#[allow(dead_code)]",
                  f'unsafe extern "C" fn {kind}_{snake}({raw_parameters}){returns} {{',
                  f"    guard({fallback}, || {body})", "}"]
    return lines


# ---- drystone: functions ----

class Emitter:
    def __init__(self, d, function):
        self.d, self.f = d, function
        self.parameters, self.before, self.arguments, self.results = [], [], [], []
        self.keeps = False

    def emit(self):
        f = self.f
        inputs = f.parameters
        head = ""
        if f.kind == "method":
            head = "&self, "
            if f.owner in names.HANDLES:
                self.arguments += ["self.world.raw()", "self.id"]
                inputs = inputs[2:]
            else:
                self.arguments.append("self.raw()")
                inputs = inputs[1:]
        for p in inputs:
            getattr(self, "add_" + p.shape)(p)
        lines = list(self.before)
        if self.keeps:
            lines.insert(0, "let mut keep = Keep::default();")
        if f.uses_buffer:
            lines.append("let owner: Owner = Some(Arc::new(Buffer::new()?));")
        elif any(True for r in f.results):
            lines.append("let owner: Owner = None;")
        lines.append(f"check(sys::{f.c}({', '.join(self.arguments)}))?;")
        result, values = self.finish()
        stored = names.KEEPS_CALLBACKS.fullmatch(f.c) and self.keeps
        if stored and f.kind == "method":
            lines.append(f'self.object().store("{f.name}", keep);')
        elif stored:
            lines.append("keep.leak();")
        lines.append(f"Ok({values})")
        name = safe_name(f.name)
        text = [*doc(f.comment, "    "),
                f"    pub fn {name}({(head + ', '.join(self.parameters)).rstrip(', ')}) -> Result<{result}> {{", "        unsafe {"]
        return text + ["            " + line for line in lines] + ["        }", "    }"]

    def finish(self):
        types, values = [t for t, _ in self.results], [v for _, v in self.results]
        result = types[0] if len(types) == 1 else f"({', '.join(types)})"
        text = values[0] if len(values) == 1 else f"({', '.join(values)})"
        if not self.results:
            return "()", "()"
        if self.f.found:
            return f"Option<{result}>", f"if found {{ Some({text}) }} else {{ None }}"
        return result, text

    def add_value(self, p):
        name, of = safe_name(p.name), p.type
        if of.kind in ("scalar", "enum", "handle"):
            self.parameters.append(f"{name}: {safe(of)}")
            self.arguments.append(name)
        elif of.kind == "object":
            self.parameters.append(f"{name}: &{safe(of)}")
            self.arguments.append(f"{name}.raw()")
        elif of.c in ("DsVec2", "DsPose") and not p.optional:
            self.parameters.append(f"{name}: impl Into<{safe(of)}>")
            self.before.append(f"let {name}: {safe(of)} = {name}.into();")
            self.arguments.append(f"&{name}" if p.pointer else name)
        elif of.c == "DsShapeGeometry":
            self.keeps = True
            self.parameters.append(f"{name}: impl Into<ShapeGeometry>")
            self.before.append(f"let {name} = {name}.into(); let {name}_raw = {name}.to_raw(&mut keep)?;")
            self.arguments.append(f"&{name}_raw")
        elif is_pod(of):
            self.parameters.append(f"{name}: {f'Option<&{safe(of)}>' if p.optional else ('&' if p.pointer else '') + safe(of)}")
            self.arguments.append(f"{name}.map_or(ptr::null(), |v| v as *const _)" if p.optional else name)
        else:
            self.keeps = True
            inner = f"impl Into<{safe(of)}>" if of.kind == "variant" else f"&{safe(of)}"
            self.parameters.append(f"{name}: {f'Option<&{safe(of)}>' if p.optional else inner}")
            if p.optional:
                self.before.append(f"let {name}_raw = match {name} {{ Some(v) => Some(v.to_raw(&mut keep)?), None => None }};")
                self.arguments.append(f"{name}_raw.as_ref().map_or(ptr::null(), |v| v as *const _)")
            else:
                into = f"let {name} = {name}.into(); " if of.kind == "variant" else ""
                self.before.append(f"{into}let {name}_raw = {name}.to_raw(&mut keep)?;")
                self.arguments.append(f"&{name}_raw" if p.pointer else f"{name}_raw")

    def add_text(self, p):
        self.keeps = True
        self.parameters.append(f"{p.name}: &str")
        self.arguments.append(f"keep.text({p.name})?")

    def add_list(self, p):
        self.keeps = True
        name = safe_name(p.name)
        self.parameters.append(f"{name}: &[{safe(p.type)}]")
        self.before.append(f"let ({name}_at, {name}_count) = keep.list({name})?;")
        self.arguments += [f"{name}_at", f"{name}_count"]

    def add_callback(self, p):
        snake = description.snake(p.type.name)
        parts, result = callback_parts(self.d, p.type)
        kind = f"dyn FnMut({', '.join(t for _, t, _ in parts)}){result}"
        stored = names.KEEPS_CALLBACKS.fullmatch(self.f.c)
        may_lack = names.MAY_LACK_CALLBACK.fullmatch(self.f.c)
        if stored:
            self.keeps = True
            self.parameters.append(f"{p.name}: Option<{p.type.name}Fn>")
            self.before.append(f"let ({p.name}_at, {p.name}_data): (sys::{p.type.c}, _) = match {p.name} {{ "
                               f"Some(f) => (Some(call_{snake}), keep.callback(f)), None => (None, ptr::null_mut()) }};")
            self.arguments += [f"{p.name}_at", f"{p.name}_data"]
        elif may_lack:
            self.parameters.append(f"mut {p.name}: Option<&mut {kind}>")
            self.before.append(f"let ({p.name}_at, {p.name}_data): (sys::{p.type.c}, *mut c_void) = match &mut {p.name} {{ "
                               f"Some(f) => (Some(visit_{snake}), f as *mut &mut {kind} as *mut c_void), None => (None, ptr::null_mut()) }};")
            self.arguments += [f"{p.name}_at", f"{p.name}_data"]
        else:
            self.parameters.append(f"mut {p.name}: impl FnMut({', '.join(t for _, t, _ in parts)}){result}")
            self.before.append(f"let mut {p.name}: &mut {kind} = &mut {p.name};")
            self.arguments += [f"Some(visit_{snake})", f"&mut {p.name} as *mut &mut {kind} as *mut c_void"]

    def add_buffer(self, p):
        self.arguments.append("owner.as_ref().unwrap().raw")

    def add_found(self, p):
        self.before.append("let mut found = false;")
        self.arguments.append("&mut found")

    def add_inout(self, p):
        self.parameters.append(f"{p.name}: {f'Option<&mut {safe(p.type)}>' if p.optional else f'&mut {safe(p.type)}'}")
        self.arguments.append(f"{p.name}.map_or(ptr::null_mut(), |v| v as *mut _)" if p.optional else p.name)

    def add_array_out(self, p):
        length = "; 8" if self.f.c == "ds_frustum3_corners" else ""
        self.parameters.append(f"{p.name}: &mut [{safe(p.type)}{length}]")
        self.arguments += [f"{p.name}.as_mut_ptr()"] + ([] if length else [f"{p.name}.len()"])

    def add_out(self, p):
        name, of = p.name + "_out", p.type
        raw_type = SCALARS.get(of.c) or f"sys::{of.c}"
        self.before.append(f"let mut {name}: {raw_type} = zeroed();")
        self.arguments.append(f"&mut {name}")
        if of.kind == "object":
            self.results.append((safe(of), f"{safe(of)}::adopt({name})"))
        else:
            self.results.append((safe(of), name if is_pod(of) else f"Convert::from_raw(&{name}, &owner)"))

    def add_out_list(self, p):
        name, c = p.name + "_out", SCALARS.get(p.type.c) or f"sys::{p.type.c}"
        self.before.append(f"let mut {name}: *const {c} = ptr::null(); let mut {name}_count = 0usize;")
        self.arguments += [f"&mut {name}", f"&mut {name}_count"]
        self.results.append((f"Vec<{safe(p.type)}>", f"list_from({name}, {name}_count, &owner)"))

    def add_out_text(self, p):
        name = p.name + "_out"
        self.before.append(f"let mut {name}: *const c_char = ptr::null();")
        self.arguments.append(f"&mut {name}")
        self.results.append(("String", f"text_from({name})"))


def emit_types(d):
    lines = []
    for of in d.of_kind("enum") + d.of_kind("handle"):
        lines.append(f"pub use sys::{of.c} as {of.name};")
    for of in d.of_kind("handle"):
        class_name = names.class_name(of.c)
        lines += [f"convert_plain!({of.name});",
                  f"/// A thing of a world: a handle, `id`, with its world. `world.{description.snake(class_name)}(id)` makes it.",
                  "#[derive(Clone, Copy)]",
                  f"pub struct {class_name}<'w> {{ pub world: &'w World, pub id: {of.name} }}",
                  f"impl World {{ /// Returns the thing that a handle names, dead or alive.",
                  f"    pub fn {description.snake(class_name)}_ref(&self, id: {of.name}) -> {class_name}<'_> {{ {class_name} {{ world: self, id }} }} }}"]
    for of in d.of_kind("object"):
        if of.c in UNUSED:
            continue
        derive, local = ("#[derive(Clone)]", "()") if safe(of) in SHARED else ("", "Cell<()>")
        lines += [*doc(of.entry.get("comment", [])), derive,
                  f"pub struct {safe(of)}(pub(crate) Arc<Object>, PhantomData<{local}>);",
                  f"object!({safe(of)}, {of.c}, {of.entry['destroy']});"]
    lines += [f"convert_plain!({of.name});" for of in d.of_kind("enum")]
    for of in d.of_kind("struct"):
        if of.c in VIEWS or of.c in UNUSED:
            continue
        if is_pod(of):
            lines += [f"pub use sys::{of.c} as {of.name};", f"convert_plain!({of.name});"]
        else:
            lines += emit_struct(of)
    for of in d.of_kind("variant"):
        lines += emit_variant(of)
    for of in d.of_kind("callback"):
        if "parameters" in of.entry and of.c != "DsTask":
            lines += emit_callback(d, of)
    return lines


def emit_defaults(d):
    """Writes the defaults of plain structs, which stand in drystone-sys: their traits have to stand there, too."""
    lines = []
    for of in d.of_kind("struct") + d.of_kind("handle"):
        if of.c in UNUSED or of.c in VIEWS or not is_pod(of):
            continue
        fill = f"{of.default}(raw.as_mut_ptr());" if of.default else ""
        lines.append(f"impl Default for {of.c} {{ fn default() -> Self {{ unsafe {{ let mut raw = "
                     f"std::mem::MaybeUninit::<{of.c}>::zeroed(); {fill} raw.assume_init() }} }} }}")
    return lines


def main():
    d = description.Description()
    exceptions = description.exceptions_of(d, EXCEPTIONS)
    if sys.argv[1:] == ["--coverage"]:
        coverage.tell("Rust", d, exceptions)
        return
    shown = [f for f in d.functions if f.c not in exceptions and f.c not in BY_HAND and not f.c.endswith("_destroy") and
             not f.c.startswith("ds_default_")]
    lines = ["// Generated from the description of the C interface by bindings/rust/generator.",
             "use crate::convert::{convert_plain, list_from, optional_text_from, text_from, Convert, Keep, Owner};",
             "use crate::cores::{AnyShape, Core, Points};", "use crate::object::{check, guard, object, zeroed, Buffer, Object};",
             "use crate::Result;", "use drystone_sys as sys;", "use std::ffi::c_void;", "use std::os::raw::c_char;", "use std::ptr;",
             "use std::cell::Cell;", "use std::marker::PhantomData;", "use std::sync::Arc;", *emit_types(d)]
    for owner in dict.fromkeys(f.owner for f in shown):
        if owner in names.HANDLES:
            lines.append(f"impl<'w> {names.class_name(owner)}<'w> {{")
        elif owner:
            lines.append(f"impl {names.class_name(owner)} {{")
        for f in [f for f in shown if f.owner == owner]:
            text = Emitter(d, f).emit()
            lines += text if owner else [line[4:] for line in text]
        lines += ["}"] if owner else []
    for path, text in (("drystone-sys/src/lib.rs", emit_sys(d) + emit_defaults(d)), ("drystone/src/generated.rs", lines)):
        path = os.path.join(sys.argv[1], path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = "\n".join(line for line in text if line) + "\n"
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


main()
