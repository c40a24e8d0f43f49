"""The same bits in Python and C++: worlds step as those of C++ programs do."""

import copy
import os
import pickle
import subprocess

import pytest
import scenes

import drystone as ds


def run(build, threads=1):
    world = ds.World(threads=threads)
    build(world)
    for _ in range(600):
        world.step(1 / 60)
    return world


@pytest.mark.parametrize("build", scenes.SCENES)
def test_program_in_cpp_plays_the_same(build, tmp_path):
    world = ds.World()
    path = tmp_path / "scene.recording"
    build(world)
    # Custom shapes are saved by name.
    custom = [s.custom_shape for s in world.shapes if s.custom_shape is not None]
    names = [(f"ellipse {i}", shape) for i, shape in enumerate(custom)]
    with ds.Recorder(world, str(path), keyframe_interval=0, custom_shapes=names):
        for _ in range(600):
            world.step(1 / 60)
    player = ds.RecordingPlayer(path, custom_shapes=names)
    player.seek(600)
    assert player.world.state_hash() == world.state_hash()
    replay = os.environ.get("DRYSTONE_REPLAY")
    if replay is None:
        pytest.skip("DRYSTONE_REPLAY names no program")
    if not names:  # The program has no custom shapes.
        done = subprocess.run([replay, "verify", str(path)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


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
