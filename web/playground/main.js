// The playground: connects the scene that runs with the page around it.

import * as drystone from './drystone/index.js';
import {Camera, connectPointers} from './camera.js';
import {Gallery} from './gallery.js';
import {Painter, themes} from './painter.js';
import {ProfileView, connectTabs, showOverlays, showParameters} from './panel.js';
import {sceneApi} from './scene_api.js';
import {Session} from './session.js';
import {readLink, writeLink} from './share.js';

const $ = (id) => document.getElementById(id);
const scenes = await (await fetch('scenes.json')).json();
const canvas = $('canvas');
const camera = new Camera(canvas);
const painter = new Painter(canvas);

let entry = scenes[0];
let code = entry.code;
let values = {};
let session = null;
let isPlaying = true;
let failed = false;
let behind = 0;  // Time that has passed and was not simulated yet [s].
let tab = 'parameters';
let editor = null;

// ---- Messages ----

function tell(error) {
    failed = true;
    const line = error.sceneLine ? `Line ${error.sceneLine}: ` : '';
    $('message').textContent = line + (error.message ?? String(error));
}
function showLog() {
    $('log').textContent = session?.messages.join('\n') ?? '';
}

// ---- Scenes ----

/** Starts the code; where it fails, the scene that ran goes on. */
function start({keepView = false} = {}) {
    let next = null;
    try {
        next = new Session(code, values);
    } catch (error) {
        tell(error);
        return;
    }
    session?.free();
    session = next;
    session.speed = values['speed of time'] ?? 1;
    failed = false;
    behind = 0;
    $('message').textContent = '';
    if (!keepView) {
        camera.show(session.view);
    }
    showParameters($('parameters'), entry, session, changeParameter);
    showTouchKeys();
    showLog();
}

function choose(scene, withCode = scene.code, withValues = {}) {
    entry = scene;
    code = withCode;
    values = withValues;
    $('title').textContent = scene.title;
    document.title = `${scene.title} · Drystone playground`;
    editor?.setText(code);
    start();
    remember();
}

async function remember() {
    history.replaceState(null, '', await writeLink(
        code === entry.code ? {scene: entry.name, values} : {code, values}));
}

let restart = 0;
function changeParameter(name, value, again) {
    values = {...values, [name]: value};
    session.values = values;
    session.speed = values['speed of time'] ?? 1;
    if (again) {
        clearTimeout(restart);
        restart = setTimeout(() => {
            const focused = document.activeElement?.id;
            start({keepView: true});
            $(focused)?.focus();
        }, 120);
    }
    remember();
}

// ---- Code ----

async function openEditor() {
    if (editor !== null) {
        return;
    }
    const {makeEditor} = await import('./editor_bundle.js');
    const names = [...new Set([...Object.keys(drystone), ...Object.keys(sceneApi(session.world, session)), 'state'])];
    let timer = 0;
    editor = makeEditor($('editor'), code, names, (text) => {
        code = text;
        clearTimeout(timer);
        timer = setTimeout(() => {
            $('title').textContent = code === entry.code ? entry.title : `${entry.title} (changed)`;
            start({keepView: true});
            remember();
        }, 300);
    });
}

// ---- Time ----

function setPlaying(value) {
    isPlaying = value;
    $('play').textContent = value ? '❚❚' : '▶';
    $('play').setAttribute('aria-label', value ? 'Pause' : 'Play');
    behind = 0;
}
function guard(action) {
    try {
        action();
    } catch (error) {
        tell(error);
        setPlaying(false);
    }
}
const step = () => guard(() => { setPlaying(false); session.advance(); });
const stepBack = () => guard(() => { setPlaying(false); session.seek(Math.max(session.firstStep, session.step - 1)); });

let before = 0;
let frameTime = 16;
let drawing = 0;
const profile = new ProfileView($('profile'), []);

function advance(elapsed) {
    behind = Math.min(behind + elapsed * session.speed, 0.1);
    while (behind >= 1 / 60) {
        behind -= 1 / 60;
        session.advance();
        profile.add(session.world.profile);
    }
}

function frame(now) {
    const elapsed = Math.min(0.25, (now - before) / 1000);
    before = now;
    if (elapsed > 0) {
        frameTime += 0.05 * (1000 * elapsed - frameTime);
    }
    if (session !== null) {
        if (isPlaying && !failed) {
            guard(() => advance(elapsed));
        }
        const began = performance.now();
        guard(() => painter.draw(session, view()));
        drawing += 0.05 * (performance.now() - began - drawing);
        if (shownAt === 0) {
            performance.mark('first-scene');
        }
        showState();
    }
    requestAnimationFrame(frame);
}

const view = () => ({center: camera.center, scale: camera.scale, follow: (point) => camera.follow(point)});

let shownAt = 0;
function showState() {
    const timeline = $('timeline');
    timeline.min = session.firstStep;
    timeline.max = Math.max(session.step, Number(timeline.max));
    if (isPlaying || session.step > Number(timeline.max)) {
        timeline.max = session.step;
    }
    timeline.value = session.step;
    $('clock').textContent = `${(session.step / 60).toFixed(1)} s`;
    if (before - shownAt > 300) {
        shownAt = before;
        $('rate').textContent = `${Math.round(1000 / frameTime)} fps`;
        showLog();
        if (tab === 'profile') {
            profile.show(session.world.counters(), drawing);
        }
    }
}

// ---- The page ----

function setTheme(name) {
    document.documentElement.dataset.theme = name;
    painter.theme = themes[name];
    localStorage.setItem('theme', name);
}

function resize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
}

const held = new Set();
function press(key, down) {
    const action = session?.keys[key];
    if (action && held.has(key) !== down) {
        down ? held.add(key) : held.delete(key);
        guard(() => action(down));
        return true;
    }
    return Boolean(action);
}
function showTouchKeys() {
    const names = {ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓', ArrowRight: '→', ' ': '⤒'};
    const order = Object.keys(names);
    const keys = Object.keys(session.keys).sort((a, b) => order.indexOf(a) - order.indexOf(b));
    $('touch-keys').replaceChildren(...keys.map((key) => {
        const button = document.createElement('button');
        button.textContent = names[key] ?? key;
        button.setAttribute('aria-label', key === ' ' ? 'Space' : key);
        button.addEventListener('pointerdown', () => press(key, true));
        button.addEventListener('pointerup', () => press(key, false));
        button.addEventListener('pointerleave', () => press(key, false));
        return button;
    }));
}

function connectPage() {
    setTheme(localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    new ResizeObserver(resize).observe($('stage'));
    resize();
    connectPointers(canvas, camera, {
        grab: (point) => { let found = false; guard(() => { found = session.grab(point); }); return found; },
        drag: (point) => guard(() => session.drag(point)), letGo: () => guard(() => session.letGo())});
    const gallery = new Gallery($('gallery'), scenes, (scene) => choose(scene));
    $('scenes').addEventListener('click', () => gallery.open(painter.theme));
    $('brand').addEventListener('click', (event) => { event.preventDefault(); gallery.open(painter.theme); });
    $('theme').addEventListener('click', () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
    $('restart').addEventListener('click', () => start({keepView: true}));
    $('play').addEventListener('click', () => setPlaying(!isPlaying));
    $('forward').addEventListener('click', step);
    $('back').addEventListener('click', stepBack);
    $('timeline').addEventListener('input', (event) => guard(() => { setPlaying(false); session.seek(Number(event.target.value)); }));
    $('share').addEventListener('click', async () => {
        await remember();
        await navigator.clipboard?.writeText(location.href).catch(() => {});
        $('share').textContent = 'Copied';
        setTimeout(() => { $('share').textContent = 'Share'; }, 1500);
    });
    $('panel-toggle').addEventListener('click', () => {
        const isOpen = getComputedStyle($('panel')).display !== 'none';
        $('panel').classList.toggle('open', !isOpen);
        $('panel').classList.toggle('closed', isOpen);
        $('panel-toggle').setAttribute('aria-expanded', String(!isOpen));
    });
    connectTabs($('panel'), (name) => {
        tab = name;
        if (name === 'code') {
            openEditor();
        }
    });
    showOverlays($('overlays'), painter.overlays);
    addEventListener('keydown', (event) => {
        if (event.target.closest?.('.cm-editor, input, select, dialog') || event.ctrlKey || event.metaKey) {
            return;
        }
        if (press(event.key, true)) {
            event.preventDefault();
            return;
        }
        const action = {' ': () => setPlaying(!isPlaying), '.': step, ',': stepBack, r: () => start({keepView: true})}[event.key];
        if (action && !(event.key === ' ' && event.target.tagName === 'BUTTON')) {
            event.preventDefault();
            action();
        }
    });
    addEventListener('keyup', (event) => press(event.key, false));
    addEventListener('hashchange', open);
}

/** Shows what the link asks for. */
async function open() {
    try {
        const link = await readLink(location.hash);
        const scene = scenes.find((s) => s.name === link.scene) ?? scenes.find((s) => s.name === 'pyramid');
        if (link.code !== undefined) {
            const [, title = 'Shared scene'] = link.code.match(/^\/\/ (.+)/) ?? [];
            choose({name: '', title, group: '', about: 'From a link.', code: null}, link.code, link.values);
        } else {
            choose(scene, scene.code, link.values);
        }
    } catch {
        choose(scenes.find((s) => s.name === 'pyramid'));
        tell(new Error('The link cannot be read: it may have been cut.'));
        failed = false;
    }
}

profile.names = drystone.choices.stage.map((stage) => drystone.stageName(stage));
connectPage();
await open();
requestAnimationFrame(frame);
globalThis.playground = {get session() { return session; }, camera, seek: (n) => { setPlaying(false); session.seek(n); }};
