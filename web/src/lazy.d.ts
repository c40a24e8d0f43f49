export * from './index.js';

/** Whether this machine runs the engine with SIMD128. */
export const hasSimd: boolean;
/** Loads the engine, once; before anything else. `module` or `url` where the files of WebAssembly are elsewhere. */
export function load(options?: {simd?: boolean; url?: string | URL; module?: WebAssembly.Module}):
    Promise<{simd: boolean; module: WebAssembly.Module}>;
