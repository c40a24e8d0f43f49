#!/usr/bin/python3
"""Makes random calls of the module, valid ones and misuse, after its type hints: nothing may crash.

    random_calls.py [CALLS [SEED]]

Objects are kept in pools by class, dead and alive, and outlive their worlds. Arguments are of the types that the hints
say, or, now and then, anything. Callbacks call the module themselves and raise exceptions. Prints how many calls gave a
result and which functions never did.
"""

from __future__ import annotations

import ast
import enum
import gc
import inspect
import os
import random
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import numpy as np

import drystone as ds

STUBS = Path(ds.__file__).parent / "_engine" / "__init__.pyi"
# They wait, write where they are told, or take any time.
SKIPPED = {"set_error_handler", "write_file", "run"}
POOL_SIZE = 12


class Signature:
    """A function: its name, its class or None, and the annotations of its parameters."""

    def __init__(self, owner: str | None, node: ast.FunctionDef, kind: str) -> None:
        self.owner, self.name, self.kind = owner, node.name, kind
        arguments = node.args.args[1:] if kind in ("method", "init") else node.args.args
        self.parameters = [(a.arg, a.annotation) for a in arguments]
        self.keywords = [(a.arg, a.annotation) for a in node.args.kwonlyargs]
        self.required = len(self.parameters) - len(node.args.defaults)

    @property
    def label(self) -> str:
        return f"{self.owner}.{self.name}" if self.owner else self.name


def read_stubs() -> tuple[list[Signature], dict[str, ast.expr], dict[str, list[tuple[str, ast.expr]]]]:
    """Returns functions, aliases of types, and properties that may be set."""
    signatures, aliases, settable = [], {}, {}
    for node in ast.parse(STUBS.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name not in SKIPPED:
            signatures.append(Signature(None, node, "function"))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            aliases[node.targets[0].id] = node.value
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in ("Error", "BusyError"):
            for member in node.body:
                if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                    taken = member.annotation.slice.elts[1]  # type: ignore[attr-defined]
                    settable.setdefault(node.name, []).append((member.target.id, taken))
                if not isinstance(member, ast.FunctionDef) or member.name in SKIPPED:
                    continue
                marks = [ast.unparse(d) for d in member.decorator_list]
                if any(mark.endswith(".setter") for mark in marks):
                    settable.setdefault(node.name, []).append((member.name, member.args.args[1].annotation))
                elif "property" in marks:
                    signatures.append(Signature(node.name, member, "property"))
                elif "staticmethod" in marks:
                    signatures.append(Signature(node.name, member, "static"))
                else:
                    kind = "init" if member.name == "__init__" else "method"
                    signatures.append(Signature(node.name, member, kind))
    return signatures, aliases, settable


class Caller:
    def __init__(self, seed: int, folder: str) -> None:
        self.random, self.folder = random.Random(seed), folder
        self.signatures, self.aliases, self.settable = read_stubs()
        self.pools: dict[str, list[Any]] = {}
        self.succeeded: dict[str, int] = {s.label: 0 for s in self.signatures}
        self.done = self.failed = self.depth = 0

    def keep(self, value: Any) -> None:
        if isinstance(value, (list, tuple)) and value:
            value = self.random.choice(value)
        pool = self.pools.setdefault(type(value).__name__, [])
        # Few worlds, so that objects and worlds often fit.
        size = 2 if isinstance(value, ds.World) else POOL_SIZE
        if len(pool) < size:
            pool.append(value)
        else:
            pool[self.random.randrange(size)] = value

    def anything(self) -> Any:
        pools = list(self.pools.values())
        choices = [None, True, -1, 2**64, 1e308, float("nan"), "text", b"bytes", (1,), [1, 2, 3], {}, object(),
                   np.zeros((2, 3)), np.zeros((0, 2), np.float32), np.array(["a"]), lambda *a: None, ds.World, ds]
        if pools and self.random.random() < 0.5:
            return self.random.choice(self.random.choice(pools))
        return self.random.choice(choices)

    def number(self) -> float:
        r = self.random
        return r.choice([0.0, 1.0, 0.5, r.uniform(-2, 2), r.uniform(0, 1), r.uniform(-30, 30), r.choice(
            [-1.0, 1e-30, 1e30, float("inf"), float("nan")]) if r.random() < 0.15 else r.uniform(0.1, 3)])

    def callback(self, result: ast.expr) -> Any:
        kind = self.random.random()

        def call(*arguments: Any) -> Any:
            if kind < 0.1:
                raise LookupError("from a callback")
            if kind < 0.3 and self.depth < 2:
                self.call()
            if kind > 0.95:
                return object()
            return self.value(result)

        return call

    def value(self, annotation: ast.expr | None) -> Any:
        """Returns a value of an annotation."""
        r = self.random
        if annotation is None or r.random() < 0.02:
            return self.anything()
        if isinstance(annotation, ast.BinOp):
            return self.value(r.choice([annotation.left, annotation.right]))
        if isinstance(annotation, ast.Constant):
            return None
        if isinstance(annotation, ast.Subscript):
            name, inner = ast.unparse(annotation.value), annotation.slice
            if name in ("Sequence", "list", "tuple"):
                element = inner.elts[0] if isinstance(inner, ast.Tuple) else inner
                return [self.value(element) for _ in range(r.choice([0, 1, 2, 2, 3, 4, 8]))]
            if name == "Callable":
                return self.callback(inner.elts[1])  # type: ignore[attr-defined]
            if name == "NDArray":
                shape = r.choice([(2,), (3,), (4, 2), (4, 3), (1, 4), (0, 2), (2, 2, 2), (2, 6, 3),
                                  (2, 1, 4), (2, 1)])
                return np.array([self.number() for _ in range(int(np.prod(shape)))]).reshape(shape)
            return {}
        name = ast.unparse(annotation)
        if name in self.aliases:
            return self.value(self.aliases[name])
        if name == "float":
            return self.number()
        if name == "int":
            return r.choice([0, 1, 2, 3, r.randrange(60), r.choice([-1, 255, 1000, 2**40, 2**64])
                             if r.random() < 0.1 else 4])
        if name == "bool":
            return r.random() < 0.5
        if name == "str":
            return r.choice(["", "a", os.path.join(self.folder, r.choice("abc"))])
        if name == "bytes":
            return r.choice([b"", b"x", *self.pools.get("bytes", [])])
        if name in ("Any", "object"):
            return self.anything()
        pool = self.pools.get(name)
        if pool and r.random() < 0.8:
            return r.choice(pool)
        cls = getattr(ds, name, None)
        if inspect.isclass(cls) and issubclass(cls, enum.Enum):
            return r.choice(list(cls))
        made = [s for s in self.signatures if s.owner == name and s.kind == "init"]
        if made and self.depth < 4:
            self.depth += 1
            try:
                arguments = self.arguments(r.choice(made))
                self.tell(name, arguments)
                return cls(**arguments)  # type: ignore[misc]
            except Exception:  # noqa: BLE001
                pass
            finally:
                self.depth -= 1
        return r.choice(pool) if pool else self.anything()

    def tell(self, label: str, arguments: Any) -> None:
        """Prints a call before it is made, to find the one that crashes."""
        if "DRYSTONE_TELL_CALLS" in os.environ:
            print(label, arguments, flush=True)

    def arguments(self, signature: Signature) -> dict[str, Any]:
        r = self.random
        count = r.randint(signature.required, len(signature.parameters))
        chosen = signature.parameters[:count] + [k for k in signature.keywords if r.random() < 3 / len(signature.keywords)]
        return {name: self.value(annotation) for name, annotation in chosen}

    def call(self) -> None:
        r = self.random
        signature = r.choice(self.signatures)
        if signature.kind == "property":  # Most functions are properties.
            signature = r.choice(self.signatures)
        self.depth += 1
        self.done += 1
        try:
            result: Any = None
            if signature.kind in ("method", "property"):
                pool = self.pools.get(signature.owner or "")
                target = r.choice(pool) if pool else self.value(ast.Name(signature.owner))
                settable = self.settable.get(signature.owner or "", [])
                if settable and r.random() < 0.2:
                    name, annotation = r.choice(settable)
                    setattr(target, name, self.value(annotation))
            elif signature.kind == "static":
                target = getattr(ds, signature.owner or "")
            else:
                target = ds
            if signature.kind == "property":
                self.tell(signature.label, target)
                result = getattr(target, signature.name)
            else:
                arguments = self.arguments(signature)
                self.tell(signature.label, arguments)
                name = (signature.owner or "") if signature.kind == "init" else signature.name
                result = getattr(target, name)(**arguments)
            self.succeeded[signature.label] += 1
            self.keep(result)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # noqa: BLE001
            self.failed += 1
        finally:
            self.depth -= 1

    def scene(self) -> None:
        """Puts a world with some bodies into the pools, and drops another."""
        world = ds.World(threads=self.random.choice([1, 1, 2]))
        ground = world.create_body(type=ds.BodyType.STATIC)
        world.create_shape(ground, ds.make_box(10, 1))
        for i in range(4):
            body = world.create_body(position=(i - 2, 2))
            self.keep(world.create_shape(body, ds.make_box(0.5, 0.5), hit_events=True))
            self.keep(body)
            self.keep(world.create_joint(ground, body, ds.DistanceJoint(length=3)))
        for _ in range(30):
            world.step(1 / 60)
        self.keep(world)
        self.keep(world.contact_begins)
        chain = world.create_chain(ground, points=[(5, 5), (0, 6), (-5, 5)])
        self.keep(chain)
        self.keep(world.create_field(kind=ds.WindField(velocity=(1, 0))))
        self.keep(ds.DynamicMover(world, body=body))
        self.keep(world.create_tile_grid(width=4, height=4, types=[ds.TileType()], cells=[1, 0, 1, 1] * 4))
        batch = ds.WorldBatch(world, 2, contacts=self.random.random() < 0.5, threads=self.random.choice([1, 2]))
        self.keep(batch)
        self.keep(batch[1])


def main() -> int:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        # Relative paths among the arguments end in the folder, too.
        os.chdir(folder)
        caller = Caller(seed, folder)
        while caller.done < calls:
            if caller.done % 50 == 0:
                caller.scene()
            if caller.done % 500 == 0:
                gc.collect()
            if caller.done % 97 == 0:
                # Another thread uses the same objects meanwhile.
                thread = threading.Thread(target=lambda: [caller.call() for _ in range(5)])
                thread.start()
                caller.call()
                thread.join()
            caller.call()
    never = sorted(label for label, count in caller.succeeded.items() if count == 0)
    print(f"{caller.done} calls, {caller.done - caller.failed} with a result; {len(never)} of {len(caller.succeeded)} "
          f"functions had none: {', '.join(never[:100])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
