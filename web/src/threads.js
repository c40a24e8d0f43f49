// Threads of the engine: workers that run its module on the same memory, see threads.h.

const isNode = typeof process === 'object' && process.versions?.node !== undefined && process.type !== 'renderer';

/** Whether workers can share a memory with the page or program: in node, and in pages that are isolated by their headers. */
export const canThread = typeof SharedArrayBuffer === 'function' && (isNode || globalThis.crossOriginIsolated === true);

const restTime = 1000;  // How long workers stay for the next world with threads, when there is none [ms].
const broken = 4;       // The state of a helper that ended in the middle of a call.

// A worker, as a text so that bundlers need not know of one more file. It runs in node too.
const source = `
function work(port, {module, memory, helper, stackEnd, variables}) {
    const imports = {};
    for (const {module: space, name, kind} of WebAssembly.Module.imports(module)) {
        (imports[space] ??= {})[name] = kind === 'memory' ? memory :
            space === 'clock' ? () => performance.now() :
            name === 'emscripten_notify_memory_growth' ? () => {} :
            () => { throw new Error('drystone: ' + name + ' was called by a thread'); };
    }
    let ended = true;
    try {
        const {exports} = new WebAssembly.Instance(module, imports);
        exports.__stack_pointer.value = stackEnd;
        exports.__wasm_init_tls(variables);
        exports.web_help(helper);
    } catch (error) {
        ended = false;
        Atomics.store(new Int32Array(memory.buffer), helper >> 2, ${broken});
        console.error(error);
    }
    port.postMessage(ended);
    port.close();
}
if (typeof importScripts === 'function') {
    onmessage = (event) => work(self, event.data);
} else {
    const {parentPort} = require('node:worker_threads');
    parentPort.once('message', (message) => work(parentPort, message));
}`;

/** Starts a worker; `ended` is called when it has ended by itself, and `failed` when it never began. */
function startWorker(Worker, message, ended, failed) {
    let worker;
    if (isNode) {
        worker = new Worker(source, {eval: true, execArgv: []});
        worker.on('message', ended);
        worker.on('error', failed);
        worker.unref();  // A program ends without waiting for it; last, since listening to messages undoes it.
    } else {
        const url = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
        worker = new Worker(url);
        URL.revokeObjectURL(url);
        worker.onmessage = (event) => ended(event.data);
        worker.onerror = failed;
    }
    worker.postMessage(message);
}

/** Returns what the module for threads imports, and `bind`, which takes what its instance exports. */
export async function makeThreads(module, memory) {
    const Worker = isNode ? (await import('node:worker_threads')).Worker : globalThis.Worker;
    let wasm = null;
    let timer;
    const warn = (error) => console.warn('drystone: a thread did not start, so steps do without it', error?.message ?? '');
    return {
        bind(exports) { wasm = exports; },
        imports: {
            start(helper, stackEnd, variables) {
                try {
                    // A worker that broke is freed by the pool that has it.
                    startWorker(Worker, {module, memory, helper, stackEnd, variables}, (ended) => { if (ended) { wasm.web_free_helper(helper); } }, warn);
                    return 1;
                } catch (error) {
                    warn(error);
                    return 0;
                }
            },
            rest() {
                clearTimeout(timer);
                timer = setTimeout(() => wasm.web_end_threads(), restTime);
                timer.unref?.();
            },
        },
    };
}
