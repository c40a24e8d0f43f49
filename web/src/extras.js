// ---- Written by hand: what the description of the C interface does not give ----

World.prototype._made = function () {
    this._handles = [[], [], [], [], [], [], []];
    this._number = 0;
};

const handleNumbers = new Map([[Body, 0], [Shape, 1], [Contact, 2], [Joint, 3], [Chain, 4], [TileGrid, 5], [Field, 6]]);

Object.defineProperty(World.prototype, Symbol.iterator, {value: function* () { yield* this.bodies; }});

const cloneWorld = World.prototype.clone;
World.prototype.clone = function (threads) {
    const copy = cloneWorld.call(this, threads);
    // The clone calls the same functions.
    copy._held.kept = new Map(this._held.kept);
    copy._held.kept.forEach((number) => { if (number) { ++callbacks[number].uses; } });
    return copy;
};

// Worlds of a batch call the functions of their prototypes, in helpers too if they may.
const addPrototype = WorldBatch.prototype.addPrototype;
WorldBatch.prototype.addPrototype = function (prototype, bodies) {
    const number = addPrototype.call(this, prototype, bodies);
    prototype._held.kept.forEach((callback, name) => {
        if (callback) {
            ++callbacks[callback].uses;
            this._held.kept.set(`${number} ${name}`, callback);
        }
    });
    return number;
};
for (const name of ['step', 'stepWorlds']) {
    const step = WorldBatch.prototype[name];
    WorldBatch.prototype[name] = function (...values) {
        const alone = sharesWork && this._held?.kept.size > 0;
        try {
            if (alone) {
                shareWork(false);
            }
            step.apply(this, values);
        } finally {
            if (alone) {
                shareWork(true);
            }
        }
    };
}

/** Returns the thing of this world that has the handle of one of another, as of a clone. */
World.prototype.same = function (handle) {
    const t = top;
    need(handle, Handle, 'handle');
    current = this;
    putHandle(t, handle);
    const readers = [readBody, readShape, readContact, readJoint, readChain, readTileGrid, readField];
    return readers[handleNumbers.get(handle.constructor)](t);
};

// Steps are timed from the first time on that somebody asks.
const {get: readStepProfile} = Object.getOwnPropertyDescriptor(World.prototype, 'profile');
Object.defineProperty(World.prototype, 'profile', {
    get() {
        wasm.ds_web_measure_time();
        return readStepProfile.call(this);
    },
});

const collect = (visit) => {
    const found = [];
    visit((item) => { found.push(item); });
    return found;
};
for (const Class of [World, Body, Shape]) {
    Object.defineProperty(Class.prototype, 'contacts', {
        get() { return collect((visitor) => this.visitContacts(visitor)); },
    });
}
World.prototype.shapesAt = function (point, filter) {
    return collect((visitor) => this.overlapPoint(point, visitor, filter));
};
World.prototype.shapesIn = function (box, filter) { return collect((visitor) => this.overlapBox(box, visitor, filter)); };

Body.prototype.createShape = function (geometry, definition) {
    return geometry instanceof CustomShape ? this.world.createCustomShape(this, geometry, definition) :
        this.world.createShape(this, geometry, definition);
};
Body.prototype.createChain = function (definition) { return this.world.createChain(this, definition); };
Body.prototype.createOutline = function (outline, holes = [], ...rest) {
    return this.world.createOutline(this, outline, holes, ...rest);
};
Body.prototype.destroy = function () { this.world.destroyBody(this); };
Shape.prototype.destroy = function (updateMass) { this.world.destroyShape(this, updateMass); };
Joint.prototype.destroy = function () { this.world.destroyJoint(this); };
Chain.prototype.destroy = function () { this.world.destroyChain(this); };
TileGrid.prototype.destroy = function () { this.world.destroyTileGrid(this); };
Field.prototype.destroy = function () { this.world.destroyField(this); };

/** Poses and velocities of bodies, read at once into memory of the engine, where arrays show them without a copy. */
export class BodyArrays {
    constructor(world, bodies = need(world, World, 'world').bodies) {
        this.world = need(world, World, 'world');
        this.bodies = [...arrayOf(bodies, 'bodies')];
        this.bodies.forEach((body) => need(body, Body, 'bodies'));
        const count = this.bodies.length;
        this._held = {memory: wasm.malloc(Math.max(1, count) * 36), destroy: 'free'};
        const p = this._held.memory;
        if (p === 0) {
            throw new DrystoneError('out of memory', 6);
        }
        this._ids = p;
        this._poses = p + 8 * count;
        this._linear = p + 24 * count;
        this._angular = p + 32 * count;
        this.bodies.forEach((body, i) => putHandle(p + 8 * i, body));
        arrayMemory.register(this, this._held, this);
    }
    /** Reads the poses and the velocities of now. */
    read() { return this.readPoses().readVelocities(); }
    readPoses() {
        const count = this.bodies.length;
        check(wasm.ds_read_poses(this.world._lo, this.world._hi, this._ids, count, this._poses, count));
        return this;
    }
    readVelocities() {
        const count = this.bodies.length;
        check(wasm.ds_read_velocities(this.world._lo, this.world._hi, this._ids, count, this._linear, count, this._angular, count));
        return this;
    }
    _view(key, p, length) {
        let view = this[key];
        // A memory that has grown is another buffer.
        if (view === undefined || view.buffer !== wasm.memory.buffer) {
            view = this[key] = new Float32Array(wasm.memory.buffer, p, length);
        }
        return view;
    }
    /** x, y, cosine and sine of each body. */
    get poses() { return this._view('_posesView', this._poses, 4 * this.bodies.length); }
    get linearVelocities() { return this._view('_linearView', this._linear, 2 * this.bodies.length); }
    get angularVelocities() { return this._view('_angularView', this._angular, this.bodies.length); }
    free() {
        arrayMemory.unregister(this);
        if (this._held.memory) {
            wasm.free(this._held.memory);
            this._held.memory = 0;
            this.bodies = [];
        }
    }
}
const arrayMemory = new FinalizationRegistry((held) => { if (held.memory) { wasm.free(held.memory); } });

// ---- Debug drawing ----

const drawImports = {
    polygon: (data, points, count, radius, style) =>
        run(data, (d) => d.polygon?.(list(points, count, 8, readVec2), radius, readDebugStyle(style)), undefined),
    circle: (data, center, radius, rotation, style) =>
        run(data, (d) => d.circle?.(readVec2(center), radius, readRot(rotation), readDebugStyle(style)), undefined),
    capsule: (data, a, b, radius, style) =>
        run(data, (d) => d.capsule?.(readVec2(a), readVec2(b), radius, readDebugStyle(style)), undefined),
    segment: (data, a, b, style) => run(data, (d) => d.segment?.(readVec2(a), readVec2(b), readDebugStyle(style)), undefined),
    point: (data, p, style) => run(data, (d) => d.point?.(readVec2(p), readDebugStyle(style)), undefined),
    arrow: (data, from, to, style) =>
        run(data, (d) => d.arrow?.(readVec2(from), readVec2(to), readDebugStyle(style)), undefined),
    text: (data, p, content, style) => run(data, (d) => d.text?.(readVec2(p), text(content), readDebugStyle(style)), undefined),
};

World.prototype.draw = function (out, options) {
    if (typeof out !== 'object' || out === null) {
        bad('out', 'an object with functions that draw', out);
    }
    for (const name of Object.keys(drawImports)) {
        if (out[name] !== undefined && typeof out[name] !== 'function') {
            bad(`out.${name}`, 'a function', out[name]);
        }
    }
    const t = enter(256);
    current = this;
    const number = freeNumbers.pop() ?? callbacks.length;
    callbacks[number] = {f: out, world: this, uses: 1};
    undone.push({mark: t, end: () => releaseCallback(number)});
    wasm.ds_web_debug_draw(t, number);
    if (options) {
        writeDebugDrawOptions(t + 32, options, 'options');
    }
    check(wasm.ds_world_draw(this._lo, this._hi, t, options ? t + 32 : 0));
    leave(t);
};

// ---- Scene files ----

/** Returns the world as the text of a scene file. */
World.prototype.toScene = function () {
    const t = top;
    const buffer = clearBuffer();
    check(wasm.ds_web_write_scene(this._lo, this._hi, buffer.lo, buffer.hi, t));
    return text(U32[t >> 2]);
};
const sceneText = (scene) => typeof scene === 'string' ? scene : JSON.stringify(scene);

/** Creates the objects of a scene file in the world, its frame at a place of the world. */
World.prototype.addScene = function (scene, {position = {x: 0, y: 0}, angle = 0} = {}) {
    const t = enter(16);
    writeVec2(t, position, 'position');
    check(wasm.ds_web_add_scene(this._lo, this._hi, putText(sceneText(scene), 'scene'), t, angle));
    leave(t);
};
/** Makes a world from a scene file. */
World.fromScene = function (scene) {
    const t = enter(16);
    check(wasm.ds_web_read_scene(putText(sceneText(scene), 'scene'), t));
    const world = adopt(World, t);
    leave(t);
    return world;
};

// ---- Start ----

/** Starts the engine: `exported` is what its instance exports. Called once, when the package is loaded. */
export function start(exported) {
    wasm = exported;
    refresh();
    wasm._initialize?.();
    base = top = (wasm.malloc(arenaSize) + 15) & ~15;
    arenaEnd = top + arenaSize - 16;
    refresh();
    const sizes = alloc(2 * layout.length);
    U16.set(layout, sizes >> 1);
    check(wasm.ds_check_sizes(wasm.ds_version(), sizes, layout.length));
    leave(base);
}

/** Returns the number of workers that help with steps, and how often they have helped since the start. */
export function threadUse() {
    return {workers: wasm.web_helpers_alive?.() ?? 0, calls: (wasm.web_calls_done?.() ?? 0) >>> 0};
}

const clock = globalThis.performance;  // The global is a function call each time in node.

/** Returns what the engine's instance imports; `memory` and `threads` are for a module with threads, see threads.js. */
export function importsOf(module, {memory = null, threads = {}} = {}) {
    const stub = () => 52;  // No such function, in the numbers of WASI.
    const known = {
        wasi_snapshot_preview1: {
            proc_exit(code) { throw new DrystoneError(`the engine ended with ${code}`, 8); },
            fd_write(_file, vectors, count, written) {
                let bytes = 0;
                let message = '';
                for (let i = 0; i < count; ++i) {
                    const p = U32[(vectors + 8 * i) >> 2];
                    const length = U32[(vectors + 8 * i + 4) >> 2];
                    message += decoder.decode(U8.slice(p, p + length));
                    bytes += length;
                }
                if (message.trim()) {
                    console.error(message);
                }
                U32[written >> 2] = bytes;
                return 0;
            },
        },
        env: {
            emscripten_notify_memory_growth: () => refresh(),
            setTempRet0() {}, getTempRet0: () => 0,
        },
        clock: {now: () => clock.now()},
        callbacks: callbackImports,
        drawing: drawImports,
        threads: threads ?? {},
    };
    const imports = {};
    for (const {module: space, name, kind: sort} of WebAssembly.Module.imports(module)) {
        (imports[space] ??= {})[name] = known[space]?.[name] ?? (sort === 'function' ? stub : sort === 'memory' ? memory : undefined);
    }
    return imports;
}
