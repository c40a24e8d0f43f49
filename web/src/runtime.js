// The foundation of the classes below it in this file: memory of the engine, handles, objects, callbacks, errors.
// Generated from web/src and the description of the C interface, see web/README.md.

let wasm = null;  // What the engine exports.
let U8, U16, I32, U32, F32, F64, U64, I64;

/** An error of the engine: misuse or bad data. The text names function, argument and value. */
export class DrystoneError extends Error {
    constructor(message, status = 1) {
        super(message);
        this.name = 'DrystoneError';
        this.status = status;
    }
}

// ---- Memory for the arguments and results of calls: a stack that begins at `base` in callbacks. ----

const arenaSize = 1 << 18;
const leafSize = 4096;   // What a function may use beyond `top` without moving it: below scratchAt for itself, above it for
const scratchAt = 2048;  // what it calls.
let arenaEnd = 0;
let base = 0;
let top = 0;
const undone = [];  // What ends with a call: {mark, end}.
let putCount = 0;   // Number of elements that were written last.

function enter(bytes) {
    const t = top;
    top = t + bytes;
    return t;
}

function leave(t) {
    top = t;
    while (undone.length > 0 && undone[undone.length - 1].mark >= t) {
        undone.pop().end();
    }
}

function alloc(bytes) {
    const p = top;
    if (p + bytes + leafSize > arenaEnd) {
        const big = wasm.malloc(bytes);
        if (big === 0) {
            leave(base);
            throw new DrystoneError('out of memory', 6);
        }
        undone.push({mark: top, end: () => wasm.free(big)});
        return big;
    }
    top = (p + bytes + 15) & ~15;
    return p;
}

/** Shows the memory of the engine, again each time it has grown. */
function refresh() {
    const buffer = wasm.memory.buffer;
    U8 = new Uint8Array(buffer);
    U16 = new Uint16Array(buffer);
    I32 = new Int32Array(buffer);
    U32 = new Uint32Array(buffer);
    F32 = new Float32Array(buffer);
    F64 = new Float64Array(buffer);
    U64 = new BigUint64Array(buffer);
    I64 = new BigInt64Array(buffer);
}

// ---- Errors ----

let thrown;  // What a callback threw, as {error}; it cannot pass through the engine.
let keeper = null;

function check(status) {
    if (status !== 0 || thrown !== undefined) {
        leaveByError(status);
    }
}

function leaveByError(status) {
    const reason = thrown;
    thrown = undefined;
    keeper = null;
    // Without the name of the function of C.
    const message = reason || status === 0 ? '' : text(wasm.ds_last_error()).replace(/^ds_\w+: /, '');
    leave(base);
    if (reason) {
        throw reason.error;
    }
    throw new DrystoneError(message, status);
}

function bad(name, wanted, value) {
    leave(base);
    keeper = null;
    let shown = typeof value;
    try {
        shown = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value) ?? String(value);
    } catch { /* It refers to itself. */ }
    throw new DrystoneError(`${name}: ${wanted} is wanted, not ${shown.length > 80 ? shown.slice(0, 77) + '...' : shown}`);
}

function num(v, name) {
    if (typeof v !== 'number') {
        bad(name, 'a number', v);
    }
    return v;
}
function int(v, name) {
    if (typeof v !== 'number' || (v | 0) !== v) {
        bad(name, 'an integer of 32 bits', v);
    }
    return v;
}
function uint(v, name) {
    if (typeof v !== 'number' || v >>> 0 !== v) {
        bad(name, 'an integer >= 0 of 32 bits', v);
    }
    return v;
}
function flag(v, name) {
    if (typeof v !== 'boolean') {
        bad(name, 'true or false', v);
    }
    return v ? 1 : 0;
}
function bigOf(v, name) {
    if (typeof v !== 'bigint' && !Number.isSafeInteger(v)) {
        bad(name, 'an integer', v);
    }
    return BigInt(v);
}
const lowOf = (b) => Number(BigInt.asUintN(32, b));
const highOf = (b) => Number(BigInt.asUintN(32, b >> 32n));
function choice(values, v, name) {
    const i = values.indexOf(v);
    if (i < 0) {
        bad(name, `one of '${values.join("', '")}'`, v);
    }
    return i;
}
function kind(kinds, v, name, type) {
    if (typeof v !== 'object' || v === null) {
        bad(name, `a ${type}`, v);
    }
    return choice(kinds, v.type, `${name}.type`);
}
/** Returns an object of members; throws for anything else. */
function object(v, name, type) {
    if (typeof v !== 'object' || v === null) {
        bad(name, `a ${type}`, v);
    }
    return v;
}
function need(v, Class, name) {
    if (!(v instanceof Class)) {
        bad(name, `an object of ${Class.name}`, v);
    }
    return v;
}

// ---- Texts, lists, structs ----

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function text(p) {
    if (p === 0) {
        return '';
    }
    return decoder.decode(U8.slice(p, U8.indexOf(0, p)));
}
function putText(v, name) {
    if (typeof v !== 'string') {
        bad(name, 'a text', v);
    }
    // Not written in place: some browsers write no text into a memory that threads share.
    const bytes = encoder.encode(v);
    const p = alloc(bytes.length + 1);
    U8.set(bytes, p);
    U8[p + bytes.length] = 0;
    return p;
}
function list(p, count, size, read) {
    const result = new Array(count);
    for (let i = 0; i < count; ++i) {
        result[i] = read(p + i * size);
    }
    return result;
}
function arrayOf(v, name) {
    if (Array.isArray(v) || ArrayBuffer.isView(v)) {
        return v;
    }
    if (v === null || v === undefined || typeof v === 'string' || typeof v[Symbol.iterator] !== 'function') {
        bad(name, 'an array', v);
    }
    return [...v];
}
function putList(v, size, write, name) {
    const items = arrayOf(v, name);
    const p = alloc(items.length * size);
    for (let i = 0; i < items.length; ++i) {
        write(p + i * size, items[i]);
    }
    putCount = items.length;
    return p;
}
function putFixed(p, v, length, size, write, name) {
    const items = arrayOf(v, name);
    if (items.length > length) {
        bad(name, `at most ${length} elements`, items.length);
    }
    for (let i = 0; i < items.length; ++i) {
        write(p + i * size, items[i]);
    }
    putCount = items.length;
}
function putNumbers(v, _heap, size, name) {
    const items = arrayOf(v, name);
    const p = alloc(items.length * size);
    // Not the array that was given, since the memory may have grown.
    const Kind = _heap.constructor;
    new Kind(wasm.memory.buffer, p, items.length).set(items);
    putCount = items.length;
    return p;
}
/** Writes points given as objects, as pairs, or as coordinates in one array. */
function putPoints(v, name) {
    if (v instanceof Float32Array) {
        const p = alloc(4 * v.length);
        F32.set(v, p >> 2);
        putCount = v.length >> 1;
        return p;
    }
    return putList(v, 8, (p, point) => writeVec2(p, point, name), name);
}

const defaultBytes = new Map();
/** Returns the bytes of a struct with the values that C++ gives it. */
function defaultsOf(name, make, size) {
    let bytes = defaultBytes.get(name);
    if (bytes === undefined) {
        const p = top + scratchAt;
        check(make(p));
        bytes = U8.slice(p, p + size);
        defaultBytes.set(name, bytes);
    }
    return bytes;
}
/** Writes a struct: what is given over what it has by default. */
function fill(p, v, size, initial, members, name, type) {
    if (initial === null) {
        U8.fill(0, p, p + size);
    } else {
        U8.set(initial, p);
    }
    if (typeof v !== 'object' || v === null) {
        bad(name, `a ${type}`, v);
    }
    for (const key in v) {
        const value = v[key];
        const member = members[key];
        if (value === undefined || (member === undefined && key === 'type')) {
            continue;  // Not given, or the kind of a variant.
        }
        if (member === undefined) {
            leave(base);
            keeper = null;
            throw new DrystoneError(`${name}: ${type} has no member '${key}', but ${Object.keys(members).join(', ')}`);
        }
        member(p, value);
    }
}
