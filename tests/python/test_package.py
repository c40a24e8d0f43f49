"""Docstrings, type hints and what there is."""

import doctest
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import drystone as ds

FOLDER = Path(ds.__file__).parent
MODULES = ["drystone"] + [f"drystone.{f.stem}" for f in FOLDER.glob("[a-z]*.py")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_what_there_is_has_a_docstring():
    missing = []
    for name, thing in vars(ds).items():
        if name.startswith("_") or inspect.ismodule(thing) or not hasattr(thing, "__module__"):
            continue
        if inspect.isclass(thing) or callable(thing):
            if not (thing.__doc__ or "").strip() and thing.__module__ == "drystone":
                missing.append(name)
    assert len(missing) <= 0, missing


@pytest.mark.skipif("DRYSTONE_SKIP_MYPY" in os.environ, reason="DRYSTONE_SKIP_MYPY")
def test_hints_are_right():
    """mypy finds no fault with the package and these tests, and their names are those of the module."""
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-warn-unused-ignores", "--cache-dir", os.devnull]
    if subprocess.run(mypy + ["--version"], capture_output=True).returncode != 0:
        pytest.skip("no mypy")
    environment = dict(os.environ, MYPYPATH=str(FOLDER.parent))
    scenes = Path(__file__).with_name("scenes.py")
    done = subprocess.run(mypy + ["-p", "drystone"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout
    done = subprocess.run(mypy + [str(scenes)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout


def test_hints_have_all_names():
    import ast
    tree = ast.parse((FOLDER / "_engine" / "__init__.pyi").read_text())
    hinted = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            hinted[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)} | \
                {t.id for n in node.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)} | \
                {n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
        elif isinstance(node, ast.FunctionDef):
            hinted[node.name] = set()
    engine = importlib.import_module("drystone._engine")
    names = {n for n in vars(engine) if not n.startswith("_")} - {"scene", "UNLIMITED", "pi", "NO_ENTRY"}
    assert names - set(hinted) == set() and set(hinted) - names == {"_Settable"}
    for name in names:
        thing = getattr(engine, name)
        if inspect.isclass(thing):
            members = {n for n in vars(thing) if not n.startswith("_")}
            assert members - hinted[name] == set(), name
