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
    const status = wasm[isValid](handle.world._lo, handle.world._hi, t, t + 8);
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
        wasm[held.destroy](held.lo, held.hi);
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
        check(wasm.ds_buffer_create(t));
        this.lo = U32[t >> 2];
        this.hi = U32[(t + 4) >> 2];
    }
}
const buffersByDepth = [];
let depth = 0;  // Number of callbacks that run.

/** Returns the empty buffer for results that are copied at once. */
function clearBuffer() {
    const buffer = buffersByDepth[depth] ??= new ResultBuffer();
    wasm.ds_buffer_clear(buffer.lo, buffer.hi);
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

let sharesWork = true;
/** Says whether threads may help from now on: they cannot call functions of JavaScript. */
function shareWork(may) {
    sharesWork = may;
    wasm.web_share?.(may ? 1 : 0);
}

function callbackPointer(type) {
    let pointer = callbackPointers.get(type);
    if (pointer === undefined) {
        if (type === 'DsSupportFunction') {
            shareWork(false);  // The shapes of it may be in any world.
        }
        pointer = wasm.ds_web_callback(callbackNumbers[type]);
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
        check(wasm.ds_rot_from_angle(num(v.angle, `${name}.angle`), p + 8));
    } else {
        F32[(p + 8) >> 2] = 1;
        F32[(p + 12) >> 2] = 0;
    }
}
