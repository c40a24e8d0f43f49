// What drawing to a canvas and by WebGL share.

import {debugColor} from './engine.js';

/** Returns a function that gives the colour of a style, which `convert` makes once for each kind of style. */
export function colorsBy(convert) {
    const known = new Map();
    return (style) => {
        const key = `${style.role}:${style.variety}:${style.filled}`;
        let color = known.get(key);
        if (color === undefined) {
            color = convert(debugColor(style));
            known.set(key, color);
        }
        return color;
    };
}

/** Returns the box of the world that a picture shows: `center` in its middle, `scale` pixels for a metre. */
export function visibleBox({center, scale}, width, height) {
    const x = width / 2 / scale, y = height / 2 / scale;
    return {lower: {x: center.x - x, y: center.y - y}, upper: {x: center.x + x, y: center.y + y}};
}

/** Drawing by segments of what consists of them; `pixel` is the size of a pixel [m]. */
export class SegmentDraw {
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

    /** Shows by a segment how a circle that is not filled is turned. */
    _hand(center, radius, rotation, style) {
        if (!style.filled) {
            this.segment(center, {x: center.x + radius * rotation.c, y: center.y + radius * rotation.s}, style);
        }
    }
}
