// Pinball: the rules are those of demos/games/pinball, compiled to a module of their own; this draws and reads keys.

import {openGame} from './game_module.js';

const $ = (id) => document.getElementById(id);
const things = ['bumper', 'kicker', 'target', 'rollover', 'flipper', 'ball'];
const canvas = $('canvas');
const context = canvas.getContext('2d');
const game = await openGame('games/pinball.wasm');
const keys = {left: false, right: false, up: false, down: false, jump: false};
/** What is seen of the table: its middle and its height [m]. */
const view = {x: 0.4, y: 9.4, height: 20.6, width: 11};

let walls = [];
let trail = [];  // Places of the balls in the last steps.
let ticks = 0;
let shownMultiball = 0;
let multiballs = 0;

// ---- The rules ----

function readWalls() {
    let [at, p] = [game.walls() >> 2, game.floats()];
    let count = p[at++];
    walls = [];
    for (; count > 0; --count) {
        const points = p[at++];
        walls.push(Array.from({length: points}, (_, i) => [p[at + 2 * i], p[at + 2 * i + 1]]));
        at += 2 * points;
    }
}

/** Returns what is to be drawn at a fraction of the last step, by kind. */
function readPicture(fraction) {
    let [at, p] = [game.picture(fraction) >> 2, game.floats()];
    const found = Object.fromEntries(things.map((name) => [name, []]));
    for (let count = p[at++]; count > 0; --count) {
        const [thing, lit, down, x, y, c, s, radius, points] = p.subarray(at, at + 9);
        at += 9;
        found[things[thing]].push({lit: Math.min(lit, 1), down: down !== 0, x, y, c, s, radius,
                                   points: Array.from({length: points}, (_, i) => [p[at + 2 * i], p[at + 2 * i + 1]])});
        at += 2 * points;
    }
    return found;
}

function restart() {
    game.start();
    readWalls();
    trail = [];
    multiballs = shownMultiball = 0;
}

function step() {
    if ($('script').checked) {
        game.play();
    } else {
        const x = keys.left === keys.right ? 0 : keys.left ? -1 : 1;
        const both = keys.up || (keys.left && keys.right);
        game.step(x, both ? 1 : keys.down ? -1 : 0, keys.jump ? 1 : 0);
    }
    ++ticks;
    trail.push(readPicture(1).ball);
    trail = trail.slice(-14);
    shownMultiball = game.multiballs() !== multiballs ? 120 : Math.max(shownMultiball - 1, 0);
    multiballs = game.multiballs();
}

// ---- The picture ----

function disc(x, y, radius, color) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}

function glow(x, y, radius, color, strength) {
    const light = context.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, color);
    light.addColorStop(1, 'transparent');
    context.globalAlpha = strength;
    disc(x, y, radius, light);
    context.globalAlpha = 1;
}

function polygon(points, color) {
    context.fillStyle = color;
    context.beginPath();
    points.forEach(([x, y], i) => i === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
    context.closePath();
    context.fill();
}

function line(points, width, color, dx = 0, dy = 0) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    points.forEach(([x, y], i) => i === 0 ? context.moveTo(x + dx, y + dy) : context.lineTo(x + dx, y + dy));
    context.stroke();
}

/** Fills a polygon with round corners: its core, and a border of twice the radius. */
function rounded({points, radius, x, y, c, s}, color, inset = 0) {
    const placed = points.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
    polygon(placed, color);
    line([...placed, placed[0]], 2 * Math.max(radius - inset, 0.001), color);
}

function label(x, y, text, size, color) {
    context.save();
    context.translate(x, y);
    context.scale(1, -1);
    context.font = `700 ${size}px system-ui, 'DejaVu Sans', sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color;
    context.fillText(text, 0, 0);
    context.restore();
}

function drawTable() {
    polygon([...walls[0], [-4.5, 0], [5.3, 0]], '#251f4d');
    for (const side of [-1, 1]) {
        polygon([[4.6 * side, 4.35], [2.3 * side, 2.85], [2.3 * side, -0.6], [4.6 * side, -0.6]], '#17132e');
    }
    glow(0, 11.6, 4.2, '#7d5cff', 0.5);
    label(0, 7.6, 'DRYSTONE', 0.85, 'rgb(255 143 208 / 0.55)');
    for (let i = 0; i < 5; ++i) {
        const y = 3 + 1.6 * i;
        polygon([[4.65, y], [5.15, y], [4.9, y + 0.5]], `rgb(255 210 63 / ${(Math.floor(ticks / 10) + i) % 5 === 0 ? 0.95 : 0.3})`);
    }
}

const draw = {
    bumper({x, y, lit}) {
        glow(x, y, 1.2 + 0.7 * lit, '#ff5d8f', 0.4 + 0.6 * lit);
        disc(x, y, 0.62, '#ffffff');
        disc(x, y, 0.54, lit > 0.3 ? '#fff0a8' : '#e0336e');
        disc(x, y, 0.34, '#ffffff');
        label(x, y, '100', 0.27, '#b01850');
    },
    kicker(kicker) {
        const [middleX, middleY] = [0, 1].map((k) => kicker.points.reduce((sum, p) => sum + p[k], 0) / kicker.points.length);
        if (kicker.lit > 0) {
            glow(middleX, middleY, 1.3, '#6fb7ff', kicker.lit);
        }
        rounded(kicker, '#26458b');
        rounded(kicker, kicker.lit > 0.3 ? '#dff0ff' : '#3d6fe0', 0.08);
    },
    target({x, y, down}) {
        if (!down) {
            glow(x, y, 0.7, '#4de1c1', 0.5);
        }
        const [w, h] = down ? [0.06, 0.34] : [0.14, 0.4];
        context.fillStyle = down ? '#4b4280' : '#7ff5da';
        context.fillRect(x - w, y - h, 2 * w, 2 * h);
    },
    rollover({x, y, lit, down}) {
        glow(x, y, 0.6 + 0.5 * lit, '#ffd23f', down ? 0.8 : 0.15);
        disc(x, y, 0.24, down ? '#ffe58a' : '#5b4f97');
        disc(x, y, 0.17, down ? '#fff6d0' : '#3a326b');
    },
    flipper(flipper) {
        rounded(flipper, '#9e6e26');
        rounded(flipper, '#ffb13d', 0.06);
        disc(flipper.x, flipper.y, 0.12, '#fff3d6');
    },
    ball({x, y, radius}) {
        disc(x, y, radius, '#6d7688');
        disc(x - 0.02, y + 0.02, 0.85 * radius, '#c6cfdd');
        disc(x - 0.08, y + 0.09, 0.3 * radius, '#ffffff');
    },
};

function drawPicture(fraction) {
    const {width, height} = canvas;
    const scale = Math.min(height / view.height, width / view.width);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = '#120f24';
    context.fillRect(0, 0, width, height);
    context.setTransform(scale, 0, 0, -scale, width / 2 - scale * view.x, height / 2 + scale * view.y);
    context.lineJoin = context.lineCap = 'round';
    drawTable();
    const picture = readPicture(fraction);
    for (const name of ['rollover', 'target', 'bumper', 'kicker']) {
        picture[name].forEach(draw[name]);
    }
    walls.forEach((points) => line(points, 0.2, '#c7d0e6'));
    walls.forEach((points) => line(points, 0.07, '#ffffff', -0.02, 0.03));
    picture.flipper.forEach(draw.flipper);
    trail.forEach((balls, age) => balls.forEach(({x, y, radius}) =>
        disc(x, y, radius * (0.3 + 0.6 * age / trail.length), `rgb(159 208 255 / ${0.16 * age / trail.length})`)));
    picture.ball.forEach(draw.ball);
    const plunger = game.plunger();
    context.fillStyle = '#ffd23f';
    context.fillRect(4.75, 0.5 - 0.4 * plunger, 0.3, 0.3);
    if (shownMultiball > 0) {
        label(0, 14.4, 'Multiball!', 1.1, ticks % 20 < 10 ? '#ffd23f' : '#ff8fd0');
    }
}

// ---- The page ----

let before = performance.now();
let behind = 0;
function frame(now) {
    behind = Math.min(behind + Math.max(0, now - before) / 1000, 0.1);  // A frame may have begun before the page was ready.
    before = now;
    for (; behind >= 1 / 60; behind -= 1 / 60) {
        step();
    }
    drawPicture(behind * 60);
    $('score').textContent = `${game.score()} / ${game.goal()}`;
    $('balls').textContent = '●'.repeat(game.balls_left());
    $('message').textContent = game.finished() ? 'Won!' : '';
    requestAnimationFrame(frame);
}

function connectKeys() {
    const names = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', ' ': 'jump', a: 'left', d: 'right'};
    const press = (event, down) => {
        const name = names[event.key];
        if (name && !event.ctrlKey && !event.metaKey && !event.target.closest?.('button, input')) {
            keys[name] = down;
            event.preventDefault();
        }
    };
    addEventListener('keydown', (event) => press(event, true));
    addEventListener('keyup', (event) => press(event, false));
    addEventListener('blur', () => { Object.keys(keys).forEach((name) => { keys[name] = false; }); });
    for (const button of document.querySelectorAll('.game-keys button')) {
        const name = 'jump' in button.dataset ? 'jump' : button.dataset.x === '-1' ? 'left' : 'right';
        const set = (down) => (event) => { event.preventDefault(); keys[name] = down; };
        button.addEventListener('pointerdown', set(true));
        ['pointerup', 'pointercancel', 'pointerleave'].forEach((type) => button.addEventListener(type, set(false)));
    }
}

function resize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
}

document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'dark';
new ResizeObserver(resize).observe(canvas);
resize();
connectKeys();
$('restart').addEventListener('click', (event) => { restart(); event.target.blur(); });
restart();
requestAnimationFrame(frame);
globalThis.pinball = {game, picture: () => readPicture(1)};
