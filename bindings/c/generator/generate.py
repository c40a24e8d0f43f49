#!/usr/bin/python3
"""Makes the C interface from the public headers of C++.

    generate.py            writes the header, the sources and the description
    generate.py --check    fails where a public function has neither a counterpart nor a reason for having none, and
                           where a file differs from what would be written
    generate.py --list     prints the functions of C++ and their counterparts

Needs libclang and its Python module: python3-clang-14 in Debian 12.
"""

import argparse
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
sys.path.insert(0, HERE)

import comments  # noqa: E402
import emit_description  # noqa: E402
import emit_header  # noqa: E402
import emit_sources  # noqa: E402
import exceptions  # noqa: E402
import hand_written  # noqa: E402
import model as models  # noqa: E402
import names  # noqa: E402
from plan import Planner  # noqa: E402
from rules import Rules  # noqa: E402
from type_names import parse_type  # noqa: E402
from values import Unsupported  # noqa: E402


class Coverage:
    """What became of each public function of C++."""

    def __init__(self):
        self.generated = {}  # Signature to C name.
        self.excepted = {}   # Signature to reason.
        self.missing = {}    # Signature to the cause.


def find_exception(function, used):
    for pattern, reason in exceptions.EXCEPTIONS.items():
        if re.fullmatch(pattern, function.signature) or re.fullmatch(pattern, f"<{function.header}>"):
            used.add(pattern)
            return reason
    return None


def instance(function, vector):
    """Returns a template of vectors as a function of C of one type of them."""
    copy_of = names.instantiate(function, vector)
    copy_of.name_in_c = f"{names.snake(vector)}_{function.name.removesuffix('3')}"
    return copy_of


def instances(function):
    """Returns the functions that C has of one of C++."""
    key = (os.path.basename(function.header), function.name)
    if not function.is_template or key not in names.INSTANCES or function.owner is not None:
        return [function]
    return [instance(function, vector) for vector in names.INSTANCES[key]]


def plan_functions(model, rules):
    planner = Planner(rules)
    coverage = Coverage()
    plans, by_name, used = [], {}, set()
    by_hand = {signature: name for name, _, _, covers in hand_written.FUNCTIONS for signature in covers}
    for name in [name for name in names.DEFAULT_CONSTRUCTED if name in model.records]:
        model.functions.append(models.Function(name, name, "void", [], model.records[name].header, [],
                                               is_constructor=True))
    by_hand.update(names.COVERED)
    covered = set()
    for function in model.functions:
        signature = function.signature
        is_ours = function.header == models.ADAPTORS
        if signature in by_hand and not is_ours:
            covered.add(signature)
            coverage.generated[signature] = by_hand[signature]
            continue
        reason = find_exception(function, used)
        if reason is not None:
            coverage.excepted[signature] = reason
            continue
        try:
            variants = instances(function)
            if variants[0].is_template:
                raise Unsupported("template")
            for concrete in variants:
                plan = planner.plan(concrete)
                other = by_name.get(plan.name)
                if other is None:
                    by_name[plan.name] = plan
                    plans.append(plan)
                elif other.key() != plan.key():
                    raise Unsupported(f"its name, {plan.name}, which is that of {other.function.signature}")
        except (Unsupported, KeyError) as problem:
            coverage.missing[signature] = f"no rule for {problem}"
            continue
        if not is_ours:
            coverage.generated[signature] = plan.name
    made = {p.c for plan in plans for p in plan.parameters if p.role == "out"}
    made |= {c for _, parameters, _, _ in hand_written.FUNCTIONS for c, _, role in parameters if role == "out"}
    for name in names.OBJECTS:
        if f"Ds{name}*" not in made:
            coverage.missing[name] = "no function makes one"
    for pattern in set(exceptions.EXCEPTIONS) - used:
        coverage.missing[f"exception {pattern}"] = "it matches no function"
    for signature in set(by_hand) - covered:
        coverage.missing[signature] = f"{by_hand[signature]} stands for it, but there is no such function"
    return plans, coverage


def default_structs(structs, plans):
    """Returns the structs that functions take, with all that they consist of."""
    result = []

    def visit(name):
        if name in result or name in ("AnyShape", "PolygonWithActiveEdges", "FilterJoint"):
            return
        for _, value in structs.members(name):
            while hasattr(value, "inner"):
                value = value.inner
            if value.c.startswith("Ds") and value.c.removeprefix("Ds") in structs.order:
                visit(value.c.removeprefix("Ds"))
        result.append(name)

    for plan in plans:
        for parameter in plan.parameters:
            name = parameter.c.removeprefix("const ").removesuffix("*").removeprefix("Ds")
            if name in structs.order and parameter.c.startswith("const") and parameter.role in ("in", "optional"):
                visit(name)
    in_order = [n for n in structs.order if n in result]
    return [n for n in in_order if n not in names.VARIANTS and "Ds" + n not in structs.rules.wrapped and
            n not in names.MATHEMATICAL + ["ConvexCore"]]


def coverage_page(coverage, function_count):
    """Returns docs/c_interface.md with the numbers and the exceptions as they are."""
    with open(os.path.join(ROOT, "docs/c_interface.md"), encoding="utf-8") as file:
        page = file.read()
    mark = "<!-- Written by bindings/c/generator/generate.py from here on. -->\n"
    lines = ["", f"The interface has {function_count} functions. {len(coverage.generated)} public functions of C++ have a "
             f"counterpart,", f"{len(coverage.excepted)} have none, for these reasons:", "", "| functions of C++ | reason |",
             "|---|---|"]
    by_reason = {}
    for signature, reason in coverage.excepted.items():
        name = signature.split("(")[0].replace("|", "\\|")
        by_reason.setdefault(reason, []).append(f"`{name}`")
    for reason, found in by_reason.items():
        counts = {name: found.count(name) for name in found}
        text = ", ".join(name + (f" ({count})" if count > 1 else "") for name, count in counts.items())
        lines.append(f"| {text} | {reason} |")
    return page[:page.index(mark) + len(mark)] + "\n".join(lines) + "\n"


def make_files(model):
    names.OBJECTS[:] = [name for name in names.OBJECTS if name in model.records]
    rules = Rules(model)
    plans, coverage = plan_functions(model, rules)
    for signature in hand_written.CALLBACKS:
        rules.callback(parse_type(signature))
    structs = emit_header.Structs(rules, plans)
    comments.translate(model, plans, structs)
    defaults = default_structs(structs, plans)
    files = {"include/drystone/c/drystone.h":
             emit_header.emit_header(structs, rules, plans, defaults, hand_written, hand_written.preamble()),
             "generated/convert.h": emit_sources.emit_conversion_header(structs, rules),
             "generated/convert.cpp": emit_sources.emit_conversions(structs),
             "generated/defaults.cpp": emit_sources.emit_defaults(structs, defaults),
             "generated/layout.cpp": emit_sources.emit_layout(structs),
             "generated/object_kinds.h": emit_sources.emit_object_kinds(),
             "generated/objects.cpp": emit_sources.emit_objects()}
    groups = {}
    for plan in plans:
        stem = os.path.basename(plan.function.header).removesuffix(".h")
        module = "collision_" if "collision/" in plan.function.header else ""
        groups.setdefault(f"generated/{module}{stem}.cpp", []).append(plan)
    for file, members in groups.items():
        files[file] = emit_sources.emit_functions(members)
    files["generated/drystone.json"] = emit_description.emit(structs, rules, plans, defaults, coverage)
    function_count = len(emit_description.all_functions(plans, defaults, coverage)) + 4  # Of the preamble.
    files["../../docs/c_interface.md"] = coverage_page(coverage, function_count)
    return files, coverage


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    folders = [os.path.join(ROOT, "collision/include"), os.path.join(ROOT, "engine/include"),
               os.path.join(HERE, "..", "src")]
    model = models.Reader(ROOT, folders).read(models.ADAPTORS)
    files, coverage = make_files(model)
    failed = False
    for signature, cause in coverage.missing.items():
        print(f"{signature}: {cause}", file=sys.stderr)
        failed = True
    for file, text in files.items():
        path = os.path.join(HERE, "..", file)
        present = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if text == present:
            continue
        if options.check:
            print(f"{os.path.relpath(path, ROOT)} is out of date: run bindings/c/generator/generate.py", file=sys.stderr)
            failed = True
        else:
            with open(path, "w", encoding="utf-8") as output:
                output.write(text)
    for file in sorted(f for f in os.listdir(os.path.join(HERE, "..", "generated")) if f != ".clang-format"):
        if f"generated/{file}" not in files:
            if options.check:
                print(f"bindings/c/generated/{file} is left over", file=sys.stderr)
                failed = True
            else:
                os.remove(os.path.join(HERE, "..", "generated", file))
    if options.list:
        for signature, name in sorted(coverage.generated.items()):
            print(f"{signature}  ->  {name}")
    print(f"{len(coverage.generated)} functions of C++ have a counterpart in C, {len(coverage.excepted)} have none "
          f"for a reason, {len(coverage.missing)} are missing.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
