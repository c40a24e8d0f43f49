// Debug drawing to a canvas.

import {SegmentDraw, colorsBy, visibleBox} from './drawing.js';

/** The colour of a style, as CSS writes it. */
const cssColor = colorsBy(({red, green, blue, alpha}) => `rgba(${red},${green},${blue},${alpha / 255})`);

/** Draws a world to a canvas; the origin of the context is that of the world, y up. */
export class CanvasDraw extends SegmentDraw {
    constructor(context, colorOf = cssColor) {
        super();
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
        this._hand(center, radius, rotation, style);
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
export function drawWorld(world, context, view, options) {
    const {center, scale} = view;
    const {width, height} = context.canvas;
    context.save();
    context.setTransform(scale, 0, 0, -scale, width / 2 - scale * center.x, height / 2 + scale * center.y);
    world.draw(new CanvasDraw(context), {visible: visibleBox(view, width, height), ...options});
    context.restore();
}
