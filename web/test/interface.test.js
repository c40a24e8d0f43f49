// The interface in JavaScript's manner: objects, errors, events, queries, callbacks, memory.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as drystone from 'drystone';
import {BodyArrays, DrystoneError, Polygon, StateHistory, World, defaults, makeBox, makePolygon} from 'drystone';

function worldWithGround(definition) {
    const world = new World(definition);
    const ground = world.createBody({type: 'static', name: 'ground'});
    ground.createShape({type: 'segment', a: [-50, 0], b: [50, 0]});
    return {world, ground};
}

function addBox(world, x, y, half = 0.5, shape = {}) {
    const body = world.createBody({type: 'dynamic', position: {x, y}});
    body.createShape(makeBox(half, half), shape);
    return body;
}

const steps = (world, count) => {
    for (let i = 0; i < count; ++i) {
        world.step(1 / 60);
    }
};

test('a box falls as gravity says and comes to rest', () => {
    const {world} = worldWithGround();
    const box = addBox(world, 0, 10.5);
    steps(world, 30);
    assert.ok(Math.abs(box.position.y - (10.5 - 0.5 * 10 * 0.25)) < 0.2, `y = ${box.position.y}`);
    steps(world, 300);
    assert.ok(Math.abs(box.position.y - 0.5) < 0.01);
    assert.equal(box.isAwake, false);
});

test('definitions have the values of the engine where nothing is given, and know their members', () => {
    const definition = defaults.bodyDefinition();
    assert.equal(definition.type, 'dynamic');
    assert.equal(definition.gravityScale, 1);
    assert.deepEqual(definition.position, {x: 0, y: 0});
    assert.equal(definition.ownGravity, null);
    assert.equal(defaults.filter().mask, 0xffffffffffffffffn);
    const world = new World();
    const body = world.createBody({type: 'dynamic', position: [1, 2], name: 'Käfer', userData: 7, ownGravity: [0, 1]});
    assert.equal(body.definition.name, 'Käfer');
    assert.equal(body.userData, 7n);
    assert.deepEqual(body.ownGravity, {x: 0, y: 1});
    body.ownGravity = null;
    assert.equal(body.ownGravity, null);
    assert.throws(() => world.createBody({postion: [1, 2]}), /BodyDefinition has no member 'postion', but type, position/);
    assert.throws(() => world.createBody({type: 'dynamc'}), /type: one of 'static', 'kinematic', 'dynamic' is wanted, not "dynamc"/);
    assert.throws(() => world.createBody({position: {x: 'a', y: 0}}), /a number is wanted, not "a"/);
});

test('whether jointed bodies collide is given, or follows from the type of the joint', () => {
    const {world, ground} = worldWithGround();
    const box = addBox(world, 0, 0.5);
    const collide = (type, settings) => {
        const joint = world.createJoint(ground, box, {type}, settings);
        const given = joint.settings.collideConnected;
        world.destroyJoint(joint);
        return given;
    };
    assert.equal(defaults.jointSettings().collideConnected, null);
    assert.equal(collide('mouse'), true);
    assert.equal(collide('mouse', {collideConnected: false}), false);
    assert.equal(collide('weld'), false);
    assert.equal(collide('weld', {collideConnected: true}), true);
});

test('hints have their object, value and texts', () => {
    const world = new World();
    assert.deepEqual(world.hints(), []);
    const body = world.createBody({type: 'dynamic', angle: 90});
    world.step(16);
    const [step, angle] = world.hints();
    assert.equal(step.kind, 'timeStep');
    assert.equal(step.value, 16);
    assert.equal(step.page, 'docs/manual/time.md');
    assert.match(step.text, /a time step of 16 s: it takes seconds, not milliseconds/);
    assert.equal(angle.kind, 'bodyAngle');
    assert.equal(angle.value, 90);
    assert.equal(angle.body, body);
    assert.equal(angle.joint, null);
});

test('errors have the words of the engine and change nothing', () => {
    const {world} = worldWithGround();
    assert.throws(() => world.createBody({position: [NaN, 0]}), (error) => {
        assert.ok(error instanceof DrystoneError);
        assert.match(error.message, /create_body/);
        assert.match(error.message, /position/);
        return true;
    });
    const body = addBox(world, 0, 1);
    body.destroy();
    assert.equal(body.isValid, false);
    assert.throws(() => body.position, DrystoneError);
    assert.throws(() => world.step('a'), DrystoneError);
    assert.equal(world.bodies.length, 1);
    world.free();
    assert.throws(() => world.step(1 / 60), DrystoneError);
});

test('the same thing is the same object', () => {
    const {world, ground} = worldWithGround();
    const box = addBox(world, 0, 1);
    assert.equal(world.bodies[1], box);
    assert.equal([...world][0], ground);
    assert.equal(box.shapes[0].body, box);
    const copy = world.clone();
    assert.notEqual(copy.same(box), box);
    assert.deepEqual(copy.same(box).position, box.position);
});

test('events are arrays', () => {
    const {world, ground} = worldWithGround();
    const box = addBox(world, 0, 1, 0.5, {contactEvents: true});
    let begins = [];
    for (let i = 0; i < 60 && begins.length === 0; ++i) {
        world.step(1 / 60);
        begins = world.contactBegins;
    }
    assert.equal(begins.length, 1);
    const bodies = new Set([begins[0].shapeA.body, begins[0].shapeB.body]);
    assert.ok(bodies.has(box) && bodies.has(ground));
    assert.equal(world.contact(begins[0].contact).count, undefined);
    assert.ok(world.contact(begins[0].contact).points.length > 0);
    assert.equal(world.movedBodies[0].body, box);
    assert.equal(box.contacts.length, 1);
});

test('queries find shapes, by callbacks too', () => {
    const {world} = worldWithGround();
    const boxes = [0, 3, 6].map((x) => addBox(world, x, 0.5));
    const hit = world.castRay({origin: [-5, 0.5], translation: [20, 0]});
    assert.equal(hit.shape.body, boxes[0]);
    assert.ok(Math.abs(hit.point.x + 0.5) < 1e-6);
    const far = world.castRay({origin: [-5, 0.5], translation: [20, 0], filter: {accepts: (shape) => shape.body !== boxes[0]}});
    assert.equal(far.shape.body, boxes[1]);
    assert.equal(world.castRay({origin: [-5, 5], translation: [20, 0]}), null);
    assert.deepEqual(world.shapesIn({lower: [-1, 0.2], upper: [4, 1]}).map((s) => s.body).sort((a, b) => a._index - b._index),
                     boxes.slice(0, 2));
    assert.deepEqual(world.shapesAt([6, 0.5]).map((s) => s.body), [boxes[2]]);
    const stats = {};
    world.castRay({origin: [-5, 0.5], translation: [20, 0]}, stats);
    assert.ok(stats.shapes > 0);
    assert.throws(() => world.overlapBox({lower: [-1, 0], upper: [9, 1]}, () => { throw new RangeError('mine'); }), /mine/);
    assert.equal(world.castRaysOf, undefined);
    const rays = world.castRays([{origin: [-5, 0.5], translation: [20, 0]}, {origin: [-5, 5], translation: [20, 0]}]);
    assert.equal(rays[0].shape.body, boxes[0]);
    assert.equal(rays[1], null);
});

test('callbacks of the world are called, and what they throw comes out of the step', () => {
    const {world, ground} = worldWithGround();
    const box = addBox(world, 0, 2, 0.5, {preSolve: true});
    world.setCollisionFilter((a, b) => a.body === ground || b.body === ground ? false : true);
    steps(world, 120);
    assert.ok(box.position.y < -1, 'it fell through');
    world.setCollisionFilter(null);
    const other = addBox(world, 5, 2, 0.5, {preSolve: true});
    world.setPreSolveCallback((contact) => { contact.friction = 0; });
    steps(world, 120);
    assert.ok(Math.abs(other.position.y - 0.5) < 0.01);
    other.linearVelocity = [3, 0];
    steps(world, 30);
    assert.ok(other.linearVelocity.x > 2.9, 'without friction it slides on');
    world.setPreSolveCallback(() => { throw new TypeError('in a step'); });
    assert.throws(() => steps(world, 1), /in a step/);
    world.setPreSolveCallback(null);
    steps(world, 1);
});

test('shapes of functions', () => {
    const {world} = worldWithGround();
    const lens = new drystone.CustomShape((direction) => {
        const length = Math.hypot(direction.x, direction.y);
        return {x: 0.8 * direction.x / length, y: 0.4 * direction.y / length * Math.abs(direction.y / length)};
    }, 0.1);
    const body = world.createBody({type: 'dynamic', position: [0, 3]});
    body.createShape(lens);
    steps(world, 240);
    assert.ok(body.position.y > 0 && body.position.y < 1);
    const ellipse = drystone.CustomShape.ofEllipse(new drystone.Ellipse(1, 0.5));
    const gap = drystone.distance(ellipse, {type: 'circle', radius: 0.5}, {position: [4, 0]});
    assert.ok(Math.abs(gap.distance - 2.5) < 1e-4);
    assert.equal(drystone.intersect(makeBox(1, 1), makeBox(1, 1), {position: [1.5, 0], angle: 0.1}).intersecting, true);
});

test('snapshots, saves, histories and scene files bring a world back', () => {
    const {world} = worldWithGround();
    for (let i = 0; i < 5; ++i) {
        addBox(world, 0.1 * i, 0.5 + 1.1 * i);
    }
    const history = new StateHistory(4);
    history.save(world);
    const snapshot = world.snapshot();
    const saved = world.save();
    assert.ok(saved instanceof Uint8Array);
    steps(world, 60);
    const after = world.stateHash();
    world.restore(snapshot);
    steps(world, 60);
    assert.equal(world.stateHash(), after);
    history.restore(world);
    steps(world, 60);
    assert.equal(world.stateHash(), after);
    const loaded = World.load(saved);
    steps(loaded, 60);
    assert.equal(loaded.stateHash(), after);
    assert.throws(() => World.load(saved.slice(0, 100)), DrystoneError);
    const scene = world.toScene();
    assert.equal(JSON.parse(scene).bodies.length, 6);
    const again = World.fromScene(scene);
    assert.deepEqual(again.bodies.map((body) => body.position), world.bodies.map((body) => body.position), 'to the last bit');
    again.addScene(JSON.parse(scene), {position: [0, 20]});
    assert.equal(again.bodies.length, 12);
    assert.throws(() => World.fromScene('{"bodies": 3}'), DrystoneError);
});

test('poses are shown without a copy, also when the memory has grown', () => {
    const {world} = worldWithGround();
    const bodies = [1, 2, 3].map((y) => addBox(world, 0, 2 * y));
    const arrays = new BodyArrays(world, bodies).read();
    const {poses} = arrays;
    assert.equal(poses.length, 12);
    assert.equal(poses[5], 4);
    steps(world, 10);
    arrays.read();
    assert.equal(arrays.poses, poses, 'the same array');
    assert.equal(poses[5], bodies[1].position.y);
    assert.equal(arrays.linearVelocities[3], bodies[1].linearVelocity.y);
    for (let i = 0; i < 3000; ++i) {
        addBox(world, i % 60, 10 + i / 60);
    }
    world.step(1 / 60);
    arrays.read();
    assert.equal(arrays.poses[5], bodies[1].position.y);
    arrays.free();
    world.free();
});

test('objects that a definition holds live as long as they are used', () => {
    const {world} = worldWithGround();
    const box = addBox(world, 0, 1);
    const geometry = box.shapes[0].geometry;
    assert.ok(geometry instanceof Polygon);
    const other = box.shapes[0].geometry;
    assert.deepEqual(geometry.vertices, other.vertices);
    assert.deepEqual(makePolygon([[0, 0], [1, 0], {x: 0, y: 1}]).vertices.length, 3);
    assert.deepEqual(makePolygon(new Float32Array([0, 0, 1, 0, 0, 1])).vertices.length, 3);
    assert.throws(() => makePolygon([[0, 0], [1, 0]]), DrystoneError);
});

test('drawing calls functions', () => {
    const {world} = worldWithGround();
    addBox(world, 0, 1);
    const drawn = {polygon: 0, segment: 0};
    world.draw({polygon(points) { drawn.polygon += points.length; }, segment() { ++drawn.segment; }});
    assert.ok(drawn.polygon >= 4);
    assert.ok(drawn.segment >= 1);
    assert.throws(() => world.draw({polygon() { throw new Error('paint'); }}), /paint/);
});

test('memory does not grow with what is made and dropped', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 300; ++i) {
        const {world} = worldWithGround();
        for (let k = 0; k < 20; ++k) {
            addBox(world, k, 1);
        }
        world.step(1 / 60);
        world.free();
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 64 << 20);
});

test('steps are timed from the first time on that somebody asks', () => {
    const {world} = worldWithGround();
    for (let i = 0; i < 200; ++i) {
        addBox(world, i % 20, 1 + i);
    }
    steps(world, 20);
    assert.equal(world.profile.step, 0);
    const began = performance.now();
    steps(world, 1);
    const elapsed = performance.now() - began;
    const {step, stages} = world.profile;
    assert.ok(step > 0 && step <= 1.1 * elapsed + 0.1, `${step} of ${elapsed} ms`);
    const sum = stages.reduce((total, time) => total + time, 0);
    assert.ok(sum > 0.5 * step && sum <= 1.01 * step, `${sum} of ${step} ms`);
    world.free();
});
