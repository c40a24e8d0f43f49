"""A lander."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import Aabb, BodyType, JointLimit, JointMotor, JointSolver, Pose, RevoluteJoint, World, make_box, make_polygon
from . import _spaces as spaces
from ._vector import Array, VectorEnv


class Lander(VectorEnv):
    """Lands a craft with two legs on a pad at the origin, by a main engine and two side engines.

    Observation, 8 numbers: position relative to the pad [10 m], velocity [10 m/s], angle [rad], angular velocity [rad/s],
    and whether each leg touches. Actions: 0 nothing, 1 left engine, 2 main engine, 3 right engine; with `continuous=True`
    two numbers in [-1, 1]: the main engine's power, from half to full above 0, and the side engines', to the left below
    -0.5 and to the right above 0.5.

    Reward: what the craft comes nearer to rest upright on the pad, less 0.3 for a step of the main engine and 0.03 for
    the side engines; 100 for coming to rest on both legs, -100 for touching ground with the hull or leaving the view.
    A good landing has 180 and more. An episode ends with these, or is cut off after 1000 steps of 1/50 s.
    """

    view = Aabb((-10, -1), (10, 14))
    contacts = True
    main_force, side_force, side_arm = 14.0, 0.8, 0.5

    def __init__(self, num_envs: int = 1, *, continuous: bool = False, **options: Any) -> None:
        self.continuous = continuous
        self.shaping = np.zeros(num_envs)
        super().__init__(num_envs, **options)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.array([2, 2, 5, 5, 7, 10, 1, 1], np.float32)
        bound[6:] = 1
        action = spaces.Box(-1, 1, (2,), np.float32) if self.continuous else spaces.Discrete(4)
        return spaces.Box(-bound, bound, dtype=np.float32), action

    def build(self) -> World:
        world = World(gravity=(0, -5), sleeping=False)
        ground = world.create_body(type=BodyType.STATIC)
        world.create_chain(ground, points=[(20, 3), (12, 1.5), (8, 0.4), (3, 0), (-3, 0), (-7, 0.8), (-11, 0.6), (-20, 3)])
        hull = world.create_body(position=(0, 10))
        world.create_shape(hull, make_polygon([(-0.5, 0.4), (-0.6, -0.1), (-0.5, -0.4), (0.5, -0.4), (0.6, -0.1),
                                               (0.5, 0.4)]))
        self.bodies = [hull]
        for side in (-1, 1):
            leg = world.create_body(position=(0.65 * side, 9.35), angle=0.3 * side)
            world.create_shape(leg, make_box(0.07, 0.3, Pose()), density=0.5)
            world.create_joint(hull, leg, RevoluteJoint((0.5 * side, -0.3), (-0.05 * side, 0.33), 0.3 * side,
                                                        limit=JointLimit(-0.15, 0.15),
                                                        motor=JointMotor(0.3 * side, 1.5)),
                               solver=JointSolver.ITERATIVE)
            self.bodies.append(leg)
        return world

    def begin(self, worlds: Array) -> None:
        random = self.uniform(worlds, [-3, -1, -0.5], [3, 0, 0.5])
        velocities = np.empty((len(worlds), 3, 3), np.float32)
        velocities[:] = random[:, None, :] * [1, 1, 0]
        velocities[:, 0, 2] = random[:, 2]
        self.batch.write_velocities(worlds, velocities)
        self.shaping[worlds] = self.shape_of(self.observe(worlds))

    def act(self, actions: Array) -> None:
        if self.continuous:
            actions = np.clip(actions, -1, 1)
            main = np.where(actions[:, 0] > 0, 0.5 + 0.5 * actions[:, 0], 0.0)
            side = np.where(np.abs(actions[:, 1]) > 0.5, actions[:, 1], 0.0)
        else:
            main = (actions == 2).astype(float)
            side = (actions == 3).astype(float) - (actions == 1)
        self.main, self.side = main, side
        pose = self.poses[:, 0]
        cosine, sine = pose[:, 2], pose[:, 3]
        up, across = main * self.main_force, -side * self.side_force
        self.loads[:, 0, 0] = across * cosine - up * sine
        self.loads[:, 0, 1] = across * sine + up * cosine
        self.loads[:, 0, 2] = side * self.side_force * self.side_arm

    def observe(self, worlds: Any) -> Array:
        pose, velocity = self.poses[worlds, 0], self.velocities[worlds, 0]
        result = np.empty((len(pose), 8), np.float32)
        result[:, 0] = pose[:, 0] / 10
        result[:, 1] = (pose[:, 1] - 1) / 10
        result[:, 2:4] = velocity[:, :2] / 10
        result[:, 4] = np.arctan2(pose[:, 3], pose[:, 2])
        result[:, 5] = velocity[:, 2]
        result[:, 6:] = self.counts[worlds, 1:] > 0
        return result

    def shape_of(self, o: Array) -> Array:
        result: Array = (-100 * np.hypot(o[:, 0], o[:, 1]) - 100 * np.hypot(o[:, 2], o[:, 3]) - 100 * np.abs(o[:, 4]) +
                         10 * (o[:, 6] + o[:, 7]))
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        shaping = self.shape_of(observations)
        rewards = shaping - self.shaping - 0.3 * self.main - 0.03 * np.abs(self.side)
        self.shaping = shaping
        touches = self.counts > 0
        crashed = touches[:, 0] | (np.abs(observations[:, 0]) > 1)
        rests = (np.hypot(observations[:, 2], observations[:, 3]) < 0.005) & (np.abs(observations[:, 5]) < 0.05) & \
            touches[:, 1] & touches[:, 2]
        rewards = np.where(crashed, -100.0, np.where(rests, rewards + 100, rewards))
        return rewards, crashed | rests
