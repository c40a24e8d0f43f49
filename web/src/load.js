// Chooses and loads the engine: with SIMD128 where the machine has it, from a file in node and by fetch elsewhere.

import {importsOf, start} from './engine.js';
import {canThread, makeThreads} from './threads.js';

// A module with one function, which returns zeros of 128 bits (i32.const 0, i8x16.splat): valid where there is SIMD128.
const simdProbe = new Uint8Array([
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,     // magic number and version
    0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,           // types: () -> v128
    0x03, 0x02, 0x01, 0x00,                             // functions: one of type 0
    0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b,
]);

const isNode = typeof process === 'object' && process.versions?.node !== undefined && process.type !== 'renderer';

/** Whether this machine runs the engine with SIMD128. */
export const hasSimd = WebAssembly.validate(simdProbe);

async function compile(url) {
    if (isNode && url.protocol === 'file:') {
        const {readFile} = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`drystone: ${url} cannot be loaded: ${response.status} ${response.statusText}`);
    }
    // Some servers do not name the type that streaming asks for.
    return response.headers.get('Content-Type')?.startsWith('application/wasm') ? WebAssembly.compileStreaming(response) :
        WebAssembly.compile(await response.arrayBuffer());
}

/** Returns a memory that workers share, of the sizes that the module for threads asks for; null where there can be none. */
function makeSharedMemory() {
    try {
        return new WebAssembly.Memory({initial: 256, maximum: 32768, shared: true});
    } catch {
        return null;
    }
}

async function instantiate(module, memory) {
    const threads = memory && await makeThreads(module, memory);
    const {exports} = await WebAssembly.instantiate(module, importsOf(module, {memory, threads: threads?.imports}));
    threads?.bind(exports);
    start(exports);
}

let loaded = null;

const isOff = (name) => globalThis.process?.env?.[name] === '0';

/** Loads the engine; `import 'drystone'` does it by itself.
 * @param {{simd?: boolean, threads?: boolean, url?: string | URL, module?: WebAssembly.Module}} options */
export async function load(options = {}) {
    loaded ??= (async () => {
        const simd = options.simd ?? (hasSimd && !isOff('DRYSTONE_SIMD'));
        const mayThread = options.threads ?? !isOff('DRYSTONE_THREADS');
        let memory = simd && mayThread && canThread ? makeSharedMemory() : null;
        // All addresses are written out, since bundlers look for them.
        const url = options.url ?? (memory ? new URL('./drystone-threads.wasm', import.meta.url) :
            simd ? new URL('./drystone-simd.wasm', import.meta.url) : new URL('./drystone.wasm', import.meta.url));
        const module = options.module ?? await compile(new URL(url, import.meta.url));
        if (!WebAssembly.Module.imports(module).some((each) => each.kind === 'memory')) {
            memory = null;  // A module without threads, which the program chose.
        }
        await instantiate(module, memory);
        return {simd, threads: memory !== null, module};
    })();
    return loaded;
}
