// Makes the interface of JavaScript from the description of the C interface.
//
//   node generate.js DESCRIPTION SOURCES OUTPUT   writes engine.js, index.d.ts, callbacks.c and exports.txt into OUTPUT
//   node generate.js DESCRIPTION --coverage       tells which functions of C have no counterpart, and why

import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {emitDeclarations, readExtras} from './declarations.js';
import {comment, documentation, nameTable} from './docs.js';
import {makeFunctions} from './functions.js';
import {HANDLES, className, lowerFirst} from './names.js';
import {emitStructs} from './structs.js';
import {Types} from './types.js';

function parameters(made) {
    return made.parameters.map((p) => p.initial ? `${p.name} = ${p.initial}` : p.name).join(', ');
}

function method(made, table) {
    const heads = {get: `get ${made.name}()`, set: `set ${made.name}(${made.parameters[0]?.name})`,
                   static: `static ${made.name}(${parameters(made)})`, constructor: `constructor(${parameters(made)})`};
    const head = heads[made.kind] ?? `${made.name}(${parameters(made)})`;
    const start = made.kind === 'constructor' ? ['        super();'] : [];
    return [...comment(documentation(made.func.comment, table).split('\n\n')[0].split('\n')[0], '    '), `    ${head} {`, ...start,
            ...made.body.map((line) => '        ' + line), '    }'];
}

function classes(types, made, table) {
    const lines = [];
    types.description.handles.forEach((entry, i) => {
        const name = HANDLES[entry.name];
        lines.push(`export class ${name} extends Handle {`, ...made.filter((m) => m.owner === name).flatMap((m) => method(m, table)), '}',
                   `const read${name} = (p) => handleAt(p, ${name}, ${i}, 'ds_${entry.name.slice(2, -2).replace(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase()}_is_valid');`);
    });
    for (const entry of types.objects) {
        const name = className(entry.name);
        lines.push(`export class ${name} extends EngineObject {`,
                   ...made.filter((m) => m.owner === name).flatMap((m) => method(m, table)), '}',
                   `${name}.prototype._destroy = '${entry.destroy}';`);
    }
    return lines;
}

function functions(made) {
    return made.filter((m) => m.kind === 'function').flatMap(
        (m) => [`export function ${m.name}(${parameters(m)}) {`, ...m.body.map((line) => '    ' + line), '}']);
}

function defaults(types) {
    const entries = types.description.functions.filter((f) => f.name.startsWith('ds_default_')).map((f) => {
        const type = types.find(f.parameters[0].type.replace('*', ''));
        return `    ${lowerFirst(type.name)}() { current = null; check(wasm.${f.name}(top)); return read${type.name}(top); },`;
    });
    return ['export const defaults = {', ...entries, '};'];
}

/** Returns the values of the enumerations, for lists of choices. */
function enumerations(types) {
    const entries = types.description.enums.map((e) => types.find(e.name)).map((e) => `    ${lowerFirst(e.name)}: Object.freeze([...E_${e.name}]),`);
    return ['export const choices = Object.freeze({', ...entries, '});'];
}

/** Returns the source in C that makes functions of JavaScript pointers of C. */
function callbackSource(types) {
    const lines = ['/* Generated: functions that the page gives, as callbacks of C. */', '#include <drystone/c/drystone.h>', ''];
    for (const entry of types.description.callbacks) {
        const list = entry.parameters.map((p) => `${p.type} ${p.name}`).join(', ');
        lines.push(`__attribute__((import_module("callbacks"), import_name("${entry.name}")))`,
                   `${entry.result} web_${entry.name}(${list});`);
    }
    lines.push('', 'void* ds_web_callback(int number) {', '    switch (number) {');
    types.description.callbacks.forEach((entry, i) => lines.push(`        case ${i}: return (void*)web_${entry.name};`));
    lines.push('    }', '    return 0;', '}', '');
    return lines.join('\n');
}

/** Writes a file unless it has that text, so that nothing is built again. */
function write(path, text) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
        writeFileSync(path, text);
    }
}

function main([descriptionFile, sources, output]) {
    const description = JSON.parse(readFileSync(descriptionFile, 'utf8'));
    const types = new Types(description);
    const {made, exceptions} = makeFunctions(types);
    const reached = description.functions.length - exceptions.length;
    if (sources === '--coverage') {
        const reasons = new Map();
        exceptions.forEach((e) => reasons.set(e.reason, [...(reasons.get(e.reason) ?? []), e.name]));
        reasons.forEach((names, reason) => console.log(`${reason}: ${names.join(', ')}`));
        console.log(`${reached} functions of C can be reached, ${exceptions.length} have no counterpart for a reason.`);
        return;
    }
    const shown = made.filter((m) => !m.func.name.startsWith('ds_default_'));
    const table = nameTable(types, shown);
    const read = (name) => readFileSync(join(sources, name), 'utf8');
    const callbackNumbers = `const callbackNumbers = {${description.callbacks.map((c, i) => `${c.name}: ${i}`).join(', ')}};`;
    const engine = [...['runtime.js', 'handles.js', 'cores.js'].map(read), callbackNumbers, ...classes(types, shown, table), ...emitStructs(types), ...functions(shown),
                    ...defaults(types), ...enumerations(types), read('extras.js')];
    mkdirSync(output, {recursive: true});
    write(join(output, 'engine.js'), engine.join('\n'));
    write(join(output, 'index.d.ts'), emitDeclarations(types, shown, table, readExtras(read('extras.d.ts'))));
    write(join(output, 'callbacks.c'), callbackSource(types));
    const used = new Set(engine.join('\n').match(/\bds_\w+/g));
    write(join(output, 'exports.txt'), [...used].sort().join('\n') + '\n');
}

main(process.argv.slice(2));
