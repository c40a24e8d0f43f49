// Debug drawing by WebGL: triangles in one buffer, in the order in which the engine draws.

import {SegmentDraw, colorsBy, visibleBox} from './drawing.js';

const floatsPerVertex = 3;  // x, y, and a colour of four bytes.
const arcStep = Math.PI / 12;

const vertexSource = `
attribute vec2 place;
attribute vec4 color;
uniform vec4 view;  // Middle of the picture, and its scale to that of clip space.
varying vec4 shade;
void main() {
    gl_Position = vec4((place - view.xy) * view.zw, 0.0, 1.0);
    shade = vec4(color.rgb * color.a, color.a);
}`;
const fragmentSource = `
precision mediump float;
varying vec4 shade;
void main() { gl_FragColor = shade; }`;

/** The colour of a style as four bytes in a number. */
const packedColor = colorsBy(({red, green, blue, alpha}) => (red | green << 8 | blue << 16 | alpha << 24) >>> 0);

function compile(gl, type, source) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    return shader;
}

/** Draws worlds to the canvas of a context of WebGL, 1 or 2. Keep it: it has a program and a buffer. */
export class WebglDraw extends SegmentDraw {
    /** @param colorOf the colour of a style as red + 256 green + 65536 blue + 16777216 alpha, each from 0 to 255 */
    constructor(gl, colorOf = packedColor) {
        super();
        this.gl = gl;
        this.colorOf = colorOf;
        /** Texts of the last picture, {position, text, style}: WebGL writes none. */
        this.texts = [];
        this.pixel = 1;  // [m]
        this._count = 0;
        this._reserve(1 << 12);
        this._program = gl.createProgram();
        gl.attachShader(this._program, compile(gl, gl.VERTEX_SHADER, vertexSource));
        gl.attachShader(this._program, compile(gl, gl.FRAGMENT_SHADER, fragmentSource));
        gl.linkProgram(this._program);
        if (!gl.getProgramParameter(this._program, gl.LINK_STATUS) && !gl.isContextLost()) {
            throw new Error(`drystone: the program of WebGL does not link: ${gl.getProgramInfoLog(this._program)}`);
        }
        this._view = gl.getUniformLocation(this._program, 'view');
        this._place = gl.getAttribLocation(this._program, 'place');
        this._color = gl.getAttribLocation(this._program, 'color');
        this._buffer = gl.createBuffer();
    }

    /** Draws a world: `center` in the middle of the canvas, `scale` pixels for a metre. Draws over what is there. */
    draw(world, view, options) {
        const {gl} = this;
        const {center, scale} = view;
        const width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
        this.pixel = 1 / scale;
        this.texts = [];
        this._count = 0;
        world.draw(this, {visible: visibleBox(view, width, height), ...options});
        gl.viewport(0, 0, width, height);
        gl.useProgram(this._program);
        gl.uniform4f(this._view, center.x, center.y, 2 * scale / width, 2 * scale / height);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.bindBuffer(gl.ARRAY_BUFFER, this._buffer);
        gl.bufferData(gl.ARRAY_BUFFER, this._floats.subarray(0, this._count * floatsPerVertex), gl.STREAM_DRAW);
        gl.enableVertexAttribArray(this._place);
        gl.vertexAttribPointer(this._place, 2, gl.FLOAT, false, 4 * floatsPerVertex, 0);
        gl.enableVertexAttribArray(this._color);
        gl.vertexAttribPointer(this._color, 4, gl.UNSIGNED_BYTE, true, 4 * floatsPerVertex, 8);
        gl.drawArrays(gl.TRIANGLES, 0, this._count);
    }

    /** Number of triangles of the last picture. */
    get triangles() { return this._count / 3; }

    free() {
        this.gl.deleteBuffer(this._buffer);
        this.gl.deleteProgram(this._program);
    }

    // ---- What the engine calls ----

    polygon(points, radius, style) {
        if (radius === 0) {
            this._convex(points, style);
            return;
        }
        const border = [];
        const n = points.length;
        for (let i = 0; i < n; ++i) {
            const a = points[i], b = points[(i + 1) % n], before = points[(i + n - 1) % n];
            addArc(border, a, radius, Math.atan2(a.y - before.y, a.x - before.x) - Math.PI / 2, Math.atan2(b.y - a.y, b.x - a.x) - Math.PI / 2);
        }
        this._convex(border, style);
    }

    circle(center, radius, rotation, style) {
        const border = [];
        addArc(border, center, radius, 0, 2 * Math.PI - arcStep);
        this._convex(border, style);
        this._hand(center, radius, rotation, style);
    }

    capsule(a, b, radius, style) { this.polygon([a, b], radius, style); }

    segment(a, b, style) { this._line(a, b, this.colorOf({...style, filled: false})); }

    point(position, style) {
        const {x, y} = position, half = 2.5 * this.pixel;
        this._convex([{x: x - half, y: y - half}, {x: x + half, y: y - half}, {x: x + half, y: y + half}, {x: x - half, y: y + half}],
                     {...style, filled: true});
    }

    text(position, text, style) { this.texts.push({position, text, style}); }

    // ---- Triangles ----

    _reserve(vertices) {
        const floats = new Float32Array(vertices * floatsPerVertex);
        if (this._floats) {
            floats.set(this._floats);
        }
        this._floats = floats;
        this._colors = new Uint32Array(floats.buffer);
    }

    _vertex(x, y, color) {
        if ((this._count + 1) * floatsPerVertex > this._floats.length) {
            this._reserve(2 * this._count);
        }
        const at = floatsPerVertex * this._count++;
        this._floats[at] = x;
        this._floats[at + 1] = y;
        this._colors[at + 2] = color;
    }

    /** Fills a convex polygon, or draws its border. */
    _convex(points, style) {
        const color = this.colorOf(style);
        const n = points.length;
        for (let i = 0; i < n; ++i) {
            const a = points[i], b = points[(i + 1) % n];
            if (!style.filled) {
                this._line(a, b, color);
            } else if (i > 0 && i + 1 < n) {
                this._vertex(points[0].x, points[0].y, color);
                this._vertex(a.x, a.y, color);
                this._vertex(b.x, b.y, color);
            }
        }
    }

    /** A line of one and a half pixels. */
    _line(a, b, color) {
        const dx = b.x - a.x, dy = b.y - a.y;
        const length = Math.hypot(dx, dy);
        const f = length > 0 ? 0.75 * this.pixel / length : 0;
        const nx = -f * dy, ny = f * dx;
        this._vertex(a.x + nx, a.y + ny, color);
        this._vertex(a.x - nx, a.y - ny, color);
        this._vertex(b.x + nx, b.y + ny, color);
        this._vertex(b.x + nx, b.y + ny, color);
        this._vertex(a.x - nx, a.y - ny, color);
        this._vertex(b.x - nx, b.y - ny, color);
    }
}

/** Appends points of an arc, counter-clockwise. */
function addArc(points, center, radius, from, to) {
    const angle = to < from - 1e-9 ? to - from + 2 * Math.PI : to - from;
    const steps = Math.max(1, Math.ceil(angle / arcStep));
    for (let i = 0; i <= steps; ++i) {
        const at = from + angle * i / steps;
        points.push({x: center.x + radius * Math.cos(at), y: center.y + radius * Math.sin(at)});
    }
}
