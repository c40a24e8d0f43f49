// The other pages of the playground in Chromium.

import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const root = process.env.DRYSTONE_ROOT;
const pictures = join(root, 'build/web/pictures');
const {serve} = await import(pathToFileURL(join(root, 'web/tools/serve.js')).href);

let server, browser, address;
before(async () => {
    mkdirSync(pictures, {recursive: true});
    server = await serve(join(root, 'build/web/site'));
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic']});
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(path) {
    const page = await browser.newPage({viewport: {width: 1280, height: 800}});
    const problems = [];
    page.on('console', (message) => { if (message.type() === 'error') { problems.push(message.text()); } });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address + path);
    return {page, problems};
}

test('GJK and EPA are shown step by step', async () => {
    const {page, problems} = await open('explorer.html');
    await page.waitForFunction(() => document.getElementById('text').textContent.includes('Result: '));
    assert.match(await page.textContent('#text'), /distance \d/);
    await page.click('#next');
    assert.match(await page.textContent('#text'), /GJK, step 1/);
    await page.selectOption('#query', 'penetration');
    const box = await page.locator('#shapes').boundingBox();
    // B is to the right of the middle: onto A.
    await page.mouse.move(box.x + box.width * 0.63, box.y + box.height * 0.45);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.45, box.y + box.height * 0.5, {steps: 5});
    await page.mouse.up();
    assert.match(await page.textContent('#text'), /depth \d/);
    await page.fill('#step', await page.getAttribute('#step', 'max'));
    assert.match(await page.textContent('#text'), /EPA, step/);
    await page.screenshot({path: join(pictures, 'explorer.png')});
    assert.deepEqual(problems, []);
    await page.close();
});

test('engines run beside each other', async () => {
    const {page, problems} = await open('compare.html');
    await page.click('#start');
    await page.waitForFunction(() => [...document.querySelectorAll('figcaption')].filter((c) => c.textContent.includes('ms a step')).length === 5);
    await page.waitForTimeout(500);
    await page.screenshot({path: join(pictures, 'compare.png')});
    assert.deepEqual(problems, []);
    await page.close();
});

test('a scene runs in another page', async () => {
    const {page, problems} = await open('live.html#scene=ragdolls');
    await page.waitForFunction(() => globalThis.live?.session?.step > 30);
    await page.click('#play');
    const stopped = await page.evaluate(() => live.session.step);
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => live.session.step), stopped);
    assert.match(await page.getAttribute('#open', 'href'), /scene=ragdolls/);
    await page.screenshot({path: join(pictures, 'live.png')});
    assert.deepEqual(problems, []);
    await page.close();
});

test('pinball is played with keys', async () => {
    const {page, problems} = await open('pinball.html');
    const ball = () => page.evaluate(() => pinball.picture().ball[0]);
    await page.waitForFunction(() => globalThis.pinball !== undefined);
    const before = await ball();
    await page.keyboard.down(' ');
    await page.waitForFunction(() => pinball.game.plunger() > 0.8);
    await page.keyboard.up(' ');
    await page.waitForFunction((y) => pinball.picture().ball[0].y > y + 5, before.y);
    const rest = await page.evaluate(() => pinball.picture().flipper.map((f) => f.s));
    await page.keyboard.down('ArrowLeft');
    await page.waitForFunction((s) => pinball.picture().flipper[0].s > s + 0.5, rest[0]);
    assert.ok(Math.abs(await page.evaluate(() => pinball.picture().flipper[1].s) - rest[1]) < 0.1);
    await page.keyboard.up('ArrowLeft');
    assert.deepEqual(problems, []);
    await page.close();
});

test('pinball is played by touch', async () => {
    const context = await browser.newContext({viewport: {width: 390, height: 780}, hasTouch: true, isMobile: true});
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(`${error.name} ${error.message}`));
    await page.goto(address + 'pinball.html');
    await page.waitForFunction(() => document.getElementById('score').textContent !== '');
    const box = await page.locator('[data-jump]').boundingBox();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: box.x + 20, y: box.y + 20}]});
    await page.waitForFunction(() => pinball.game.plunger() > 0.8);
    await devtools.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
    await page.waitForFunction(() => pinball.picture().ball[0].y > 8);
    await page.screenshot({path: join(pictures, 'pinball_phone.png')});
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
    assert.deepEqual(problems, []);
    await context.close();
});

test('a scripted player wins the pinball, twice in the same way', async () => {
    const {page, problems} = await open('pinball.html');
    await page.waitForFunction(() => globalThis.pinball !== undefined);
    const play = () => page.evaluate(() => {
        const {game} = pinball;
        let steps = 0;
        for (game.start(); !game.finished() && steps < 12000; ++steps) {
            game.play();
        }
        return {steps, score: game.score(), hash: `${game.hash_high() >>> 0} ${game.hash_low() >>> 0}`};
    });
    const once = await play();
    assert.ok(once.score >= 20000, JSON.stringify(once));
    assert.deepEqual(await play(), once);
    await page.check('#script');
    await page.click('#restart');
    await page.waitForFunction(() => pinball.game.score() > 100);
    await page.screenshot({path: join(pictures, 'pinball.png')});
    assert.deepEqual(problems, []);
    await page.close();
});

test('the bench measures in a page that is isolated', async () => {
    const {page, problems} = await open('bench.html');
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    const result = await page.evaluate(async () => (await import('./bench/measure.js')).measure('drystone', 'small_worlds'));
    assert.ok(result.median > 0 && result.steps === 200 && result.value < 0.05, JSON.stringify(result));
    assert.deepEqual(problems, []);
    await page.close();
});
