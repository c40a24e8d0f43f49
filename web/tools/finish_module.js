// Finishes a module of WebAssembly: node finish_module.js INPUT OUTPUT
//
// Numbers of 64 bits become two of 32 for JavaScript, since those need no objects of BigInt in each call. The rest makes the
// module smaller: among other things, small functions that were not inlined for size by the compiler are here, where all of
// their callers are known, and addresses below 1,024 are free, as wasm-ld leaves them. Large functions with one caller stay
// apart: compilers of browsers make slow code of the giants that would come of it.

import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const [input, output] = process.argv.slice(2);
const features = ['simd', 'exception-handling', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals',
                  'multivalue', 'reference-types', ...(/-threads\.wasm$/.test(output) ? ['threads'] : [])].map((name) => `--enable-${name}`);
const passes = ['--strip-debug', '--strip-producers', '--legalize-js-interface', '-Oz', '--low-memory-unused',
                '--one-caller-inline-max-function-size', '400'];
const run = spawnSync('wasm-opt', [input, ...features, ...passes, '-o', output], {stdio: 'inherit'});
if (run.status !== 0) {
    process.exit(run.status ?? 1);
}
const module = new WebAssembly.Module(readFileSync(output));
const known = new Set(['proc_exit', 'fd_write', 'emscripten_notify_memory_growth', 'setTempRet0', 'getTempRet0']);
const unknown = WebAssembly.Module.imports(module).filter((i) => !['callbacks', 'clock', 'drawing', 'threads'].includes(i.module) && i.kind === 'function' && !known.has(i.name));
console.log(`${output}: ${readFileSync(output).length} bytes; functions that do nothing: ${unknown.map((i) => i.name).join(', ') || 'none'}`);
