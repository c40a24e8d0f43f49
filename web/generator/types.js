// The types of the C interface: their sizes on the Web, and the code of JavaScript that reads and writes them.

import {BY_HAND, HANDLES, HIDDEN_OBJECTS, OBJECTS, STRICT, camel, lowerFirst} from './names.js';

const SCALARS = {
    float: ['F32', 4], double: ['F64', 8], int32_t: ['I32', 4], uint32_t: ['U32', 4], uint16_t: ['U16', 2], uint8_t: ['U8', 1],
    size_t: ['U32', 4], bool: ['U8', 1], uint64_t: ['U64', 8], int64_t: ['I64', 8],
};
const ARRAYS = {F32: 'Float32Array', F64: 'Float64Array', I32: 'Int32Array', U32: 'Uint32Array', U16: 'Uint16Array', U8: 'Uint8Array'};
const SHIFTS = {1: 0, 2: 1, 4: 2, 8: 3};

/** Returns the code of an address `base` + `offset`. */
export function at(base, offset) {
    return offset === 0 ? base : /^\d+$/.test(base) ? String(Number(base) + offset) : `${base} + ${offset}`;
}

class Type {
    size = 0;
    align = 1;
    isDynamic = false;   // Whether writing it takes memory besides its own.
    ownsObjects = false;  // Whether reading it makes objects, which live in a buffer.
    get taken() { return this.given; }
}

class Scalar extends Type {
    constructor(name) {
        super();
        this.name = name;
        [this.heap, this.size] = SCALARS[name];
        this.align = this.size;
        this.given = name === 'bool' ? 'boolean' : name === 'uint64_t' ? 'bigint' : 'number';
    }
    get taken() { return this.given === 'bigint' ? 'bigint | number' : this.given; }
    element(p) { return SHIFTS[this.size] ? `${this.heap}[${p} >> ${SHIFTS[this.size]}]` : `${this.heap}[${p}]`; }
    read(p) {
        const element = this.element(p);
        return this.name === 'bool' ? `${element} !== 0` : this.name === 'int64_t' ? `Number(${element})` : element;
    }
    write(p, v, name) { return `${this.element(p)} = ${this.checked(v, name)};`; }
    /** Returns the code that gives the value, or throws. */
    checked(v, name) {
        const kinds = {bool: 'flag', uint64_t: 'bigOf', int64_t: 'bigOf', float: 'num', double: 'num', int32_t: 'int'};
        return `${kinds[this.name] ?? 'uint'}(${v}, '${name}')`;
    }
}

class Enumeration extends Type {
    constructor(entry) {
        super();
        this.name = entry.name.slice(2);
        this.entry = entry;
        this.size = this.align = SCALARS[entry.type][1];
        this.values = entry.values.filter((v) => v.name !== 'Count').map((v) => ({...v, text: lowerFirst(v.name)}));
        this.given = this.name;
    }
    read(p) { return `E_${this.name}[U8[${p}]]`; }
    write(p, v, name) { return `U8[${p}] = ${this.checked(v, name)};`; }
    checked(v, name) { return `choice(E_${this.name}, ${v}, '${name}')`; }
}

class Handle extends Type {
    constructor(type) {
        super();
        this.c = type;
        this.given = `${HANDLES[type]} | null`;
        this.size = 8;
        this.align = 4;
    }
    get name() { return HANDLES[this.c]; }
    read(p) { return `read${this.name}(${p})`; }
    write(p, v, name) { return `writeHandle(${p}, ${v}, ${this.name}, '${name}');`; }
}

class EngineObject extends Type {
    ownsObjects = true;
    constructor(type) {
        super();
        this.c = type;
        this.name = OBJECTS[type] ?? type.slice(2);
        this.given = `${this.name} | null`;
        this.size = this.align = 8;
    }
    read(p) { return `borrow(${this.name}, ${p})`; }
    write(p, v, name) { return `writeObject(${p}, ${v}, ${this.name}, '${name}');`; }
}

class Text extends Type {
    size = 4;
    align = 4;
    isDynamic = true;
    given = 'string';
    read(p) { return `text(U32[${p} >> 2])`; }
    write(p, v, name) { return `U32[${p} >> 2] = putText(${v}, '${name}');`; }
}

class Callback extends Type {
    size = 8;
    align = 4;
    constructor(entry) {
        super();
        this.c = entry.name;
        this.entry = entry;
        this.given = `${entry.name.slice(2)} | null`;
    }
    read() { return 'null'; }
    write(p, v, name) { return `writeCallback(${p}, ${v}, '${this.c}', '${name}');`; }
}

class Optional extends Type {
    constructor(inner) {
        super();
        this.inner = inner;
        this.align = Math.max(1, inner.align);
        this.offset = inner.align;
        this.size = this.offset + inner.size;
        this.isDynamic = inner.isDynamic;
        this.ownsObjects = inner.ownsObjects;
        this.given = `${inner.given} | null`;
    }
}

/** A pointer and a number of elements. */
export class List extends Type {
    size = 8;
    align = 4;
    isDynamic = true;
    constructor(inner) {
        super();
        this.inner = inner;
        this.ownsObjects = inner.ownsObjects;
        this.array = inner instanceof Scalar && inner.name !== 'bool' ? ARRAYS[inner.heap] : null;
        // Lists have no null handles.
        this.given = this.array ?? (inner instanceof Handle || inner instanceof EngineObject ? `${inner.name}[]` :
            inner.given.includes('|') ? `Array<${inner.given}>` : `${inner.given}[]`);
    }
    get taken() {
        const flat = this.inner.name === 'Vec2' ? ' | Float32Array' : '';
        return this.array ? 'ArrayLike<number>' : `ReadonlyArray<${inputOf(this.inner)}>${flat}`;
    }
    readFrom(pointer, count) {
        if (this.array) {
            return `${this.inner.heap}.slice(${pointer} >> ${SHIFTS[this.inner.size]}, (${pointer} >> ${SHIFTS[this.inner.size]}) + ${count})`;
        }
        return `list(${pointer}, ${count}, ${this.inner.size}, ${reader(this.inner)})`;
    }
    read(p) { return this.readFrom(`U32[${p} >> 2]`, `U32[${at(p, 4)} >> 2]`); }
    /** Returns the code that writes the elements and gives their address. */
    put(v, name) {
        if (this.array) {
            return `putNumbers(${v}, ${this.inner.heap}, ${this.inner.size}, '${name}')`;
        }
        return this.inner.name === 'Vec2' ? `putPoints(${v}, '${name}')` :
            `putList(${v}, ${this.inner.size}, ${writer(this.inner, name)}, '${name}')`;
    }
    write(p, v, name) { return `U32[${p} >> 2] = ${this.put(v, name)}; U32[${at(p, 4)} >> 2] = putCount;`; }
}

/** Elements within a struct; `count` is the offset of their number from the first, if there is one. */
class FixedArray extends Type {
    constructor(inner, length) {
        super();
        this.inner = inner;
        this.length = length;
        this.size = inner.size * length;
        this.align = inner.align;
        this.isDynamic = inner.isDynamic;
        this.given = `${inner.given.includes('|') ? `Array<${inner.given}>` : `${inner.given}[]`}`;
    }
    get taken() { return `ReadonlyArray<${inputOf(this.inner)}>`; }
    readFrom(p, count) { return `list(${p}, ${count}, ${this.inner.size}, ${reader(this.inner)})`; }
    read(p) { return this.readFrom(p, this.length); }
    write(p, v, name) {
        return `putFixed(${p}, ${v}, ${this.length}, ${this.inner.size}, ${writer(this.inner, name)}, '${name}');`;
    }
}

/** A struct or a variant, which has functions read... and write... of its own. */
class Structure extends Type {
    constructor(entry) {
        super();
        this.entry = entry;
        this.c = entry.name;
        this.name = entry.name.slice(2);
        this.isOptional = /^DsOptional/.test(this.c);
    }
    get given() {
        return this.isOptional ? this.entry.members[1].type.slice(2) + ' | null' : this.name;
    }
    get isByHand() { return BY_HAND.includes(this.c); }
    get isStrict() { return STRICT.includes(this.c); }
    read(p) { return `read${this.name}(${p})`; }
    write(p, v, name) { return `write${this.name}(${p}, ${v}, '${name}');`; }
}

class Member {
    constructor(name, type, offset, comment) {
        Object.assign(this, {name, type, offset, comment, key: camel(name)});
    }
}

export const isSimple = (type) => type instanceof Scalar || type instanceof Enumeration;
export {Scalar, Enumeration, Handle, EngineObject, Text, Callback, Optional, FixedArray, Structure};

/** Returns the code of a function that reads a type at an address. */
export function reader(type) {
    return isSimple(type) || type instanceof EngineObject || type instanceof Text ? `(p) => ${type.read('p')}` : `read${type.name}`;
}
/** Returns the code of a function that writes a type to an address. */
export function writer(type, name) { return `(p, v) => { ${type.write('p', 'v', name)} }`; }

/** Returns the type of TypeScript of a value that functions take. */
export function inputOf(type) {
    return type instanceof Structure ? (type.entry.alternatives || type.isByHand ? `${type.name}Input` : `Input<${type.name}>`) : type.taken;
}

export class Types {
    constructor(description) {
        this.description = description;
        this.byName = new Map();
        for (const name of Object.keys(SCALARS)) {
            this.byName.set(name, new Scalar(name));
        }
        description.handles.forEach((h) => this.byName.set(h.name, new Handle(h.name)));
        description.objects.forEach((o) => this.byName.set(o.name, new EngineObject(o.name)));
        description.enums.forEach((e) => this.byName.set(e.name, new Enumeration(e)));
        description.callbacks.forEach((c) => this.byName.set(c.name, new Callback(c)));
        this.structures = [...description.structs, ...description.variants].map((entry) => new Structure(entry));
        this.structures.forEach((s) => this.byName.set(s.c, s));
        this.structures.forEach((s) => this.lay(s));
    }

    find(c) {
        const type = this.byName.get(c);
        if (!type) {
            throw new Error(`no rule for ${c}`);
        }
        if (type instanceof Structure && !type.members) {
            this.lay(type);
        }
        return type;
    }

    get objects() { return this.description.objects.filter((o) => !HIDDEN_OBJECTS.includes(o.name)); }

    lay(structure) {
        if (structure.members) {
            return;
        }
        structure.members = [];
        if (structure.entry.alternatives) {
            this.layVariant(structure);
            return;
        }
        const members = structure.entry.members;
        let end = 0;
        const place = (size, align) => {
            const offset = Math.ceil(end / align) * align;
            end = offset + size;
            structure.align = Math.max(structure.align, align);
            return offset;
        };
        for (let i = 0; i < members.length; ++i) {
            const {name, type, comment} = members[i];
            const next = members[i + 1];
            if (type === 'bool' && name.startsWith('has_') && next?.name === name.slice(4)) {
                const inner = this.find(next.type);
                const flag = place(1, 1);
                const offset = place(inner.size, inner.align);
                const member = new Member(next.name, new Optional(inner), offset, next.comment);
                member.flag = flag;
                structure.members.push(member);
                ++i;
            } else if (next && next.name === name + '_data') {
                structure.members.push(new Member(name, this.find(type), place(8, 4), comment));
                ++i;
            } else if (type === 'const char*') {
                structure.members.push(new Member(name, new Text(), place(4, 4), comment));
            } else if (next && next.name === name + '_count' && type.endsWith('*')) {
                const list = new List(this.find(type.replace(/^const |\*$/g, '')));
                structure.members.push(new Member(name, list, place(8, 4), comment));
                ++i;
            } else if (type.endsWith('*')) {
                structure.members.push(new Member(name, this.find('uint32_t'), place(4, 4), comment));
            } else if (name.includes('[')) {
                const [, short, length] = name.match(/^(\w+)\[(\d+)\]$/);
                const array = new FixedArray(this.find(type), Number(length));
                structure.members.push(new Member(short, array, place(array.size, array.align), comment));
            } else {
                const inner = this.find(type);
                structure.members.push(new Member(name, inner, place(inner.size, inner.align), comment));
            }
        }
        structure.size = Math.ceil(end / structure.align) * structure.align;
        structure.members = structure.members.filter((m) => !HIDDEN_OBJECTS.includes(m.type.c));
        this.joinCounts(structure);
        structure.isDynamic = structure.members.some((m) => m.type.isDynamic || m.type instanceof Callback) || structure.isByHand;
        structure.ownsObjects = structure.members.some((m) => m.type.ownsObjects);
    }

    layVariant(structure) {
        structure.alternatives = structure.entry.alternatives.map(({name, type}) => {
            const inner = type === 'DsFilterJoint' ? null : this.find(type);
            return {name, key: camel(name), type: inner};
        });
        const inner = structure.alternatives.filter((a) => a.type).map((a) => a.type);
        structure.align = Math.max(...inner.map((t) => t.align));
        structure.offset = structure.align;
        const size = structure.offset + Math.max(...inner.map((t) => t.size));
        structure.size = Math.ceil(size / structure.align) * structure.align;
        structure.isDynamic = inner.some((t) => t.isDynamic);
        structure.ownsObjects = inner.some((t) => t.ownsObjects);
    }

    /** Makes members that count the elements of an array parts of it. */
    joinCounts(structure) {
        if (['DsSimplexCache'].includes(structure.c)) {
            return;
        }
        const counters = new Set();
        for (const member of structure.members) {
            if (member.type instanceof FixedArray) {
                const counter = structure.members.find((m) => m.name === member.name + '_count') ??
                    structure.members.find((m) => m.name === 'count');
                if (counter) {
                    member.counter = counter;
                    counters.add(counter);
                }
            }
        }
        structure.members = structure.members.filter((m) => !counters.has(m));
    }
}

