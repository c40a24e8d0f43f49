#!/usr/bin/python3
"""Times environments: steps a second on one core, with random actions, episodes that end included."""

import argparse
import time

from drystone import envs

KINDS = {"lander": envs.Lander, "walker": envs.Walker, "cart pole": envs.CartPole,
         "cart with a rope of 4": lambda **options: envs.CartPole(links=4, **options)}


def measure(make, count, seconds):
    """Returns steps a second of processor time, and the part of it that is the worlds' steps."""
    env = make(num_envs=count)
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(16)]
    for action in actions:
        env.step(action)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        env.step(actions[steps % 16])
        steps += 1
    rate = steps * count / (time.process_time() - start)
    alone, start = 0, time.process_time()
    while time.process_time() - start < seconds / 4:
        env.batch.step(env.time_step, env.sub_steps)
        alone += 1
    return rate, rate * (time.process_time() - start) / (alone * count)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, nargs="+", default=[32, 256])
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    for name, make in KINDS.items():
        for count in options.worlds:
            rate, part = measure(make, count, options.seconds)
            print(f"{name}, {count} worlds: {rate:,.0f} steps a second, {100 * part:.0f} % of the time in steps of the worlds")
