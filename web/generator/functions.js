// Writes the methods and functions of JavaScript that call those of C.

import {ARRAYS_OUT, DEFAULTS, HANDLES, KEEPS_CALLBACKS, MAY_BE_NULL, WRITTEN, camel, exceptionOf, placeOf} from './names.js';
import {Callback, EngineObject, Handle, List, Scalar, Structure, inputOf} from './types.js';

const plain = (c) => c.replace(/^const /, '').replace(/\*+$/, '');

/** A function of JavaScript: where it is, its parameters, the lines of its body, its result. */
export class Made {
    constructor(func, place) {
        Object.assign(this, {func, ...place});
        this.parameters = [];  // {name, type (of TypeScript), initial, optional}
        this.body = [];
        this.result = 'void';
    }
}

class Emitter {
    constructor(types, func) {
        this.types = types;
        this.func = func;
        this.short = func.name.slice(3);
        this.before = [];
        this.arguments = [];
        this.after = [];
        this.outs = [];    // {key, code, type}
        this.scratch = 0;
        this.isDynamic = false;
        this.needsOwner = false;
        this.usesBuffer = func.parameters.some((p) => p.role === 'buffer');
    }

    /** Returns the code of the address of `size` more bytes. */
    room(size) {
        const offset = this.scratch;
        this.scratch += Math.ceil(size / 8) * 8;
        return offset ? `t + ${offset}` : 't';
    }

    parameter(name, type, optional = false) {
        const initial = DEFAULTS[`${this.short}.${name}`];
        this.made.parameters.push({name: camel(name), type, initial, optional: optional || initial !== undefined});
        return camel(name);
    }

    make() {
        const {func} = this;
        const first = func.parameters[0];
        let receiver = null;
        const second = func.parameters[1];
        if (first && first.name === 'world' && second && HANDLES[second.type] && this.short.startsWith(
            second.type.slice(2).replace(/Id$/, '').replace(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase() + '_')) {
            receiver = second.type;
        } else if (first && first.role === 'in' && this.types.byName.get(first.type) instanceof EngineObject &&
                   !/^(make|distance|collide|any)/.test(this.short)) {
            receiver = first.type;
        }
        this.made = new Made(func, placeOf(func, receiver));
        if (this.made.kind === 'function' || this.made.kind === 'static' || this.made.kind === 'constructor') {
            receiver = null;
        }
        let rest = func.parameters;
        if (receiver && HANDLES[receiver]) {
            this.before.push('const w = this.world;', 'current = w;');
            this.arguments.push('w._lo, w._hi', this.handle('this'));
            rest = rest.slice(2);
        } else if (receiver) {
            this.before.push(receiver === 'DsWorld' ? 'current = this;' : 'current = this._world;');
            this.arguments.push('this._lo, this._hi');
            rest = rest.slice(1);
        }
        for (let i = 0; i < rest.length; ++i) {
            i += this.add(rest[i], rest[i + 1]);
        }
        this.finish();
        return this.made;
    }

    handle(name) {
        const p = this.room(8);
        this.before.push(`putHandle(${p}, ${name});`);
        return p;
    }

    /** Adds a parameter; returns how many of those that follow belong to it. */
    add(p, next) {
        switch (p.role) {
            case 'in': case 'optional': return this.addInput(p, next);
            case 'array': return this.addArray(p);
            case 'array_out': return this.addArrayOut(p, next);
            case 'out': return this.addOut(p, next);
            case 'found': return this.addFound(p);
            case 'inout': case 'optional_inout': return this.addInOut(p);
            case 'buffer':
                this.arguments.push('buffer.lo, buffer.hi');
                return 0;
            default: throw new Error(`${this.func.name}: ${p.role}`);
        }
    }

    addInput(p, next) {
        if (p.type === 'const char*') {
            const name = this.parameter(p.name, 'string');
            this.isDynamic = true;
            this.arguments.push(`putText(${name}, '${name}')`);
            return 0;
        }
        const type = this.types.find(plain(p.type));
        const optional = p.role === 'optional';
        if (type instanceof Callback) {
            return this.addCallback(p, type, next);
        }
        if (type instanceof EngineObject) {
            const name = this.parameter(p.name, type.name);
            this.before.push(`need(${name}, ${type.name}, '${name}');`);
            if (type.name === 'World' && this.made.kind !== 'function') {
                this.before.push(this.made.kind === 'constructor' ? `current = ${name};` : `current = this._world = ${name};`);
            } else if (type.name === 'World') {
                this.before.push(`current = ${name};`);
            }
            this.arguments.push(`${name}._lo, ${name}._hi`);
        } else if (type instanceof Handle) {
            const name = this.parameter(p.name, `${type.name} | null`);
            const at = this.room(8);
            this.before.push(`writeHandle(${at}, ${name}, ${type.name}, '${name}');`);
            this.arguments.push(at);
        } else if (type instanceof Structure) {
            this.addStruct(p, type, optional);
        } else if (type instanceof Scalar && ['uint64_t', 'int64_t'].includes(type.name)) {
            const name = this.parameter(p.name, type.taken);
            this.before.push(`const ${name}Big = bigOf(${name}, '${name}');`);
            this.arguments.push(`lowOf(${name}Big), highOf(${name}Big)`);
        } else {
            const name = this.parameter(p.name, type.taken);
            this.arguments.push(type.checked(name, name));
        }
        return 0;
    }

    addStruct(p, type, optional) {
        const name = this.parameter(p.name, inputOf(type), optional);
        this.isDynamic ||= type.isDynamic;
        const at = this.room(type.size);
        const write = type.write(at, name, name);
        if (optional) {
            const absent = `${name} === undefined || ${name} === null`;
            this.before.push(`if (!(${absent})) { ${write} }`);
            this.arguments.push(`${absent} ? 0 : ${at}`);
        } else {
            this.before.push(write);
            this.arguments.push(at);
        }
    }

    addCallback(p, type, next) {
        const stored = KEEPS_CALLBACKS.test(this.func.name);
        const nullable = /^ds_world_set_|cast_contact/.test(this.func.name);
        const name = this.parameter(p.name, type.c.slice(2) + (nullable ? ' | null' : ''), /cast_contact/.test(this.func.name));
        const owner = this.made.kind === 'method' && stored ? `this.slot('${this.made.name}')` : 'null';
        this.before.push(`const ${name}Id = hold(${name}, '${name}', ${nullable}, ${owner});`);
        if (!stored) {
            this.after.push(`release(${name}Id);`);
        }
        this.arguments.push(`${name}Id ? callbackPointer('${type.c}') : 0`, `${name}Id`);
        return next?.role === 'data' ? 1 : 0;
    }

    addArray(p) {
        const type = new List(this.types.find(plain(p.type)));
        const name = this.parameter(p.name, type.taken);
        this.isDynamic = true;
        this.before.push(`const ${name}At = ${type.put(name, name)}, ${name}Count = putCount;`);
        this.arguments.push(`${name}At`, `${name}Count`);
        return 1;
    }

    addArrayOut(p, next) {
        const type = new List(this.types.find(plain(p.type)));
        const length = ARRAYS_OUT[`${this.short}.${p.name}`];
        if (!length) {
            throw new Error(`${this.func.name}: ${p.name} has no length`);
        }
        if (length === 'capacity') {
            this.made.parameters.push({name: 'capacity', type: 'number'});
            this.before.push(`uint(capacity, 'capacity');`);
        }
        const key = p.name === 'out' ? 'out' : camel(p.name);
        this.isDynamic = true;
        this.before.push(`const ${key}At = alloc(${type.inner.size} * ${length});`);
        this.arguments.push(`${key}At`);
        this.outs.push({key, code: type.readFrom(`${key}At`, length), type: type.given});
        if (next?.role === 'count') {
            this.arguments.push(length);
            return 1;
        }
        return 0;
    }

    addOut(p, next) {
        const name = p.name;
        if (/\*\*$/.test(p.type)) {
            const pointer = this.room(4);
            this.arguments.push(pointer);
            if (p.type === 'const char**') {
                this.outs.push({key: camel(name), code: `text(U32[${pointer} >> 2])`, type: 'string'});
                return 0;
            }
            const type = new List(this.types.find(plain(p.type)));
            const count = this.room(4);
            this.arguments.push(count);
            this.needsOwner ||= type.ownsObjects && this.usesBuffer;
            this.outs.push({key: camel(name), code: type.readFrom(`U32[${pointer} >> 2]`, `U32[${count} >> 2]`), type: type.given});
            return 1;
        }
        const type = this.types.find(plain(p.type));
        const at = this.room(type.size);
        this.arguments.push(at);
        this.needsOwner ||= type.ownsObjects && this.usesBuffer;
        const code = type instanceof EngineObject ? `adopt(${type.name}, ${at}${this.func.name.startsWith('ds_world_load') ? ', kept' : ''})` : type.read(at);
        const isNamed = type instanceof EngineObject || (type instanceof Handle && !MAY_BE_NULL.includes(this.short));
        const given = isNamed ? type.name : type.given;
        this.outs.push({key: name === 'out' ? 'result' : camel(name), code, type: given, of: type, at});
        return 0;
    }

    addFound() {
        const at = this.room(1);
        this.arguments.push(at);
        this.found = at;
        return 0;
    }

    addInOut(p) {
        const type = this.types.find(plain(p.type));
        const name = this.parameter(p.name, `Partial<${type.name}>`, true);
        const at = this.room(type.size);
        this.before.push(`if (${name}) { ${type.write(at, name, name)} } else { U8.fill(0, ${at}, ${at} + ${type.size}); }`);
        this.arguments.push(p.role === 'inout' ? at : `${name} ? ${at} : 0`);
        this.after.push(`if (${name}) { Object.assign(${name}, ${type.read(at)}); }`);
        return 0;
    }

    finish() {
        const {made, before, after} = this;
        if (made.kind === 'function' || made.kind === 'static') {
            if (!before.some((line) => line.startsWith('current'))) {
                before.unshift('current = null;');
            }
        }
        const bump = this.isDynamic;
        const room = Math.ceil(this.scratch / 16) * 16;
        const lines = [];
        if (this.scratch || bump) {
            lines.push(bump ? `const t = enter(${room});` : 'const t = top;');
        }
        const keeps = KEEPS_CALLBACKS.test(this.func.name) && ['constructor', 'static'].includes(made.kind);
        if (keeps) {
            lines.push('const kept = keeper = [];');
            after.push('keeper = null;');
        }
        lines.push(...before);
        if (this.usesBuffer) {
            lines.push(this.needsOwner ? 'const buffer = owner = newBuffer();' : 'const buffer = clearBuffer();');
        }
        const call = `check(wasm.${this.func.name}(${this.arguments.join(', ')}));`;
        lines.push(call, ...after);
        const {code, type} = this.result();
        made.result = type;
        const leave = bump ? ['leave(t);'] : [];
        if (made.kind === 'constructor') {
            lines.push(`this._adopt(U32[${this.outs[0].at} >> 2], U32[(${this.outs[0].at}) + 4 >> 2]${keeps ? ', kept' : ''});`,
                       ...made.parameters.some((p) => p.name === 'world') ? ['this._world = world;'] : [], ...leave);
        } else if (code === null) {
            lines.push(...leave);
        } else if (bump) {
            lines.push(`const result = ${code};`, ...leave, 'return result;');
        } else {
            lines.push(`return ${code};`);
        }
        made.body = lines;
    }

    result() {
        const {outs} = this;
        if (outs.length === 0) {
            return {code: null, type: 'void'};
        }
        let code = outs[0].code;
        let type = outs[0].type;
        if (outs.length > 1) {
            const key = (o) => o.key === 'result' && /Stats$/.test(o.of.name) ? 'stats' : o.key;
            code = `({${outs.map((o) => `${key(o)}: ${o.code}`).join(', ')}})`;
            type = `{${outs.map((o) => `${key(o)}: ${o.type}`).join('; ')}}`;
        }
        if (this.found) {
            return {code: `U8[${this.found}] !== 0 ? ${code} : null`, type: type.includes('| null') ? type : `${type} | null`};
        }
        return {code, type};
    }
}

/** Makes all functions; returns them with those that have no counterpart, by reason. */
export function makeFunctions(types) {
    const made = [];
    const exceptions = [];
    for (const func of types.description.functions) {
        const reason = exceptionOf(func.name);
        if (reason) {
            exceptions.push({name: func.name, reason});
        } else if (!WRITTEN.includes(func.name)) {
            made.push(new Emitter(types, func).make());
        }
    }
    joinSetters(made);
    return {made, exceptions};
}

/** Makes properties of setters whose getters are properties. */
function joinSetters(made) {
    for (const setter of made) {
        const short = setter.kind === 'method' && setter.name.match(/^set([A-Z]\w*)$/)?.[1];
        if (!short || setter.parameters.length !== 1 || setter.result !== 'void') {
            continue;
        }
        const names = [short[0].toLowerCase() + short.slice(1), 'is' + short];
        const getter = made.find((m) => m.kind === 'get' && m.owner === setter.owner && names.includes(m.name));
        if (getter) {
            setter.kind = 'set';
            setter.name = getter.name;
        }
    }
}
