"""The crate drystone-sys: the C interface as it is."""

from types_of_rust import SCALARS, UNUSED, VIEWS, doc, is_number_struct, is_pod, pascal, raw, safe_name


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
