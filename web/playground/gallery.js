// The list of scenes: a search, and a picture of each that is drawn when it comes into view.

import {element} from './panel.js';
import {Painter} from './painter.js';
import {Session} from './session.js';

const picturedStep = 60;

/** Draws a scene as it is after a second. */
function drawPicture(canvas, scene, theme) {
    let session = null;
    const painter = new Painter(canvas);
    try {
        session = new Session(scene.code);
        while (session.step < picturedStep) {
            session.advance();
        }
        painter.theme = theme;
        painter.overlays = {joints: session.world.joints.length > 0};
        const {center, height} = session.view;
        const view = {center: {...center}, scale: Math.min(canvas.height / height, canvas.width / (1.25 * height)), follow(p) { view.center = {...p}; }};
        painter.draw(session, view);
        painter.draw(session, view);
    } catch (error) {
        console.warn(`${scene.name}: ${error.message}`);
    } finally {
        painter.free();
        session?.free();
    }
}

export class Gallery {
    constructor(dialog, scenes, chosen) {
        this.dialog = dialog;
        this.scenes = scenes;
        this.chosen = chosen;
        this.theme = null;
        this.search = dialog.querySelector('#search');
        this.list = dialog.querySelector('#gallery-list');
        this.search.addEventListener('input', () => this.show());
        this.search.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                event.preventDefault();  // Else it would press the button that has the focus then.
                this.list.querySelector('.card')?.click();
            }
        });
        dialog.querySelector('#close-gallery').addEventListener('click', () => dialog.close());
        dialog.addEventListener('click', (event) => { if (event.target === dialog) { dialog.close(); } });
        this.waiting = [];
        this.observer = new IntersectionObserver((entries) => {
            for (const entry of entries.filter((e) => e.isIntersecting)) {
                this.observer.unobserve(entry.target);
                this.waiting.push(entry.target);
            }
            this.drawNext();
        }, {root: this.list, rootMargin: '100px'});
    }

    drawNext() {
        if (this.drawing || this.waiting.length === 0 || !this.dialog.open) {
            return;
        }
        this.drawing = true;
        // Between two frames, so that the list can be scrolled meanwhile.
        setTimeout(() => {
            const canvas = this.waiting.shift();
            drawPicture(canvas, canvas.scene, this.theme);
            this.drawing = false;
            this.drawNext();
        }, 0);
    }

    open(theme) {
        if (theme !== this.theme) {
            this.theme = theme;
            this.cards = new Map();
        }
        this.dialog.showModal();
        this.show();
        this.search.select();
    }

    card(scene) {
        if (!this.cards.has(scene)) {
            const canvas = element('canvas', {width: 300, height: 200, 'aria-hidden': 'true'});
            canvas.scene = scene;
            const button = element('button', {className: 'card'}, canvas, element('b', {}, scene.title), element('small', {}, scene.about));
            button.dataset.scene = scene.name;
            button.addEventListener('click', () => {
                this.dialog.close();
                this.chosen(scene);
            });
            this.observer.observe(canvas);
            this.cards.set(scene, button);
        }
        return this.cards.get(scene);
    }

    show() {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = this.scenes.filter((s) => words.every((w) => `${s.title} ${s.group} ${s.about} ${s.name}`.toLowerCase().includes(w)));
        const groups = [...new Set(found.map((s) => s.group))];
        this.list.replaceChildren(...groups.flatMap((group) => [
            element('h3', {}, group), element('div', {className: 'cards'}, ...found.filter((s) => s.group === group).map((s) => this.card(s)))]));
        if (found.length === 0) {
            this.list.append(element('p', {}, 'No scene has these words.'));
        }
    }
}
