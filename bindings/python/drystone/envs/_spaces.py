"""Spaces of observations and actions: those of Gymnasium where it is installed, else classes that do the same."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray


class _Box:
    """Arrays between two bounds."""

    def __init__(self, low: Any, high: Any, shape: tuple[int, ...] | None = None, dtype: Any = np.float32,
                 seed: int | None = None) -> None:
        self.shape = np.broadcast(low, high).shape if shape is None else shape
        self.dtype = np.dtype(dtype)
        self.low = np.broadcast_to(np.asarray(low, dtype), self.shape)
        self.high = np.broadcast_to(np.asarray(high, dtype), self.shape)
        self.random = np.random.default_rng(seed)

    def sample(self) -> NDArray[Any]:
        low = np.where(np.isfinite(self.low), self.low, -1)
        high = np.where(np.isfinite(self.high), self.high, 1)
        return self.random.uniform(low, high).astype(self.dtype)

    def contains(self, value: Any) -> bool:
        value = np.asarray(value)
        return value.shape == self.shape and bool(np.all(value >= self.low) and np.all(value <= self.high))

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class _Discrete:
    """The numbers from 0 to n - 1."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
        self.random = np.random.default_rng(seed)

    def sample(self) -> Any:
        return self.random.integers(self.n)

    def contains(self, value: Any) -> bool:
        return bool(0 <= value < self.n)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class _MultiDiscrete:
    """Arrays of numbers, each below its own bound."""

    def __init__(self, nvec: Any, seed: int | None = None) -> None:
        self.nvec = np.asarray(nvec, np.int64)
        self.shape, self.dtype = self.nvec.shape, self.nvec.dtype
        self.random = np.random.default_rng(seed)

    def sample(self) -> NDArray[Any]:
        return self.random.integers(self.nvec)

    def contains(self, value: Any) -> bool:
        value = np.asarray(value)
        return value.shape == self.shape and bool(np.all(value >= 0) and np.all(value < self.nvec))

    def __repr__(self) -> str:
        return f"MultiDiscrete({self.nvec})"


Box: Any = _Box
Discrete: Any = _Discrete
MultiDiscrete: Any = _MultiDiscrete
try:
    _spaces = importlib.import_module("gymnasium.spaces")
except ImportError:
    pass
else:
    Box, Discrete, MultiDiscrete = _spaces.Box, _spaces.Discrete, _spaces.MultiDiscrete
