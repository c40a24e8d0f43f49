// What the code of a scene can use besides the package: short ways to make bodies, sliders, and what happens at each step.

import * as drystone from './drystone/index.js';

const {makeBox, makeRegularPolygon, makePolygon} = drystone;

/** A generator of the same numbers for the same seed; its state is part of what rewinding restores. */
export class Random {
    constructor(seed = 1) { this.state = seed >>> 0; }
    next() {
        // Mulberry32 by Tommy Ettinger, public domain: one multiplication chain over a counter.
        this.state = (this.state + 0x6d2b79f5) >>> 0;
        let z = this.state;
        z = Math.imul(z ^ (z >>> 15), z | 1);
        z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
        return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
    }
}

/** Returns what the code of a scene sees, for a world and a record of what the scene asks for. */
export function sceneApi(world, scene) {
    const random = (low = 0, high = 1) => low + (high - low) * scene.random.next();

    function body(x, y, options = {}) {
        const {shape, color, ...definition} = options;
        const made = world.createBody({type: 'dynamic', position: [x, y], ...definition});
        if (color) {
            scene.colors.set(made, color);
        }
        return made;
    }
    function withShape(geometry, x, y, options = {}) {
        const made = body(x, y, options);
        made.createShape(geometry, options.shape ?? {});
        return made;
    }
    const still = (options) => ({type: 'static', ...options});

    const helpers = {
        world, drystone, random,
        /** Colours a body. */
        color(made, css) { scene.colors.set(made, css); return made; },
        /** Shows the point (x, y) in the middle, and `height` metres. */
        view(x, y, height) { scene.view = {center: {x, y}, height}; },
        /** A number that the panel lets change; the scene starts again then. */
        slider(name, low, high, value, step = Number.isInteger(low) && Number.isInteger(high) && Number.isInteger(value) ? 1 : 0) {
            return scene.parameter({kind: 'slider', name, low, high, value, step});
        },
        /** As `slider`, but changes `onStep` without a new start: a function that returns the number. */
        live(name, low, high, value) { return scene.liveParameter({kind: 'live', name, low, high, value}); },
        toggle(name, value) { return scene.parameter({kind: 'toggle', name, value}); },
        choose(name, options, value = options[0]) { return scene.parameter({kind: 'choice', name, options, value}); },
        /** Calls a function before each step, with the time [s]. */
        onStep(f) { scene.steps.push(f); },
        /** Calls a function when a picture is drawn, with the context in metres. */
        onDraw(f) { scene.draws.push(f); },
        /** Calls functions while keys are down: keys({ArrowLeft: () => ...}). */
        keys(map) { Object.assign(scene.keys, map); },
        log(...items) { scene.log(items.map(String).join(' ')); },
        body,
        box: (x, y, halfWidth, halfHeight = halfWidth, options = {}) => withShape(makeBox(halfWidth, halfHeight), x, y, options),
        disc: (x, y, radius, options = {}) => withShape({type: 'circle', radius}, x, y, options),
        capsule: (x, y, halfLength, radius, options = {}) =>
            withShape({type: 'capsule', a: [-halfLength, 0], b: [halfLength, 0], radius}, x, y, options),
        regular: (x, y, corners, radius, options = {}) => withShape(makeRegularPolygon(corners, radius), x, y, options),
        polygon: (x, y, points, options = {}) => withShape(makePolygon(points, options.radius ?? 0), x, y,
                                                             {...options, radius: undefined}),
        ground(halfWidth = 40, y = 0, options = {}) {
            return withShape(makeBox(halfWidth, 1), 0, y - 1, still(options));
        },
        wall: (x, y, halfWidth, halfHeight, options = {}) => withShape(makeBox(halfWidth, halfHeight), x, y, still(options)),
        line(ax, ay, bx, by, options = {}) {
            return withShape({type: 'segment', a: [ax, ay], b: [bx, by]}, 0, 0, still(options));
        },
        chain(points, options = {}) {
            const {isLoop = false, ...definition} = options;
            const made = body(0, 0, still());
            made.createChain({points, isLoop, ...definition});
            return made;
        },
        /** Joins two bodies at a point of the world. */
        join(a, b, type, [x, y], options = {}, settings = {}) {
            const point = {x, y};
            return world.createJoint(a, b, {type, anchorA: a.localPoint(point), anchorB: b.localPoint(point), ...options}, settings);
        },
    };
    return {...drystone, ...helpers};
}
