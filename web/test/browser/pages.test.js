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
