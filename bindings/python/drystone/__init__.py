"""Drystone: a 2D rigid-body physics engine.

>>> import drystone
>>> world = drystone.World(gravity=(0, -9.81))
>>> ground = world.create_body(type=drystone.BodyType.STATIC)
>>> line = world.create_shape(ground, drystone.Segment((-20, 0), (20, 0)))
>>> box = world.create_body(position=(0, 0.5))
>>> shape = world.create_shape(box, drystone.make_box(0.5, 0.5), density=1.0)
>>> for _ in range(60):
...     world.step(1 / 60)
>>> round(box.position.y, 2)
0.5

Classes, functions and values are those of the C++ library, which the manual describes. What is a definition there is a
class of values that do not change here; functions that take one also take its members as keywords. Quantities are in
metres, seconds, kilograms and radians.
"""

from ._complete import complete as _complete
from ._engine import *  # noqa: F403
from . import scene as scene
from ._film import Film as Film, film as film
from ._svg import Svg as Svg
from ._sweep import Grid as Grid, Sampler as Sampler, Table as Table, sweep as sweep

__version__ = "0.1.0"

_complete()
