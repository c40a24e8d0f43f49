"""Model of the public C++ interface, read from the headers by libclang."""

import os
import re

import clang.cindex as cindex
from clang.cindex import CursorKind

from type_names import parse_type

# Functions of our own that stand for templates.
ADAPTORS = "adaptors.h"


class Parameter:
    def __init__(self, name, type_text, has_default):
        self.name = name
        self.type = parse_type(type_text)
        self.has_default = has_default


class Function:
    """A free function, a method or a constructor; `owner` is the name of its class or None."""

    def __init__(self, name, owner, result, parameters, header, comment, **flags):
        self.name = name
        self.owner = owner
        self.result = parse_type(result)
        self.parameters = parameters
        self.header = header
        self.comment = comment
        self.is_const = flags.get("is_const", False)
        self.is_static = flags.get("is_static", False)
        self.is_constructor = flags.get("is_constructor", False)
        self.is_template = flags.get("is_template", False)

    @property
    def signature(self):
        """Name by which tables of this generator refer to the function."""
        text = ", ".join(str(p.type) for p in self.parameters)
        name = f"{self.owner}::{self.name}" if self.owner else self.name
        return f"{name}({text})" + (" const" if self.is_const else "")


class Field:
    def __init__(self, name, type_text, comment):
        self.name = name
        self.type = parse_type(type_text)
        self.comment = comment


class Record:
    """A struct or a class."""

    def __init__(self, name, header, comment, bases):
        self.name = name
        self.header = header
        self.comment = comment
        self.bases = bases
        self.fields = []
        self.is_class = False
        self.size = 0
        self.cpp = name


class Enum:
    def __init__(self, name, header, comment, bits):
        self.name = name
        self.header = header
        self.comment = comment
        self.bits = bits
        self.values = []  # (name, value, comment)


class Model:
    def __init__(self):
        self.functions = []
        self.records = {}
        self.enums = {}
        self.aliases = {}
        self.alias_headers = {}


def public_headers(root):
    """Returns the headers that users include, as names between angle brackets, sorted."""
    result = []
    for module in ("collision", "engine"):
        base = os.path.join(root, module, "include")
        for folder, _, files in os.walk(base):
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), base)
                if "/detail/" not in name and name != "drystone/eigen.h":
                    result.append(name)
    return sorted(result)


def comment_lines(cursor):
    """Returns the text of a documentation comment as lines without their marks."""
    raw = cursor.raw_comment
    if not raw:
        return []
    lines = []
    for line in raw.splitlines():
        line = re.sub(r"^\s*///?<?\s?", "", line).rstrip()
        if line.startswith("@"):
            lines = []  # A group's heading belongs to all of its members.
            continue
        lines.append(line)
    while lines and not lines[0]:
        lines.pop(0)
    return lines


class Reader:
    def __init__(self, root, include_folders):
        self.root = root
        self.model = Model()
        self.include_folders = include_folders
        self.seen = set()

    def read(self, adaptors):
        source = "".join(f"#include <{name}>\n" for name in public_headers(self.root))
        return self.read_source(source + f'#include "{adaptors}"\n')

    def read_source(self, source):
        arguments = ["-std=c++20", "-xc++"] + [f"-I{folder}" for folder in self.include_folders]
        unit = cindex.Index.create().parse("all.cpp", args=arguments, unsaved_files=[("all.cpp", source)])
        errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise SystemExit("\n".join(["The headers do not compile:"] + errors))
        self.walk(unit.cursor)
        return self.model

    def header_of(self, cursor):
        file = cursor.location.file
        if file is None:
            return None
        path = os.path.realpath(file.name)
        for folder in self.include_folders:
            if path.startswith(os.path.realpath(folder) + os.sep):
                return os.path.relpath(path, os.path.realpath(folder))
        return None

    def walk(self, cursor):
        for child in cursor.get_children():
            kind = child.kind
            if kind == CursorKind.NAMESPACE and child.spelling in ("drystone", "adaptors"):
                self.walk(child)
                continue
            header = self.header_of(child)
            if header is None:
                continue
            if kind in (CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL) and child.is_definition():
                self.add_record(child, header, "")
            elif kind == CursorKind.CLASS_TEMPLATE and child.is_definition():
                self.add_methods(child, header, child.spelling)
            elif kind in (CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE):
                if child.semantic_parent.kind == CursorKind.NAMESPACE:  # Else the definition of a method.
                    self.add_function(child, header, None)
            elif kind == CursorKind.ENUM_DECL:
                self.add_enum(child, header)
            elif kind == CursorKind.TYPE_ALIAS_DECL:
                self.model.aliases[child.spelling] = parse_type(child.underlying_typedef_type.spelling)
                self.model.alias_headers[child.spelling] = header

    def add_enum(self, cursor, header):
        bits = 8 * cursor.enum_type.get_size()
        enum = Enum(cursor.spelling, header, comment_lines(cursor), bits)
        for value in cursor.get_children():
            enum.values.append((value.spelling, value.enum_value, comment_lines(value)))
        self.model.enums[enum.name] = enum

    def add_record(self, cursor, header, prefix):
        bases = [parse_type(c.type.spelling) for c in cursor.get_children()
                 if c.kind == CursorKind.CXX_BASE_SPECIFIER]
        name = prefix + cursor.spelling
        record = Record(name, header, comment_lines(cursor), bases)
        record.size = cursor.type.get_size()
        if header == ADAPTORS:
            record.cpp = "adaptors::" + name
        private = False
        for member in cursor.get_children():
            if member.kind == CursorKind.FIELD_DECL:
                if member.access_specifier == cindex.AccessSpecifier.PUBLIC:
                    record.fields.append(Field(member.spelling, member.type.spelling, comment_lines(member)))
                else:
                    private = True
            elif (member.kind == CursorKind.STRUCT_DECL and member.is_definition() and
                  member.access_specifier == cindex.AccessSpecifier.PUBLIC):
                self.add_record(member, header, name)
                self.model.records[name + member.spelling].cpp = f"{name}::{member.spelling}"
                self.model.aliases[member.spelling] = parse_type(name + member.spelling)
            elif (member.kind == CursorKind.TYPE_ALIAS_DECL and
                  member.access_specifier == cindex.AccessSpecifier.PUBLIC):
                self.model.aliases[member.spelling] = parse_type(member.underlying_typedef_type.spelling)
        record.is_class = private or cursor.kind == CursorKind.CLASS_DECL
        self.model.records[name] = record
        self.add_methods(cursor, header, name)

    def add_methods(self, cursor, header, owner):
        for member in cursor.get_children():
            if member.access_specifier != cindex.AccessSpecifier.PUBLIC:
                continue
            if member.kind in (CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE,
                               CursorKind.CONVERSION_FUNCTION):
                self.add_function(member, header, owner)

    def add_function(self, cursor, header, owner):
        tokens = [t.spelling for t in cursor.get_tokens()]
        if tokens[-2:] == ["=", "delete"] or tokens[-3:-1] == ["=", "delete"]:
            return
        parameters = []
        for argument in cursor.get_children():
            if argument.kind == CursorKind.PARM_DECL:
                has_default = "=" in [t.spelling for t in argument.get_tokens()]
                parameters.append(Parameter(argument.spelling, argument.type.spelling, has_default))
        comment = comment_lines(cursor)
        function = Function(
            cursor.spelling, owner, cursor.result_type.spelling, parameters, header, comment,
            is_const=cursor.is_const_method(), is_static=cursor.is_static_method(),
            is_constructor=cursor.kind == CursorKind.CONSTRUCTOR or
            (cursor.kind == CursorKind.FUNCTION_TEMPLATE and cursor.spelling.split("<")[0] == owner),
            is_template=cursor.kind == CursorKind.FUNCTION_TEMPLATE or
            cursor.semantic_parent.kind == CursorKind.CLASS_TEMPLATE)
        key = (function.signature, function.is_template, header if function.is_template else "")
        if key in self.seen:  # A declaration and its definition.
            return
        self.seen.add(key)
        self.model.functions.append(function)
