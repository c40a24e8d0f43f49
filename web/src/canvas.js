// Debug drawing to a canvas.

import {debugColor} from './engine.js';

const colors = new Map();

/** The colour of a style, as CSS writes it. */
function cssColor(style) {
    const key = `${style.role}:${style.variety}:${style.filled}`;
    let color = colors.get(key);
    if (color === undefined) {
        const {red, green, blue, alpha} = debugColor(style);
        color = `rgba(${red},${green},${blue},${alpha / 255})`;
        colors.set(key, color);
    }
    return color;
}

/** Draws a world to a canvas; the origin of the context is that of the world, y up. */
export class CanvasDraw {
    constructor(context, colorOf = cssColor) {
        this.context = context;
        this.colorOf = colorOf;
        this.pixel = 1 / Math.hypot(context.getTransform().a, context.getTransform().b);
    }

    _paint(style) {
        const {context} = this;
        const color = this.colorOf(style);
        if (style.filled) {
            context.fillStyle = color;
            context.fill();
        } else {
            context.strokeStyle = color;
            context.lineWidth = 1.5 * this.pixel;
            context.stroke();
        }
    }

    polygon(points, radius, style) {
        const {context} = this;
        context.beginPath();
        if (radius > 0) {
            // A border of twice the radius has round corners of it.
            const n = points.length;
            for (let i = 0; i < n; ++i) {
                const a = points[i], b = points[(i + 1) % n], before = points[(i + n - 1) % n];
                const angle = Math.atan2(b.y - a.y, b.x - a.x) - Math.PI / 2;
                context.arc(a.x, a.y, radius, Math.atan2(a.y - before.y, a.x - before.x) - Math.PI / 2, angle);
            }
        } else {
            points.forEach((p, i) => i === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y));
        }
        context.closePath();
        this._paint(style);
    }

    circle(center, radius, rotation, style) {
        const {context} = this;
        context.beginPath();
        context.arc(center.x, center.y, radius, 0, 2 * Math.PI);
        this._paint(style);
        if (!style.filled) {
            this.segment(center, {x: center.x + radius * rotation.c, y: center.y + radius * rotation.s}, style);
        }
    }

    capsule(a, b, radius, style) {
        const angle = Math.atan2(b.y - a.y, b.x - a.x);
        this.context.beginPath();
        this.context.arc(a.x, a.y, radius, angle + Math.PI / 2, angle - Math.PI / 2);
        this.context.arc(b.x, b.y, radius, angle - Math.PI / 2, angle + Math.PI / 2);
        this.context.closePath();
        this._paint(style);
    }

    segment(a, b, style) {
        this.context.beginPath();
        this.context.moveTo(a.x, a.y);
        this.context.lineTo(b.x, b.y);
        this._paint({...style, filled: false});
    }

    point(position, style) {
        const half = 2.5 * this.pixel;
        this.context.beginPath();
        this.context.rect(position.x - half, position.y - half, 2 * half, 2 * half);
        this._paint({...style, filled: true});
    }

    arrow(from, to, style) {
        this.segment(from, to, style);
        const dx = to.x - from.x, dy = to.y - from.y;
        const length = Math.hypot(dx, dy);
        if (length > 0) {
            const head = Math.min(8 * this.pixel, length / 2) / length;
            for (const side of [-0.5, 0.5]) {
                this.segment(to, {x: to.x - head * (dx + side * dy), y: to.y - head * (dy - side * dx)}, style);
            }
        }
    }

    text(position, text, style) {
        const {context} = this;
        context.save();
        context.translate(position.x, position.y);
        context.scale(this.pixel, -this.pixel);
        context.fillStyle = this.colorOf(style);
        context.fillText(text, 0, 0);
        context.restore();
    }
}

/** Draws a world to a canvas of any size: `center` in its middle, `scale` pixels for a metre. */
export function drawWorld(world, context, {center, scale}, options) {
    const {width, height} = context.canvas;
    context.save();
    context.setTransform(scale, 0, 0, -scale, width / 2 - scale * center.x, height / 2 + scale * center.y);
    const half = {x: width / 2 / scale, y: height / 2 / scale};
    world.draw(new CanvasDraw(context), {
        visible: {lower: {x: center.x - half.x, y: center.y - half.y}, upper: {x: center.x + half.x, y: center.y + half.y}}, ...options});
    context.restore();
}
