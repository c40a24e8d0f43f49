"""What all environments share: many worlds, seeds, episodes, pictures."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine import Aabb, Body, World, WorldBatch
from .._film import Film
from .._raster import rasterize
from .._svg import draw
from . import _spaces as spaces

Array = NDArray[Any]
EVERY = slice(None)

_Base: Any = object
try:
    _Base = importlib.import_module("gymnasium.vector").VectorEnv
except ImportError:
    pass


class VectorEnv(_Base):  # type: ignore[misc]
    """Many environments of one kind.

    A subclass makes the world of one (`build`), puts worlds to the beginning of an episode (`begin`), applies actions
    (`act`) and reads what came of them (`observe`, `judge`), by the arrays of `batch`, whose bodies are `bodies`. Episodes
    that end begin anew in the same step: its observations are those of the new episode, and `info["final_obs"]` has the
    last ones of the old.

    World i of a seed is the same in batches of every size, on every machine. `threads` > 1 steps the worlds on so many.
    """

    metadata = {"render_modes": ["rgb_array"], "autoreset_mode": "same_step"}
    time_step = 1 / 50
    sub_steps = 4
    frames = 1  # Steps of the worlds for one of the environment.
    max_steps = 1000
    view = Aabb((-10, -1), (10, 12))
    contacts = False  # Whether `counts` tells how many shapes touch each body.
    bodies: list[Body]

    def __init__(self, num_envs: int = 1, *, threads: int = 1, render_mode: str | None = None) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space, self.single_action_space = self.spaces()
        self.observation_space = self._batched(self.single_observation_space)
        self.action_space = self._batched(self.single_action_space)
        world = self.build()
        self.batch = WorldBatch(world, num_envs, self.bodies, threads=threads, contacts=self.contacts)
        # Views of the batch's memory, of shape (worlds, bodies, ...).
        self.poses, self.velocities, self.loads = self.batch.poses, self.batch.velocities, self.batch.loads
        if self.contacts:
            self.counts = self.batch.contact_counts
        self.steps = np.zeros(num_envs, np.int64)
        self.randoms = [np.random.default_rng([0, i]) for i in range(num_envs)]

    def _batched(self, space: Any) -> Any:
        if hasattr(space, "n"):
            return spaces.MultiDiscrete([space.n] * self.num_envs)
        shape = (self.num_envs,) + space.shape
        return spaces.Box(np.broadcast_to(space.low, shape), np.broadcast_to(space.high, shape), dtype=space.dtype)

    # What a subclass says.

    def spaces(self) -> tuple[Any, Any]:
        """Returns the spaces of one environment's observations and actions."""
        raise NotImplementedError

    def build(self) -> World:
        """Returns the world of one environment; sets `bodies`, those that the arrays show."""
        raise NotImplementedError

    def begin(self, worlds: Array) -> None:
        """Puts the worlds with these numbers, which are as `build` left them, to the beginning of an episode."""

    def act(self, actions: Array) -> None:
        """Applies the actions of all worlds to the next step."""
        raise NotImplementedError

    def observe(self, worlds: Any) -> Array:
        """Returns the observations of some worlds: numbers, or a slice for all."""
        raise NotImplementedError

    def judge(self, actions: Array, observations: Array) -> tuple[Array, Array]:
        """Returns the rewards of a step, and which worlds came to the end of their episodes."""
        raise NotImplementedError

    # The interface of Gymnasium.

    def reset(self, *, seed: int | list[int] | None = None, options: Any = None) -> tuple[Array, dict[str, Any]]:
        """Begins all episodes; with a seed their random numbers begin anew, too."""
        if seed is not None:
            seeds: Any = [[seed, i] for i in range(self.num_envs)] if isinstance(seed, int) else seed
            self.randoms = [np.random.default_rng(s) for s in seeds]
        self._begin(np.arange(self.num_envs))
        return self.observe(EVERY), {}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Returns observations, rewards, which episodes ended, which were cut off, and further values by name."""
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"{type(self).__name__}.step: needs actions of shape {self.action_space.shape}, "
                             f"got {actions.shape}")
        self.act(actions)
        self.batch.step(self.time_step, self.sub_steps, self.frames)
        self.steps += 1
        observations = self.observe(EVERY)
        rewards, terminated = self.judge(actions, observations)
        truncated = (self.steps >= self.max_steps) & ~terminated
        done = terminated | truncated
        info: dict[str, Any] = {}
        worlds = np.flatnonzero(done)
        if len(worlds) > 0:
            info = {"final_obs": observations, "_final_obs": done}
            self._begin(worlds)
            observations = observations.copy()
            observations[worlds] = self.observe(worlds)
        return observations, rewards, terminated, truncated, info

    def _begin(self, worlds: Array) -> None:
        self.batch.reset(worlds)
        self.steps[worlds] = 0
        self.begin(worlds)

    def uniform(self, worlds: Array, low: Any, high: Any) -> Array:
        """Returns a random row for each of the worlds, from the world's own numbers."""
        low, high = np.asarray(low, float), np.asarray(high, float)
        rows = np.array([self.randoms[i].random(low.shape) for i in worlds]).reshape((len(worlds),) + low.shape)
        result: Array = low + (high - low) * rows
        return result

    def render(self, index: int = 0, width: int = 480, height: int = 320) -> Array:
        """Returns a picture of one world as an array (height, width, 3)."""
        return rasterize(self.batch[index], width, height, self.view)

    def film(self, policy: Callable[[Array], Any], steps: int, index: int = 0, **picture: Any) -> Film:
        """Returns a film of one world in the next steps, whose actions `policy(observations)` chooses for all worlds. Other
        parameters are those of `World.draw`."""
        pictures = []
        for _ in range(steps):
            pictures.append(draw(self.batch[index], view=self.view, **picture))
            self.step(policy(self.observe(EVERY)))
        return Film(pictures, self.time_step * self.frames)

    def close(self, **keywords: Any) -> None:
        """Does nothing: worlds end with the object."""
