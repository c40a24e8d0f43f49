"""Ten scenes that together use most of a world: shapes, joints, chains, fields, sensors, fast bodies."""

from __future__ import annotations

import math

import drystone as ds

STATIC, KINEMATIC = ds.BodyType.STATIC, ds.BodyType.KINEMATIC


def ground(world: ds.World, half_width: float = 40.0) -> ds.Body:
    body = world.create_body(type=STATIC)
    world.create_shape(body, ds.make_box(half_width, 0.5, ds.Pose((0, -0.5))))
    return body


def box(world: ds.World, x: float, y: float, half: float = 0.5) -> ds.Body:
    body = world.create_body(position=(x, y))
    world.create_shape(body, ds.make_box(half, half))
    return body


def pyramid(world: ds.World) -> None:
    ground(world)
    for row in range(12):
        for i in range(12 - row):
            box(world, i - 0.5 * (12 - row), 0.5 + row)


def pile(world: ds.World) -> None:
    ground(world)
    shapes: list[ds.ShapeGeometry] = [
        ds.Circle(radius=0.4), ds.Capsule((-0.4, 0), (0.4, 0), 0.2), ds.make_regular_polygon(5, 0.5),
        ds.make_rounded_box(0.3, 0.2, 0.1)]
    for i in range(60):
        body = world.create_body(position=(0.3 * math.fmod(i * 0.7, 5.0), 1 + 0.9 * i), angle=0.1 * i)
        world.create_shape(body, shapes[i % 4], material=ds.Material(friction=0.1 * (i % 7), restitution=0.3))


def bridge(world: ds.World) -> None:
    base = ground(world)
    last, offset = base, ds.Vec2(-10, 5)
    for i in range(20):
        plank = world.create_body(position=(-9.5 + i, 5))
        world.create_shape(plank, ds.make_box(0.5, 0.1))
        world.create_joint(last, plank, ds.RevoluteJoint(offset, (-0.5, 0)))
        last, offset = plank, ds.Vec2(0.5, 0)
    world.create_joint(last, base, ds.RevoluteJoint(offset, (10, 5)))
    for i in range(6):
        box(world, -3 + i, 8, 0.4)


def mechanisms(world: ds.World) -> None:
    base = ground(world)
    joints: list[ds.JointDefinition] = [
        ds.WheelJoint((-6, 4), motor=ds.JointMotor(3, 5)), ds.PrismaticJoint((-3, 4), limit=ds.JointLimit(-1, 1)),
        ds.WeldJoint((0, 4), angular_spring=ds.JointSpring(2)), ds.DistanceJoint((3, 6), length=2),
        ds.MotorJoint((6, 4), maximum_force=20, maximum_torque=5), ds.FrictionJoint((9, 4), maximum_force=3)]
    for i, joint in enumerate(joints):
        world.create_joint(base, box(world, -6 + 3 * i, 4), joint)
    a, b = box(world, -9, 8), box(world, -9, 6)
    first = world.create_joint(base, a, ds.RevoluteJoint((-9, 8), motor=ds.JointMotor(1, 50)))
    second = world.create_joint(base, b, ds.RevoluteJoint((-9, 6)))
    world.create_joint(ds.GearJoint(first, second, 2))
    world.create_joint(ds.RopeJoint([ds.RopePoint(base, (12, 9)), ds.RopePoint(b, (0, 0))], 22))


def terrain(world: ds.World) -> None:
    body = world.create_body(type=STATIC)
    points = [(20 - i, 1.5 * math.sin(0.5 * i)) for i in range(40)]
    world.create_chain(body, points=points, materials=[ds.Material(friction=0.9)])
    for i in range(10):
        box(world, -8 + 1.7 * i, 5, 0.3)


def paddle(world: ds.World) -> None:
    ground(world)
    arm = world.create_body(type=KINEMATIC, position=(0, 3), angular_velocity=1.5)
    world.create_shape(arm, ds.make_box(3, 0.2))
    for i in range(20):
        box(world, -4 + 0.4 * i, 6 + i % 3, 0.25)


def bullets(world: ds.World) -> None:
    base = ground(world)
    world.create_shape(base, ds.Segment((10, 0), (10, 20)))
    for i in range(8):
        body = world.create_body(position=(-10, 1 + i), linear_velocity=(200 + 10 * i, 0), bullet=i % 2 == 0)
        world.create_shape(body, ds.Circle(radius=0.15), hit_events=True)
    for i in range(8):
        box(world, 5, 0.5 + i)


def water(world: ds.World) -> None:
    ground(world)
    world.create_field(kind=ds.BuoyancyField(density=1.5, surface=ds.FluidSurface((0, 4))),
                       region=ds.make_box(20, 5))
    for i in range(12):
        box(world, -6 + i, 8, 0.3)


def outlines(world: ds.World) -> None:
    base = ground(world)
    world.create_outline(base, [(-4, 0), (4, 0), (4, 3), (2, 1), (-2, 1), (-4, 3)])
    for i in range(10):
        body = world.create_body(position=(-2 + 0.5 * i, 6))
        world.create_shape(body, ds.make_regular_polygon(7, 0.4))


def custom_shapes(world: ds.World) -> None:
    ground(world)
    for i in range(10):
        body = world.create_body(position=(-2 + 0.5 * i, 2 + 0.3 * i))
        world.create_shape(body, ds.CustomShape(ds.Ellipse(0.5, 0.3)))


def planet(world: ds.World) -> None:
    world.gravity = (0, 0)
    world.create_field(kind=ds.RadialField(strength=60))
    core = world.create_body(type=STATIC)
    world.create_shape(core, ds.Circle(radius=2))
    for i in range(16):
        angle = 2 * math.pi * i / 16
        box(world, 6 * math.cos(angle), 6 * math.sin(angle), 0.3)


SCENES = [pyramid, pile, bridge, mechanisms, terrain, paddle, bullets, water, outlines, planet]
