"""A walker on two legs."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import (Aabb, BodyType, Filter, JointLimit, JointMotor, JointSolver, Material, Pose, QueryFilter,
                       RevoluteJoint, World, make_box, make_polygon)
from . import _spaces as spaces
from ._vector import Array, VectorEnv

GROUND = QueryFilter(mask=1)
PARENTS = np.array([0, 1, 0, 3])


class Walker(VectorEnv):
    """Walks to the right on two legs of two pieces, by motors in hips and knees.

    Observation, 24 numbers: the hull's angle [rad] and angular velocity [rad/s], its velocity [m/s], then for each leg the
    angles and angular velocities of hip and knee and whether the foot touches, and the fractions of 10 rays of 5 m that
    look ahead and down. Actions: four numbers in [-1, 1], the speeds of hip and knee of each leg with the torque that
    they allow.

    Reward: 4.3 for each metre, less 5 times what the hull leans more, less 0.00035 of the torque of each motor [N m]; -100
    for a fall, that is if the hull touches. An episode ends with it, or 60 m from the start; it is cut off after 1600
    steps.
    """

    view = Aabb((-3, -1), (12, 6))
    max_steps = 1600
    contacts = True
    hip_speed, knee_speed, torque = 4.0, 6.0, 80.0

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        self.shaping = np.zeros(num_envs)
        super().__init__(num_envs, **options)
        angles = 1.5 * np.arange(10) / 10
        # Rows of origin and translation; the origins are written when they are cast.
        self.rays = np.zeros((num_envs, 10, 4), np.float32)
        self.rays[:, :, 2:] = np.stack([5 * np.sin(angles), -5 * np.cos(angles)], axis=1)
        self.fastest = np.array([self.hip_speed, self.knee_speed] * 2, np.float32)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.full(24, np.inf, np.float32)
        return spaces.Box(-bound, bound, dtype=np.float32), spaces.Box(-1, 1, (4,), np.float32)

    def build(self) -> World:
        world = World(gravity=(0, -10), sleeping=False)
        ground = world.create_body(type=BodyType.STATIC)
        world.create_shape(ground, make_box(50, 1, Pose((40, -1))), filter=Filter(category=1),
                           material=Material(friction=2.5))
        parts = Filter(category=2, mask=1)
        hull = world.create_body(position=(0, 2.35))
        world.create_shape(hull, make_polygon([(-1, 0.25), (-1, -0.25), (1, -0.25), (1.1, 0.05), (0.6, 0.35)]), density=5,
                           filter=parts)
        self.bodies, self.joints = [hull], []
        for _ in range(2):
            upper = world.create_body(position=(-0.1, 1.65))
            world.create_shape(upper, make_box(0.13, 0.55), filter=parts)
            lower = world.create_body(position=(-0.1, 0.6))
            world.create_shape(lower, make_box(0.1, 0.55), filter=parts)
            hip = world.create_joint(hull, upper, RevoluteJoint((-0.1, -0.2), (0, 0.5), limit=JointLimit(-0.9, 1.1),
                                                               motor=JointMotor(0, self.torque)), solver=JointSolver.ITERATIVE)
            knee = world.create_joint(upper, lower, RevoluteJoint((0, -0.55), (0, 0.5), limit=JointLimit(-1.6, -0.1),
                                                                 motor=JointMotor(0, self.torque)), solver=JointSolver.ITERATIVE)
            self.bodies += [upper, lower]
            self.joints += [hip, knee]
        return world

    def begin(self, worlds: Array) -> None:
        velocities = np.zeros((len(worlds), 5, 3), np.float32)
        velocities[:, :, :2] = self.uniform(worlds, [-0.3, 0], [0.3, 0.2])[:, None, :]
        self.batch.write_velocities(worlds, velocities)
        pose = self.poses[worlds, 0]
        self.shaping[worlds] = self.shape_of(pose[:, 0], np.arctan2(pose[:, 3], pose[:, 2]))

    def act(self, actions: Array) -> None:
        self.actions = np.minimum(np.maximum(actions, -1), 1).astype(np.float32)  # In less time than `np.clip`.
        self.effort = np.abs(self.actions)
        self.batch.set_motors(self.joints, np.sign(self.actions) * self.fastest, self.effort * self.torque)

    def shape_of(self, x: Array, angle: Array) -> Array:
        result: Array = 4.3 * x - 5 * np.abs(angle)
        return result

    def observe(self, worlds: Any) -> Array:
        poses, velocities = self.poses[worlds], self.velocities[worlds]
        rays = self.rays[worlds]
        rays[:, :, :2] = poses[:, :1, :2]
        result = np.empty((len(poses), 24), np.float32)
        result[:, 0] = np.arctan2(poses[:, 0, 3], poses[:, 0, 2])
        result[:, 1], result[:, 2:4] = velocities[:, 0, 2], velocities[:, 0, :2]
        # Rotations of each upper leg relative to the hull, and of each lower leg relative to the upper one.
        c, s = poses[:, :, 2].take(PARENTS, 1), poses[:, :, 3].take(PARENTS, 1)
        own_c, own_s = poses[:, 1:, 2], poses[:, 1:, 3]
        angles = np.arctan2(c * own_s - s * own_c, c * own_c + s * own_s)
        turns = velocities[:, 1:, 2] - velocities[:, :, 2].take(PARENTS, 1)
        legs = result[:, 4:14].reshape(-1, 2, 5)  # A view.
        legs[:, :, 0:4:2], legs[:, :, 1:4:2] = angles.reshape(-1, 2, 2), turns.reshape(-1, 2, 2)
        legs[:, :, 4] = self.counts[worlds, 2::2] > 0
        result[:, 14:] = self.batch.cast_rays(rays, GROUND, worlds)
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        x = self.poses[:, 0, 0]
        shaping = self.shape_of(x, observations[:, 0])
        rewards = shaping - self.shaping - 0.00035 * self.torque * self.effort.sum(axis=1)
        self.shaping = shaping
        fell = (self.counts[:, 0] > 0) | (x < -5)
        return np.where(fell, -100.0, rewards), fell | (x > 60)
