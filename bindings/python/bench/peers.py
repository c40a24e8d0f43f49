#!/usr/bin/python3
"""Times other engines and environments beside this module, those that are installed.

    peers.py            on one core: a step of a pyramid in pymunk, and the landers and walkers of Gymnasium and EnvPool

None of them is needed by the module; `pip install pymunk gymnasium box2d envpool` into a virtual environment that sees it
installs them. Processor time, so that other programs matter less; random actions, episodes that end included.
"""

import argparse
import importlib
import time

import numpy as np

import drystone as ds
from drystone import envs


def load(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed")
        return None


def fastest_step(step, count=300):
    times = []
    for _ in range(count):
        start = time.process_time()
        step()
        times.append(1e3 * (time.process_time() - start))
    return f"{min(times):.3f} ms (median {np.median(times):.3f})"


def pyramid(rows):
    """Returns the places of a pyramid's boxes of 1 m."""
    return [(i - 0.5 * (rows - row), 0.5 + row) for row in range(rows) for i in range(rows - row)]


def time_pyramids(rows):
    world = ds.World(sleeping=False)
    world.create_shape(world.create_body(type=ds.BodyType.STATIC), ds.make_box(200, 1, ds.Pose((0, -1))))
    for place in pyramid(rows):
        world.create_shape(world.create_body(position=place), ds.make_box(0.5, 0.5))
    print(f"pyramid of {len(world.bodies) - 1} boxes, a step: drystone {fastest_step(lambda: world.step(1 / 60))}")
    pymunk = load("pymunk")
    if pymunk is None:
        return
    space = pymunk.Space()
    space.gravity, space.iterations = (0, -10), 10
    space.add(pymunk.Poly(space.static_body, [(-200, -2), (200, -2), (200, 0), (-200, 0)]))
    for place in pyramid(rows):
        body = pymunk.Body(1, pymunk.moment_for_box(1, (1, 1)))
        body.position = place
        shape = pymunk.Poly.create_box(body, (1, 1))
        shape.friction = 0.6
        space.add(body, shape)
    print(f"pymunk {pymunk.version}, 10 iterations, the same: {fastest_step(lambda: space.step(1 / 60))}")


def rate(step, worlds, seconds):
    """Returns steps of worlds in a second of processor time."""
    step(0)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        step(count)
        count += 1
    return f"{count * worlds / (time.process_time() - start):,.0f} steps a second"


def time_ours(make, worlds, seconds):
    env = make(num_envs=worlds)
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(16)]
    return rate(lambda i: env.step(actions[i % 16]), worlds, seconds)


def time_gymnasium(gymnasium, name, seconds):
    env = gymnasium.make(name)
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(16)]

    def step(i):
        _, _, terminated, truncated, _ = env.step(actions[i % 16])
        if terminated or truncated:
            env.reset()

    return rate(step, 1, seconds)


def time_envpool(envpool, name, worlds, seconds):
    env = envpool.make(name, env_type="gymnasium", num_envs=worlds, num_threads=1)
    env.reset()
    actions = [np.array([env.action_space.sample() for _ in range(worlds)]) for _ in range(16)]
    return rate(lambda i: env.step(actions[i % 16]), worlds, seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    time_pyramids(31)
    gymnasium, envpool = load("gymnasium"), load("envpool")
    for title, make, name in (("lander", envs.Lander, "LunarLander-v3"), ("walker", envs.Walker, "BipedalWalker-v3")):
        print(f"{title}: drystone, {options.worlds} worlds, {time_ours(make, options.worlds, options.seconds)}")
        if gymnasium is not None:
            print(f"  {name}, gymnasium {gymnasium.__version__}: {time_gymnasium(gymnasium, name, options.seconds)}")
        if envpool is not None:
            found = time_envpool(envpool, name, options.worlds, options.seconds)
            print(f"  {name}, envpool {envpool.__version__}, {options.worlds} worlds, one thread: {found}")
