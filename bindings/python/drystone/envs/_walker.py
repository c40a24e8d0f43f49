"""A walker on two legs."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import (Aabb, BodyType, Filter, JointLimit, JointMotor, JointSolver, Material, Pose, QueryFilter, RevoluteJoint, World,
                       make_box, make_polygon)
from . import _spaces as spaces
from ._vector import Array, VectorEnv


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
    hip_speed, knee_speed, torque = 4.0, 6.0, 80.0

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__(num_envs, **options)
        angles = 1.5 * np.arange(10) / 10
        self.rays = np.stack([5 * np.sin(angles), -5 * np.cos(angles)], axis=1).astype(np.float32)
        self.shaping = np.zeros(num_envs)

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

    def begin(self, mask: Array) -> None:
        velocities = self.batch.velocities(self.bodies)
        push = self.uniform(mask, [-0.3, 0], [0.3, 0.2])
        velocities[mask, :, :2] = push[mask, None, :]
        self.batch.set_velocities(velocities, self.bodies)
        self.shaping = np.where(mask, self.shape_of(), getattr(self, "shaping", 0))

    def act(self, actions: Array) -> None:
        actions = np.clip(actions, -1, 1).astype(np.float32)
        fastest = np.array([self.hip_speed, self.knee_speed] * 2, np.float32)
        self.batch.set_motors(np.sign(actions) * fastest, np.abs(actions) * self.torque, self.joints)

    def shape_of(self) -> Array:
        pose = self.batch.poses(self.bodies[:1])[:, 0]
        result: Array = 4.3 * pose[:, 0] - 5 * np.abs(np.arctan2(pose[:, 3], pose[:, 2]))
        return result

    def observe(self) -> Array:
        pose = self.batch.poses(self.bodies[:1])[:, 0]
        velocity = self.batch.velocities(self.bodies[:1])[:, 0]
        states = self.batch.joint_states(self.joints)
        self.touches = self.batch.touching(self.bodies)
        rays = np.empty((self.num_envs, 10, 4), np.float32)
        rays[:, :, :2] = pose[:, None, :2]
        rays[:, :, 2:] = self.rays
        result = np.empty((self.num_envs, 24), np.float32)
        result[:, 0] = np.arctan2(pose[:, 3], pose[:, 2])
        result[:, 1], result[:, 2:4] = velocity[:, 2], velocity[:, :2]
        for leg in range(2):
            at = 4 + 5 * leg
            result[:, at:at + 4:2], result[:, at + 1:at + 5:2] = states[:, 2 * leg:2 * leg + 2, 1], \
                states[:, 2 * leg:2 * leg + 2, 2]
            result[:, at + 4] = self.touches[:, 2 + 2 * leg]
        result[:, 14:] = self.batch.cast_rays(rays, QueryFilter(mask=1))
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        shaping = self.shape_of()
        cost = 0.00035 * self.torque * np.abs(np.clip(actions, -1, 1)).sum(axis=1)
        rewards = shaping - self.shaping - cost
        self.shaping = shaping
        position = self.batch.poses(self.bodies[:1])[:, 0, 0]
        fell = self.touches[:, 0] | (position < -5)
        return np.where(fell, -100.0, rewards), fell | (position > 60)
