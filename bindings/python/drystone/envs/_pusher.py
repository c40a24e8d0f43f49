"""A disc that pushes a box to a goal, seen from above."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import Aabb, BodyType, Circle, FrictionJoint, JointSolver, World, make_box
from . import _spaces as spaces
from ._vector import Array, VectorEnv


class Pusher(VectorEnv):
    """Pushes a box to a goal on a table with walls, by forces on a disc; both slide with dry friction.

    Observation, 12 numbers: position [m] and velocity [m/s] of the disc, position of the box, cosine and sine of its angle,
    its velocity, and the position of the goal. Actions: two numbers in [-1, 1], the force on the disc along x and y.

    Reward: 10 for each metre that the box comes nearer to the goal, 1 for each metre that the disc comes nearer to the box,
    less 0.01 a step; 10 for the box within 0.2 m of the goal, which ends the episode. It is cut off after 300 steps.
    """

    view = Aabb((-3.2, -3.2), (3.2, 3.2))
    max_steps = 300
    force = 20.0

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        self.goals = np.zeros((num_envs, 2))
        self.shaping = np.zeros(num_envs)
        super().__init__(num_envs, **options)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.array([3, 3, np.inf, np.inf, 3, 3, 1, 1, np.inf, np.inf, 3, 3], np.float32)
        return spaces.Box(-bound, bound, dtype=np.float32), spaces.Box(-1, 1, (2,), np.float32)

    def build(self) -> World:
        world = World(gravity=(0, 0), sleeping=False)
        table = world.create_body(type=BodyType.STATIC)
        world.create_chain(table, points=[(-3, -3), (-3, 3), (3, 3), (3, -3)], is_loop=True)
        self.bodies = [world.create_body(position=(-1, 0)), world.create_body(position=(1, 0))]
        world.create_shape(self.bodies[0], Circle(radius=0.25), density=5)
        world.create_shape(self.bodies[1], make_box(0.3, 0.3), density=3)
        for body in self.bodies:
            world.create_joint(table, body, FrictionJoint(maximum_force=4, maximum_torque=0.6),
                               solver=JointSolver.ITERATIVE)
        return world

    def begin(self, worlds: Array) -> None:
        random = self.uniform(worlds, [-2.2, -2.2, -1.5, -1.5, -2.2, -2.2, -3], [2.2, 2.2, 1.5, 1.5, 2.2, 2.2, 3])
        near = np.hypot(*(random[:, 0:2] - random[:, 2:4]).T) < 0.9
        random[near, 0] += np.where(random[near, 0] < random[near, 2], -0.6, 0.6)
        poses = np.zeros((len(worlds), 2, 3), np.float32)
        poses[:, 0, :2], poses[:, 1, :2], poses[:, 1, 2] = random[:, :2], random[:, 2:4], random[:, 6]
        self.batch.write_poses(worlds, poses)
        self.goals[worlds] = random[:, 4:6]
        self.shaping[worlds] = self.shape_of(self.observe(worlds))

    def act(self, actions: Array) -> None:
        self.loads[:, 0, :2] = self.force * np.clip(actions, -1, 1)

    def observe(self, worlds: Any) -> Array:
        poses, velocities = self.poses[worlds], self.velocities[worlds]
        result = np.empty((len(poses), 12), np.float32)
        result[:, 0:2], result[:, 2:4] = poses[:, 0, :2], velocities[:, 0, :2]
        result[:, 4:8], result[:, 8:10] = poses[:, 1], velocities[:, 1, :2]
        result[:, 10:] = self.goals[worlds]
        return result

    def shape_of(self, o: Array) -> Array:
        result: Array = -10 * np.hypot(o[:, 4] - o[:, 10], o[:, 5] - o[:, 11]) - np.hypot(o[:, 0] - o[:, 4], o[:, 1] - o[:, 5])
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        shaping = self.shape_of(observations)
        rewards = shaping - self.shaping - 0.01
        self.shaping = shaping
        there = np.hypot(observations[:, 4] - observations[:, 10], observations[:, 5] - observations[:, 11]) < 0.2
        return np.where(there, rewards + 10, rewards), there
