"""Batches of worlds give what their worlds give alone, and their arrays are the batch's own memory."""

import gc

import numpy as np
import pytest

import drystone as ds


def crate(count=3):
    world = ds.World()
    ground = world.create_body(type=ds.BodyType.STATIC)
    world.create_shape(ground, ds.make_box(10, 1, ds.Pose((0, -1))))
    bodies = [world.create_body(position=(0.2 * i, 0.6 + 1.1 * i)) for i in range(count)]
    for body in bodies:
        world.create_shape(body, ds.make_box(0.4, 0.4))
    return world, bodies


@pytest.mark.parametrize("threads", [1, 2])
def test_worlds_of_a_batch_get_the_bits_of_worlds_alone(threads):
    world, bodies = crate()
    batch = ds.WorldBatch(world, 5, bodies, threads=threads, contacts=True)
    assert len(batch) == 5 and batch.bodies_per_world == 3 and batch.prototype_of(4) == 0
    speeds = np.zeros((5, 3, 3), np.float32)
    speeds[:, :, 0] = np.arange(5)[:, None]
    batch.write_velocities(None, speeds)
    batch.loads[:, 1] = [3, 4, 0.5]
    for _ in range(10):
        batch.step(1 / 60)
    batch.step(1 / 60, repeats=20)
    for i in range(5):
        alone = world.clone()
        alone.set_velocities(speeds[i], bodies)
        for _ in range(30):
            alone.apply_forces([[3, 4, 0.5]], bodies[1:2])
            alone.step(1 / 60)
        assert batch.state_hashes()[i] == alone.state_hash() == batch[i].state_hash()
        assert np.array_equal(batch.poses[i], alone.poses(bodies))
        assert np.array_equal(batch.velocities[i], alone.velocities(bodies))
        assert batch.contact_counts[i].tolist() == [sum(len(c.points) > 0 for c in alone[b.id].contacts) for b in bodies]
    assert batch.contact_forces.shape == (5, 3, 2) and batch.contact_forces[0, 0, 1] > 0


def test_resets_take_masks_numbers_and_slices():
    world, bodies = crate()
    start = world.state_hash()
    for worlds, reset in ((np.array([True, False, False, True]), [0, 3]), ([1, 2], [1, 2]), (slice(None, None, 2), [0, 2]),
                          (3, [3]), (None, [0, 1, 2, 3]), ([], [])):
        batch = ds.WorldBatch(world, 4, bodies)
        batch.loads[:] = 1
        batch.step(1 / 60)
        batch.reset(worlds)
        assert np.flatnonzero(batch.state_hashes() == start).tolist() == reset
        assert np.flatnonzero((batch.loads == 0).all(axis=(1, 2))).tolist() == reset
        assert np.flatnonzero((batch.poses == world.poses(bodies)).all(axis=(1, 2))).tolist() == reset


def test_some_worlds_step_and_are_written():
    world, bodies = crate()
    batch = ds.WorldBatch(world, 4, bodies)
    batch.step_worlds([2, 0], 1 / 60)
    assert (batch.state_hashes() == world.state_hash()).tolist() == [False, True, False, True]
    places = np.zeros((2, 3, 3))
    places[:, :, 0], places[:, :, 2] = np.arange(3), 0.5
    batch.write_poses([3, 1], places)
    assert np.allclose(batch.poses[[1, 3], :, 0], np.arange(3)) and np.allclose(batch.poses[1, :, 3], np.sin(0.5))
    batch[1][bodies[0].id].set_pose((7, 7), 0)
    assert batch.poses[1, 0, 0] == 0
    batch.refresh(1)
    assert batch.poses[1, 0, :2].tolist() == [7, 7]


def test_prototypes_are_added_and_followed():
    world, bodies = crate()
    other, others = crate()
    other.gravity = (0, 5)
    batch = ds.WorldBatch(contacts=True)
    assert (batch.add_prototype(world, bodies), batch.add_prototype(other, others)) == (0, 1)
    assert (batch.create_worlds(1, 2), batch.create_worlds(0, 1)) == (0, 2)
    assert [batch.prototype_of(i) for i in range(3)] == [1, 1, 0]
    batch.step(1 / 60)
    assert batch.velocities[0, 2, 1] > 0 > batch.velocities[2, 2, 1]
    for _ in range(10):
        world.step(1 / 60)
    batch.set_prototype(0, world)
    batch.reset(2)
    assert batch[2].state_hash() == world.state_hash()
    with pytest.raises(ds.Error, match="another world"):
        batch.set_prototype(0, other)


def test_arrays_are_the_memory_of_the_batch_and_keep_it():
    world, bodies = crate()
    batch = ds.WorldBatch(world, 2, bodies)
    poses, loads, kept = batch.poses, batch.loads, batch[0]
    before = poses.copy()
    batch.step(1 / 60)
    assert not np.array_equal(poses, before) and np.shares_memory(poses, batch.poses)
    with pytest.raises(ValueError):
        poses[0] = 0
    loads[1, 0] = [1, 2, 3]
    assert batch.loads[1, 0].tolist() == [1, 2, 3]
    batch.loads = np.full((2, 3, 3), 4.0)
    assert (loads == 4).all()
    with pytest.raises(ds.BusyError):
        batch.create_worlds(0, 1)
    del poses, loads
    with pytest.raises(ds.BusyError):
        batch.create_worlds(0, 1)
    hashed = kept.state_hash()
    del kept
    gc.collect()
    assert batch.create_worlds(0, 1) == 2 and batch[0].state_hash() == hashed
    velocities, one = batch.velocities, batch[1]
    del batch
    gc.collect()
    assert velocities.shape == (3, 3, 3) and len(one.bodies) == 4
    one.step(1 / 60)


def test_motors_rays_and_joints_of_all_worlds():
    world, bodies = crate(1)
    hinge = world.create_joint(world.bodies[0], bodies[0], ds.RevoluteJoint((0, 0.6)))
    weld = world.create_joint(world.bodies[0], bodies[0], ds.WeldJoint((0, 0.6)))
    weld.enabled = False
    batch = ds.WorldBatch(world, 3)
    batch.set_motors([hinge], [[1], [2], [3]], [[1e3], [1e3], [1e3]])
    batch.set_motors([hinge], [[-1]], [[1e3]], [2])
    for _ in range(5):
        batch.step(1 / 60)
    assert np.allclose(batch.joint_states([hinge])[:, 0, 2], [1, 2, -1], atol=1e-3)
    assert np.allclose(batch.joint_states([hinge], 1)[0, 0, 1], 2 * 5 / 60, atol=1e-3)
    fractions = batch.cast_rays(np.tile([[[5, 4, 0, -8], [0, 4, 0, 3]]], (3, 1, 1)))
    assert np.allclose(fractions, [0.5, 1])
    before = batch.state_hashes()
    one = np.ones((3, 1))
    for joints, speeds, maxima in (([hinge, weld], np.ones((3, 2)), np.ones((3, 2))), ([hinge], one * np.nan, one),
                                   ([hinge], one, -one), ([ds.JointId(7)], one, one), ([hinge], np.ones((3, 2)), one)):
        with pytest.raises(ValueError):
            batch.set_motors(joints, speeds, maxima)
    assert np.array_equal(batch.state_hashes(), before)


def test_wrong_calls_are_refused():
    world, bodies = crate()
    batch = ds.WorldBatch(world, 5, bodies)
    for wrong in (np.zeros((5, 2, 3)), np.full((5, 3, 3), np.nan), "x", np.zeros(3)):
        with pytest.raises((ValueError, TypeError)):
            batch.write_velocities(None, wrong)
    for worlds in (np.ones(3, bool), [5], [-1], [0.5], "x", [2**40], [[1]], object()):
        with pytest.raises((ValueError, TypeError)):
            batch.reset(worlds)
    with pytest.raises(ds.Error, match="different"):
        batch.step_worlds([1, 1], 1 / 60)
    batch.loads[3, 1, 0] = np.nan
    hashes = batch.state_hashes()
    with pytest.raises(ds.Error, match="loads"):
        batch.step(1 / 60)
    assert np.array_equal(batch.state_hashes(), hashes)
    with pytest.raises(ds.Error, match="contacts"):
        batch.contact_counts
    with pytest.raises(ds.Error):
        ds.WorldBatch(world, 5, [ds.BodyId(77)])
    with pytest.raises(ds.Error):
        ds.WorldBatch(world, 0)
    with pytest.raises(ds.Error):
        batch[0].threads = 2
    with pytest.raises(IndexError):
        batch[5]
    assert len(list(batch)) == 5


def test_callbacks_of_worlds_in_a_batch():
    world, bodies = crate()
    seen = []
    batch = None

    def filter(a, b):
        seen.append((a, b))
        if batch is not None:
            with pytest.raises(ds.BusyError):
                batch.step(1 / 60)
        return True

    world.set_collision_filter(filter)
    batch = ds.WorldBatch(world, 3, bodies)
    for _ in range(20):
        batch.step(1 / 60)
    assert len(seen) >= 6

    def fail(a, b):
        raise LookupError("from a callback")

    world.set_collision_filter(fail)
    batch = ds.WorldBatch(world, 3, bodies)
    with pytest.raises(LookupError):
        for _ in range(20):
            batch.step(1 / 60)
