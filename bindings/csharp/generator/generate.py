#!/usr/bin/python3
"""Makes the classes of C# from the description of the C interface.

    generate.py FILE          writes the generated part
    generate.py --coverage    tells which functions of C it lacks, and why
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared"))

import coverage
import description
import names
from functions import emit_functions
from types_of_csharp import UNUSED, Types, camel, doc, emit_callbacks, emit_enum, emit_struct, emit_variants

EXCEPTIONS = [
    (r"ds_task_scheduler_\w+|ds_thread_pool_create", "threads of a program: `Threads` of a world are its own"),
    (r"ds_check_geometry|ds_accept_contact", "for libraries of C++: functions check what they get"),
    (r"ds_buffer_clear", "a buffer ends with the results in it"),
    (r"ds_(float|double)_is_finite", "float.IsFinite"),
    (r"ds_(default_)?(core_mapping|small_core_mapping)(_\w+)?", "views of C: a core is a value"),
]
# Functions that are written in src.
BY_HAND = ("ds_buffer_create", "ds_buffer_clear", "ds_buffer_destroy", "ds_world_draw", "ds_world_clone",
           "ds_world_batch_add_prototype", "ds_custom_shape_create")


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
        lines += ["/// <summary>A thing of a world: its handle with the world, which `world[id]` makes.</summary>",
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
    if sys.argv[1:] == ["--coverage"]:
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src")
        by_hand = [open(os.path.join(folder, n), encoding="utf-8").read() for n in sorted(os.listdir(folder))]
        coverage.tell("C#", d, exceptions, coverage.calls_in(["\n".join(lines), *by_hand], r"^\[DllImport"))
        return
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(line for line in lines if line) + "\n")


main()
