"""A car on a track, seen from above."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import Aabb, BodyType, QueryFilter, Filter, World, make_box
from . import _spaces as spaces
from ._vector import EVERY, Array, VectorEnv

WALLS = QueryFilter(mask=1)


class CarRacing(VectorEnv):
    """Drives a car around a track between two walls, as fast as its tyres hold.

    The tyres give forces along the car by the pedals, and across it against its slip, up to a limit; the wheels' angle
    turns it in proportion to its speed.

    Observation, 16 numbers: speed along and across the car [m/s], angular velocity [rad/s], and the fractions of 13 rays of
    20 m from left to right. Actions: two numbers in [-1, 1]: pedals (brake or reverse below 0) and steering, left above 0.

    Reward: 100 for a round, in proportion to the way along the track, less 0.05 a step; -20 for a wall, which ends the
    episode. It is cut off after 1000 steps.
    """

    view = Aabb((-50, -42), (50, 42))
    contacts = True
    drive, grip, drag = 40.0, 60.0, 0.4

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        angles = np.linspace(np.pi / 2, -np.pi / 2, 13)
        self.rays = 20 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self.along = np.zeros(num_envs)
        super().__init__(num_envs, **options)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.full(16, np.inf, np.float32)
        return spaces.Box(-bound, bound, dtype=np.float32), spaces.Box(-1, 1, (2,), np.float32)

    @staticmethod
    def track(angle: Any) -> Any:
        """Returns the middle of the track in a direction from the origin, as (..., 2)."""
        radius = 30 + 5 * np.sin(3 * angle)
        return np.stack([1.2 * radius * np.cos(angle), radius * np.sin(angle)], axis=-1)

    def build(self) -> World:
        world = World(gravity=(0, 0), sleeping=False)
        walls = world.create_body(type=BodyType.STATIC)
        angles = np.linspace(0, 2 * np.pi, 120, endpoint=False)
        middle = self.track(angles)
        ahead = np.roll(middle, -1, 0) - np.roll(middle, 1, 0)
        out = np.stack([ahead[:, 1], -ahead[:, 0]], 1) / np.linalg.norm(ahead, axis=1, keepdims=True)
        world.create_chain(walls, points=middle - 4 * out, is_loop=True)
        world.create_chain(walls, points=(middle + 4 * out)[::-1], is_loop=True)
        car = world.create_body(position=middle[0], angle=np.pi / 2, angular_damping=2)
        world.create_shape(car, make_box(1.2, 0.6), density=0.5, filter=Filter(category=2))
        self.bodies = [car]
        return world

    def begin(self, worlds: Array) -> None:
        random = self.uniform(worlds, [0, -1, -0.2], [2 * np.pi, 1, 0.2])
        place, ahead = self.track(random[:, 0]), self.track(random[:, 0] + 0.01)
        way = ahead - place
        across = np.stack([-way[:, 1], way[:, 0]], 1) / np.linalg.norm(way, axis=1, keepdims=True)
        poses = np.empty((len(worlds), 1, 3), np.float32)
        poses[:, 0, :2] = place + random[:, 1:2] * across
        poses[:, 0, 2] = np.arctan2(way[:, 1], way[:, 0]) + random[:, 2]
        self.batch.write_poses(worlds, poses)
        self.along[worlds] = self.place(worlds)

    def place(self, worlds: Any) -> Array:
        """Returns the direction of each car from the origin, as on a round track [rad]."""
        pose = self.poses[worlds, 0]
        result: Array = np.arctan2(pose[:, 1], pose[:, 0] / 1.2)
        return result

    def motion(self, worlds: Any) -> tuple[Array, Array, Array]:
        """Returns poses, and speeds along and across the cars."""
        pose, velocity = self.poses[worlds, 0], self.velocities[worlds, 0]
        forwards = velocity[:, 0] * pose[:, 2] + velocity[:, 1] * pose[:, 3]
        sideways = velocity[:, 1] * pose[:, 2] - velocity[:, 0] * pose[:, 3]
        return pose, forwards, sideways

    def act(self, actions: Array) -> None:
        actions = np.clip(actions, -1, 1)
        pose, forwards, sideways = self.motion(EVERY)
        mass = 0.5 * 2.4 * 1.2
        engine = self.drive * actions[:, 0] - self.drag * forwards
        tyres = np.clip(-sideways * mass / self.time_step, -self.grip, self.grip)
        wanted = np.clip(0.25 * forwards, -3, 3) * actions[:, 1]
        self.loads[:, 0, 0] = engine * pose[:, 2] - tyres * pose[:, 3]
        self.loads[:, 0, 1] = engine * pose[:, 3] + tyres * pose[:, 2]
        self.loads[:, 0, 2] = np.clip(10 * (wanted - self.velocities[:, 0, 2]), -25, 25)

    def observe(self, worlds: Any) -> Array:
        pose, forwards, sideways = self.motion(worlds)
        rays = np.empty((len(pose), 13, 4), np.float32)
        rays[:, :, :2] = pose[:, None, :2]
        rays[:, :, 2] = pose[:, None, 2] * self.rays[:, 0] - pose[:, None, 3] * self.rays[:, 1]
        rays[:, :, 3] = pose[:, None, 3] * self.rays[:, 0] + pose[:, None, 2] * self.rays[:, 1]
        result = np.empty((len(pose), 16), np.float32)
        result[:, 0], result[:, 1] = forwards, sideways
        result[:, 2] = self.velocities[worlds, 0, 2]
        result[:, 3:] = self.batch.cast_rays(rays, WALLS, worlds)
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        place = self.place(EVERY)
        way = (place - self.along + np.pi) % (2 * np.pi) - np.pi
        self.along = place
        hits = self.counts[:, 0] > 0
        return np.where(hits, -20.0, 100 * way / (2 * np.pi) - 0.05), hits
