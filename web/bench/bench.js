// Times the engines: node bench.js [--only SCENES] [--engines ENGINES] [--rounds N] [--chromium SITE]
//
// Each scene of each engine runs in a process of its own, in rounds one after the other, so that none has the better part of
// the machine: processes of node, or, with the folder of the playground, pages of Chromium. Printed are the median of the
// steps of the best round, the mean, the processor time of a step in node, and the ratio of the medians, with that of the
// processor times in brackets. The engine drystone-2-threads is there to be named.

import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {measure} from './measure.js';

const option = (name, otherwise) => {
    const at = process.argv.indexOf('--' + name);
    return at < 0 ? otherwise : process.argv[at + 1];
};
const engines = option('engines', 'drystone,box2d,rapier,planck,matter').split(',');
const names = option('only', 'large_pyramid,many_pyramids,washer,ragdoll_pile,small_worlds').split(',');
const site = option('chromium', null);

function measureInNode(engineName, sceneName) {
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--measure', engineName, sceneName], {encoding: 'utf8'});
    if (run.status !== 0) {
        throw new Error(run.stderr);
    }
    return JSON.parse(run.stdout.slice(run.stdout.lastIndexOf('{"name"')));
}

/** Returns a function that measures in a browser of its own each time, and one that ends it all. */
async function openChromium() {
    const {chromium} = await import('playwright-core');
    const {serve} = await import(pathToFileURL(join(process.env.DRYSTONE_ROOT, 'web/tools/serve.js')).href);
    const server = await serve(site);
    const address = `http://127.0.0.1:${server.address().port}/bench.html`;
    const run = async (engineName, sceneName) => {
        const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic']});
        try {
            const page = await browser.newPage();
            await page.goto(address);
            return await page.evaluate(async ([engine, scene]) => (await import('./bench/measure.js')).measure(engine, scene), [engineName, sceneName]);
        } finally {
            await browser.close();
        }
    };
    return {run, end: () => server.close()};
}

function print(sceneName, best) {
    const mine = best.get('drystone');
    for (const [engineName, r] of best) {
        const other = mine && engineName !== 'drystone';
        const ofCpu = r.cpu > 0 ? ` (${(r.cpu / mine?.cpu).toFixed(2)})` : '';
        console.log(`${sceneName.padEnd(15)} ${r.name.padEnd(20)} ${r.median.toFixed(3).padStart(9)} ms  mean ${r.mean.toFixed(3).padStart(9)}  ` +
                    `${r.cpu > 0 ? `cpu ${r.cpu.toFixed(3).padStart(9)}  ` : ''}${(other ? `${(r.median / mine.median).toFixed(2)}${ofCpu}` : '').padStart(13)}  ` +
                    `${r.what} ${Number(r.value.toFixed(4))} (${r.steps} steps)`);
    }
}

async function main() {
    const {run, end} = site === null ? {run: measureInNode, end() {}} : await openChromium();
    const ratios = [];
    for (const sceneName of names) {
        const best = new Map();
        for (let round = 0; round < Number(option('rounds', '2')); ++round) {
            for (const engineName of engines) {
                try {
                    const result = await run(engineName, sceneName);
                    if (!best.has(engineName) || result.median < best.get(engineName).median) {
                        best.set(engineName, result);
                    }
                } catch (error) {
                    console.error(`${engineName} ${sceneName}: ${error.message.slice(0, 400)}`);
                }
            }
        }
        print(sceneName, best);
        const others = [...best].filter(([name]) => !name.startsWith('drystone')).map(([, r]) => r.median);
        if (best.has('drystone') && others.length > 0) {
            ratios.push(Math.min(...others) / best.get('drystone').median);
        }
    }
    end();
    if (ratios.length > 0) {
        console.log(`ratio to the best of the others: ${ratios.map((r) => r.toFixed(2)).join(', ')}; geometric mean ` +
                    Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length).toFixed(2));
    }
}

if (process.argv[2] === '--measure') {
    process.stdout.write(JSON.stringify(await measure(process.argv[3], process.argv[4])));
    process.exit(0);
}
await main();
