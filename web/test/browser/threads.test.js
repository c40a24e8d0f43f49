// Threads in Chromium: where a page is isolated by its headers there are some, elsewhere none; the results are the same.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const root = process.env.DRYSTONE_ROOT;
const {serve} = await import(pathToFileURL(join(root, 'web/tools/serve.js')).href);
const scene = readFileSync(join(root, 'web/test/known_scene.js'), 'utf8');
const known = readFileSync(join(root, 'tests/determinism/golden_test.cpp'), 'utf8').match(/expected = (\d+)ull/)[1];

let browser;
before(async () => {
    browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic']});
});
after(() => browser?.close());

/** Runs a function in a page that has the package and the scenes. */
async function inPage(isolated, action) {
    const server = await serve(join(root, 'build/web/site'), 0, {isolated});
    const page = await browser.newPage();
    const problems = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) { problems.push(message.text()); } });
    page.on('pageerror', (error) => problems.push(error.message));
    try {
        await page.goto(`http://127.0.0.1:${server.address().port}/bench.html`);
        await page.evaluate(async (text) => {
            globalThis.drystone = await import('drystone');
            globalThis.scenes = await import(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
        }, scene);
        const result = await page.evaluate(action);
        assert.deepEqual(problems, []);
        return result;
    } finally {
        await page.close();
        server.close();
    }
}

async function states() {
    const {threadUse, threads} = globalThis.drystone;
    const {knownState, makeWall} = globalThis.scenes;
    const known = [1, 2, 4].map((count) => String(knownState({threads: count})));
    const walls = [];
    for (const count of [1, 2, 4]) {
        const world = makeWall({threads: count});
        // A page draws between steps; its workers start meanwhile.
        for (let i = 0; i < 60; ++i) {
            world.step(1 / 60);
            await new Promise((done) => setTimeout(done));
        }
        walls.push(String(world.stateHash()));
        world.free();
    }
    const calls = threadUse().calls;
    const began = Date.now();
    while (threadUse().workers > 0 && Date.now() - began < 20e3) {
        await new Promise((done) => setTimeout(done, 50));
    }
    return {isolated: crossOriginIsolated, threads, known, walls, calls, workers: threadUse().workers};
}

test('a page that is isolated has threads, and the same states', async () => {
    const isolated = await inPage(true, states);
    assert.equal(isolated.threads, true);
    assert.deepEqual(isolated.known, [known, known, known]);
    assert.ok(isolated.calls > 0, 'workers helped');
    assert.equal(isolated.workers, 0);
    const plain = await inPage(false, states);
    assert.deepEqual({...plain, walls: null}, {isolated: false, threads: false, known: [known, known, known], walls: null, calls: 0, workers: 0});
    assert.equal(new Set([...isolated.walls, ...plain.walls]).size, 1);
});
