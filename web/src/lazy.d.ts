export * from './index.js';

/** Whether this machine runs the engine with SIMD128. */
export const hasSimd: boolean;
/** Loads the engine, once; before anything else. `simd` and `threads` are what is used where the machine has it, by default
 * both. `module` or `url` where the files of WebAssembly are elsewhere. */
export function load(options?: {simd?: boolean; threads?: boolean; url?: string | URL; module?: WebAssembly.Module}):
    Promise<{simd: boolean; threads: boolean; module: WebAssembly.Module}>;
