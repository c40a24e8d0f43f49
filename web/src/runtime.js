// The foundation of the classes below it in this file: memory of the engine, handles, objects, callbacks, errors.
// Generated from web/src and the description of the C interface, see web/README.md.

let x = null;  // What the engine exports.
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
        const big = x.malloc(bytes);
        if (big === 0) {
            leave(base);
            throw new DrystoneError('out of memory', 6);
        }
        undone.push({mark: top, end: () => x.free(big)});
        return big;
    }
    top = (p + bytes + 15) & ~15;
    return p;
}

/** Shows the memory of the engine, again each time it has grown. */
function refresh() {
    const buffer = x.memory.buffer;
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
    const message = reason || status === 0 ? '' : text(x.ds_last_error()).replace(/^ds_\w+: /, '');
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
    if (!Number.isInteger(v)) {
        bad(name, 'an integer', v);
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
const big = bigOf;
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
    const p = alloc(3 * v.length + 1);
    const {written} = encoder.encodeInto(v, U8.subarray(p, p + 3 * v.length));
    U8[p + written] = 0;
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
    new Kind(x.memory.buffer, p, items.length).set(items);
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

// ---- Handles: the things of a world ----

let current = null;  // The world of the handles that are read.
const worlds = new Map();  // Worlds by their numbers in handles, as weak references.

/** What all things of a world have. */
export class Handle {
    constructor(world, index, generation, number) {
        Object.defineProperties(this, {
            world: {value: world}, _index: {value: index}, _generation: {value: generation}, _number: {value: number},
        });
    }
    /** Returns a short name, for messages. */
    toString() { return `${this.constructor.name} ${this._index}.${this._generation}`; }
    toJSON() { return this.toString(); }
}

function handleAt(p, Class, number, isValid) {
    const index = U32[p >> 2];
    if (index === 0) {
        return null;
    }
    const generation = U16[(p + 4) >> 1];
    const worldNumber = U16[(p + 6) >> 1];
    const world = current ?? worlds.get(worldNumber)?.deref() ?? null;
    if (world === null) {
        return new Class(null, index, generation, worldNumber);
    }
    const known = world._handles[number];
    const old = known[index];
    if (old !== undefined && old._generation === generation) {
        return old;
    }
    const made = new Class(world, index, generation, worldNumber);
    if (world._number === 0) {
        world._number = worldNumber;
        worlds.set(worldNumber, new WeakRef(world));
    }
    if (old === undefined || !isLive(old, isValid)) {
        known[index] = made;
    }
    return made;
}

/** Returns whether a handle is of something that is there: an event may be of what was destroyed before. */
function isLive(handle, isValid) {
    const t = top + scratchAt;
    putHandle(t, handle);
    const status = x[isValid](handle.world._lo, handle.world._hi, t, t + 8);
    return status === 0 && U8[t + 8] !== 0;
}

function putHandle(p, handle) {
    U32[p >> 2] = handle._index;
    U16[(p + 4) >> 1] = handle._generation;
    U16[(p + 6) >> 1] = handle._number;
}
function writeHandle(p, v, Class, name) {
    if (v === null) {
        U32[p >> 2] = U32[(p + 4) >> 2] = 0;
    } else {
        putHandle(p, need(v, Class, name));
    }
}

// ---- Objects: what has to be freed ----

const finalizers = new FinalizationRegistry((held) => end(held));

function end(held) {
    if (held.lo !== 0 || held.hi !== 0) {
        x[held.destroy](held.lo, held.hi);
        held.lo = held.hi = 0;
        held.kept?.forEach((slots) => releaseCallback(slots));
    }
}

/** What all objects of the engine have. They are freed when they are collected, or by `free()` at once. */
export class EngineObject {
    _lo = 0;
    _hi = 0;
    _world = null;

    _adopt(lo, hi, kept = []) {
        this._lo = lo;
        this._hi = hi;
        this._held = {lo, hi, destroy: this._destroy, kept: new Map(kept.map((id, i) => [i, id]))};
        finalizers.register(this, this._held, this);
        this._made?.();
        return this;
    }
    /** Returns the place for a callback that a method sets. */
    slot(name) { return {object: this, name}; }

    /** Frees what the engine holds for the object, which must not be used afterwards. */
    free() {
        if (this._held) {
            finalizers.unregister(this);
            end(this._held);
        }
        this._lo = this._hi = 0;
    }
    [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() { this.free(); }
}

/** Makes the object of a new handle at an address. */
function adopt(Class, p, kept) {
    const object = Object.create(Class.prototype);
    object._world = null;
    return object._adopt(U32[p >> 2], U32[(p + 4) >> 2], kept);
}

let owner = null;  // The buffer that owns the objects that are read.
/** Makes an object of one that a buffer owns; null of none. */
function borrow(Class, p) {
    const lo = U32[p >> 2];
    const hi = U32[(p + 4) >> 2];
    if (lo === 0 && hi === 0) {
        return null;
    }
    const object = Object.create(Class.prototype);
    Object.assign(object, {_lo: lo, _hi: hi, _owner: owner, _world: null});
    return object;
}
function writeObject(p, v, Class, name) {
    const object = v === null ? null : need(v, Class, name);
    U32[p >> 2] = object === null ? 0 : object._lo;
    U32[(p + 4) >> 2] = object === null ? 0 : object._hi;
}

// ---- Buffers of results ----

class ResultBuffer {
    constructor() {
        const t = top + scratchAt;
        check(x.ds_buffer_create(t));
        this.lo = U32[t >> 2];
        this.hi = U32[(t + 4) >> 2];
    }
}
const buffersByDepth = [];
let depth = 0;  // Number of callbacks that run.

/** Returns the empty buffer for results that are copied at once. */
function clearBuffer() {
    const buffer = buffersByDepth[depth] ??= new ResultBuffer();
    x.ds_buffer_clear(buffer.lo, buffer.hi);
    return buffer;
}
/** Returns a buffer that lives as long as the objects that are read from it. */
function newBuffer() {
    const buffer = new ResultBuffer();
    finalizers.register(buffer, {lo: buffer.lo, hi: buffer.hi, destroy: 'ds_buffer_destroy'});
    return buffer;
}

// ---- Callbacks ----

const callbacks = [null];  // By number, which is what the engine keeps; {f, world, uses}.
const freeNumbers = [];
const callbackPointers = new Map();

function callbackPointer(type) {
    let pointer = callbackPointers.get(type);
    if (pointer === undefined) {
        pointer = x.ds_web_callback(callbackNumbers[type]);
        callbackPointers.set(type, pointer);
    }
    return pointer;
}

/** Gives a function a number; null and undefined are 0. With a slot it stays until the slot gets another. */
function hold(f, name, nullable, slot) {
    let number = 0;
    if (f !== null && f !== undefined) {
        if (typeof f !== 'function') {
            bad(name, 'a function', f);
        }
        number = freeNumbers.pop() ?? callbacks.length;
        callbacks[number] = {f, world: current, uses: 1};
    } else if (!nullable) {
        bad(name, 'a function', f);
    }
    if (slot) {
        const {kept} = slot.object._held;
        const before = kept.get(slot.name);
        kept.set(slot.name, number);
        if (before) {
            releaseCallback(before);
        }
    }
    return number;
}
function releaseCallback(number) {
    if (number !== 0 && --callbacks[number].uses === 0) {
        callbacks[number] = null;
        freeNumbers.push(number);
    }
}
const release = releaseCallback;

/** Writes the pointer and the number of a function that is a member of a struct. */
function writeCallback(p, v, type, name) {
    const number = hold(v, name, true, null);
    U32[p >> 2] = number === 0 ? 0 : callbackPointer(type);
    U32[(p + 4) >> 2] = number;
    if (number === 0) {
        return;
    }
    if (keeper) {
        keeper.push(number);
    } else {
        undone.push({mark: top, end: () => releaseCallback(number)});
    }
}

/** Calls the function of a number. What it throws is thrown again when the engine's call has returned. */
function run(number, call, otherwise) {
    if (thrown !== undefined) {
        return otherwise;
    }
    const saved = {base, top, current, owner};
    const {f, world} = callbacks[number];
    base = top = (top + leafSize + 15) & ~15;
    current = world ?? current;
    ++depth;
    try {
        if (top + 2 * leafSize > arenaEnd) {
            throw new DrystoneError('too many callbacks within callbacks');
        }
        return call(f);
    } catch (error) {
        thrown ??= {error};
        return otherwise;
    } finally {
        leave(base);
        --depth;
        ({base, top, current, owner} = saved);
    }
}

/** Writes a pose, whose rotation may be given as an angle [rad]; none is the identity. */
function writePose(p, v, name) {
    if (typeof v !== 'object' || v === null) {
        bad(name, 'a pose', v);
    }
    writeVec2(p, v.position ?? [0, 0], `${name}.position`);
    if (v.rotation !== undefined) {
        writeRot(p + 8, v.rotation, `${name}.rotation`);
    } else if (v.angle !== undefined) {
        // The engine's own sine and cosine, which are the same on every machine.
        check(x.ds_rot_from_angle(num(v.angle, `${name}.angle`), p + 8));
    } else {
        F32[(p + 8) >> 2] = 1;
        F32[(p + 12) >> 2] = 0;
    }
}

// ---- Convex cores: plain objects of points, normals and a radius ----

/** Returns the core of whatever is convex: a core, a polygon, or another shape. */
function coreOf(v, name) {
    if (v instanceof Polygon) {
        return v.core;
    }
    if (typeof v !== 'object' || v === null) {
        bad(name, 'a convex shape', v);
    }
    switch (v.type) {
        case undefined: return v;
        case 'circle': return circleCore(v);
        case 'capsule': return capsuleCore(v);
        case 'segment': return segmentCore(v);
        case 'polygon': return v.polygon.core;
        default: return bad(name, 'a convex shape', v);
    }
}
function readConvexCore(p) {
    const count = I32[(p + 8) >> 2];
    const normals = U32[(p + 4) >> 2];
    return {points: list(U32[p >> 2], count, 8, readVec2), normals: normals === 0 ? [] : list(normals, count, 8, readVec2),
            radius: F32[(p + 12) >> 2]};
}
function writeConvexCore(p, v, name) {
    const core = coreOf(v, name);
    U32[p >> 2] = putPoints(core.points ?? bad(name, 'a core with points', v), `${name}.points`);
    I32[(p + 8) >> 2] = putCount;
    const normals = core.normals ?? [];
    U32[(p + 4) >> 2] = normals.length === 0 ? 0 : putPoints(normals, `${name}.normals`);
    F32[(p + 12) >> 2] = core.radius ?? 0;
}
const readAnyShape = (p) => ({core: readConvexCore(p), custom: borrow(CustomShape, p + 16)});
function writeAnyShape(p, v, name) {
    U8.fill(0, p, p + 24);
    if (v instanceof CustomShape) {
        writeObject(p + 16, v, CustomShape, name);
    } else {
        writeConvexCore(p, v, name);
    }
}
const readCoreMapping = (p) => ({core: readConvexCore(p)});
function writeCoreMapping(p, v, name) { writeConvexCore(p, v.core, name); }
const readSmallCoreMapping = (p) => ({core: readSmallCore(p)});
function writeSmallCoreMapping(p, v, name) { writeSmallCore(p, v.core, name); }
const readPolygonWithActiveEdges = () => null;
function writePolygonWithActiveEdges(p, v, name) {
    writeConvexCore(p, v.core, name);
    U32[(p + 16) >> 2] = putList(v.edges ?? [], 44, (q, e) => writeActiveEdge(q, e, name), name);
    U32[(p + 20) >> 2] = putCount;
    F32[(p + 24) >> 2] = v.slack ?? 0;
}
const readVec2Array = (p) => list(U32[p >> 2], U32[(p + 4) >> 2], 8, readVec2);
function writeVec2Array(p, v, name) {
    U32[p >> 2] = putPoints(v, name);
    U32[(p + 4) >> 2] = putCount;
}
