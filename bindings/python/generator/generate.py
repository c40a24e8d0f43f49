#!/usr/bin/python3
"""Makes the module of Python from the public headers of C++.

    generate.py FOLDER     writes the sources and the type hints into a folder
    generate.py --check    tells how many functions of C++ are reachable, lists those that are not with their reasons, and
                           fails where one is missing without a reason
    generate.py --list     prints the functions of C++ and what stands for them

Needs libclang and its Python module: python3-clang-14 in Debian 12.
"""

import argparse
import os
import re
import sys

import reader  # First: it finds the modules of the other generator.
import docs
import emit
import hints
import py_types
import stubs
import tables
from functions import Functions, instances
from py_types import Unsupported


class Coverage:
    """What became of each public function of C++, by signature."""

    def __init__(self):
        self.reachable, self.excepted, self.missing = {}, {}, {}


def find(table, function, used):
    for pattern, entry in table.items():
        if re.fullmatch(pattern, function.signature):
            used.add(pattern)
            return entry
    return None


def join_properties(overloads):
    """Makes setters part of the properties that they set."""
    properties = {(o.scope, o.name): o for o in overloads if o.kind == "property"}
    kept = []
    for made in overloads:
        name = made.name.removeprefix("set_")
        target = properties.get((made.scope, name)) or properties.get((made.scope, "is_" + name))
        if made.name.startswith("set_") and made.kind == "method" and len(made.parameters) == 1 and target:
            target.name = name
            target.setter = (target.setter or []) + [made]
        else:
            kept.append(made)
    return kept


def plan(types, names):
    maker, coverage, used, overloads = Functions(types, names), Coverage(), set(), []
    seen = set()
    everything = [(f, False) for f in types.main.functions] + [(f, True) for f in types.scene.functions]
    for function, in_scene in everything:
        is_ours = function.header == "adaptors.h"
        signature = ("scene::" if in_scene else "") + function.signature
        by_hand = None if is_ours else find(tables.BY_HAND, function, used)
        if by_hand is not None:
            coverage.reachable[signature] = by_hand
            continue
        reason = None if is_ours else find(tables.EXCEPTIONS, function, used)
        if reason is not None:
            coverage.excepted[signature] = reason
            continue
        covered = None if is_ours or not function.is_template else covering(function)
        if covered:
            coverage.reachable[signature] = covered
            continue
        if not types.knows(function):
            coverage.excepted[signature] = "its kind of object has no class in Python yet"
            continue
        if function.owner == "World" and function.name in ("bodies", "shapes", "joints", "tile_grids", "fields") and \
                not function.is_const:
            coverage.reachable[signature] = f"World.{function.name}"  # As that of a const world.
            continue
        try:
            variants = instances(function)
            if variants[0].is_template:
                raise Unsupported("template")
            for one in variants:
                made = maker.overload(one, in_scene)
                key = (made.scope, made.name, made.kind, in_scene, str([(n, a) for n, a, _ in made.parameters]))
                if key not in seen:  # References have functions of the same name for const worlds.
                    seen.add(key)
                    overloads.append(made)
        except (Unsupported, KeyError) as problem:
            coverage.missing[signature] = f"no rule for {problem}"
            continue
        if not is_ours:
            coverage.reachable[signature] = maker.python_name(made)
    for pattern in (set(tables.BY_HAND) | set(tables.EXCEPTIONS)) - used:
        coverage.missing[f"{pattern}"] = "an entry of tables.py that matches no function"
    return join_properties(overloads), coverage


def covering(function):
    """Returns what stands for a template: that of the C interface's adaptors."""
    name = reader.c_names.COVERED.get(function.signature)
    if name is None:
        return None
    name = name.removeprefix("ds_")
    if name in tables.ADAPTOR_STATICS or name in tables.ADAPTOR_METHODS:
        return ".".join((tables.ADAPTOR_STATICS | tables.ADAPTOR_METHODS)[name])
    return tables.ADAPTOR_CONSTRUCTORS.get(name) or tables.ADAPTOR_NAMES.get(name, name)


def report(coverage, all_functions):
    if all_functions:
        for signature, name in sorted(coverage.reachable.items()):
            print(f"{signature}  ->  {name}")
    by_reason = {}
    for signature, reason in coverage.excepted.items():
        by_reason.setdefault(reason, []).append(signature)
    for reason, signatures in by_reason.items():
        print(f"{reason}:")
        for signature in signatures:
            print(f"    {signature}")
    for signature, cause in coverage.missing.items():
        print(f"{signature}: {cause}", file=sys.stderr)
    print(f"{len(coverage.reachable)} functions of C++ are reachable from Python, {len(coverage.excepted)} are not for "
          f"a reason, {len(coverage.missing)} are missing.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    types = py_types.Types(*reader.read())
    emit.NEW_KINDS[:] = types.unknown_kinds()
    names = docs.table(types)
    overloads, coverage = plan(types, names)
    if options.check or options.list or coverage.missing:
        report(coverage, options.list)
    if coverage.missing:
        return 1
    if options.folder:
        files = emit.emit_structs(types, names) | emit.emit_enums(types, names) | emit.emit_objects(types, names)
        files |= emit.emit_functions(overloads) | emit.emit_all()
        writer = stubs.Stubs(types, names)
        files["_engine/__init__.pyi"] = hints.HEAD + writer.module(overloads, hints.classes(writer), False) + \
            stubs.ALIASES
        files["_engine/scene.pyi"] = hints.SCENE_HEAD + writer.module(overloads, {}, True)
        for name, text in files.items():
            path = os.path.join(options.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            present = open(path, encoding="utf-8").read() if os.path.exists(path) else None
            if text != present:  # What has not changed is not compiled again.
                with open(path, "w", encoding="utf-8") as output:
                    output.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
