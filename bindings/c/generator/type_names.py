"""Names of C++ types as trees: `std::optional<Vec2>` is a Type of name "optional" with one argument."""

import re


class Type:
    def __init__(self, name, arguments=(), is_const=False, mark="", parameters=None):
        self.name = name
        self.arguments = list(arguments)
        self.is_const = is_const
        self.mark = mark  # "&", "&&", "*" or nothing.
        self.parameters = parameters  # Those of a function's signature, whose result is `arguments[0]`.

    def plain(self):
        """Returns the type without reference, pointer and const."""
        return Type(self.name, self.arguments, parameters=self.parameters)

    def __str__(self):
        text = self.name
        if self.name == "()":
            text = f"{self.arguments[0]}({', '.join(map(str, self.parameters))})"
        elif self.arguments:
            text += "<" + ", ".join(map(str, self.arguments)) + ">"
        if self.is_const:
            text = "const " + text
        return text + (" " + self.mark if self.mark else "")

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


def split_outside(text, separator):
    """Splits at separators that are in no brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "<([":
            depth += 1
        elif c in ">)]":
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip()]


def parse_type(text):
    text = re.sub(r"\b(drystone|std|detail|adaptors)::", "", text)
    text = re.sub(r"\b(struct|class|enum|typename) ", "", text).strip()
    mark = ""
    match = re.search(r"\s*(&&|&|\*)$", text)
    if match:
        mark = match.group(1)
        text = text[:match.start()].strip()
    match = re.match(r"^(.*)\[(\w+)\]$", text)
    if match:
        return Type("array", [parse_type(match.group(1)), Type(match.group(2))], mark=mark)
    is_const = text.startswith("const ")
    if is_const:
        text = text[6:].strip()
    match = re.match(r"^([\w:]+)<(.*)>(::\w+)?$", text)
    if match and not match.group(3):
        arguments = [parse_type(a) for a in split_outside(match.group(2), ",")]
        return Type(match.group(1), arguments, is_const, mark)
    match = re.match(r"^([^()]+?)\s*\((.*)\)$", text)
    if match:
        parameters = [parse_type(a) for a in split_outside(match.group(2), ",")]
        return Type("()", [parse_type(match.group(1))], is_const, mark, parameters)
    return Type(text.replace("AabbTree::", ""), [], is_const, mark)
