// Loads a game: a module of WebAssembly that holds its rules and the engine.

/** Returns what the module of an address exports, and `floats()`, its memory. */
export async function openGame(url) {
    const source = await fetch(url);
    let memory = null;
    const {instance} = await WebAssembly.instantiateStreaming(source, {
        wasi_snapshot_preview1: {
            clock_time_get(_clock, low, high, result) {
                const nanoseconds = Math.round(performance.now() * 1e6);
                const view = new DataView(memory.buffer);
                view.setUint32(result, nanoseconds % 4294967296, true);
                view.setUint32(result + 4, nanoseconds / 4294967296, true);
                return 0;
            },
            proc_exit(code) { throw new Error(`the game ended with ${code}`); },
            fd_write: () => 52, fd_close: () => 52, fd_seek: () => 52, fd_read: () => 52,
            environ_get: () => 0,
            environ_sizes_get: () => 0,
        },
        env: {emscripten_notify_memory_growth() {}, setTempRet0() {}, getTempRet0: () => 0},
    });
    memory = instance.exports.memory;
    instance.exports._initialize();
    return {...instance.exports, floats: () => new Float32Array(memory.buffer)};
}
