"""Wrong use is an error: of threads, of objects at the wrong time, of what was never made."""

import threading

import pytest
import scenes

import drystone as ds


def test_a_world_in_use_by_another_thread_is_an_error_and_the_lock_is_free():
    world = ds.World()
    scenes.pile(world)
    body = world.bodies[1]
    is_inside, may_go_on = threading.Event(), threading.Event()

    def wait(a, b):
        is_inside.set()
        may_go_on.wait(30)
        return True

    world.set_collision_filter(wait)
    thread = threading.Thread(target=lambda: [world.step(1 / 60) for _ in range(120)])
    thread.start()
    assert is_inside.wait(30)
    for use in (lambda: world.step(1 / 60), lambda: body.position, world.poses, world.snapshot,
                lambda: world.create_body(), lambda: body.apply_force((1, 0)), lambda: repr(body),
                lambda: ds.Recorder(world, "/dev/null")):
        with pytest.raises(ds.BusyError):
            use()
    may_go_on.set()
    thread.join()
    world.set_collision_filter(None)
    world.step(1 / 60)


def test_two_worlds_step_side_by_side():
    worlds = [ds.World() for _ in range(2)]
    for world in worlds:
        scenes.pyramid(world)
    threads = [threading.Thread(target=lambda w=w: [w.step(1 / 60) for _ in range(120)]) for w in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worlds[0].state_hash() == worlds[1].state_hash()


def test_objects_that_were_not_made_are_refused():
    for cls in (ds.World, ds.Character, ds.Polygon, ds.Vec2, ds.BodyDefinition, ds.Snapshot, ds.Body, ds.AabbTree):
        thing = cls.__new__(cls)
        for use in (lambda: ds.World().restore(thing), lambda: ds.World().create_shape(thing, thing),
                    lambda: repr(thing), lambda: ds.distance(thing, thing, ds.Pose()), lambda: thing.replace(),
                    lambda: thing.position, lambda: thing == thing and thing < thing):
            with pytest.raises((TypeError, AttributeError, RuntimeError, ds.Error)):
                use()
                raise TypeError("allowed")


def test_pools_outlive_their_worlds():
    world = ds.World(scheduler=ds.ThreadPool(2))
    scenes.pile(world)
    for _ in range(10):
        world.step(1 / 60)
    done = []
    ds.ThreadPool(3).run(done.append)
    assert sorted(done) == [0, 1, 2]
    with pytest.raises(ZeroDivisionError):
        ds.ThreadPool(2).run(lambda worker: 1 / 0)


def test_errors_have_the_text_of_cpp_and_change_nothing():
    world = ds.World()
    body = world.create_body()
    before = world.state_hash()
    with pytest.raises(ds.Error, match=r"World::create_shape.*radius.*-1"):
        world.create_shape(body, ds.Circle(radius=-1))
    with pytest.raises(ds.Error, match="World::step"):
        world.step(-1)
    with pytest.raises(ds.Error):
        ds.World(threads=0)
    with pytest.raises(TypeError):
        world.create_body(ds.BodyDefinition(), position=(1, 2))
    assert world.state_hash() == before and issubclass(ds.Error, ValueError)
