"""A cart with a pole, or with a soft rope."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._engine import Aabb, BodyType, Filter, JointSpring, PrismaticJoint, RevoluteJoint, World, make_box
from . import _spaces as spaces
from ._vector import Array, VectorEnv


class CartPole(VectorEnv):
    """Balances a pole, or a stiff rope of `links` pieces with springs between them, on a cart that is pushed.

    Observation: position [m] and velocity [m/s] of the cart, then angle [rad] and angular velocity [rad/s] of each piece.
    Actions: 0 pushes to the left, 1 to the right, by 10 N. Reward: 1 for each step. An episode ends where the cart is more
    than 2.4 m from the middle or the lowest piece leans by more than 0.21 rad, and is cut off after 500 steps.
    """

    view = Aabb((-3, -0.5), (3, 2.5))
    max_steps = 500
    force = 10.0

    def __init__(self, num_envs: int = 1, *, links: int = 1, **options: Any) -> None:
        self.links = links
        super().__init__(num_envs, **options)

    def spaces(self) -> tuple[Any, Any]:
        bound = np.array([4.8, np.inf] + [np.pi, np.inf] * self.links, np.float32)
        return spaces.Box(-bound, bound, dtype=np.float32), spaces.Discrete(2)

    def build(self) -> World:
        world = World(gravity=(0, -9.8), sleeping=False)
        track = world.create_body(type=BodyType.STATIC)
        cart = world.create_body()
        nothing = Filter(mask=0)
        world.create_shape(cart, make_box(0.25, 0.15), density=1 / 0.15, filter=nothing)
        world.create_joint(track, cart, PrismaticJoint())
        self.bodies, last, top = [cart], cart, 0.0
        half = 0.5 / self.links
        for _ in range(self.links):
            piece = world.create_body(position=(0, top + half))
            world.create_shape(piece, make_box(0.03, half), density=0.1 / (0.12 * half) / self.links, filter=nothing)
            spring = JointSpring(frequency=6, damping_ratio=0.3) if last is not cart else None
            world.create_joint(last, piece, RevoluteJoint((0, 0 if last is cart else half), (0, -half), spring=spring))
            self.bodies.append(piece)
            last, top = piece, top + 2 * half
        return world

    def begin(self, worlds: Array) -> None:
        random = self.uniform(worlds, [-0.05] * 3, [0.05] * 3)
        velocities = self.velocities[worlds]
        velocities[:, :, 0] = random[:, 0:1]
        velocities[:, 1:, 2] = 2 * random[:, 1:2]
        self.batch.write_velocities(worlds, velocities)

    def act(self, actions: Array) -> None:
        self.loads[:, 0, 0] = np.where(actions == 1, self.force, -self.force)

    def observe(self, worlds: Any) -> Array:
        poses, velocities = self.poses[worlds], self.velocities[worlds]
        result = np.empty((len(poses), 2 + 2 * self.links), np.float32)
        result[:, 0], result[:, 1] = poses[:, 0, 0], velocities[:, 0, 0]
        result[:, 2::2] = np.arctan2(poses[:, 1:, 3], poses[:, 1:, 2])
        result[:, 3::2] = velocities[:, 1:, 2]
        return result

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        fails = (np.abs(observations[:, 0]) > 2.4) | (np.abs(observations[:, 2]) > 0.21)
        return np.ones(self.num_envs), fails
