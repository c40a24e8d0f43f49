// GJK and EPA step by step: the traces of the engine itself, drawn beside the shapes.

import * as drystone from './drystone/index.js';
import {element} from './panel.js';

const $ = (id) => document.getElementById(id);
const {CustomShape, Ellipse, Superellipse} = drystone;
const scale = 90;  // Pixels for a metre.

const shapes = {
    triangle: () => CustomShape.ofPoints([[-1, -0.7], [1.1, -0.5], [0.1, 1]]),
    box: () => CustomShape.ofGeometry(drystone.makeBox(1, 0.7)),
    hexagon: () => CustomShape.ofGeometry(drystone.makeRegularPolygon(6, 1)),
    circle: () => CustomShape.ofGeometry({type: 'circle', radius: 0.9}),
    capsule: () => CustomShape.ofGeometry({type: 'capsule', a: [-0.7, 0], b: [0.7, 0.2], radius: 0.4}),
    ellipse: () => CustomShape.ofEllipse(new Ellipse(1.2, 0.6)),
    superellipse: () => CustomShape.ofSuperellipse(new Superellipse(0.9, 0.9, 4)),
    point: () => CustomShape.ofPoints([[0, 0]]),
};
const things = {a: {x: -1.4, y: 0.2, angle: 0.2, color: '#5b8fc9'}, b: {x: 1.3, y: 0.4, angle: -0.3, color: '#d9794f'}};
let steps = [];
let result = null;

function place(thing, p) {
    const c = Math.cos(thing.angle), s = Math.sin(thing.angle);
    return {x: thing.x + c * p.x - s * p.y, y: thing.y + s * p.x + c * p.y};
}

/** Returns what a function gives for directions all around. */
const around = (f) => Array.from({length: 180}, (_, i) => f({x: Math.cos((i * Math.PI) / 90), y: Math.sin((i * Math.PI) / 90)}));

/** Runs the query; its steps are in the frame of A. */
function compute() {
    const {a, b} = things;
    const angle = b.angle - a.angle;
    const c = Math.cos(-a.angle), s = Math.sin(-a.angle);
    const dx = b.x - a.x, dy = b.y - a.y;
    const pose = {position: {x: c * dx - s * dy, y: s * dx + c * dy}, rotation: {c: Math.cos(angle), s: Math.sin(angle)}};
    steps = [];
    const gjk = (step) => { steps.push({kind: 'GJK', ...step}); };
    const query = $('query').value;
    if (query === 'distance') {
        result = drystone.traceDistance(a.shape, b.shape, pose, gjk);
    } else if (query === 'intersection') {
        result = drystone.traceIntersect(a.shape, b.shape, pose, gjk);
    } else {
        result = drystone.tracePenetration(a.shape, b.shape, pose, gjk, (step) => { steps.push({kind: 'EPA', ...step}); });
    }
    // The outline of the difference, by support points around it.
    things.difference = around((d) => {
        const local = {x: pose.rotation.c * -d.x + pose.rotation.s * -d.y, y: -pose.rotation.s * -d.x + pose.rotation.c * -d.y};
        const p = a.shape.support(d), q = b.shape.support(local);
        return {x: p.x - (pose.position.x + pose.rotation.c * q.x - pose.rotation.s * q.y),
                y: p.y - (pose.position.y + pose.rotation.s * q.x + pose.rotation.c * q.y)};
    });
    $('step').max = Math.max(0, steps.length - 1);
    draw();
}

function begin(canvas) {
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
    context.lineWidth = 2 / scale;
    return context;
}
function path(context, points, close = true) {
    context.beginPath();
    points.forEach((p, i) => i === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y));
    if (close) {
        context.closePath();
    }
}
function dot(context, p, color, radius = 5) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(p.x, p.y, radius / scale, 0, 7);
    context.fill();
}

function draw() {
    const step = steps[Math.min(Number($('step').value), steps.length - 1)];
    const line = getComputedStyle(document.documentElement).getPropertyValue('--text');
    const context = begin($('shapes'));
    for (const thing of [things.a, things.b]) {
        path(context, around((d) => place(thing, thing.shape.support(d))));
        context.fillStyle = thing.color;
        context.globalAlpha = 0.5;
        context.fill();
        context.globalAlpha = 1;
        context.strokeStyle = line;
        context.stroke();
    }
    if (result.pointA && result.normal) {
        const [p, q] = [place(things.a, result.pointA), place(things.a, result.pointB)];
        context.strokeStyle = '#c0392b';
        path(context, [p, q], false);
        context.stroke();
        [p, q].forEach((point) => dot(context, point, '#c0392b'));
    }
    drawDifference(step, line);
    describe(step);
}

function drawDifference(step, line) {
    const context = begin($('difference'));
    path(context, things.difference);
    context.fillStyle = 'rgba(128, 140, 160, 0.18)';
    context.fill();
    context.strokeStyle = 'rgba(128, 140, 160, 0.9)';
    context.stroke();
    dot(context, {x: 0, y: 0}, line, 4);
    if (!step) {
        return;
    }
    const points = (step.kind === 'GJK' ? step.before.vertices : step.before).map((v) => v.w);
    path(context, points);
    context.strokeStyle = '#5b8fc9';
    context.stroke();
    points.forEach((p) => dot(context, p, '#5b8fc9'));
    dot(context, step.support.w, '#d9794f', 7);
    if (step.nearest) {
        dot(context, step.nearest, '#8fae57', 6);
        path(context, [{x: 0, y: 0}, step.nearest], false);
        context.strokeStyle = '#8fae57';
        context.stroke();
    }
}

function describe(step) {
    const show = (p) => `(${p.x.toFixed(3)}, ${p.y.toFixed(3)})`;
    const lines = [];
    if (step?.kind === 'GJK') {
        lines.push(`GJK, step ${step.iteration}: from a simplex of ${step.before.vertices.length} vertices (blue), search along ${show(step.direction)};`,
                   `support point (orange) ${show(step.support.w)}; nearest point to the origin (green) ${show(step.nearest)}: ${step.decision}.`);
    } else if (step) {
        lines.push(`EPA, step ${step.iteration}: the face nearest to the origin has distance ${step.faceDistance.toFixed(4)};`,
                   `the support point beyond it ${step.supportDistance.toFixed(4)}; depth ${step.depth.toFixed(4)} ± ${step.error.toExponential(1)}: ${step.decision}.`);
    }
    const {status, distance, depth, intersecting, iterations} = result;
    lines.push('', `Result: ${status}` + (distance === undefined ? '' : `, distance ${distance.toFixed(5)} m`) +
               (depth === undefined ? '' : `, depth ${depth.toFixed(5)} m`) +
               (intersecting === undefined ? '' : `, ${intersecting ? 'they intersect' : 'they are apart'}`) + `, ${iterations} iterations.`);
    $('text').textContent = lines.join('\n');
}

function connect() {
    for (const name of ['a', 'b']) {
        const list = $('shape-' + name);
        list.append(...Object.keys(shapes).map((s) => element('option', {value: s}, s)));
        list.value = name === 'a' ? 'hexagon' : 'ellipse';
        const choose = () => { things[name].shape = shapes[list.value](); };
        list.addEventListener('change', () => { choose(); compute(); });
        choose();
    }
    $('query').addEventListener('change', compute);
    $('step').addEventListener('input', draw);
    const by = (n) => () => { $('step').value = Number($('step').value) + n; draw(); };
    $('previous').addEventListener('click', by(-1));
    $('next').addEventListener('click', by(1));
    const canvas = $('shapes');
    const at = (event) => {
        const box = canvas.getBoundingClientRect(), k = canvas.width / box.width;
        return {x: ((event.clientX - box.left) * k - canvas.width / 2) / scale, y: -((event.clientY - box.top) * k - canvas.height / 2) / scale};
    };
    const nearest = (p) => Math.hypot(p.x - things.a.x, p.y - things.a.y) < Math.hypot(p.x - things.b.x, p.y - things.b.y) ? things.a : things.b;
    let held = null, last = null;
    canvas.style.touchAction = 'none';
    canvas.addEventListener('pointerdown', (event) => { last = at(event); held = nearest(last); canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener('pointermove', (event) => {
        if (held) {
            const p = at(event);
            held.x += p.x - last.x;
            held.y += p.y - last.y;
            last = p;
            compute();
        }
    });
    canvas.addEventListener('pointerup', () => { held = null; });
    canvas.addEventListener('wheel', (event) => { event.preventDefault(); nearest(at(event)).angle += 0.002 * event.deltaY; compute(); }, {passive: false});
}

document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'light';
connect();
compute();
