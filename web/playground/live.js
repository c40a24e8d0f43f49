// One scene, to be embedded in another page: live.html#scene=NAME.

import {Camera, connectPointers} from './camera.js';
import {Painter, themes} from './painter.js';
import {Session} from './session.js';
import {readLink} from './share.js';

const $ = (id) => document.getElementById(id);
const canvas = $('canvas');
const camera = new Camera(canvas);
const painter = new Painter(canvas);
let scene = null;
let session = null;
let isPlaying = true;
let before = performance.now();
let behind = 0;

function guard(action) {
    try {
        return action();
    } catch (error) {
        $('message').textContent = error.message;
        setPlaying(false);
        return undefined;
    }
}

function start() {
    guard(() => {
        const next = new Session(scene.code);
        session?.free();
        session = next;
        camera.show(session.view);
        $('message').textContent = '';
        setPlaying(true);
    });
}

function setPlaying(value) {
    isPlaying = value;
    behind = 0;
    $('play').textContent = value ? '❚❚' : '▶';
    $('play').setAttribute('aria-label', value ? 'Pause' : 'Play');
}

function frame(now) {
    behind = isPlaying ? Math.min(behind + Math.max(0, now - before) / 1000, 0.1) : 0;  // A frame may have begun before the page was ready.
    before = now;
    guard(() => {
        for (; behind >= 1 / 60; behind -= 1 / 60) {
            session.advance();
        }
        painter.draw(session, {center: camera.center, scale: camera.scale, follow: (point) => camera.follow(point)});
    });
    requestAnimationFrame(frame);
}

function resize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
}

const {scene: name} = await readLink(location.hash);
scene = (await (await fetch('scenes.json')).json()).find((s) => s.name === name);
const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.dataset.theme = theme;
painter.theme = themes[theme];
new ResizeObserver(resize).observe($('stage'));
resize();
if (scene === undefined) {
    $('message').textContent = `There is no scene '${name}'.`;
} else {
    document.title = scene.title;
    $('open').href = `./#scene=${name}`;
    connectPointers(canvas, camera, {grab: (point) => guard(() => session.grab(point)) ?? false,
                                     drag: (point) => guard(() => session.drag(point)), letGo: () => guard(() => session.letGo())});
    $('restart').addEventListener('click', start);
    $('play').addEventListener('click', () => setPlaying(!isPlaying));
    start();
    requestAnimationFrame(frame);
}
globalThis.live = {get session() { return session; }};
