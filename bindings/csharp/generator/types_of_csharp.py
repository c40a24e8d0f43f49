"""Types of C#: enumerations, structs, classes, interfaces, delegates, and the code that converts them."""

import description
import names

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
        if of.c == "DsVec2Array":
            return f"Native.Points({pointer})"
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
        lines = [*doc(of.entry["comment"]), "[StructLayout(LayoutKind.Sequential)]", f"public unsafe partial struct {of.name}", "{",
                 *raw_fields(t, of, True)]
        if of.default:
            lines.append(f"public static {of.name} Default {{ get {{ {of.name} v; Native.Check(Abi.{of.default}(&v)); return v; }} }}")
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
