// Draws a world to a canvas: bodies by paths that are made once, and what the engine draws of its inside.

import {BodyArrays, CanvasDraw} from './drystone/index.js';

function roundedPath(path, points, radius) {
    const n = points.length;
    for (let i = 0; i < n; ++i) {
        const a = points[i], b = points[(i + 1) % n], before = points[(i + n - 1) % n];
        path.arc(a.x, a.y, radius, Math.atan2(a.y - before.y, a.x - before.x) - Math.PI / 2,
                 Math.atan2(b.y - a.y, b.x - a.x) - Math.PI / 2);
    }
    path.closePath();
}

function pathOf(points) {
    const path = new Path2D();
    points.forEach((p, i) => i === 0 ? path.moveTo(p.x, p.y) : path.lineTo(p.x, p.y));
    path.closePath();
    return path;
}

/** Adds the outline of a shape to what is filled, or to what is only a line. */
function addShape(shape, filled, lines) {
    const custom = shape.customShape;
    if (custom !== null) {
        filled.addPath(pathOf(custom.outline));
        custom.free();
        return;
    }
    const g = shape.geometry;
    switch (g.type) {
        case 'circle':
            filled.moveTo(g.center.x + g.radius, g.center.y);
            filled.arc(g.center.x, g.center.y, g.radius, 0, 2 * Math.PI);
            lines.moveTo(g.center.x, g.center.y);
            lines.lineTo(g.center.x + g.radius, g.center.y);
            break;
        case 'capsule': {
            const path = new Path2D();
            roundedPath(path, [g.a, g.b], g.radius);
            filled.addPath(path);
            break;
        }
        case 'segment':
            lines.moveTo(g.a.x, g.a.y);
            lines.lineTo(g.b.x, g.b.y);
            break;
        default: {
            const path = new Path2D();
            if (g.radius > 0) {
                roundedPath(path, g.vertices, g.radius);
                filled.addPath(path);
            } else {
                filled.addPath(pathOf(g.vertices));
            }
        }
    }
}

/** The colours of a theme. */
export const themes = {
    light: {background: '#f7f7f4', grid: '#e6e6e0', line: '#2b2f36', fixed: '#b9bcc2', kinematic: '#6aa5a0',
            moving: ['#d9794f', '#5b8fc9', '#8fae57', '#c9a13f', '#9a78c2', '#cf6f8d'], held: '#e0423c'},
    dark: {background: '#16181c', grid: '#23262c', line: '#c9ced6', fixed: '#4a4f58', kinematic: '#3f7f7a',
           moving: ['#c9683f', '#4a7fba', '#7d9c46', '#b8912f', '#8767b0', '#bd5d7b'], held: '#ff6b64'},
};

export class Painter {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext('2d', {alpha: false});
        this.theme = themes.light;
        this.overlays = {joints: true};
        this.generation = -1;
    }

    /** Makes the paths of the bodies anew where bodies or shapes have come or gone. */
    prepare(session) {
        if (session === this.session && session.generation === this.generation) {
            return;
        }
        this.arrays?.free();
        this.session = session;
        this.generation = session.generation;
        this.figures = [];
        const shown = session.world.bodies.filter((body) => body.shapes.length > 0);
        this.arrays = new BodyArrays(session.world, shown);
        shown.forEach((body, i) => {
            const filled = new Path2D(), lines = new Path2D();
            const shapes = body.shapes;
            for (const shape of shapes) {
                addShape(shape, filled, lines);
            }
            this.figures.push({body, filled, lines, type: body.type, color: session.colors.get(body) ?? null,
                               hue: i % 6, isSensor: shapes.every((s) => s.isSensor)});
        });
    }

    colorOf(figure) {
        const {theme} = this;
        return figure.color ?? (figure.type === 'static' ? theme.fixed : figure.type === 'kinematic' ? theme.kinematic :
            theme.moving[figure.hue]);
    }

    /** Draws everything; `view` has the centre [m] and the number of pixels for a metre. */
    draw(session, view) {
        this.prepare(session);
        const {context, canvas} = this;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = this.theme.background;
        context.fillRect(0, 0, canvas.width, canvas.height);
        const ox = canvas.width / 2 - view.scale * view.center.x, oy = canvas.height / 2 + view.scale * view.center.y;
        this.drawGrid(view, ox, oy);
        this.drawBodies(view, ox, oy);
        context.setTransform(view.scale, 0, 0, -view.scale, ox, oy);
        this.drawInside(session, view);
        for (const f of session.draws) {
            context.save();
            f(context, view);
            context.restore();
        }
    }

    drawGrid(view, ox, oy) {
        const {context, canvas} = this;
        const unit = 10 ** Math.ceil(Math.log10(40 / view.scale));
        context.strokeStyle = this.theme.grid;
        context.lineWidth = 1;
        context.beginPath();
        for (let x = Math.floor(-ox / view.scale / unit) * unit; x * view.scale + ox < canvas.width; x += unit) {
            context.moveTo(Math.round(x * view.scale + ox) + 0.5, 0);
            context.lineTo(Math.round(x * view.scale + ox) + 0.5, canvas.height);
        }
        for (let y = Math.floor((oy - canvas.height) / view.scale / unit) * unit; oy - y * view.scale > 0; y += unit) {
            context.moveTo(0, Math.round(oy - y * view.scale) + 0.5);
            context.lineTo(canvas.width, Math.round(oy - y * view.scale) + 0.5);
        }
        context.stroke();
    }

    drawBodies(view, ox, oy) {
        const {context, theme} = this;
        const {poses} = this.arrays.readPoses();
        const s = view.scale;
        context.lineWidth = 1 / s;
        context.lineJoin = 'round';
        this.figures.forEach((figure, i) => {
            const x = poses[4 * i], y = poses[4 * i + 1], c = poses[4 * i + 2] * s, n = poses[4 * i + 3] * s;
            context.setTransform(c, -n, -n, -c, ox + x * s, oy - y * s);
            const awake = figure.type !== 'dynamic' || figure.body.isAwake;
            context.globalAlpha = figure.isSensor ? 0.25 : awake ? 1 : 0.55;
            context.fillStyle = this.colorOf(figure);
            context.fill(figure.filled);
            context.globalAlpha = 1;
            context.strokeStyle = theme.line;
            context.stroke(figure.filled);
            context.stroke(figure.lines);
        });
    }

    drawInside(session, view) {
        const {overlays, context, canvas} = this;
        if (!Object.values(overlays).some(Boolean)) {
            return;
        }
        const half = {x: canvas.width / 2 / view.scale, y: canvas.height / 2 / view.scale};
        const {x, y} = view.center;
        session.world.draw(new CanvasDraw(context), {
            shapes: false, fields: false, ...overlays,
            visible: {lower: {x: x - half.x, y: y - half.y}, upper: {x: x + half.x, y: y + half.y}}});
    }

    free() { this.arrays?.free(); }
}
