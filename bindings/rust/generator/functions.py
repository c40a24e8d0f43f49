"""Methods and functions of the safe crate."""

import description
import names
from types_of_rust import SCALARS, callback_parts, doc, is_pod, safe, safe_name


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
