// Tells the sizes of the package and of other engines: node sizes.js FOLDER_OF_NODE_MODULES PACKAGE

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

const [work, own] = process.argv.slice(2);
const modules = join(work, 'node_modules');
const rows = [
    ['drystone, SIMD128', [join(own, 'drystone-simd.wasm'), join(own, 'engine.js')]],
    ['drystone, threads', [join(own, 'drystone-threads.wasm'), join(own, 'engine.js')]],
    ['drystone, plain', [join(own, 'drystone.wasm'), join(own, 'engine.js')]],
    ['box2d3-wasm, SIMD', ['deluxe.wasm', 'deluxe.mjs'].map((f) => join(modules, 'box2d3-wasm/build/dist/es/deluxe/Box2D.' + f))],
    ['rapier2d-simd', [join(modules, '@dimforge/rapier2d-simd-compat/rapier_wasm2d_bg.wasm'),
                       join(modules, '@dimforge/rapier2d-simd-compat/rapier_wasm2d.js')]],
    ['planck', [join(modules, 'planck/dist/planck.min.js')]],
    ['matter-js', [join(modules, 'matter-js/build/matter.min.js')]],
];
for (const [name, files] of rows) {
    const sizes = files.map((file) => {
        const bytes = readFileSync(file);
        return `${file.split('.').at(-1)} ${(bytes.length / 1e3).toFixed(0)} kB (gzip ${(gzipSync(bytes, {level: 9}).length / 1e3).toFixed(0)} kB)`;
    });
    console.log(`${name.padEnd(20)} ${sizes.join(', ')}`);
}
