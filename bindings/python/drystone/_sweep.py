"""Many runs of a scene with different parameters: in this process, over Dask, or over MPI."""

from __future__ import annotations

import csv
import importlib
import itertools
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import scene as scenes
from ._engine import World

Row = dict[str, Any]


class Grid:
    """All combinations of the values of each parameter, the last one changing fastest.

    >>> list(Grid(friction=[0.2, 0.6], height=[1, 2]))[1]
    {'friction': 0.2, 'height': 2}
    """

    def __init__(self, **values: Iterable[Any]) -> None:
        self.values = {name: list(v) for name, v in values.items()}

    def __iter__(self) -> Iterator[Row]:
        for combination in itertools.product(*self.values.values()):
            yield dict(zip(self.values, combination))


class Sampler:
    """A number of random parameters, the same for the same seed: each uniform between two bounds, one of a list, or what a
    function makes of a `numpy.random.Generator`. Row i depends on the seed and i alone.

    >>> [sorted(row) for row in Sampler(2, seed=1, friction=(0.0, 1.0), shape=["box", "disc"])]
    [['friction', 'shape'], ['friction', 'shape']]
    """

    def __init__(self, count: int, seed: int = 0, **distributions: Any) -> None:
        self.count, self.seed, self.distributions = count, seed, distributions

    def __iter__(self) -> Iterator[Row]:
        for i in range(self.count):
            random = np.random.default_rng([self.seed, i])
            yield {name: self._draw(random, d) for name, d in self.distributions.items()}

    @staticmethod
    def _draw(random: np.random.Generator, distribution: Any) -> Any:
        if callable(distribution):
            return distribution(random)
        if isinstance(distribution, tuple):
            low, high = distribution
            return float(random.uniform(low, high))
        return distribution[int(random.integers(len(distribution)))]


class Table(Sequence[Row]):
    """Results of a sweep: one row for each run, in the order of the parameters."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        """Returns a row by its number, or a column as an array by its name."""
        if isinstance(index, str):
            return self.column(index)
        return self.rows[index]

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    @property
    def columns(self) -> list[str]:
        """Names of all columns."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def column(self, name: str) -> NDArray[Any]:
        """Returns a column; rows without it have None or NaN."""
        values: list[Any] = [row.get(name) for row in self.rows]
        if all(isinstance(v, (int, float)) or v is None for v in values) and None in values:
            return np.array([np.nan if v is None else v for v in values], float)
        if all(isinstance(v, int) for v in values) and max(values, default=0) >= 2**63:
            return np.array(values, np.uint64)  # State hashes.
        return np.array(values)

    def save_csv(self, path: Any) -> None:
        """Writes the table as comma-separated values."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(self.rows)


class _Task:
    """All that a run needs besides its parameters; goes to other processes."""

    def __init__(self, scene: Any, measure: Callable[..., Mapping[str, Any]], settings: Row) -> None:
        self.scene, self.measure, self.settings = scene, measure, settings

    def world(self, parameters: Row) -> tuple[World, Any]:
        if callable(self.scene):
            world = World()
            return world, self.scene(world, **parameters)
        if isinstance(self.scene, bytes):
            return World.load(self.scene), None
        world = World(self.scene.settings)
        return world, scenes.load(world, self.scene)

    def run(self, parameters: Row) -> Row:
        """Returns the row of one run; that of a run that fails every time holds the error."""
        for attempt in range(self.settings["retries"] + 1):
            try:
                start = time.perf_counter()
                world, built = self.world(parameters)
                for _ in range(self.settings["steps"]):
                    world.step(self.settings["time_step"], self.settings["sub_steps"])
                given = {} if callable(self.scene) else parameters
                row = {**parameters, **self.measure(world, built, **given), "state_hash": world.state_hash()}
                return {**row, "seconds": time.perf_counter() - start, "attempts": attempt + 1}
            except Exception as problem:  # noqa: BLE001
                error = f"{type(problem).__name__}: {problem}"
        return {**parameters, "error": error, "attempts": attempt + 1}


def _run_share(task: _Task, share: list[tuple[int, Row]]) -> list[tuple[int, Row]]:
    return [(index, task.run(parameters)) for index, parameters in share]


class _Results:
    """Rows as they come, in memory and in a file from which a later sweep goes on."""

    def __init__(self, parameters: list[Row], file: Any, progress: Callable[[int, int], None] | None) -> None:
        self.parameters, self.progress = parameters, progress
        self.rows: dict[int, Row] = {}
        self.file = None
        if file is not None:
            if os.path.exists(file):
                self.read(file)
            self.file = open(file, "a", encoding="utf-8")

    def read(self, file: Any) -> None:
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue  # The line that was being written when the program was killed.
                index = entry["index"]
                if index < len(self.parameters) and entry["parameters"] == json.loads(_text(self.parameters[index])):
                    if "error" not in entry["row"]:
                        self.rows[index] = {**self.parameters[index], **entry["row"]}

    def missing(self) -> list[tuple[int, Row]]:
        return [(i, p) for i, p in enumerate(self.parameters) if i not in self.rows]

    def add(self, found: list[tuple[int, Row]]) -> None:
        for index, row in found:
            self.rows[index] = row
            if self.file is not None:
                entry = {"index": index, "parameters": self.parameters[index], "row": row}
                self.file.write(_text(entry) + "\n")
                self.file.flush()
        if self.progress is not None:
            self.progress(len(self.rows), len(self.parameters))

    def table(self) -> Table:
        if self.file is not None:
            self.file.close()
        return Table([self.rows[i] for i in range(len(self.parameters))])


def _text(value: Any) -> str:
    def plain(thing: Any) -> Any:
        return thing.item() if isinstance(thing, np.generic) else thing.tolist() if isinstance(thing, np.ndarray) \
            else repr(thing)

    return json.dumps(value, default=plain)


def _over_dask(client: Any, task: _Task, results: _Results, share_size: int) -> None:
    distributed: Any = importlib.import_module("distributed")
    missing = results.missing()
    shares = [missing[i:i + share_size] for i in range(0, len(missing), share_size)]
    # A worker that dies loses the share that it was at: the scheduler gives that to another.
    futures = client.map(lambda share: _run_share(task, share), shares, pure=False,
                         retries=task.settings["retries"])
    for future in distributed.as_completed(futures):
        results.add(future.result())


READY, DONE, SHARE = 1, 2, 3


def _over_mpi(comm: Any, task: _Task, results: _Results | None, share_size: int) -> None:
    """Rank 0 gives shares to the others as they ask for them, and works itself while nobody asks."""
    mpi: Any = importlib.import_module("mpi4py.MPI")
    if results is None:
        while True:
            comm.send(None, 0, READY)
            share = comm.recv(source=0, tag=SHARE)
            if share is None:
                return
            comm.send(_run_share(task, share), 0, DONE)
    left = results.missing()
    waiting = set(range(1, comm.size))
    status = mpi.Status()
    while left or waiting:
        if comm.iprobe(status=status) or not left:
            message = comm.recv(status=status)
            if status.tag == DONE:
                results.add(message)
            else:
                share, left = left[:share_size], left[share_size:]
                comm.send(share or None, status.source, SHARE)
                if not share:
                    waiting.discard(status.source)
        else:
            results.add(_run_share(task, [left.pop(0)]))


def sweep(scene: Any, parameters: Iterable[Row], measure: Callable[..., Mapping[str, Any]], *, steps: int = 600,
          time_step: float = 1 / 60, sub_steps: int = 4, on: Any = None, share_size: int = 1, retries: int = 1,
          file: Any = None, progress: Callable[[int, int], None] | None = None) -> Table:
    """Runs a scene once for each row of parameters, and returns a table of what was measured.

    `scene(world, **parameters)` builds it in an empty world; a `scene.Description` or the bytes of `World.save` may stand
    for it. After `steps` steps, `measure(world, built)` returns the measured values by name, where `built` is what the
    scene returned; for a scene that is no function it also gets the parameters. The table has these, the state hash, the
    time and the number of attempts; it is the same wherever the runs take place.

    `on`: None, in this process; a `distributed.Client`, on the workers of a Dask cluster; "mpi" or a communicator, on the
    ranks of an MPI program, which all call this. Shares of `share_size` runs go to whoever is free. A worker that is
    killed loses the share that it was at. With `file`, rows are written there as they come, and a sweep that is begun
    again runs only what is missing: so also a killed MPI program. A run that raises an exception is repeated `retries`
    times; after that its row has the column "error". `progress(done, all)` is called after each share.

    >>> import drystone
    >>> def drop(world, height):
    ...     ball = world.create_body(position=(0, height))
    ...     world.create_shape(ball, drystone.Circle(radius=0.1))
    ...     return ball
    >>> table = drystone.sweep(drop, Grid(height=[1, 2]), lambda world, ball: {"y": ball.position.y}, steps=60)
    >>> table["y"].round(1).tolist()
    [-4.1, -3.1]
    """
    task = _Task(scene, measure, {"steps": steps, "time_step": time_step, "sub_steps": sub_steps, "retries": retries})
    rows = [dict(row) for row in parameters]
    if on is None:
        results = _Results(rows, file, progress)
        for entry in results.missing():
            results.add(_run_share(task, [entry]))
        return results.table()
    if hasattr(on, "submit"):
        results = _Results(rows, file, progress)
        _over_dask(on, task, results, share_size)
        return results.table()
    if on == "mpi":
        on = importlib.import_module("mpi4py.MPI").COMM_WORLD
    first = _Results(rows, file, progress) if on.rank == 0 else None
    _over_mpi(on, task, first, share_size)
    table: Table = on.bcast(first.table() if first is not None else None)
    return table
