"""Worlds, references, events, queries, callbacks and files."""

import copy
import gc
import math

import numpy as np
import pytest

import drystone as ds


def small_world():
    world = ds.World(gravity=(0, -10))
    ground = world.create_body(type=ds.BodyType.STATIC, name="ground")
    world.create_shape(ground, ds.make_box(20, 0.5, ds.Pose((0, -0.5))))
    box = world.create_body(position=(0, 2))
    world.create_shape(box, ds.make_box(0.5, 0.5), density=2, contact_events=True)
    return world, ground, box


def test_a_box_falls_as_newton_says():
    world = ds.World(gravity=(0, -10))
    body = world.create_body(position=(1, 5), linear_velocity=(2, 0))
    world.create_shape(body, ds.Circle(radius=0.5))
    for _ in range(60):
        world.step(1 / 60)
    assert body.position.x == pytest.approx(3, abs=1e-4)
    assert body.position.y == pytest.approx(0, abs=0.05) and body.linear_velocity.y == pytest.approx(-10, abs=1e-3)
    assert world.momentum().y == pytest.approx(-10 * math.pi / 4, rel=1e-3)


def test_references_have_properties_and_know_their_end():
    world, ground, box = small_world()
    assert ground.name == "ground" and ground.type is ds.BodyType.STATIC and box.mass.mass == pytest.approx(2)
    box.linear_velocity = (1, 2)
    box.bullet = True
    box.own_gravity = None
    assert box.linear_velocity == ds.Vec2(1, 2) and box.bullet and box.own_gravity is None
    (shape,) = box.shapes
    shape.material = shape.material.replace(friction=0.25)
    assert shape.material.friction == 0.25 and shape.body == box and shape.chain is None
    assert world.bodies == [ground, box] and world[box.id] == box and box in {box} and world.is_valid(box)
    joint = world.create_joint(ground, box, ds.RevoluteJoint((0, 3), (0, 1)), collide_connected=True)
    assert joint.settings.collide_connected and joint.body_b == box and isinstance(joint.definition, ds.RevoluteJoint)
    assert not world.create_joint(ground, box, ds.WeldJoint()).settings.collide_connected
    drag = world.create_joint(ground, box, ds.MouseJoint())
    assert ds.JointSettings().collide_connected is None and drag.settings.collide_connected is True
    assert ds.collides_by_default(drag.definition) and not ds.collides_by_default(joint.definition)
    drag.settings = ds.JointSettings(collide_connected=False)
    assert drag.settings.collide_connected is False
    for other in box.joints[1:]:
        world.destroy_joint(other)
    joint.definition = joint.definition.replace(motor=ds.JointMotor(1, 5))
    assert joint.definition.motor == ds.JointMotor(1, 5) and box.joints == [joint]
    with pytest.raises(AttributeError):
        box.colour = 1
    world.destroy_body(box)
    assert not box.is_valid and not joint.is_valid and "destroyed" in repr(box)
    with pytest.raises(ds.Error, match="body.*it was destroyed"):
        box.position


def test_objects_keep_their_world():
    world, _, box = small_world()
    del world
    gc.collect()
    box.world.step(1 / 60)
    assert box.is_awake


def test_events_and_queries():
    world, ground, box = small_world()
    begins = []
    for _ in range(60):
        world.step(1 / 60)
        begins += world.contact_begins
    assert [{world[e.shape_a].body, world[e.shape_b].body} for e in begins] == [{ground, box}]
    contact = world.contact(begins[0].contact)
    assert len(contact.points) == 2 and contact in world.contacts and contact in box.contacts
    hit = world.cast_ray(origin=(0, 5), translation=(0, -10))
    assert world[hit.shape].body == box and hit.point.y == pytest.approx(1, abs=0.01)
    assert world.cast_ray(ds.RayCast((5, 5), (0, 1))) is None
    (only_ground,) = world.overlap(ds.Aabb((10, -0.2), (11, -0.1)))
    assert world[only_ground].body == ground
    assert world.overlap((0, 0.5)) == [box.shapes[0].id] == world.overlap(ds.Circle((0, 0.6), 0.05))
    none = ds.QueryFilter(accepts=lambda shape: False)
    assert world.overlap((0, 0.5), none) == []
    contacts = world.contacts_of(ds.Circle(radius=0.5), ds.Pose((0, 1.45)))
    assert [world[c.body] for c in contacts] == [box] and contacts[0].separation == pytest.approx(-0.05, abs=0.01)
    swept = world.cast_contact(ds.Circle(radius=0.5), ds.Pose((0, 5)), translation=(0, -5))
    assert world[swept.contact.body] == box
    stats = ds.QueryStats()
    world.cast_ray(origin=(0, 5), translation=(0, -10), stats=stats)
    assert stats.shapes > 0


def test_the_answer_of_a_filter_is_kept_until_the_boxes_part():
    world, ground, box = small_world()
    asked = []
    world.set_collision_filter(lambda a, b: asked.append((a, b)) or False)
    for _ in range(60):
        world.step(1 / 60)
    assert len(asked) == 1


def test_callbacks():
    world, ground, box = small_world()
    asked = []
    world.set_collision_filter(lambda a, b: asked.append({world[a].body, world[b].body}) or False)
    for _ in range(60):
        world.step(1 / 60)
    assert asked and all(pair == {box, ground} for pair in asked) and box.position.y < -2

    world, ground, box = small_world()
    box.shapes[0].pre_solve = True
    kept = []

    def pre_solve(contact):
        kept.append(contact)
        contact.friction = 0
        with pytest.raises(ds.BusyError):
            box.apply_force((1, 0))
        return True

    world.set_pre_solve_callback(pre_solve)
    box.linear_velocity = (3, 0)
    for _ in range(60):
        world.step(1 / 60)
    assert kept and kept[-1].points and box.linear_velocity.x == pytest.approx(3, abs=1e-3)

    def fail(contact):
        raise LookupError("mine")

    world.set_pre_solve_callback(fail)
    with pytest.raises(LookupError, match="mine"):
        world.step(1 / 60)
    world.set_pre_solve_callback(None)
    world.step(1 / 60)


def test_support_functions_run_on_all_threads_and_their_exceptions_arrive():
    world = ds.World(threads=3)
    base = world.create_body(type=ds.BodyType.STATIC)
    world.create_shape(base, ds.make_box(20, 0.5))
    is_faulty = False

    def support(direction):
        if is_faulty:
            raise LookupError("support")
        return 0.5 * ds.normalized(direction)

    shape = ds.CustomShape(support)
    for i in range(20):
        world.create_shape(world.create_body(position=(i - 10, 1)), shape)
    for _ in range(20):
        world.step(1 / 60)
    is_faulty = True
    with pytest.raises(LookupError, match="support"):
        for _ in range(20):
            world.step(1 / 60)


def test_states_go_back_and_copies_live_alone():
    world, _, box = small_world()
    snapshot, before = world.snapshot(), world.state_hash()
    other, other_box = copy.deepcopy((world, box))
    for _ in range(30):
        world.step(1 / 60)
    assert other.state_hash() == before and other_box.position == ds.Vec2(0, 2) and other_box.world is other
    world.restore(snapshot)
    assert world.state_hash() == before and box.position == ds.Vec2(0, 2)
    history = ds.StateHistory(4)
    hashes = []
    for _ in range(4):
        history.save(world)
        hashes.append(world.state_hash())
        world.step(1 / 60)
    history.restore(world, 2)
    assert world.state_hash() == hashes[1]
    loaded = ds.World.load(world.save())
    assert loaded.state_hash() == hashes[1]
    with pytest.raises(ds.Error):
        ds.World.load(b"no world")
    with pytest.raises(ds.Error):
        ds.World().restore(snapshot)


def test_players_show_worlds_that_only_they_change(tmp_path):
    world, _, box = small_world()
    with ds.Recorder(world, str(tmp_path / "a")) as recorder:
        for _ in range(30):
            world.step(1 / 60)
    assert recorder.steps == 30 and not recorder.is_recording
    player = ds.RecordingPlayer(str(tmp_path / "a"))
    assert player.steps == 30
    while player.play_step():
        pass
    assert player.divergence is None and player.world.state_hash() == world.state_hash()
    shown = player.world[box.id]
    assert shown.position == box.position
    with pytest.raises(ds.Error, match="player"):
        player.world.step(1 / 60)
    with pytest.raises(ds.Error, match="player"):
        shown.apply_force((1, 0))
    player.seek(3)
    assert player.step == 3 and shown.position.y > box.position.y
    branch = player.world.clone()
    branch.step(1 / 60)
    with pytest.raises(ds.Error):
        player.seek(31)


def test_scene_files():
    world, _, box = small_world()
    text = ds.scene.format(ds.scene.describe(world))
    other = ds.World()
    loaded = ds.scene.load(other, ds.scene.parse(text), position=(5, 0))
    assert other[loaded.body("ground")].position == ds.Vec2(5, 0) and len(loaded.bodies) == 2
    with pytest.raises(ds.Error, match="level.json:1"):
        ds.scene.parse("{", "level.json")


def test_characters_and_time():
    world, _, _ = small_world()
    player = ds.Character(position=(-5, 0.81))
    for _ in range(60):
        world.step(1 / 60)
        player.update(world, velocity=(2, 0), time_step=1 / 60)
    assert player.is_on_ground and player.position.x == pytest.approx(-3, abs=0.05)
    stepper = ds.FixedStepper(time_step=1 / 60)
    assert stepper.advance(0.055) == 3
    stepper.speed = 0.5
    assert stepper.speed == 0.5
    interpolation = ds.Interpolation()
    interpolation.step(world, 1 / 60)


def test_arrays():
    world, ground, box = small_world()
    others = [world.create_body(position=(3 * i, 5), angle=0.1 * i) for i in range(5)]
    world.step(1 / 60)
    poses = world.poses()
    assert poses.shape == (7, 4) and poses.dtype == np.float32
    for row, body in zip(poses, world.bodies):
        assert tuple(row) == (*body.position, body.pose.rotation.c, body.pose.rotation.s)
    for row, body in zip(world.velocities(), world.bodies):
        assert tuple(row) == (*body.linear_velocity, body.angular_velocity)
    assert [int(body.id) for body in world.bodies] == world.body_numbers().tolist()
    numbers = world.body_numbers()[2:]
    out = np.empty((5, 4), np.float32)
    assert world.poses(numbers, out) is out and np.array_equal(out, poses[2:])
    world.set_poses(np.array([[i, 9, 0.5] for i in range(5)]), others)
    world.set_velocities([[1, 0, 2]] * 5, numbers)
    assert [b.position.x for b in others] == [0, 1, 2, 3, 4] and others[0].angular_velocity == 2
    assert others[3].angle == pytest.approx(0.5, abs=1e-6)
    world.apply_forces([[0, 1]], [box])
    world.apply_impulses([[0, 1, 0.5]], [box])
    world.apply_forces(np.zeros((7, 3)))
    before = world.state_hash()
    for values, bodies, error in (([[1, 2]], None, ValueError), ([[1, 2, np.nan]], [box], ds.Error),
                                  ([[1, 2, 3]], [ground], ds.Error), ([[1e31, 2, 3]], [box], ds.Error),
                                  ("x", None, (TypeError, ValueError)), ([[0, 1, 0]], [ds.BodyId()], ds.Error)):
        with pytest.raises(error):
            world.set_velocities(values, bodies)
    for wrong in (np.empty((5, 4)), np.empty((4, 4), np.float32), np.empty((5, 8), np.float32)[:, ::2], 3):
        with pytest.raises((TypeError, ValueError)):
            world.poses(numbers, wrong)
    assert world.state_hash() == before


def test_queries_by_arrays():
    world, ground, box = small_world()
    origins = np.array([[0, 5], [3, 5], [50, 5]])
    found = world.cast_ray_arrays(origins, [[0, -10]] * 3)
    for i, origin in enumerate(origins):
        hit = world.cast_ray(origin=origin, translation=(0, -10))
        assert found["shape"][i] == (int(hit.shape) if hit else 0)
        assert found["fraction"][i] == (np.float32(hit.fraction) if hit else 1)
        assert tuple(found["point"][i]) == (tuple(hit.point) if hit else (50, -5))
    starts, shapes = world.overlap_box_arrays([[-9, -0.2, -8, -0.1], [-1, -1, 1, 3], [90, 0, 91, 1]])
    assert starts.tolist() == [0, 1, 3, 3] and shapes[0] == int(ground.shapes[0].id)
    starts, shapes = world.overlap_point_arrays([(0, 2), (0, 50)])
    assert starts.tolist() == [0, 1, 1] and world[ds.ShapeId(int(shapes[0]))].body == box


def test_pictures_show_what_is_there():
    world = ds.World()
    world.create_shape(world.create_body(), ds.Circle(radius=1))
    assert "<circle" in world.draw() and len(ds.film(world, 0.2).pictures) == 7


def test_worlds_are_drawn_on_axes_of_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot
    world, ground, box = small_world()
    capsule = world.create_body(position=(4, 3), angle=1)
    world.create_shape(capsule, ds.Capsule((-1, 0), (1, 0), 0.5))
    world.create_shape(world.create_body(position=(-4, 3)), ds.Circle(radius=1))
    figure, axes = pyplot.subplots(figsize=(4, 4), dpi=100)
    assert world.draw(axes=axes, view=ds.Aabb((-8, -8), (8, 8))) is axes
    assert len(axes.patches) == 4 and axes.get_xlim() == (-8, 8)
    # The outline of a capsule lies at its radius from its segment.
    corners = max((p.get_xy() for p in axes.patches[:4] if hasattr(p, "get_closed")), key=len)
    way = np.array([math.cos(1), math.sin(1)])
    along = np.clip((corners - (4, 3)) @ way, -1, 1)
    assert np.allclose(np.linalg.norm(corners - (4, 3) - along[:, None] * way, axis=1), 0.5, atol=1e-4)
    figure.canvas.draw()
    picture = np.asarray(figure.canvas.buffer_rgba())[:, :, :3]
    # The middle of the box, at (0, 2), is filled, and what is beside it is not.
    x, y = axes.transData.transform((0.2, 2.2)).astype(int)
    assert (picture[400 - y, x] != 255).any() and (picture[400 - y, x - 45] == 255).all()
    pyplot.close(figure)


def test_tile_grids_change_while_the_world_runs():
    world = ds.World(gravity=(0, -10))
    grid = world.create_tile_grid(position=(-4, -2), width=8, height=2, cells=[1] * 16,
                                  types=[ds.TileType(material=ds.Material(friction=0.5)), ds.TileType(left_height=0)])
    ball = world.create_body(position=(0.5, 0.4))
    world.create_shape(ball, ds.Circle(radius=0.4))
    assert (grid.width, grid.height, grid.cell_size, grid.cell(3, 1), grid.cell(9, 9)) == (8, 2, 1, 1, 0)
    assert world.tile_grids == [grid] and world[grid.id] == grid and grid.cell_at((0.5, -0.5)) == ds.TileCell(4, 1)
    assert grid.type(2) == ds.TileType(left_height=0)
    hit = world.cast_ray(origin=(0.5, 3), translation=(0, -5))
    tile = world[world.cast_ray(origin=(2.5, 3), translation=(0, -5)).shape]
    assert hit.shape == ball.shapes[0].id and ball.shapes[0].tile_grid is None and ball.shapes[0].tiles is None
    assert tile.tile_grid == grid and tile.tiles is not None and grid.cell_of(tile, (2.5, 0)) == ds.TileCell(6, 1)
    for _ in range(60):
        world.step(1 / 60)
    assert ball.position.y == pytest.approx(0.4, abs=0.01)
    grid.fill(ds.TileRange(4, 0, 1, 2), 0)
    grid.set_cell(0, 1, 2)
    grid.set_cells(ds.TileRange(0, 0, 2, 1), np.array([2, 0], np.uint8))
    for _ in range(60):
        world.step(1 / 60)
    assert ball.position.y < -2 and [grid.cell(x, 0) for x in range(3)] == [2, 0, 1]
    again = ds.World().create_tile_grid(grid.definition)
    assert again.definition == grid.definition
    with pytest.raises(ds.Error, match="set_cell"):
        grid.set_cell(8, 0, 1)
    world.destroy_tile_grid(grid)
    assert not grid.is_valid and world.tile_grids == []


def test_motors_are_properties_of_their_joints():
    world = ds.World(gravity=(0, 0))
    wheel = world.create_body()
    world.create_shape(wheel, ds.Circle(radius=1))
    ground = world.create_body(type=ds.BodyType.STATIC)
    hinge = world.create_joint(ground, wheel, ds.RevoluteJoint())
    assert hinge.motor is None
    hinge.motor = ds.JointMotor(speed=3, maximum=1e4)
    world.step(1 / 60)
    assert hinge.motor == ds.JointMotor(3, 1e4) and wheel.angular_velocity == pytest.approx(3, abs=1e-3)
    with pytest.raises(ds.Error, match="motor.maximum"):
        hinge.motor = ds.JointMotor(1, -1)
    weld = world.create_joint(ground, wheel, ds.WeldJoint())
    with pytest.raises(ds.Error, match="set_motor"):
        weld.motor = ds.JointMotor(1, 1)


def test_hints_have_their_object_value_and_texts():
    world = ds.World()
    assert world.hints() == []
    body = world.create_body(angle=90)
    world.step(16)
    step, angle, _ = world.hints()
    assert step.kind == ds.HintKind.TIME_STEP and step.value == 16 and step.function == "World::step"
    assert step.page == "docs/manual/time.md" and "16 s" in step.text
    assert angle.kind == ds.HintKind.BODY_ANGLE and angle.body == body.id and angle.count == 1
