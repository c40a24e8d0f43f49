// Writes the functions of JavaScript that read and write the structs of C.

import {Callback, EngineObject, FixedArray, Optional, Structure, at, isSimple} from './types.js';

const indent = (lines) => lines.map((line) => '    ' + line);

function readMember(member, base) {
    const p = at(base, member.offset);
    if (member.type instanceof Optional) {
        return `U8[${at(base, member.flag)}] !== 0 ? ${member.type.inner.read(p)} : null`;
    }
    if (member.type instanceof FixedArray && member.counter) {
        return member.type.readFrom(p, member.counter.type.read(at(base, member.counter.offset)));
    }
    return member.type.read(p);
}

function writeMember(member, base, v) {
    const p = at(base, member.offset);
    if (member.type instanceof Optional) {
        const flag = `U8[${at(base, member.flag)}]`;
        return `if (${v} === null) { ${flag} = 0; } else { ${flag} = 1; ${member.type.inner.write(p, v, member.key)} }`;
    }
    if (member.type instanceof FixedArray && member.counter) {
        const counter = member.counter.type.element(at(base, member.counter.offset));
        return `${member.type.write(p, v, member.key)} ${counter} = putCount;`;
    }
    return member.type.write(p, v, member.key);
}

function structReader(structure) {
    const members = structure.members.filter((m) => !(m.type instanceof Callback));
    if (structure.isOptional) {
        return [`const read${structure.name} = (p) => ${readMember(members[0], 'p')};`];
    }
    return [`const read${structure.name} = (p) => ({`,
            ...indent(members.map((m) => `${m.key}: ${readMember(m, 'p')},`)), '});'];
}

function strictWriter(structure) {
    const name = structure.name;
    const lines = [`function write${name}(p, v, name) {`];
    if (name.startsWith('Vec')) {
        lines.push(`    if (typeof v !== 'object' || v === null) { bad(name, 'a vector', v); }`,
                   `    if (v[0] !== undefined) { v = {${structure.members.map((m, i) => `${m.key}: v[${i}]`).join(', ')}}; }`);
    } else {
        lines.push(`    if (typeof v !== 'object' || v === null) { bad(name, 'an object', v); }`);
    }
    lines.push(...structure.members.map((m) => `    ${writeMember(m, 'p', `v.${m.key}`)}`), '}');
    return lines;
}

function structWriter(structure, defaults) {
    if (structure.c === 'DsPose') {
        return [];  // In runtime.js, since it takes angles, too.
    }
    if (structure.isStrict) {
        return strictWriter(structure);
    }
    const {name} = structure;
    const initial = defaults ? `defaultsOf('${name}', wasm.${defaults}, ${structure.size})` : 'null';
    return [`const membersOf${name} = {`,
            ...structure.members.map((m) => `    ${m.key}: (p, v) => { ${writeMember(m, 'p', 'v')} },`), '};',
            `function write${name}(p, v, name) {`,
            `    fill(p, v, ${structure.size}, ${initial}, membersOf${name}, name, '${name}');`, '}'];
}

function variant(structure) {
    const {name, offset, alternatives} = structure;
    const lines = [`const kindsOf${name} = [${alternatives.map((a) => `'${a.key}'`).join(', ')}];`];
    lines.push(`function read${name}(p) {`, '    switch (U8[p]) {');
    alternatives.forEach((a, i) => {
        const value = a.type === null ? `{type: '${a.key}'}` : a.type instanceof EngineObject ?
            a.type.read(`p + ${offset}`) : `{type: '${a.key}', ...${a.type.read(`p + ${offset}`)}}`;
        lines.push(`        case ${i}: return ${value};`);
    });
    lines.push(`        default: return null;`, '    }', '}');
    lines.push(`function write${name}(p, v, name) {`, `    U8.fill(0, p, p + ${structure.size});`);
    for (const [i, a] of alternatives.entries()) {
        if (a.type instanceof EngineObject) {
            lines.push(`    if (v instanceof ${a.type.name}) { U8[p] = ${i}; ${a.type.write(`p + ${offset}`, 'v', a.key)} return; }`);
        }
    }
    lines.push(`    const type = kind(kindsOf${name}, v, name, '${name}');`, '    U8[p] = type;', '    switch (type) {');
    alternatives.forEach((a, i) => {
        if (a.type instanceof Structure) {
            lines.push(`        case ${i}: ${a.type.write(`p + ${offset}`, 'v', name)} break;`.replace(`'${name}'`, 'name'));
        } else if (a.type instanceof EngineObject) {
            lines.push(`        case ${i}: writeObject(p + ${offset}, v.${a.key}, ${a.type.name}, '${a.key}'); break;`);
        }
    });
    lines.push('    }', '}');
    return lines;
}

/** Returns the functions that call what JavaScript gave, for each type of callback. */
function callbackImports(types) {
    const lines = ['const callbackImports = {'];
    for (const entry of types.description.callbacks) {
        lines.push(...oneCallback(types, entry));
    }
    lines.push('};');
    return lines;
}

function oneCallback(types, entry) {
    const parameters = entry.parameters.slice(1);
    const names = parameters.map((p) => p.name);
    const given = [];
    let result = null;
    let written = null;
    for (const p of parameters) {
        const type = types.find(p.type.replace(/^const |\*$/g, ''));
        if (p.name === 'result') {
            result = type;
            continue;
        }
        if (p.type.endsWith('*') && !p.type.startsWith('const')) {
            written = {type, name: p.name};
        }
        given.push(isSimple(type) ? p.name : type.read(p.name));
    }
    const call = `f(${given.join(', ')})`;
    const lines = [`    ${entry.name}(data, ${names.join(', ')}) {`];
    if (result) {
        lines.push(`        return run(data, (f) => { ${result.write('result', call, 'result')} }, 0);`);
    } else if (written) {
        lines.push('        return run(data, (f) => {', `            const value = ${written.type.read(written.name)};`,
                   '            const verdict = f(value) !== false ? 1 : 0;',
                   `            ${written.type.write(written.name, 'value', written.name)}`, '            return verdict;',
                   '        }, 0);');
    } else if (entry.result === 'bool') {
        lines.push(`        return run(data, (f) => ${call} !== false ? 1 : 0, 0);`);
    } else if (entry.result === 'float') {
        const otherwise = names.includes('limit') ? 'limit' : '0';
        lines.push(`        return run(data, (f) => ${call} ?? ${otherwise}, 0);`);
    } else {
        lines.push(`        run(data, (f) => ${call}, 0);`);
    }
    return [...lines, '    },'];
}

/** Returns the lines of all readers and writers. */
export function emitStructs(types) {
    const defaults = new Map(types.description.functions.filter((f) => f.name.startsWith('ds_default_'))
                                 .map((f) => [f.parameters[0].type.replace('*', ''), f.name]));
    const lines = [];
    for (const entry of types.description.enums) {
        const type = types.find(entry.name);
        lines.push(`const E_${type.name} = [${type.values.map((v) => `'${v.text}'`).join(', ')}];`);
    }
    for (const structure of types.structures) {
        if (structure.isByHand) {
            continue;
        }
        if (structure.alternatives) {
            lines.push(...variant(structure));
        } else {
            lines.push(...structReader(structure), ...structWriter(structure, defaults.get(structure.c)));
        }
    }
    lines.push(...callbackImports(types));
    lines.push('const layout = [', ...layoutOf(types), '];');
    return lines;
}

function layoutOf(types) {
    const sizes = types.description.layout.map((name) => name === 'DsDebugDraw' ? 32 : types.find(name).size);
    const lines = [];
    for (let i = 0; i < sizes.length; i += 24) {
        lines.push(`    ${sizes.slice(i, i + 24).join(', ')},`);
    }
    return lines;
}
