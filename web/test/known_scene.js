// The scene of tests/determinism/golden_test.cpp, with every kind of shape and most joints, and one with work for threads.

import {World, makeBox, makeRegularPolygon, makeRoundedBox} from 'drystone';

const {fround} = Math;

/** Numerical Recipes' generator in numbers of 32 bits. */
class Random {
    constructor(seed) { this.state = seed >>> 0; }
    next() {
        this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
        return this.state >>> 8;
    }
    between(low, high) {
        const lowest = fround(low);
        return fround(lowest + fround(fround(fround(high) - lowest) * fround(this.next() / 16777216)));
    }
}

function addBody(world, x, y, geometry) {
    const body = world.createBody({type: 'dynamic', position: {x, y}});
    body.createShape(geometry);
    return body;
}
const addBox = (world, x, y, halfWidth, halfHeight) => addBody(world, x, y, makeBox(halfWidth, halfHeight));
const addDisc = (world, x, y, radius) => addBody(world, x, y, {type: 'circle', radius});

function addMechanisms(world) {
    let last = world.createBody({type: 'static', position: [-8, 12]});
    for (let i = 0; i < 5; ++i) {
        const link = addBox(world, -7.5 + i, 12, 0.5, 0.1);
        world.createJoint(last, link, {type: 'revolute', anchorA: [i === 0 ? 0 : 0.5, 0], anchorB: [-0.5, 0]}, {solver: 'direct'});
        last = link;
    }
    const frame = world.createBody({type: 'static', position: [8, 6]});
    const wheel = addDisc(world, 8, 5, 0.4);
    const arm = addBox(world, 8, 7, 0.4, 0.1);
    world.createJoint(frame, wheel, {type: 'wheel', anchorA: [0, -1], motor: {speed: 3, maximum: 2}}, {solver: 'iterative'});
    world.createJoint(frame, arm, {type: 'revolute', anchorA: [0, 1], anchorB: [-0.3, 0], limit: {lower: -0.5, upper: 0.7}},
                      {solver: 'iterative'});
    world.createJoint(arm, wheel, {type: 'distance', spring: {frequency: 2, target: 1.5}});
    world.createJoint(wheel, last, {type: 'pulley', groundA: [8, 14], groundB: [-3, 14], length: 16});
    const bullet = addDisc(world, -15, 3, 0.1);
    bullet.isBullet = true;
    bullet.linearVelocity = {x: 300, y: 5};
}

function addFreeMechanisms(world) {
    const direct = {solver: 'direct'};
    const ground = world.createBody({type: 'static', position: [-14, 16]});
    const upper = addBox(world, -13.5, 16, 0.5, 0.1);
    const lower = addBox(world, -12.5, 16, 0.5, 0.05);
    world.createJoint(ground, upper, {type: 'revolute', anchorB: [-0.5, 0]}, direct);
    world.createJoint(upper, lower, {type: 'revolute', anchorA: [0.5, 0], anchorB: [-0.5, 0]}, direct);
    const bar = addBox(world, 15, 14, 1, 0.1);
    for (const side of [-1, 1]) {
        const leg = addBox(world, 15 + side, 15, 0.1, 1);
        world.createJoint(ground, leg, {type: 'revolute', anchorA: [29 + side, 0], anchorB: [0, 1],
                                        motor: {speed: 2, maximum: side > 0 ? 3 : 0}}, direct);
        world.createJoint(leg, bar, {type: 'revolute', anchorA: [0, -1], anchorB: [side, 0]}, direct);
    }
}

function addThings(world) {
    const random = new Random(2024);
    for (let i = 0; i < 40; ++i) {
        // In the order in which the members are evaluated there.
        const position = [random.between(-5, 5), random.between(5, 15)];
        const angle = random.between(-3, 3);
        const linearVelocity = [random.between(-2, 2), 0];
        const body = world.createBody({type: 'dynamic', position, angle, linearVelocity, angularVelocity: random.between(-5, 5),
                                       linearDamping: i % 5 === 0 ? 0.1 : 0, angularDamping: i % 7 === 0 ? 0.2 : 0});
        const density = random.between(0.5, 4);
        const shape = {density, material: {friction: random.between(0, 1), restitution: i % 3 === 0 ? 0.6 : 0}};
        const size = random.between(0.2, 0.5);
        switch (i % 5) {
            case 0: body.createShape({type: 'circle', center: [0.1, 0], radius: size}, shape); break;
            case 1: body.createShape({type: 'capsule', a: [-0.3, 0], b: [0.3, 0.1], radius: 0.5 * size}, shape); break;
            case 2: body.createShape(makeRegularPolygon(5, size), shape); break;
            case 3: body.createShape(makeRoundedBox(size, 0.5 * size, 0.05), shape); break;
            default:
                body.createShape(makeBox(size, 0.5 * size), shape);
                body.createShape(makeBox(0.5 * size, size), shape);
        }
    }
}

/** Makes a scene with work for some threads: a wall of `rows` rows, into which discs fall. */
export function makeWall(definition, rows = 30) {
    const world = new World(definition);
    world.createBody({type: 'static'}).createShape({type: 'segment', a: [-60, 0], b: [60, 0]});
    for (let row = 0; row < rows; ++row) {
        for (let i = 0; i < 40; ++i) {
            addBox(world, 1.05 * i - 20 + (row % 2) * 0.5, 0.5 + row, 0.5, 0.5);
        }
    }
    for (let i = 0; i < 20; ++i) {
        addDisc(world, 2 * i - 20, rows + 3 + (i % 3), 0.7);
    }
    return world;
}

/** Returns the hash of the state after 300 steps. */
export function knownState(definition) {
    const world = new World(definition);
    const ground = world.createBody({type: 'static'});
    ground.createShape({type: 'segment', a: [-20, 0], b: [20, 0]});
    const paddle = world.createBody({type: 'kinematic', position: [0, 3], angle: 0.3, angularVelocity: 1.5});
    paddle.createShape(makeBox(3, 0.2));
    addThings(world);
    addMechanisms(world);
    addFreeMechanisms(world);
    for (let i = 0; i < 300; ++i) {
        world.step(1 / 60);
    }
    const hash = world.stateHash();
    world.free();
    return hash;
}
