// Runs the scenes of the bench in several engines at once, one beside the other.

import {scenes} from './bench/scenes.js';
import {element} from './panel.js';

const engines = ['drystone', 'box2d', 'rapier', 'planck', 'matter'];
const $ = (id) => document.getElementById(id);
const views = {large_pyramid: [50, 110], many_pyramids: [58, 130], washer: [0, 60], ragdoll_pile: [16, 44], small_worlds: [3, 12]};
let run = 0;

/** Notes the shapes that a scene makes, and hands them on to an engine. */
function recording(makeWorld, drawn) {
    return () => {
        const world = makeWorld();
        const shapes = new Map();
        const note = (body, shape) => shapes.get(body)?.push(shape);
        const order = [];
        drawn.push({world, order});
        return {
            ...world,
            get turned() { return world.turned; },
            body(type, ...rest) {
                const made = world.body(type, ...rest);
                if (type === 'dynamic') {
                    shapes.set(made, []);
                    order.push(shapes.get(made));
                }
                return made;
            },
            box(b, w, h, o) { note(b, {w, h}); world.box(b, w, h, o); },
            circle(b, radius, o) { note(b, {radius}); world.circle(b, radius, o); },
            capsule(b, ax, ay, bx, by, radius, o) { note(b, {ax, ay, bx, by, radius}); world.capsule(b, ax, ay, bx, by, radius, o); },
            step() { world.step(); },
        };
    };
}

function draw(context, {world, order}, [middle, height]) {
    const {width, height: pixels} = context.canvas;
    const s = pixels / height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, pixels);
    context.fillStyle = '#5b8fc9';
    context.strokeStyle = '#2b2f36';
    world.poses().forEach(([x, y, angle], i) => {
        const c = Math.cos(angle) * s, n = Math.sin(angle) * s;
        context.setTransform(c, -n, -n, -c, width / 2 + x * s, pixels / 2 - (y - middle) * s);
        context.lineWidth = 1 / s;
        for (const shape of order[i] ?? []) {
            context.beginPath();
            if (shape.w) {
                context.rect(-shape.w, -shape.h, 2 * shape.w, 2 * shape.h);
            } else if (shape.ax === undefined) {
                context.arc(0, 0, shape.radius, 0, 7);
            } else {
                const a = Math.atan2(shape.by - shape.ay, shape.bx - shape.ax);
                context.arc(shape.ax, shape.ay, shape.radius, a + Math.PI / 2, a - Math.PI / 2);
                context.arc(shape.bx, shape.by, shape.radius, a - Math.PI / 2, a + Math.PI / 2);
                context.closePath();
            }
            context.fill();
            context.stroke();
        }
    });
}

async function addEngine(name, sceneName) {
    const canvas = element('canvas', {width: 840, height: 525});
    const time = element('span', {}, 'loading');
    const title = element('b', {}, name);
    $('engines').append(element('figure', {}, canvas, element('figcaption', {}, title, time)));
    try {
        const engine = await import(`./bench/engines/${name}.js`);
        title.textContent = engine.name;
        const drawn = [];
        const {worlds} = scenes[sceneName].build(recording(engine.makeWorld, drawn));
        return {worlds, drawn: drawn[0], context: canvas.getContext('2d'), time, mean: null, steps: 0};
    } catch (error) {
        time.textContent = error.message;
        return null;
    }
}

async function start() {
    const mine = ++run;
    const sceneName = $('scene').value;
    $('engines').replaceChildren();
    const running = [];
    for (const name of engines) {
        const engine = await addEngine(name, sceneName);
        if (engine) {
            running.push(engine);
        }
    }
    const frame = () => {
        for (const engine of running) {
            const began = performance.now();
            engine.worlds.forEach((world) => world.step());
            const taken = performance.now() - began;
            ++engine.steps;
            engine.mean = engine.steps < 5 ? taken : engine.mean + 0.05 * (taken - engine.mean);
            engine.time.textContent = `${engine.mean.toFixed(2)} ms a step`;
            draw(engine.context, engine.drawn, views[sceneName]);
        }
        if (mine === run) {
            setTimeout(() => requestAnimationFrame(frame), 0);
        }
    };
    frame();
}

document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'light';
$('scene').append(...Object.keys(scenes).map((name) => element('option', {value: name}, name.replaceAll('_', ' '))));
$('scene').value = 'small_worlds';
$('start').addEventListener('click', start);
