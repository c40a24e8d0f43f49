// Puts the playground together: node build_site.js ROOT OUTPUT

import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [root, out] = process.argv.slice(2);
const esbuild = await import(pathToFileURL(join(out, 'work/node_modules/esbuild/lib/main.js')).href);
const source = join(root, 'web/playground');
const site = join(out, 'site');

rmSync(site, {recursive: true, force: true});
mkdirSync(join(site, 'drystone'), {recursive: true});
cpSync(join(out, 'package'), join(site, 'drystone'), {recursive: true});
for (const name of readdirSync(source).filter((file) => /\.(html|css|js|svg)$/.test(file) && file !== 'editor_bundle.js')) {
    cpSync(join(source, name), join(site, name));
}

mkdirSync(join(site, 'games'));
cpSync(join(out, 'pinball.wasm'), join(site, 'games/pinball.wasm'));

// The interface of the engine without comments and white space: it is most of what a page loads besides the engine.
for (const name of ['engine.js']) {
    const {code} = await esbuild.transform(readFileSync(join(site, 'drystone', name), 'utf8'), {minify: true, format: 'esm', target: 'es2022'});
    writeFileSync(join(site, 'drystone', name), code);
}

// Scenes are texts: a title, a line that begins with the group, and code.
const scenes = readdirSync(join(source, 'scenes')).filter((file) => file.endsWith('.js')).map((file) => {
    const text = readFileSync(join(source, 'scenes', file), 'utf8');
    const [, title, group, about] = text.match(/^\/\/ (.+)\n\/\/ (\w+)\. (.+)\n/);
    return {name: file.replace('.js', ''), title, group, about, code: text};
});
const groups = ['Stacking', 'Joints', 'Shapes', 'World', 'Events', 'Motion'];
scenes.sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || (a.title < b.title ? -1 : 1));
writeFileSync(join(site, 'scenes.json'), JSON.stringify(scenes));

// The page beside other engines: their packages as modules, and the scenes of the bench.
cpSync(join(root, 'web/bench'), join(site, 'bench'), {recursive: true});
cpSync(join(out, 'work/node_modules/box2d3-wasm/build/dist/es'), join(site, 'engines/box2d3-wasm'),
       {recursive: true, filter: (file) => !/\.(d\.ts|map)$|utils/.test(file)});
for (const [name, file] of [['@dimforge/rapier2d-simd-compat', 'rapier'], ['planck', 'planck'], ['matter-js', 'matter']]) {
    await esbuild.build({
        stdin: {contents: `export * from '${name}'; export {default} from '${name}';`, resolveDir: join(out, 'work')}, bundle: true,
        minify: true, format: 'esm', outfile: join(site, 'engines', file + '.js'), logLevel: 'error', legalComments: 'external'});
}

await esbuild.build({
    entryPoints: [join(source, 'editor_bundle.js')], bundle: true, minify: true, format: 'esm', target: 'es2022',
    outfile: join(site, 'editor_bundle.js'), nodePaths: [join(out, 'work/node_modules')], logLevel: 'warning', legalComments: 'external'});
