"""The comments of the headers as docstrings."""

import re

import py_types
import tables


def table(types):
    """Returns the names of Python by those that comments use, where they differ."""
    names = {}
    for model in (types.main, types.scene):
        for enum in model.enums.values():
            for value, _, _ in enum.values:
                names[f"{enum.name}::{value}"] = f"{enum.name}.{py_types.enum_member(value)}"
    return names


def in_python(text, names):
    def name(match):
        word = match.group(1)
        if word in names:
            return f"`{names[word]}`"
        parts = [py_types.python_class(part) for part in word.split("::")]
        return f"`{'.'.join(part for part in parts if part not in ('drystone', 'detail'))}`"

    text = re.sub(r"`([\w:]+)`", name, text)
    text = re.sub(r"\b([Tt])hrows? `Error`", lambda m: ("Raises" if m.group(1) == "T" else "raises") + " `Error`", text)
    text = text.replace("`nullptr`", "None").replace("std::numeric_limits<float>::max()", "the largest float")
    return re.sub(r"\\param\s+(\w+)", r"`\1`:", text)


def docstring(lines, names):
    """Returns the text of a comment; programs in it are in C++, and are left out."""
    kept = []
    for line in lines:
        if line.startswith("    "):
            continue
        kept.append(line)
    text = "\n".join(kept)
    text = re.sub(r"\n{2,}", "\n\n", text).strip()
    return in_python(text, names)


def literal(text):
    """Returns a string literal of C++."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    pieces = [escaped[i:i + 90] for i in range(0, len(escaped), 90)]
    # An escape may not be cut.
    joined, result = "", []
    for piece in pieces:
        joined += piece
        if not joined.endswith("\\"):
            result.append(joined)
            joined = ""
    if joined:
        result.append(joined)
    return " ".join(f'"{piece}"' for piece in result) or '""'
