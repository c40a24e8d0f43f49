#!/usr/bin/python3
"""Times what the module adds to the engine.

    bench.py            all figures

A step's time in C++ is what the engine measures of it, `World.profile.step`; in Python, what passes around the call.
Minima and medians of many, so that other programs matter less.
"""

import math
import statistics
import time

import numpy as np

import drystone as ds


def pyramid(rows):
    world = ds.World(sleeping=False)
    base = world.create_body(type=ds.BodyType.STATIC)
    world.create_shape(base, ds.make_box(200, 1, ds.Pose((0, -1))))
    square = ds.make_box(0.5, 0.5)
    for row in range(rows):
        for i in range(rows - row):
            world.create_shape(world.create_body(position=(i - 0.5 * (rows - row), 0.5 + row)), square)
    return world


def time_step(rows, steps=400):
    world = pyramid(rows)
    for _ in range(60):
        world.step(1 / 60)
    outside, inside = [], []
    for _ in range(steps):
        start = time.perf_counter()
        world.step(1 / 60)
        outside.append(1e3 * (time.perf_counter() - start))
        inside.append(world.profile.step)
    ratio = statistics.median(a / b for a, b in zip(outside, inside))
    print(f"step of {len(world.bodies) - 1} bodies: {min(outside):.4f} ms in Python, {min(inside):.4f} ms in C++ (minima); "
          f"{100 * (ratio - 1):.1f} % more (median)")


def fastest(function, rounds=300):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(1e6 * (time.perf_counter() - start))
    return f"{min(times):.1f} us (median {statistics.median(times):.1f})"


def time_arrays(count=10000):
    world = ds.World()
    for i in range(count):
        world.create_shape(world.create_body(position=(i % 100, i // 100)), ds.Circle(radius=0.4))
    numbers = world.body_numbers()
    poses, velocities = np.empty((count, 4), np.float32), np.empty((count, 3), np.float32)
    forces = np.zeros((count, 3), np.float32)
    print(f"{count} bodies: poses to an array that is there {fastest(lambda: world.poses(out=poses))}, "
          f"new {fastest(world.poses)}, by number {fastest(lambda: world.poses(numbers, poses))}")
    print(f"{count} bodies: velocities {fastest(lambda: world.velocities(out=velocities))}, set "
          f"{fastest(lambda: world.set_velocities(velocities), 20)}, forces "
          f"{fastest(lambda: world.apply_forces(forces), 20)}")
    body = world.bodies[5]
    print(f"one body: position {fastest(lambda: body.position, 5000)}, pose {fastest(lambda: body.pose, 5000)}")


def time_rays(count=1000):
    world = pyramid(30)
    angles = np.linspace(0, math.pi, count)
    rays = np.stack([40 * np.cos(angles), 40 * np.sin(angles)], axis=1)
    origins = np.zeros((count, 2)) + (0, 50)
    print(f"{count} rays by arrays: {fastest(lambda: world.cast_ray_arrays(origins, -rays), 50)}")


if __name__ == "__main__":
    for rows in (31, 10):
        time_step(rows)
    time_arrays()
    time_rays()
