"""What all environments share: many worlds, seeds, episodes, pictures."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine import Aabb, ThreadPool, World, WorldBatch
from .._raster import rasterize
from . import _spaces as spaces

Array = NDArray[Any]

_Base: Any = object
try:
    _Base = importlib.import_module("gymnasium.vector").VectorEnv
except ImportError:
    pass


class VectorEnv(_Base):  # type: ignore[misc]
    """Many environments of one kind.

    A subclass makes the world of one (`build`), puts worlds to the beginning of an episode (`begin`), applies actions
    (`act`) and reads what came of them (`observe`, `judge`). Episodes that end begin anew in the same step: its
    observations are those of the new episode, and `info["final_obs"]` has the last ones of the old.

    World i of a seed is the same in batches of every size, on every machine. `threads` > 1 steps the worlds on so many.
    """

    metadata = {"render_modes": ["rgb_array"], "autoreset_mode": "same_step"}
    time_step = 1 / 50
    sub_steps = 4
    frames = 1  # Steps of the worlds for one of the environment.
    max_steps = 1000
    view = Aabb((-10, -1), (10, 12))

    def __init__(self, num_envs: int = 1, *, threads: int = 1, render_mode: str | None = None) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space, self.single_action_space = self.spaces()
        self.observation_space = self._batched(self.single_observation_space)
        self.action_space = self._batched(self.single_action_space)
        self.batch = WorldBatch(self.build(), num_envs)
        self.pool = ThreadPool(threads) if threads > 1 else None
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
        """Returns the world of one environment."""
        raise NotImplementedError

    def begin(self, mask: Array) -> None:
        """Puts the worlds of a mask, which are as `build` left them, to the beginning of an episode."""

    def act(self, actions: Array) -> None:
        """Applies the actions of all worlds to the next step."""
        raise NotImplementedError

    def observe(self) -> Array:
        """Returns the observations of all worlds."""
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
        self._begin(np.ones(self.num_envs, bool))
        return self.observe(), {}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Returns observations, rewards, which episodes ended, which were cut off, and further values by name."""
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"{type(self).__name__}.step: needs actions of shape {self.action_space.shape}, "
                             f"got {actions.shape}")
        self.act(actions)
        for _ in range(self.frames):
            self.batch.step(self.time_step, self.sub_steps, self.pool)
        self.steps += 1
        observations = self.observe()
        rewards, terminated = self.judge(actions, observations)
        truncated = (self.steps >= self.max_steps) & ~terminated
        done = terminated | truncated
        info: dict[str, Any] = {}
        if done.any():
            info = {"final_obs": observations, "_final_obs": done}
            self._begin(done)
            observations = np.where(done[:, None], self.observe(), observations)
        return observations, rewards, terminated, truncated, info

    def _begin(self, mask: Array) -> None:
        self.batch.reset(mask)
        self.steps[mask] = 0
        self.begin(mask)

    def uniform(self, mask: Array, low: Any, high: Any) -> Array:
        """Returns random rows for the worlds of a mask, each from the world's own numbers."""
        low, high = np.asarray(low, float), np.asarray(high, float)
        rows = np.zeros((self.num_envs,) + low.shape)
        for i in np.flatnonzero(mask):
            rows[i] = self.randoms[i].random(low.shape)
        result: Array = low + (high - low) * rows
        return result

    def render(self, index: int = 0, width: int = 480, height: int = 320) -> Array:
        """Returns a picture of one world as an array (height, width, 3)."""
        return rasterize(self.batch.world(index), width, height, self.view)

    def close(self, **keywords: Any) -> None:
        """Does nothing: worlds end with the object."""
