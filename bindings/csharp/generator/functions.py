"""Members of classes that call functions of C."""

import re

import names
from types_of_csharp import camel, doc, list_to_raw, member_name, pascal


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
                       f"for (int at = 0; at < {local}List.Length; ++at) {local}List[at] = {self.t.from_raw(of, f'{local}[at]')};"]
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
