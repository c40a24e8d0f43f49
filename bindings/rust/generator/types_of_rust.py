"""Types of the safe crate: structs, enums, closures, and the code that converts them."""

import description
import names

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


def raw(c, d):
    """Returns the type of Rust of a type of C."""
    base = description.plain(c)
    of = SCALARS.get(base) or (base if base in d.types else base)
    for _ in range(c.count("*")):
        of = ("*const " if c.startswith("const ") else "*mut ") + of
    return of


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


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
                  "impl World { /// Returns the thing that a handle names, dead or alive.",
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
