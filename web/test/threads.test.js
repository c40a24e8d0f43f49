// Threads in node: the same results, workers that take part and end, and programs that end.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';

import {World, WorldBatch, makeBox, threadUse, threads} from 'drystone';

import {knownState, makeWall} from './known_scene.js';

const steps = (world, count) => {
    for (let i = 0; i < count; ++i) {
        world.step(1 / 60);
    }
};

/** Returns the hash of the wall after 60 steps, once the workers have begun to help. */
function wallState(count) {
    const warm = makeWall({threads: count});
    const began = Date.now();
    const before = threadUse().calls;
    while (count > 1 && threadUse().calls === before && Date.now() - began < 20e3) {
        warm.step(1 / 60);
    }
    // Takes over the workers, which are awake.
    warm.free();
    const world = makeWall({threads: count});
    const calls = threadUse().calls;
    steps(world, 60);
    const hash = world.stateHash();
    assert.equal(world.threads, count);
    world.free();
    return {hash, calls: threadUse().calls - calls};
}

/** Runs a program that imports the package, and returns what it printed. */
const run = (program, env = {}) => execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8', timeout: 60e3, env: {...process.env, ...env}}).trim();

test('node has threads', () => assert.equal(threads, true));

test('the known state with 1, 2 and 4 threads', () => {
    const source = readFileSync(`${process.env.DRYSTONE_ROOT}/tests/determinism/golden_test.cpp`, 'utf8');
    const expected = BigInt(source.match(/expected = (\d+)ull/)[1]);
    for (const count of [1, 2, 4]) {
        assert.equal(knownState({threads: count}), expected, `${count} threads`);
    }
});

test('a wall ends in the same state with 1, 2 and 4 threads, and without threads', () => {
    const alone = wallState(1);
    assert.equal(alone.calls, 0);
    for (const count of [2, 4]) {
        const {hash, calls} = wallState(count);
        assert.equal(hash, alone.hash, `${count} threads`);
        assert.ok(calls > 0, 'workers helped');
    }
    const program = `import {threads} from 'drystone'; import {makeWall} from './test/known_scene.js';
        const world = makeWall({threads: 4});
        for (let i = 0; i < 60; ++i) { world.step(1 / 60); }
        console.log(threads, String(world.stateHash()));`;
    assert.equal(run(program, {DRYSTONE_THREADS: '0'}), `false ${alone.hash}`);
});

test('a step waits for no worker that has not started', () => {
    const world = makeWall({threads: 4});
    const began = performance.now();
    world.step(1 / 60);
    assert.ok(performance.now() - began < 5000);
    world.free();
});

test('worlds that are made and freed use the same workers, which end with the last world', async () => {
    for (let i = 0; i < 50; ++i) {
        const world = makeWall({threads: 3}, 2);
        steps(world, 2);
        world.free();
    }
    assert.ok(threadUse().workers <= 3, `${threadUse().workers} workers`);
    const began = Date.now();
    while (threadUse().workers > 0 && Date.now() - began < 20e3) {
        await sleep(50);
    }
    assert.equal(threadUse().workers, 0);
});

test('threads can be changed', () => {
    const world = makeWall({threads: 2});
    const other = makeWall();
    for (const count of [3, 1, 2]) {
        world.threads = count;
        steps(world, 5);
        steps(other, 5);
        assert.equal(world.threads, count);
        assert.equal(world.stateHash(), other.stateHash());
    }
    world.free();
    other.free();
});

test('a memory that workers have made larger is seen', () => {
    const world = makeWall({threads: 2}, 40);
    steps(world, 20);
    assert.ok(world.bodies.every((body) => Number.isFinite(body.position.y)));
    world.free();
});

test('a batch uses threads, and none for worlds with functions', () => {
    const positions = (count, filtered) => {
        const world = new World();
        world.createBody({type: 'static'}).createShape({type: 'segment', a: [-9, 0], b: [9, 0]});
        const bodies = Array.from({length: 6}, (_, i) => {
            const body = world.createBody({position: [0.1 * i, 1 + 1.2 * i]});
            body.createShape(makeBox(0.5, 0.5));
            return body;
        });
        let asked = 0;
        if (filtered) {
            world.setCollisionFilter(() => ++asked > 0);
        }
        const batch = new WorldBatch({threads: count});
        batch.createWorlds(batch.addPrototype(world, bodies), 200);
        world.free();
        for (let i = 0; i < 100; ++i) {
            batch.step(1 / 60);
        }
        const places = batch.poses.map((pose) => [pose.position.x, pose.position.y]);
        batch.free();
        assert.equal(asked > 0, filtered);
        return places;
    };
    const alone = positions(1, false);
    assert.deepEqual(positions(3, false), alone);
    assert.deepEqual(positions(3, true), alone);
});

test('functions of shapes are called by the thread of the program alone', () => {
    const program = `import {CustomShape, threadUse} from 'drystone'; import {makeWall} from './test/known_scene.js';
        const world = makeWall({threads: 2});
        while (threadUse().calls === 0) { world.step(1 / 60); }
        const before = threadUse().calls;
        const shape = new CustomShape(({x, y}) => ({x: 0.5 * Math.sign(x), y: 0.5 * Math.sign(y)}), 0.1);
        for (let i = 0; i < 10; ++i) {
            world.createBody({position: [3 * i - 15, 40]}).createShape(shape);
        }
        for (let i = 0; i < 100; ++i) { world.step(1 / 60); }
        console.log(threadUse().calls - before);`;
    assert.equal(run(program), '0');
});

test('a program with threads ends, whether its worlds are freed or not', () => {
    for (const end of ['', 'world.free();', 'await new Promise((done) => setTimeout(done, 300));', 'process.exit(0);']) {
        const program = `import {threadUse} from 'drystone'; import {makeWall} from './test/known_scene.js';
            const world = makeWall({threads: 3});
            while (threadUse().calls < 10) { world.step(1 / 60); }
            console.log('end');
            ${end}`;
        assert.equal(run(program), 'end');
    }
});
