"""Batches of worlds give what their worlds give alone."""

import numpy as np
import pytest

import drystone as ds


def test_batches_are_many_worlds():
    world = ds.World()
    bodies = [world.create_body(position=(i, 3)) for i in range(3)]
    for body in bodies:
        world.create_shape(body, ds.make_box(0.4, 0.4))
    batch = ds.WorldBatch(world, 5)
    speeds = np.zeros((5, 3, 3), np.float32)
    speeds[:, :, 0] = np.arange(5)[:, None]
    batch.set_velocities(speeds, bodies)
    for _ in range(30):
        batch.step(1 / 60)
    for i in range(5):
        alone = world.clone()
        alone.set_velocities(speeds[i], bodies)
        for _ in range(30):
            alone.step(1 / 60)
        assert batch.state_hashes()[i] == alone.state_hash() == batch.world(i).state_hash()
        assert np.array_equal(batch.poses(bodies)[i], alone.poses(bodies))
    batch.reset(np.array([True, False, False, False, True]))
    assert (batch.state_hashes() == world.state_hash()).tolist() == [True, False, False, False, True]
    for wrong in (np.zeros((5, 2, 3)), np.full((5, 3, 3), np.nan), "x", np.zeros(3)):
        with pytest.raises((ValueError, TypeError)):
            batch.apply_forces(wrong, bodies)
    with pytest.raises(ds.Error):
        batch.poses([ds.BodyId(7)])
    with pytest.raises(ValueError):
        batch.reset(np.ones(3, bool))
