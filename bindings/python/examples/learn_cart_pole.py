#!/usr/bin/python3
"""Learns to balance the pole of `CartPole`, by the cross-entropy method with NumPy alone.

A policy is a linear function of the observation: it pushes to the side of its sign. Each round tries `--tries` policies,
one in each world, keeps the best eighth, and draws the next ones around their mean. A policy's score is the length of its
episode, 500 steps at most.
"""

import argparse
import time

import numpy as np

from drystone import envs


def scores(env, weights, seed):
    """Returns the length of one episode for each row of weights."""
    observations, _ = env.reset(seed=seed)
    lengths, going_on = np.zeros(len(weights)), np.ones(len(weights), bool)
    while going_on.any():
        actions = (np.einsum("ij,ij->i", observations, weights) > 0).astype(int)
        observations, rewards, terminated, truncated, _ = env.step(actions)
        lengths += going_on
        going_on &= ~(terminated | truncated)
    return lengths


def learn(tries=128, rounds=20, links=1, seed=0, tell=print):
    """Returns the weights that were found, and their mean score in 100 new episodes."""
    env = envs.CartPole(num_envs=tries, links=links)
    size = env.single_observation_space.shape[0]
    random = np.random.default_rng(seed)
    mean, spread = np.zeros(size), np.ones(size)
    for i in range(rounds):
        weights = mean + spread * random.normal(size=(tries, size))
        found = scores(env, weights, seed=i)
        best = weights[np.argsort(-found, kind="stable")[:tries // 8]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05 / (1 + i)
        tell(f"round {i + 1}: mean {found.mean():.0f}, best {found.max():.0f}")
        if found.mean() > 490:
            break
    test = envs.CartPole(num_envs=100, links=links)
    return mean, scores(test, np.tile(mean, (100, 1)), seed=12345).mean()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--links", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    start = time.perf_counter()
    _, score = learn(**vars(parser.parse_args()))
    print(f"{score:.1f} of 500 steps in new episodes, after {time.perf_counter() - start:.1f} s")
