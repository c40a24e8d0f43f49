// The playground in Chromium: load, play, drag, type, share, on a desk and on a phone; no errors in the console.

import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const root = process.env.DRYSTONE_ROOT;
const site = join(root, 'build/web/site');
const pictures = join(root, 'build/web/pictures');
const {serve} = await import(pathToFileURL(join(root, 'web/tools/serve.js')).href);

let server, browser, address;
before(async () => {
    mkdirSync(pictures, {recursive: true});
    server = await serve(site);
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic']});
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(hash = '', options = {}) {
    const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
    const page = await context.newPage();
    const problems = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) { problems.push(message.text()); } });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address + hash);
    await page.waitForFunction(() => globalThis.playground?.session?.step > 2);
    return {context, page, problems};
}
const picture = (page, name) => page.screenshot({path: join(pictures, name + '.png')});
const steps = (page) => page.evaluate(() => playground.session.step);

test('it plays, pauses, steps, and goes back to the same state', async () => {
    const {context, page, problems} = await open('#scene=wall');
    await page.waitForFunction(() => playground.session.step >= 50);
    await page.click('#play');
    const stopped = await steps(page);
    await page.click('#forward');
    assert.equal(await steps(page), stopped + 1);
    const hash = await page.evaluate(() => String(playground.session.world.stateHash()));
    await page.click('#back');
    assert.equal(await steps(page), stopped);
    await page.evaluate((n) => playground.seek(n), 20);
    await page.evaluate((n) => playground.seek(n), stopped + 1);
    assert.equal(await page.evaluate(() => String(playground.session.world.stateHash())), hash);
    await picture(page, 'wall');
    assert.deepEqual(problems, []);
    await context.close();
});

test('bodies can be dragged, the picture moved and zoomed', async () => {
    const {context, page, problems} = await open('#scene=vertical_stack');
    const place = await page.evaluate(() => {
        const body = playground.session.world.bodies.filter((b) => b.type === 'dynamic').at(-1);
        const {x, y} = body.position;
        const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
        const s = playground.camera.scale * box.width / canvas.width, c = playground.camera.center;
        return {x: box.left + box.width / 2 + (x - c.x) * s, y: box.top + box.height / 2 - (y - c.y) * s};
    });
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    assert.equal(await page.evaluate(() => playground.session.isHeld), true);
    await page.mouse.move(place.x + 150, place.y - 20, {steps: 8});
    await page.waitForTimeout(500);
    const x = await page.evaluate(() => playground.session.world.bodies.filter((b) => b.type === 'dynamic').at(-1).position.x);
    assert.ok(x > 1, `it was dragged to ${x}`);
    await page.mouse.up();
    assert.equal(await page.evaluate(() => playground.session.isHeld), false);
    const height = await page.evaluate(() => playground.camera.height);
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(50);
    assert.ok(await page.evaluate(() => playground.camera.height) < height);
    assert.deepEqual(problems, []);
    await context.close();
});

test('code is edited, its errors are shown, and a link brings it back', async () => {
    const {context, page, problems} = await open('#scene=pyramid');
    await page.click('[data-tab=code]');
    await page.waitForSelector('.cm-content');
    await page.click('.cm-content');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('// Mine\nground();\nfor (let i = 0; i < 3; ++i) { disc(0, 1 + 2 * i, 0.5); }\n');
    await page.waitForFunction(() => playground.session.world.bodies.length === 5);
    await page.keyboard.insertText('nonsense(');
    await page.waitForFunction(() => document.getElementById('message').textContent !== '');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('// Mine\nground();\nbox(0, 5, "wide");\n');
    await page.waitForFunction(() => document.getElementById('message').textContent.startsWith('Line 3'));
    await picture(page, 'code_error');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('// Mine\nground();\nfor (let i = 0; i < 4; ++i) { disc(0, 1 + 2 * i, 0.5); }\n');
    await page.waitForFunction(() => playground.session.world.bodies.length === 6);
    await page.click('#share');
    await page.waitForFunction(() => location.hash.includes('code='));
    const hash = await page.evaluate(() => location.hash);
    const other = await open(hash);
    assert.equal(await other.page.evaluate(() => playground.session.world.bodies.length), 6);
    assert.match(await other.page.textContent('#title'), /Mine/);
    assert.deepEqual([...problems, ...other.problems], []);
    await other.context.close();
    await context.close();
});

test('every scene runs for two seconds without an error', async () => {
    const {context, page, problems} = await open();
    const failures = await page.evaluate(async () => {
        const scenes = await (await fetch('scenes.json')).json();
        const {Session} = await import('./session.js');
        const found = [];
        for (const scene of scenes) {
            try {
                const session = new Session(scene.code);
                while (session.step < 120) { session.advance(); }
                session.world.validate();
                const lost = session.world.bodies.filter((b) => b.type === 'dynamic' && !(Math.hypot(b.position.x, b.position.y) < 200));
                if (lost.length > 0) { found.push(`${scene.name}: ${lost.length} bodies are lost`); }
                session.free();
            } catch (error) {
                found.push(`${scene.name}: ${error.message} (line ${error.sceneLine})`);
            }
        }
        return found;
    });
    assert.deepEqual(failures, []);
    assert.deepEqual(problems, []);
    await context.close();
});

test('scenes are found by words and by pictures', async () => {
    const {context, page, problems} = await open('', {colorScheme: 'dark'});
    await page.click('#scenes');
    await page.waitForSelector('.card');
    const all = await page.locator('.card').count();
    assert.ok(all >= 40, `${all} scenes`);
    await page.waitForTimeout(1500);
    await picture(page, 'gallery_dark');
    await page.fill('#search', 'water');
    assert.equal(await page.locator('.card').count(), 1);
    await page.press('#search', 'Enter');
    await page.waitForFunction(() => document.getElementById('title').textContent === 'Buoyancy');
    assert.equal(await page.evaluate(() => document.getElementById('gallery').open), false);
    await page.waitForTimeout(1500);
    await picture(page, 'buoyancy_dark');
    assert.deepEqual(problems, []);
    await context.close();
});

test('overlays, profile and parameters', async () => {
    const {context, page, problems} = await open('#scene=pyramid&values={"rows":8}');
    assert.equal(await page.evaluate(() => playground.session.world.bodies.length), 36 + 2);
    await page.fill('#p-rows', '5');
    await page.waitForFunction(() => playground.session.world.bodies.length === 15 + 2);
    await page.click('[data-tab=overlays]');
    for (const name of ['Contact points', 'Contact normals', 'Bounding boxes']) {
        await page.getByLabel(name, {exact: true}).check();
    }
    await page.waitForTimeout(300);
    await picture(page, 'overlays');
    await page.click('[data-tab=profile]');
    await page.waitForSelector('#profile table');
    await page.waitForTimeout(700);
    await picture(page, 'profile');
    assert.match(await page.textContent('#profile'), /whole step/);
    assert.deepEqual(problems, []);
    await context.close();
});

test('on a phone the panel opens from below and two fingers zoom', async () => {
    const {context, page, problems} = await open('#scene=car', {viewport: {width: 390, height: 780}, hasTouch: true, isMobile: true,
                                                                deviceScaleFactor: 2});
    await page.waitForTimeout(800);
    await picture(page, 'phone');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    await page.tap('#panel-toggle');
    await page.waitForTimeout(400);
    await picture(page, 'phone_panel');
    assert.equal(await page.isVisible('#parameters'), true);
    for (const box of await page.locator('footer button').all()) {
        const {width, height} = await box.boundingBox();
        assert.ok(Math.min(width, height) >= 40, 'buttons are as large as a finger');
    }
    assert.deepEqual(problems, []);
    await context.close();
});

test('the first picture comes within a second', async () => {
    const context = await browser.newContext({viewport: {width: 1280, height: 800}});
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(() => globalThis.playground?.session?.step > 0);
    const first = await page.evaluate(() => performance.getEntriesByName('first-scene')[0]?.startTime);
    console.log(`first picture of a scene after ${first?.toFixed(0)} ms`);
    assert.ok(first > 0);
    await context.close();
});

test('the known state is the same in the browser', async () => {
    const {context, page} = await open();
    const {readFileSync} = await import('node:fs');
    const expected = readFileSync(join(root, 'tests/determinism/golden_test.cpp'), 'utf8').match(/expected = (\d+)ull/)[1];
    const code = readFileSync(new URL('../known_scene.js', import.meta.url), 'utf8').replace("from 'drystone'", `from '${address}drystone/index.js'`);
    const state = await page.evaluate(async (text) => {
        const module = await import(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
        return String(module.knownState());
    }, code);
    assert.equal(state, expected);
    await context.close();
});
