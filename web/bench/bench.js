// Times the engines in node: node bench.js [--only SCENES] [--engines ENGINES] [--rounds N]
//
// Each scene of each engine runs in a process of its own, in rounds one after the other, so that none has the better
// part of the machine. Printed are the median of the steps of the best round, the mean, the processor time of a step, and the
// ratio of the medians, with that of the processor times in brackets.

import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const option = (name, otherwise) => {
    const at = process.argv.indexOf('--' + name);
    return at < 0 ? otherwise : process.argv[at + 1];
};
const engines = option('engines', 'drystone,box2d,rapier,planck,matter').split(',');
const names = option('only', 'large_pyramid,many_pyramids,washer,ragdoll_pile,small_worlds').split(',');
// These take seconds for a step of a large scene.
const slow = {planck: 12, matter: 12};

async function measure(engineName, sceneName) {
    const engine = await import(`./engines/${engineName}.js`);
    const {scenes} = await import('./scenes.js');
    const scene = scenes[sceneName];
    const built = scene.build(engine.makeWorld);
    const times = [];
    const steps = Math.round(scene.steps / (sceneName === 'small_worlds' ? 1 : slow[engineName] ?? 1));
    let cpu = null;
    for (let i = 0; i < steps; ++i) {
        if (i === Math.floor(steps / 5)) {
            cpu = process.cpuUsage();
        }
        const began = performance.now();
        for (const world of built.worlds) {
            world.step();
        }
        times.push(performance.now() - began);
    }
    // Processor time besides, which other programs of the machine disturb less than the time of the clock.
    const used = process.cpuUsage(cpu);
    const cpuMean = (used.user + used.system) / 1e3 / (steps - Math.floor(steps / 5));
    const mean = times.slice(5).reduce((sum, t) => sum + t, 0) / (times.length - 5);
    times.sort((a, b) => a - b);
    const [what, value] = scene.quality(built);
    process.stdout.write(JSON.stringify({name: engine.name, median: times[times.length >> 1], mean, cpu: cpuMean, what, value, steps}));
}

function main() {
    const ratios = [];
    for (const sceneName of names) {
        const best = new Map();
        for (let round = 0; round < Number(option('rounds', '2')); ++round) {
            for (const engineName of engines) {
                const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--measure', engineName, sceneName], {encoding: 'utf8'});
                const text = run.stdout.slice(run.stdout.lastIndexOf('{"name"'));
                if (run.status !== 0) {
                    console.error(`${engineName} ${sceneName}: ${run.stderr.slice(0, 400)}`);
                    continue;
                }
                const result = JSON.parse(text);
                if (!best.has(engineName) || result.median < best.get(engineName).median) {
                    best.set(engineName, result);
                }
            }
        }
        const mine = best.get('drystone');
        for (const [engineName, r] of best) {
            const ratio = mine && engineName !== 'drystone' ? `${(r.median / mine.median).toFixed(2)} (${(r.cpu / mine.cpu).toFixed(2)})` : '';
            console.log(`${sceneName.padEnd(15)} ${r.name.padEnd(20)} ${r.median.toFixed(3).padStart(9)} ms  mean ${r.mean.toFixed(3).padStart(9)}  cpu ${r.cpu.toFixed(3).padStart(9)}  ` +
                        `${ratio.padStart(13)}  ${r.what} ${Number(r.value.toFixed(4))} (${r.steps} steps)`);
        }
        const others = [...best].filter(([name]) => name !== 'drystone').map(([, r]) => r.median);
        if (mine && others.length > 0) {
            ratios.push(Math.min(...others) / mine.median);
        }
    }
    if (ratios.length > 0) {
        console.log(`ratio to the best of the others: ${ratios.map((r) => r.toFixed(2)).join(', ')}; geometric mean ` +
                    Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length).toFixed(2));
    }
}

if (process.argv[2] === '--measure') {
    await measure(process.argv[3], process.argv[4]);
    process.exit(0);
} else {
    main();
}
