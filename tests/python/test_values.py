"""Structs, vectors, enumerations and handles are values in Python's manner."""

import copy
import pickle

import numpy as np
import pytest

import drystone as ds


def test_vectors_are_sequences_of_numbers():
    v = ds.Vec2(3, 4)
    assert (v.x, v.y) == tuple(v) == (3, 4) and len(v) == 2 and v[-1] == 4 and abs(v) == 5
    assert v + (1, 1) == ds.Vec2(4, 5) and 2 * v / 2 == v and -v == (-3, -4) - ds.Vec2()
    assert np.asarray(v).dtype == np.float32 and np.asarray(v).tolist() == [3, 4]
    assert ds.dot(v, (1, 0)) == 3 and ds.cross(ds.Vec3(1, 0, 0), ds.Vec3(0, 1, 0)) == ds.Vec3(0, 0, 1)
    assert hash(v) == hash(ds.Vec2(3, 4)) and eval(repr(v), {"Vec2": ds.Vec2}) == v
    for wrong in ((1,), (1, 2, 3), "ab", None, ("a", "b")):
        with pytest.raises(TypeError):
            ds.left_perp(wrong)
    with pytest.raises(AttributeError):
        v.x = 1


def test_structs_take_members_by_place_and_by_name_with_the_defaults_of_cpp():
    definition = ds.BodyDefinition()
    assert definition.type is ds.BodyType.DYNAMIC and definition.gravity_scale == 1 and definition.own_gravity is None
    assert definition.sleep_speed == np.float32(0.05) and definition.name == "" and definition.locks == ds.AxisLocks()
    changed = definition.replace(position=np.array([1.0, 2.0]), own_gravity=(0, 1), name="crate")
    assert changed.position == ds.Vec2(1, 2) and changed.own_gravity == ds.Vec2(0, 1) and changed.name == "crate"
    assert definition.position == ds.Vec2() and changed != definition
    assert ds.Circle((1, 2), 3) == ds.Circle(center=(1, 2), radius=3)
    with pytest.raises(AttributeError):
        definition.angle = 1
    with pytest.raises(TypeError, match="BodyDefinition has no member positon"):
        ds.BodyDefinition(positon=(0, 0))
    with pytest.raises(TypeError, match="BodyDefinition.position"):
        ds.BodyDefinition(position="here")
    with pytest.raises(TypeError, match="two values for center"):
        ds.Circle((0, 0), center=(0, 0))
    with pytest.raises(TypeError, match="takes 2 members"):
        ds.Circle((0, 0), 1, 2)


def examples():
    return [ds.BodyDefinition(name="a", own_gravity=(1, 2)), ds.Material(friction=0.3, friction_mixing=ds.Mixing.AVERAGE),
            ds.RevoluteJoint((1, 2), limit=ds.JointLimit(-1, 1)), ds.FieldDefinition(region=ds.make_box(2, 1)),
            ds.ShapeCastInput(geometry=ds.Capsule()), ds.CharacterState(dropped=[ds.ShapeId(7)]), ds.Counters(),
            ds.make_rounded_box(1, 2, 0.25), ds.make_chain([(3, 0), (2, 1), (0, 0)]), ds.Ellipse(1, 0.5),
            ds.Superellipse(1, 1, 4), ds.Mat3(), ds.Pose3(), ds.Vec3d(1, 2, 3), ds.BodyId(12), ds.BodyType.KINEMATIC,
            ds.ChainDefinition(points=[(0, 0), (1, 0)]), ds.scene.Description(properties={"a": 1, "b": [1, 2]})]


@pytest.mark.parametrize("value", examples(), ids=lambda v: type(v).__name__)
def test_values_are_pickled_copied_and_compared(value):
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(value) == value == copy.deepcopy(value)
    assert not value == 1 and value != "other"


@pytest.mark.parametrize("value", [v for v in examples() if not isinstance(v, (ds.BodyType, ds.scene.Description))],
                         ids=lambda v: type(v).__name__)
def test_reprs_can_be_evaluated(value):
    text = repr(value)
    if "<" not in text:
        names = {name: getattr(ds, name) for name in dir(ds)} | {"inf": float("inf")}
        made = {"Polygon": ds.make_polygon, "ChainGeometry": None}.get(type(value).__name__, type(value))
        if made is type(value) and "Polygon(" not in text:
            assert eval(text, names) == value


def test_enumerations_are_those_of_python():
    assert ds.BodyType["STATIC"] is ds.BodyType.STATIC and list(ds.BodyType)[2] is ds.BodyType.DYNAMIC
    assert [stage.name for stage in ds.Stage][:2] == ["BROAD_PHASE", "CANDIDATES"]
    with pytest.raises(TypeError):
        ds.BodyDefinition(type=1)


def test_collision_functions_take_shapes_for_cores():
    circle, square = ds.Circle(radius=0.5), ds.make_box(1, 1)
    result = ds.distance(circle, square, ds.Pose((3, 0)))
    assert result.status is ds.DistanceStatus.SEPARATED and result.distance == pytest.approx(1.5)
    assert ds.distance(ds.make_core(square), circle, ds.Pose((3, 0))).distance == pytest.approx(1.5)
    ellipse = ds.CustomShape(ds.Ellipse(2, 1))
    assert ds.distance(ellipse, circle, ds.Pose((4, 0))).distance == pytest.approx(1.5, abs=1e-5)
    assert ds.intersect(circle, square, ds.Pose()) and not ds.intersect(circle, square, ds.Pose((9, 0)))
    cache = ds.SimplexCache()
    ds.distance(square, square, ds.Pose((3, 0)), cache)
    assert cache.count > 0
    steps = []
    ds.trace_distance(square, circle, ds.Pose((3, 0)), steps.append)
    assert steps and isinstance(steps[0], ds.GjkStep)
    sine, cosine = ds.sin_cos(0.5)
    assert (sine, cosine) == pytest.approx((np.sin(0.5), np.cos(0.5)), abs=1e-6)
    assert ds.compute_hull([(0, 0), (1, 0), (0, 1), (0.2, 0.2)]).points == [ds.Vec2(0, 0), ds.Vec2(1, 0), ds.Vec2(0, 1)]
    diamond = ds.CustomShape(lambda d: (1 if d.x > 0 else -1, 0) if abs(d.x) > abs(d.y) else (0, 1 if d.y > 0 else -1))
    assert diamond.is_polygon and diamond.mass(1).mass == pytest.approx(2, abs=1e-4)


def test_trees_find_what_brute_force_finds():
    random = np.random.default_rng(5)
    corners = random.uniform(-10, 10, (200, 2)).astype(np.float32)
    boxes = [ds.Aabb(c, c + np.float32(1)) for c in corners]
    tree = ds.AabbTree()
    proxies = tree.insert([ds.TreeItem(box) for box in boxes])
    area = ds.Aabb((-3, -3), (2, 4))
    expected = sorted(p for p, box in zip(proxies, boxes) if ds.overlaps(box, area))
    assert sorted(tree.overlapping(area)) == expected
    found = []
    tree.query(area, ~0 & (2**64 - 1), lambda proxy: found.append(proxy) or True)
    assert sorted(found) == expected
    all_pairs = sum(ds.overlaps(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert len(tree.pairs(tree, ds.PairFilter(only_new=False))) == all_pairs
    with pytest.raises(ds.BusyError):
        tree.query(area, 1, lambda proxy: tree.clear())
