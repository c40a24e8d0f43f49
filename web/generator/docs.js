// The comments of the headers as documentation of JavaScript.

import {camel, className, lowerFirst} from './names.js';

/** Returns the names of JavaScript by those of C. */
export function nameTable(types, made) {
    const table = new Map();
    for (const m of made) {
        table.set(m.func.name, m.kind === 'constructor' ? `new ${m.owner}` : m.owner ? `${m.owner}.${m.name}` : m.name);
    }
    for (const entry of [...types.objects, ...types.description.handles]) {
        table.set(entry.name, className(entry.name));
    }
    for (const entry of types.description.enums) {
        const prefix = 'DS_' + snake(entry.name.slice(2)).toUpperCase();
        entry.values.forEach((v) => table.set(`${prefix}_${snake(v.name).toUpperCase()}`, `'${lowerFirst(v.name)}'`));
    }
    for (const variant of types.description.variants) {
        const prefix = 'DS_' + snake(variant.tag.slice(2)).toUpperCase();
        variant.alternatives.forEach((a) => table.set(`${prefix}_${a.name.toUpperCase()}`, `'${camel(a.name)}'`));
    }
    return table;
}

const snake = (name) => name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();

const PHRASES = [[/\b([Gg])ives? DS_ERROR_\w+/g, (_, g) => `${g === 'G' ? 'Throws' : 'throws'} \`DrystoneError\``],
                 [/`?DS_ERROR_\w+`?/g, '`DrystoneError`'], [/`nullptr`/g, 'null'], [/`?std::nullopt`?/g, 'null'],
                 [/`?std::numeric_limits<float>::max\(\)`?/g, 'the largest number of 32 bits']];

function word(table, text) {
    const known = table.get(text) ?? table.get('Ds' + text);
    if (known) {
        return known;
    }
    const member = text.match(/^Ds(\w+)\.(\w+)$/);
    if (member) {
        return `${member[1]}.${camel(member[2])}`;
    }
    if (/^Ds[A-Z]\w*$/.test(text)) {
        return className(text);
    }
    const method = text.match(/^(\w+)(?:Ref)?::(\w+)$/);
    if (method) {
        return `${method[1].replace(/Ref$/, '')}.${camel(method[2])}`;
    }
    return /^[a-z0-9_]+$/.test(text) ? camel(text) : text;
}

/** Returns the text of a comment; programs in it are in C++, and are left out. */
export function documentation(lines, table) {
    let text = (lines ?? []).filter((line) => !line.startsWith('    ')).join('\n').replace(/\n{2,}/g, '\n\n').trim();
    text = text.replace(/`([\w:.]+)`/g, (_, name) => `\`${word(table, name)}\``);
    for (const [pattern, instead] of PHRASES) {
        text = text.replace(pattern, instead);
    }
    return text.replaceAll('*/', '* /');
}

/** Returns a text as the lines of a comment of JavaScript. */
export function comment(text, indent = '') {
    if (!text) {
        return [];
    }
    const lines = text.split('\n');
    return lines.length === 1 ? [`${indent}/** ${lines[0]} */`] :
        [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}
