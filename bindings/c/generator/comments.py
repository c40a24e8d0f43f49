"""Puts the comments of the C++ headers into the terms of C."""

import collections
import re

import names


ERRORS = [("Throws `Error`", "Gives DS_ERROR_ARGUMENT"), ("throws `Error`", "gives DS_ERROR_ARGUMENT"),
          ("throw `Error`", "give DS_ERROR_ARGUMENT"), ("`Error`", "DS_ERROR_ARGUMENT")]


def cpp_names(plans, structs):
    """Returns the names of C by those of C++ as comments write them."""
    result = {}
    count = collections.Counter(plan.function.name for plan in plans)
    for plan in plans:
        function = plan.function
        if function.owner is None:
            if count[function.name] == 1:  # Else it may mean another.
                result[function.name] = plan.name
            continue
        result.setdefault(f"{function.owner}::{function.name}", plan.name)
        if function.owner.startswith("Const"):
            result.setdefault(f"{function.owner.removeprefix('Const')}::{function.name}", plan.name)
    for name in structs.order + structs.enums + names.OBJECTS + names.HANDLES:
        result[name] = "Ds" + name
    for name in structs.order:
        if name not in names.VARIANTS:
            result.update({f"{name}::{member}": f"Ds{name}.{member}" for member, _ in structs.members(name)})
    for enum in structs.enums:
        prefix = "DS_" + names.snake(enum).upper()
        for value, _, _ in structs.model.enums[enum].values:
            result[f"{enum}::{value}"] = f"{prefix}_{names.snake(value)}".upper()
    return result


def translate(model, plans, structs):
    """Changes the comments of all that C has."""
    table = cpp_names(plans, structs)

    def in_c(match):
        return "`" + table.get(match.group(1), match.group(1)) + "`"

    def change(lines):
        for i, line in enumerate(lines):
            line = re.sub(r"`([\w:]+)`", in_c, line)
            for word, instead in ERRORS:
                line = line.replace(word, instead)
            lines[i] = line

    for plan in plans:
        change(plan.function.comment)
    for record in model.records.values():
        change(record.comment)
        for field in record.fields:
            change(field.comment)
    for enum in model.enums.values():
        change(enum.comment)
        for _, _, comment in enum.values:
            change(comment)
