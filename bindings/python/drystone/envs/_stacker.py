"""A tower of boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import Aabb, BodyType, Pose, World, make_box
from . import _spaces as spaces
from ._vector import Array, VectorEnv


class Stacker(VectorEnv):
    """Builds a tower on a post: each action drops one of `boxes` boxes, of 1 m and turned a little, at a place.

    Observation: the number of boxes that were dropped, the place [m] where the middle of the next one is now, its angle
    [rad], and position and angle of all boxes, zeros for those to come. Action: how far to move the next box before it
    falls, in [-1, 1] [m]. Reward: 1 for a box that stays above those before, to the end of the step of 1.5 s; the episode
    ends with the first that does not, or with the last box.
    """

    view = Aabb((-5, -2), (5, 9))
    frames = 90
    time_step = 1 / 60

    def __init__(self, num_envs: int = 1, *, boxes: int = 6, **options: Any) -> None:
        self.boxes = self.max_steps = boxes
        self.next = np.zeros((num_envs, 2))
        self.rows = np.arange(num_envs)
        super().__init__(num_envs, **options)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.full(3 + 3 * self.boxes, np.inf, np.float32)
        return spaces.Box(-bound, bound, dtype=np.float32), spaces.Box(-1, 1, (1,), np.float32)

    def build(self) -> World:
        world = World(gravity=(0, -10), sleeping=False)
        ground = world.create_body(type=BodyType.STATIC)
        world.create_shape(ground, make_box(0.6, 0.5, Pose((0, -0.5))))
        world.create_shape(ground, make_box(100, 0.5, Pose((0, -3))))
        self.bodies = []
        for i in range(self.boxes):
            # Those to come rest far away.
            body = world.create_body(position=(30 + 3 * i, -2))
            world.create_shape(body, make_box(0.5, 0.5))
            self.bodies.append(body)
        return world

    def begin(self, worlds: Array) -> None:
        self.next[worlds] = self.uniform(worlds, [-0.5, -0.15], [0.5, 0.15])

    def places(self, worlds: Any) -> Array:
        """Returns position and angle of all boxes."""
        poses = self.poses[worlds]
        return np.concatenate([poses[:, :, :2], np.arctan2(poses[:, :, 3], poses[:, :, 2])[:, :, None]], axis=2)

    def act(self, actions: Array) -> None:
        move = np.clip(actions[:, 0], -1, 1)
        top = np.where(np.arange(self.boxes) < self.steps[:, None], self.poses[:, :, 1], 0).max(axis=1)
        for world in self.rows:
            box = self.batch[world][self.bodies[self.steps[world]].id]
            box.set_pose((self.next[world, 0] + move[world], top[world] + 1.2), self.next[world, 1])

    def observe(self, worlds: Any) -> Array:
        steps = self.steps[worlds]
        result = np.zeros((len(steps), 3 + 3 * self.boxes), np.float32)
        result[:, 0], result[:, 1:3] = steps, self.next[worlds]
        there = (np.arange(self.boxes) < steps[:, None])[:, :, None]
        result[:, 3:] = np.where(there, self.places(worlds), 0).reshape(len(steps), -1)
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        there = np.arange(self.boxes) < self.steps[:, None]
        heights = observations[:, 3:].reshape(self.num_envs, self.boxes, 3)[:, :, 1]
        lowest = np.where(there, heights, np.inf).min(axis=1)
        stands = (lowest > 0.3) & (heights[self.rows, self.steps - 1] > self.steps - 0.7)
        self.next = self.uniform(self.rows, [-0.5, -0.15], [0.5, 0.15])
        observations[:, 1:3] = self.next
        return stands.astype(float), ~stands
