"""Adds to the classes of the library what is easier said in Python: pickling and texts."""

from __future__ import annotations

from enum import EnumMeta
from typing import Any

from . import _engine as _typed_engine
from ._svg import draw

_engine: Any = _typed_engine


def _load_world(saved: bytes, threads: int) -> Any:
    return _engine.World.load(saved, threads=threads)


def _get_object(world: Any, handle: Any) -> Any:
    return world[handle]


def _restore_polygon(vertices: Any, radius: float) -> Any:
    return _engine._restore_polygon(vertices, radius)


def _restore_chain(points: Any, is_loop: bool, sides: Any, ghosts: Any) -> Any:
    return _engine._restore_chain(points, is_loop, sides, ghosts)


def _reduce_chain(self: Any) -> tuple[Any, ...]:
    ghosts = [None, None]
    if not self.is_loop:
        ghosts = [self.segment(0).ghost_before, self.segment(self.segment_count - 1).ghost_after]
    return _restore_chain, (self.points, self.is_loop, self.sides, ghosts)


def _add_value_methods(cls: Any, *members: str) -> None:
    """Adds repr, == and hash of a class that is its members."""

    def values(self: Any) -> tuple[Any, ...]:
        return tuple(tuple(v) if isinstance(v, list) else v for v in (getattr(self, m) for m in members))

    def describe(self: Any) -> str:
        return f"{cls.__name__}({', '.join(f'{m}={getattr(self, m)!r}' for m in members)})"

    cls.__repr__ = describe
    cls.__eq__ = lambda self, other: values(self) == values(other) if isinstance(other, cls) else NotImplemented
    cls.__hash__ = lambda self: hash(values(self))


def complete() -> None:
    """Adds all of it."""
    for thing in vars(_engine).values():
        if isinstance(thing, EnumMeta):
            setattr(thing, "__repr__", lambda self: f"{type(self).__name__}.{self.name}")
    _engine.World.__reduce__ = lambda self: (_load_world, (self.save(), self.threads))
    _engine.World.draw = draw
    _engine.World.__repr__ = lambda self: f"<World of {self.counters().bodies} bodies>"
    for reference in (_engine.Body, _engine.Shape, _engine.Joint, _engine.Chain, _engine.TileGrid, _engine.Field):
        reference.__reduce__ = lambda self: (_get_object, (self.world, self.id))
    _add_value_methods(_engine.Polygon, "vertices", "radius")
    _add_value_methods(_engine.ChainGeometry, "points", "is_loop", "sides")
    _add_value_methods(_engine.Ellipse, "half_width", "half_height")
    _add_value_methods(_engine.Superellipse, "half_width", "half_height", "exponent")
    _add_value_methods(_engine.ConvexCore, "points", "normals", "radius")
    _add_value_methods(_engine.SmallCore, "points", "radius")
    _engine.Polygon.__reduce__ = lambda self: (_restore_polygon, (self.vertices, self.radius))
    _engine.ChainGeometry.__reduce__ = _reduce_chain
    _engine.Ellipse.__reduce__ = lambda self: (_engine.Ellipse, (self.half_width, self.half_height))
    _engine.Superellipse.__reduce__ = lambda self: (
        _engine.Superellipse, (self.half_width, self.half_height, self.exponent))
