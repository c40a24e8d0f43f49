// For programs that load the engine when they want: `await load()` before anything else.

export * from './engine.js';
export {hasSimd, load} from './load.js';
export {drawWorld, CanvasDraw} from './canvas.js';
export {WebglDraw} from './webgl.js';
