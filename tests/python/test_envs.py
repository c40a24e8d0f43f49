"""Environments: batches are their worlds, seeds are kept, and the interface is Gymnasium's."""

import numpy as np
import pytest

import drystone as ds
from drystone import envs

ALL = [envs.Lander, envs.Walker, envs.CartPole, envs.Pusher, envs.CarRacing, envs.Stacker]


def play(env, seed):
    steps = 120 // env.frames + 10
    env.reset(seed=seed)
    random = np.random.default_rng(1)
    found = []
    for _ in range(steps):
        if hasattr(env.single_action_space, "n"):
            actions = random.integers(env.single_action_space.n, size=(8,))[:env.num_envs]
        else:
            actions = random.uniform(-1, 1, (8,) + env.single_action_space.shape)[:env.num_envs]
        found.append(env.step(actions)[:4])
    return [np.array(column) for column in zip(*found)]


@pytest.mark.parametrize("cls", ALL)
def test_worlds_depend_on_their_seeds_and_actions_alone(cls):
    eight = play(cls(num_envs=8), 3)
    three = play(cls(num_envs=3, threads=2), 3)
    for a, b in zip(eight, three):
        assert np.array_equal(a[:, :3], b)
    other = play(cls(num_envs=3), 4)
    assert not np.array_equal(other[0], three[0])
    observations, rewards, terminated, truncated = eight
    assert observations.shape[1:] == (8,) + cls().single_observation_space.shape and np.isfinite(observations).all()
    assert rewards.dtype.kind == "f" and terminated.dtype == bool


def test_episodes_begin_anew_where_they_end():
    env = envs.CartPole(num_envs=4)
    env.reset(seed=0)
    ended = np.zeros(4, int)
    for _ in range(200):
        observations, rewards, terminated, _, info = env.step(np.ones(4, int))
        assert (rewards == 1).all()
        if terminated.any():
            assert (np.abs(info["final_obs"][terminated, 2]) > 0.2).all()
            assert (np.abs(observations[terminated, 2]) < 0.01).all()
        ended += terminated
    assert (ended > 5).all()


def test_a_rope_leans_further_than_a_pole():
    env = envs.CartPole(num_envs=1, links=4)
    observations, _ = env.reset(seed=2)
    assert observations.shape == (1, 10)
    for i in range(20):
        observations = env.step(np.array([i % 2]))[0]
    assert np.isfinite(observations).all()


def pilot(o):
    """Flies a lander by hand: upright over the pad, slower the lower it is."""
    target = np.clip(o[:, 0] + 2 * o[:, 2], -0.35, 0.35)
    turn = 1.5 * (o[:, 4] - target) + o[:, 5]
    climb = 4 * (np.clip(-0.6 * o[:, 1] - 0.04, -0.25, -0.04) - o[:, 3])
    legs = o[:, 6:].any(axis=1)
    turn, climb = np.where(legs, 0, turn), np.where(legs, -1, climb)
    return np.where((climb > 0.3 * np.abs(turn)) & (climb > 0.02), 2, np.where(turn > 0.1, 1, np.where(turn < -0.1, 3, 0)))


def test_landers_can_land():
    env = envs.Lander(num_envs=16)
    o, _ = env.reset(seed=5)
    total, done = np.zeros(16), np.zeros(16, bool)
    for _ in range(500):
        o, rewards, terminated, truncated, _ = env.step(pilot(o))
        total += np.where(done, 0, rewards)
        done |= terminated | truncated
    assert done.all() and (total > 150).all(), total


def test_pictures_show_what_is_there():
    env = envs.Lander()
    env.reset(seed=1)
    picture = env.render(width=120, height=80)
    assert picture.shape == (80, 120, 3) and picture.dtype == np.uint8
    assert (picture[-10:] != 255).any() and (picture[:5, :5] == 255).all()
    film = env.film(lambda observations: np.full(1, 2), 5, width=200)
    assert len(film) == 5 and film.pictures[0] != film.pictures[4] and "<polygon" in film.pictures[0]


def test_the_example_learns():
    import importlib.util
    from pathlib import Path
    path = Path(__file__).resolve().parents[2] / "bindings/python/examples/learn_cart_pole.py"
    spec = importlib.util.spec_from_file_location("learn_cart_pole", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _, score = module.learn(tries=64, rounds=12, tell=lambda text: None)
    assert score > 450


def test_pushers_push():
    env = envs.Pusher(num_envs=32)
    o, _ = env.reset(seed=2)
    there = np.zeros(32, int)
    for _ in range(300):
        box, goal, disc = o[:, 4:6], o[:, 10:12], o[:, 0:2]
        way = (goal - box) / np.maximum(np.linalg.norm(goal - box, axis=1, keepdims=True), 1e-6)
        behind = box - 0.6 * way
        off = np.linalg.norm(disc - behind, axis=1, keepdims=True)
        side = np.stack([-way[:, 1], way[:, 0]], axis=1)
        across = np.sum((disc - box) * side, axis=1, keepdims=True)
        before = np.sum((disc - box) * way, axis=1, keepdims=True) > -0.3
        detour = box + side * np.where(across < 0, -0.9, 0.9) - 0.5 * way
        aim = np.where(before, detour, np.where((off > 0.25) & (np.abs(across) > 0.15), behind, box))
        o, _, terminated, _, _ = env.step(np.clip(2.5 * (aim - disc) - 0.8 * o[:, 2:4], -1, 1))
        there += terminated
    assert (there > 0).mean() > 0.6, there


def test_cars_can_be_driven_around():
    env = envs.CarRacing(num_envs=8)
    o, _ = env.reset(seed=1)
    total, ended = np.zeros(8), np.zeros(8, bool)
    for _ in range(900):
        rays = o[:, 3:]
        steer = np.clip(2.5 * (rays[:, :6] * np.arange(1, 7)).sum(1) / 21 - 2.5 * (rays[:, 7:] * np.arange(6, 0, -1)).sum(1) / 21,
                        -1, 1)
        pedal = np.where(o[:, 0] < 4 + 8 * rays[:, 6], 0.6, -0.5)
        o, rewards, terminated, _, _ = env.step(np.stack([pedal, steer], 1))
        total += np.where(ended, 0, rewards)
        ended |= terminated
    assert ended.mean() < 0.3 and np.median(total) > 30, (ended, total)


def test_towers_stand_where_boxes_are_put_above_each_other():
    env = envs.Stacker(num_envs=16, boxes=4)
    o, _ = env.reset(seed=1)
    total, ended = np.zeros(16), np.zeros(16, bool)
    for _ in range(4):
        o, rewards, terminated, truncated, _ = env.step(-o[:, 1:2])
        total += np.where(ended, 0, rewards)
        ended |= terminated | truncated
    assert ended.all() and total.mean() > 3.5, total
    thrown = env.step(np.ones((16, 1)))[1]
    assert thrown.mean() < 0.5
