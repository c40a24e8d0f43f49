// The package in a bundle of esbuild, packed by npm, and loaded by hand.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {test} from 'node:test';

import {build} from 'esbuild';

const folder = dirname(createRequire(import.meta.url).resolve('drystone/package.json'));
const program = `import {World} from 'drystone';
const world = new World();
const body = world.createBody({position: [0, 5]});
body.createShape({type: 'circle', radius: 0.5});
world.step(1 / 60);
console.log(body.position.y < 5);`;

function inFolder(action) {
    const made = mkdtempSync(join(tmpdir(), 'drystone-'));
    try {
        return action(made);
    } finally {
        rmSync(made, {recursive: true});
    }
}

test('a bundle finds the modules beside it', async () => {
    const made = mkdtempSync(join(tmpdir(), 'drystone-'));
    await build({stdin: {contents: program, resolveDir: process.cwd()}, bundle: true, format: 'esm', platform: 'node', outfile: join(made, 'out.mjs')});
    for (const name of ['drystone.wasm', 'drystone-simd.wasm', 'drystone-threads.wasm']) {
        copyFileSync(join(folder, name), join(made, name));
    }
    assert.equal(execFileSync(process.execPath, [join(made, 'out.mjs')], {encoding: 'utf8'}).trim(), 'true');
    rmSync(made, {recursive: true});
});

test('a program that leaves out most of the package has less of its code', async () => {
    const sizeOf = async (contents) => {
        const {outputFiles} = await build({stdin: {contents, resolveDir: process.cwd()}, bundle: true, minify: true, format: 'esm', platform: 'node',
                                           write: false});
        return outputFiles[0].contents.length;
    };
    const whole = await sizeOf(`export * from 'drystone';`);
    assert.ok(await sizeOf(program) <= whole);
    assert.ok(whole < 400e3, `${whole} bytes`);
});

test('npm packs what is needed, and no more', () => {
    const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', folder], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}));
    assert.deepEqual(packed.files.map((f) => f.path).sort(), [
        'LICENSE', 'README.md', 'canvas.js', 'drawing.js', 'drystone-simd.wasm', 'drystone-threads.wasm', 'drystone.wasm', 'engine.js',
        'index.d.ts', 'index.js', 'lazy.d.ts', 'lazy.js', 'load.js', 'package.json', 'threads.js', 'webgl.js']);
});

test('the engine is loaded by hand, from a module that the program has', () => inFolder((made) => {
    writeFileSync(join(made, 'lazy.mjs'), `import {readFileSync} from 'node:fs';
import {World, load} from '${join(folder, 'lazy.js')}';
const module = new WebAssembly.Module(readFileSync('${join(folder, 'drystone.wasm')}'));
await load({module});
console.log(new World().bodies.length);`);
    assert.equal(execFileSync(process.execPath, [join(made, 'lazy.mjs')], {encoding: 'utf8'}).trim(), '0');
    assert.ok(readFileSync(join(folder, 'README.md'), 'utf8').includes('drystone/lazy'));
}));
