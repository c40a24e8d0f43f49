"""Scene files, and imports of other programs' scenes.

A description holds all definitions of a world or of a part of one, with names and user properties; a scene file is the
text of one.

>>> import drystone
>>> from drystone import scene
>>> world = drystone.World()
>>> crate = world.create_body(position=(0, 2), name="crate")
>>> shape = world.create_shape(crate, drystone.make_box(0.5, 0.5))
>>> text = scene.format(scene.describe(world))
>>> other = drystone.World()
>>> loaded = scene.load(other, scene.parse(text))
>>> other[loaded.body("crate")].position
Vec2(0.0, 2.0)
"""

from ._engine.scene import *  # noqa: F403
