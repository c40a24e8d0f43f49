"""Sweeps: the same table in this process, over Dask and over MPI, whatever is killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scenes

import drystone as ds

HERE = Path(__file__).parent


def build(world, scene, gravity):
    scenes.SCENES[scene](world)
    if scene != 9:
        world.gravity = (0, gravity)


def measure(world, built):
    return {"energy": world.energy(), "bodies": len(world.bodies)}


GRID = ds.Grid(scene=[1, 3, 5, 6, 9], gravity=[-10, -5])
SAME = ("scene", "gravity", "energy", "bodies", "state_hash")


def same(a, b):
    return [[row[c] for c in SAME] for row in a] == [[row[c] for c in SAME] for row in b]


def in_process(**options):
    return ds.sweep(build, GRID, measure, steps=60, **options)


def test_rows_are_those_of_worlds_stepped_by_hand():
    told = []
    table = in_process(progress=lambda done, all: told.append((done, all)))
    assert len(table) == 10 and told[-1] == (10, 10) and table[3]["gravity"] == -5
    assert table["state_hash"].tolist() == [row["state_hash"] for row in table]
    for row in table[2:4]:
        world = ds.World()
        build(world, row["scene"], row["gravity"])
        for _ in range(60):
            world.step(1 / 60)
        assert world.state_hash() == row["state_hash"] and world.energy() == row["energy"]


def test_samplers_depend_on_their_seed_alone():
    def sampler(seed):
        return list(ds.Sampler(4, seed, a=(0.0, 2.0), b=["x", "y"], c=lambda random: random.normal()))

    assert sampler(1) == sampler(1) != sampler(2)
    assert all(0 <= row["a"] < 2 and row["b"] in "xy" for row in sampler(3))


def test_failures_are_repeated_and_told(tmp_path):
    tries = []

    def faulty(world, i):
        tries.append(i)
        if i == 1 or (i == 2 and tries.count(2) == 1):
            raise ValueError("no luck")

    table = ds.sweep(faulty, ds.Grid(i=[0, 1, 2]), lambda world, built: {"v": 1}, steps=1, retries=2)
    assert table[1]["error"] == "ValueError: no luck" and table[1]["attempts"] == 3 and table[2]["attempts"] == 2
    assert np.isnan(table["v"][1]) and table["v"][0] == 1
    table.save_csv(tmp_path / "t.csv")
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 4


def test_a_sweep_goes_on_from_its_file(tmp_path):
    file = tmp_path / "rows"
    whole = in_process(file=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])
    told = []
    again = in_process(file=file, progress=lambda done, all: told.append(done))
    assert same(whole, again) and told[0] == 5


def test_over_dask_though_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  local_directory=str(tmp_path)) as cluster, distributed.Client(cluster) as client:
        client.upload_file(str(HERE / "scenes.py"))
        killed = []

        def progress(done, all):
            if done == 3 and not killed:
                victim = client.run(os.getpid)
                killed.append(next(iter(victim.values())))
                os.kill(killed[0], signal.SIGKILL)

        table = ds.sweep(build, GRID, measure, steps=60, on=client, progress=progress)
    assert killed and same(table, in_process())


@pytest.mark.skipif(shutil.which("mpirun") is None, reason="no mpirun")
def test_over_mpi_though_it_is_killed(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nsys.path.insert(0, {str(HERE)!r})\nimport os, json\nimport test_sweep as t\n"
                       "def die(done, all):\n    if len(sys.argv) > 2 and done == 4: os.kill(os.getpid(), 9)\n"
                       "table = t.ds.sweep(t.build, t.GRID, t.measure, steps=60, on='mpi', file=sys.argv[1], "
                       "progress=die)\n"
                       "from mpi4py import MPI\nif MPI.COMM_WORLD.rank == 0: print(json.dumps(table.rows))\n")
    command = ["mpirun", "-n", "2", "--allow-run-as-root", "--oversubscribe", sys.executable, str(program),
               str(tmp_path / "rows")]
    killed = subprocess.run(command + ["die"], capture_output=True, text=True)
    assert killed.returncode != 0
    finished = (tmp_path / "rows").read_text().count("\n")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    table = json.loads(done.stdout.splitlines()[0])
    assert same(table, in_process()) and finished >= 4
