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

    def begin(self, mask: Array) -> None:
        self.next = np.where(mask[:, None], self.uniform(mask, [-0.5, -0.15], [0.5, 0.15]), self.next)

    def places(self) -> Array:
        """Returns position and angle of all boxes."""
        poses = self.batch.poses(self.bodies)
        return np.concatenate([poses[:, :, :2], np.arctan2(poses[:, :, 3], poses[:, :, 2])[:, :, None]], axis=2)

    def act(self, actions: Array) -> None:
        places = self.places()
        move = np.clip(actions[:, 0], -1, 1)
        top = np.where(np.arange(self.boxes) < self.steps[:, None], places[:, :, 1], 0).max(axis=1)
        places[self.rows, self.steps] = np.stack([self.next[:, 0] + move, top + 1.2, self.next[:, 1]], axis=1)
        velocities = self.batch.velocities(self.bodies)
        self.batch.set_poses(places, self.bodies)
        self.batch.set_velocities(velocities, self.bodies)

    def observe(self) -> Array:
        result = np.zeros((self.num_envs, 3 + 3 * self.boxes), np.float32)
        result[:, 0], result[:, 1:3] = self.steps, self.next
        there = (np.arange(self.boxes) < self.steps[:, None])[:, :, None]
        result[:, 3:] = np.where(there, self.places(), 0).reshape(self.num_envs, -1)
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        there = np.arange(self.boxes) < self.steps[:, None]
        heights = observations[:, 3:].reshape(self.num_envs, self.boxes, 3)[:, :, 1]
        lowest = np.where(there, heights, np.inf).min(axis=1)
        stands = (lowest > 0.3) & (heights[self.rows, self.steps - 1] > self.steps - 0.7)
        self.next = self.uniform(np.ones(self.num_envs, bool), [-0.5, -0.15], [0.5, 0.15])
        observations[:, 1:3] = self.next
        return stands.astype(float), ~stands
