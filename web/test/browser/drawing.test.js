// Debug drawing in Chromium: WebGL draws what the canvas draws.

import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const root = process.env.DRYSTONE_ROOT;
const pictures = join(root, 'build/web/pictures');
const {serve} = await import(pathToFileURL(join(root, 'web/tools/serve.js')).href);

let server, browser, page;
before(async () => {
    mkdirSync(pictures, {recursive: true});
    server = await serve(join(root, 'build/web/site'));
    browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
    page = await browser.newPage({viewport: {width: 1300, height: 520}});
    await page.goto(`http://127.0.0.1:${server.address().port}/bench.html`);
});
after(async () => {
    await browser?.close();
    server?.close();
});

test('a picture by WebGL is that of the canvas', async () => {
    const result = await page.evaluate(async () => {
        const {World, WebglDraw, drawWorld, makeBox, makeRoundedBox, makeRegularPolygon} = await import('./drystone/index.js');
        const world = new World();
        world.createBody({type: 'static'}).createShape({type: 'segment', a: [-9, 0], b: [9, 0]});
        const geometries = [makeBox(0.5, 0.4), makeRoundedBox(0.4, 0.3, 0.15), makeRegularPolygon(5, 0.6), {type: 'circle', radius: 0.5},
                            {type: 'capsule', a: [-0.4, 0], b: [0.4, 0.1], radius: 0.3}];
        let last = null;
        for (let i = 0; i < 40; ++i) {
            const body = world.createBody({position: [-6 + 1.5 * (i % 9), 1 + 1.4 * Math.floor(i / 9)], angle: i});
            body.createShape(geometries[i % 5]);
            if (i % 9 > 0 && i > 27) {
                world.createJoint(last, body, {type: 'revolute', anchorA: [0.75, 0], anchorB: [-0.75, 0]});
            }
            last = body;
        }
        for (let i = 0; i < 40; ++i) {
            world.step(1 / 60);
        }
        const view = {center: {x: 0, y: 4}, scale: 40};
        const options = {joints: true, contactPoints: true, bounds: true};
        const make = () => Object.assign(document.createElement('canvas'), {width: 640, height: 480});
        const flat = make(), deep = make();
        document.body.replaceChildren(flat, deep);
        const context = flat.getContext('2d');
        context.fillStyle = '#ffffff';
        context.fillRect(0, 0, 640, 480);
        drawWorld(world, context, view, options);
        const gl = deep.getContext('webgl2', {antialias: true, preserveDrawingBuffer: true});
        gl.clearColor(1, 1, 1, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        const drawing = new WebglDraw(gl);
        drawing.draw(world, view, options);
        const copy = make().getContext('2d');
        copy.drawImage(deep, 0, 0);
        const a = context.getImageData(0, 0, 640, 480).data, b = copy.getImageData(0, 0, 640, 480).data;
        let drawn = 0, different = 0;
        for (let i = 0; i < a.length; i += 4) {
            const apart = (p, q) => Math.abs(p[i] - q[i]) + Math.abs(p[i + 1] - q[i + 1]) + Math.abs(p[i + 2] - q[i + 2]);
            drawn += a[i] + a[i + 1] + a[i + 2] < 750 ? 1 : 0;
            different += apart(a, b) > 150 ? 1 : 0;
        }
        return {drawn, different, triangles: drawing.triangles, error: gl.getError(), texts: drawing.texts.length};
    });
    await page.screenshot({path: join(pictures, 'webgl.png')});
    assert.equal(result.error, 0);
    assert.ok(result.drawn > 20000 && result.triangles > 1000, JSON.stringify(result));
    // Borders are smoothed in another way.
    assert.ok(result.different < 0.05 * result.drawn, JSON.stringify(result));
});
