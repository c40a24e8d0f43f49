"""Reads the public headers of all libraries: those of the C interface's generator, with defaults, and scene files."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "bindings", "c", "generator"))

import model as models  # noqa: E402
import names as c_names  # noqa: E402,F401
from clang.cindex import CursorKind  # noqa: E402

SCENE_HEADERS = ["description", "text", "world", "import"]


class Reader(models.Reader):
    """Keeps the text of default arguments, as `default` of a parameter."""

    namespaces = ("drystone", "adaptors")
    source = None  # Text of the source that includes the headers, instead of all.

    def add_function(self, cursor, header, owner):
        before = len(self.model.functions)
        super().add_function(cursor, header, owner)
        if len(self.model.functions) == before:
            return
        arguments = [c for c in cursor.get_children() if c.kind == CursorKind.PARM_DECL]
        for parameter, argument in zip(self.model.functions[-1].parameters, arguments, strict=True):
            tokens = [t.spelling for t in argument.get_tokens()]
            parameter.default = " ".join(tokens[tokens.index("=") + 1:]) if "=" in tokens else None


class SceneReader(Reader):
    """Reads the namespace of scene files alone."""

    def walk(self, cursor):
        for child in cursor.get_children():
            if child.kind == CursorKind.NAMESPACE and child.spelling == "drystone":
                self.walk(child)
            elif child.kind == CursorKind.NAMESPACE and child.spelling == "scene":
                super().walk(child)


def read():
    """Returns the model of collision and engine, and that of scene files."""
    folders = [os.path.join(ROOT, folder) for folder in
               ("collision/include", "engine/include", "scene/include", "bindings/c/src")]
    source = "".join(f"#include <{name}>\n" for name in models.public_headers(ROOT))
    main = Reader(ROOT, folders).read_source(source + f'#include "{models.ADAPTORS}"\n')
    source = "".join(f"#include <drystone/scene/{name}.h>\n" for name in SCENE_HEADERS)
    return main, SceneReader(ROOT, folders).read_source(source)
