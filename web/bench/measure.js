// Times one scene in one engine, in node or in a page.

// These take seconds for a step of a large scene.
const slow = {planck: 12, matter: 12};

/** Returns the median and the mean of a step [ms], how well it was simulated, and the processor time of a step where the
 * machine tells it, which other programs disturb less than the time of the clock. */
export async function measure(engineName, sceneName) {
    const engine = await import(`./engines/${engineName}.js`);
    const {scenes} = await import('./scenes.js');
    const cpuUsage = globalThis.process?.cpuUsage ?? (() => ({user: 0, system: 0}));
    const scene = scenes[sceneName];
    const built = scene.build(engine.makeWorld);
    const times = [];
    const steps = Math.round(scene.steps / (sceneName === 'small_worlds' ? 1 : slow[engineName] ?? 1));
    const warm = Math.floor(steps / 5);
    let before = null;
    for (let i = 0; i < steps; ++i) {
        if (i === warm) {
            before = cpuUsage();
        }
        const began = performance.now();
        for (const world of built.worlds) {
            world.step();
        }
        times.push(performance.now() - began);
    }
    const used = cpuUsage(before);
    const mean = times.slice(5).reduce((sum, t) => sum + t, 0) / (times.length - 5);
    times.sort((a, b) => a - b);
    const [what, value] = scene.quality(built);
    return {name: engine.name, median: times[times.length >> 1], mean, cpu: (used.user + used.system) / 1e3 / (steps - warm), what, value, steps};
}
