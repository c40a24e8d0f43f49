#!/usr/bin/python3
"""Makes the crates of Rust from the description of the C interface.

    generate.py FOLDER        writes drystone-sys/src/lib.rs and drystone/src/generated.rs there
    generate.py --coverage    tells which functions of C Rust lacks, and why
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared"))

import coverage
import description
import names
from functions import Emitter
from sys_crate import emit_defaults, emit_sys
from types_of_rust import emit_types

EXCEPTIONS = [
    (r"ds_task_scheduler_\w+|ds_thread_pool_create", "threads of a program: `threads` of a world are its own"),
    (r"ds_check_geometry|ds_accept_contact", "for libraries of C++: functions check what they get"),
    (r"ds_buffer_clear", "a buffer ends with the results in it"),
    (r"ds_(float|double)_is_finite", "f32::is_finite"),
    (r"ds_(default_)?(core_mapping|small_core_mapping)(_\w+)?", "views of C: a core is a value"),
]
# Functions that are written in drystone/src.
BY_HAND = ("ds_buffer_create", "ds_buffer_clear", "ds_buffer_destroy", "ds_world_draw", "ds_world_clone",
           "ds_world_batch_add_prototype", "ds_custom_shape_create", "ds_recording_player_world")


def main():
    d = description.Description()
    exceptions = description.exceptions_of(d, EXCEPTIONS)
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
    if sys.argv[1:] == ["--coverage"]:
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drystone", "src")
        by_hand = [open(os.path.join(folder, n), encoding="utf-8").read() for n in sorted(os.listdir(folder))]
        coverage.tell("Rust", d, exceptions, coverage.calls_in(["\n".join(lines + emit_defaults(d)), *by_hand], r"^    pub fn ds_"))
        return
    for path, text in (("drystone-sys/src/lib.rs", emit_sys(d) + emit_defaults(d)), ("drystone/src/generated.rs", lines)):
        path = os.path.join(sys.argv[1], path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = "\n".join(line for line in text if line) + "\n"
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


main()
