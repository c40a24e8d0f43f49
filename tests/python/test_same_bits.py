"""The same bits in Python and C++, in one process, over Dask and over MPI."""

import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import scenes

import drystone as ds

HERE = Path(__file__).parent
TEN = ds.Grid(scene=list(range(10)))


def build(world, scene):
    scenes.SCENES[scene](world)


def measure(world, built):
    return {"bodies": len(world.bodies)}


def run(build, threads=1):
    world = ds.World(threads=threads)
    build(world)
    for _ in range(600):
        world.step(1 / 60)
    return world


@pytest.fixture(scope="module")
def hashes():
    """State hashes of ten scenes after 600 steps, in this process."""
    assert len(scenes.SCENES) == 10
    found = ds.sweep(build, TEN, measure, steps=600)["state_hash"].tolist()
    assert len(set(found)) == 10
    return found


@pytest.mark.parametrize("scene", range(10))
def test_a_program_in_cpp_gets_the_same_hash(scene, hashes, tmp_path):
    replay = os.environ.get("DRYSTONE_REPLAY")
    if replay is None:
        pytest.skip("DRYSTONE_REPLAY names no program")
    world, path = ds.World(), tmp_path / "scene.recording"
    build(world, scene)
    with ds.Recorder(world, str(path), keyframe_interval=0):
        for _ in range(600):
            world.step(1 / 60)
    assert world.state_hash() == hashes[scene]
    done = subprocess.run([replay, "verify", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"600 steps, the same, state (\d+)", done.stdout)[1] == str(hashes[scene])


def test_dask_gets_the_same_hashes(hashes, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  local_directory=str(tmp_path)) as cluster, distributed.Client(cluster) as client:
        client.upload_file(str(HERE / "scenes.py"))
        table = ds.sweep(build, TEN, measure, steps=600, on=client)
    assert table["state_hash"].tolist() == hashes


@pytest.mark.skipif(shutil.which("mpirun") is None, reason="no mpirun")
def test_mpi_gets_the_same_hashes(hashes, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nsys.path.insert(0, {str(HERE)!r})\nimport json, test_same_bits as t\n"
                       "table = t.ds.sweep(t.build, t.TEN, t.measure, steps=600, on='mpi')\n"
                       "from mpi4py import MPI\n"
                       "if MPI.COMM_WORLD.rank == 0: print(json.dumps(table['state_hash'].tolist()))\n")
    done = subprocess.run(["mpirun", "-n", "2", "--allow-run-as-root", "--oversubscribe", sys.executable, str(program)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0]) == hashes


def test_custom_shapes_are_recorded_by_name(tmp_path):
    world, path = ds.World(), tmp_path / "scene.recording"
    scenes.custom_shapes(world)
    custom = [s.custom_shape for s in world.shapes if s.custom_shape is not None]
    names = [(f"ellipse {i}", shape) for i, shape in enumerate(custom)]
    with ds.Recorder(world, str(path), keyframe_interval=0, custom_shapes=names):
        for _ in range(600):
            world.step(1 / 60)
    player = ds.RecordingPlayer(path, custom_shapes=names)
    player.seek(600)
    assert player.divergence is None and player.world.state_hash() == world.state_hash()


@pytest.mark.parametrize("build", [scenes.pile, scenes.mechanisms])
def test_threads_snapshots_and_copies_change_no_bit(build):
    hash_of_one = run(build).state_hash()
    assert run(build, threads=3).state_hash() == hash_of_one
    world = ds.World()
    build(world)
    for step in range(600):
        if step == 200:
            world = copy.deepcopy(world)
        if step == 300:
            world = pickle.loads(pickle.dumps(world))
        if step == 400:
            snapshot = world.snapshot()
            world.step(1 / 30)
            world.restore(snapshot)
        world.step(1 / 60)
    assert world.state_hash() == hash_of_one
