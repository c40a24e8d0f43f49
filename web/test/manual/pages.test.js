// Every page of the manual in Chromium: no error in the console, its theme works, and its scenes run. Run by scripts/docs --test.

import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const root = process.env.DRYSTONE_ROOT;
const html = join(root, 'build/docs/html');
const {serve} = await import(pathToFileURL(join(root, 'web/tools/serve.js')).href);

let server, browser, address;
before(async () => {
    server = await serve(html);
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic']});
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(problems) {
    const page = await browser.newPage({viewport: {width: 1280, height: 800}});
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) { problems.push(`${page.url()}: ${message.text()} ${message.location().url}`); } });
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    return page;
}

test('pages have no errors', async () => {
    const files = readdirSync(html, {recursive: true}).map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file.endsWith('.html') && file !== 'index.html' && !/^(playground|_static)\//.test(file));  // That one leads on.
    assert.ok(files.length > 50, `${files.length} pages`);
    const problems = [];
    const page = await open(problems);
    for (const file of files) {
        await page.goto(address + file, {waitUntil: 'load'});
    }
    assert.deepEqual(problems, []);
    await page.close();
});

test('the theme can be changed, and the search finds', async () => {
    const problems = [];
    const page = await open(problems);
    await page.goto(address + 'docs/index.html');
    const theme = () => page.evaluate(() => document.body.dataset.theme);
    const before = await theme();
    await page.locator('.theme-toggle:visible').first().click();
    assert.notEqual(await theme(), before);
    await page.goto(address + 'search.html?q=sensor');
    await page.waitForFunction(() => document.querySelectorAll('#search-results li').length > 0);
    assert.deepEqual(problems, []);
    await page.close();
});

test('a scene runs in a page', async () => {
    const problems = [];
    const page = await open(problems);
    await page.goto(address + 'docs/manual/bodies.html');
    await page.locator('.live-scene button').first().click();
    const frame = await (await page.waitForSelector('.live-scene iframe')).contentFrame();
    await frame.waitForFunction(() => globalThis.live?.session?.step > 10);
    assert.deepEqual(problems, []);
    await page.close();
});
