// Drystone for JavaScript: loads the engine, and then shows all of it.

import {load} from './load.js';

/** Whether the engine that was loaded uses SIMD128, and whether it can use threads. */
export const {simd, threads} = await load();

export * from './engine.js';
export {drawWorld, CanvasDraw} from './canvas.js';
export {WebglDraw} from './webgl.js';
