// Calls with anything: each returns or throws DrystoneError, and the engine goes on.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as drystone from 'drystone';

const {DrystoneError, World, makeBox} = drystone;

function makeRandom(seed) {
    let state = seed >>> 0;
    return (count) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state >>> 8) % count;
    };
}

/** Things that a call may get: of the right kind, nearly right, and wrong. */
function makeValues(random, things) {
    const {world, body, shape, joint} = things;
    const plain = [
        0, 1, -1, 0.5, 3, 1e30, NaN, Infinity, -0, 7n, -1n, true, false, '', 'dynamic', 'none', null, undefined, {}, [], [1, 2], {x: 1, y: 2},
        {x: 'a', y: 1}, {x: NaN, y: 0}, [[0, 0], [1, 0], [0, 1]], {type: 'circle', radius: 0.5}, {type: 'circle', radius: -1},
        {type: 'revolute'}, {type: 'distance', length: 1}, {position: [0, 1]}, {lower: [0, 0], upper: [1, 1]}, {origin: [0, 0], translation: [1, 0]},
        () => true, () => 1, () => ({x: 1, y: 0}), () => { throw new DrystoneError('mine'); }, Symbol.iterator, new Date(0), new Uint8Array(3),
        new Float32Array(6), {points: [[0, 0]]}, {points: [[0, 0], [1, 0], [0, 1]], radius: 0.1}, 2 ** 31, 2 ** 40, -5, 'a'.repeat(100),
    ];
    plain.push(world, body, shape, joint, makeBox(1, 1), new World(), things.custom, things.snapshot);
    return () => plain[random(plain.length)];
}

function makeThings() {
    const world = new World();
    const body = world.createBody({position: [0, 1]});
    const shape = body.createShape(makeBox(0.5, 0.5));
    const other = world.createBody({type: 'static'});
    const joint = world.createJoint(other, body, {type: 'revolute'});
    const character = new drystone.Character();
    const tree = new drystone.AabbTree();
    return {world, body, shape, joint, character, tree, snapshot: world.snapshot(), history: new drystone.StateHistory(3),
            polygon: makeBox(1, 1), ellipse: new drystone.Ellipse(1, 2), stepper: new drystone.FixedStepper(),
            custom: drystone.CustomShape.ofEllipse(new drystone.Ellipse(1, 2)), interpolation: new drystone.Interpolation()};
}

// Long by their arguments, which are right.
const skipped = new Set(['free', 'slot', '_adopt', '_made', 'constructor', 'toString', 'toJSON', 'reserve', 'prepareInsertions']);

function callsOf(things) {
    const calls = [];
    for (const [name, thing] of Object.entries(things)) {
        for (let proto = Object.getPrototypeOf(thing); proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
            for (const [key, {value, get, set}] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
                if (!skipped.has(key)) {
                    calls.push({name, key, value, get, set});
                }
            }
        }
    }
    for (const [key, value] of Object.entries(drystone)) {
        if (typeof value === 'function' && !['start', 'importsOf', 'DrystoneError', 'drawWorld', 'CanvasDraw', 'WebglDraw', 'Handle', 'EngineObject', 'Body', 'Shape', 'Contact', 'Joint', 'Chain', 'TileGrid', 'Field'].includes(key)) {
            calls.push({name: '', key, value, isClass: /^[A-Z]/.test(key)});
        }
    }
    return calls;
}

test('random calls return or throw DrystoneError', () => {
    const random = makeRandom(11);
    let done = 0, thrown = 0;
    for (let round = 0; round < 10; ++round) {
        const things = makeThings();
        const value = makeValues(random, things);
        const calls = callsOf(things);
        for (let i = 0; i < 1000; ++i) {
            const call = calls[random(calls.length)];
            const parameters = Array.from({length: random(5)}, value);
            const thing = things[call.name];
            const shown = `${call.name}.${call.key}`;
            try {
                if (call.isClass) {
                    new call.value(...parameters);
                } else if (call.value) {
                    typeof call.value === 'function' && call.value.apply(thing, parameters);
                } else if (call.set && random(2)) {
                    call.set.call(thing, parameters[0]);
                } else {
                    call.get?.call(thing);
                }
                ++done;
            } catch (error) {
                ++thrown;
                // A getter of JavaScript's own kind may be asked of things it is not for.
                assert.ok(error instanceof DrystoneError, `${shown} of ${parameters.length}: ${error.stack}`);
            }
        }
        things.world.free();
    }
    const {world} = makeThings();
    world.step(1 / 60);
    assert.ok(done > 1000 && thrown > 1000, `${done} done, ${thrown} thrown`);
});
