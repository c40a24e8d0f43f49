// Writes the types of TypeScript.

import {comment, documentation} from './docs.js';
import {HANDLES, className, lowerFirst} from './names.js';
import {EngineObject, Handle, Optional, inputOf} from './types.js';

/** Returns the types of the parameters and the result of a callback. */
function signature(types, entry) {
    const parameters = [];
    let result = {bool: 'boolean | void', float: 'number | void', void: 'void'}[entry.result];
    for (const p of entry.parameters.slice(1)) {
        const type = types.find(p.type.replace(/^const |\*$/g, ''));
        if (p.name === 'result') {
            result = inputOf(type);
        } else {
            parameters.push(`${p.name.replace(/_([a-z])/g, (_, c) => c.toUpperCase())}: ${type.given.replace(' | null', '')}`);
        }
    }
    return `(${parameters.join(', ')}) => ${result}`;
}

function parameterList(made) {
    return made.parameters.map((p, i, all) => {
        const isLast = all.slice(i + 1).every((q) => q.optional);
        return p.optional && isLast ? `${p.name}?: ${p.type}` : `${p.name}: ${p.type}${p.optional ? ' | undefined' : ''}`;
    }).join(', ');
}

class Declarations {
    constructor(types, made, table, extras) {
        Object.assign(this, {types, made, table, extras});
    }

    text(lines, indent) { return comment(documentation(lines, this.table), indent); }

    enums() {
        return this.types.description.enums.flatMap((entry) => {
            const type = this.types.find(entry.name);
            const values = type.values.map((v) => {
                const about = documentation(v.comment, this.table).replace(/\s+/g, ' ');
                return about ? `\n- '${v.text}': ${about}` : '';
            }).join('');
            const text = documentation(entry.comment, this.table) + (values ? '\n' + values : '');
            return [...comment(text), `export type ${type.name} = ${type.values.map((v) => `'${v.text}'`).join(' | ')};`];
        });
    }

    structs() {
        return this.types.structures.filter((s) => !s.isOptional && !s.isByHand).flatMap((structure) => {
            if (structure.alternatives) {
                return this.variant(structure);
            }
            const lines = [...this.text(structure.entry.comment), `export interface ${structure.name} {`];
            for (const member of structure.members) {
                lines.push(...this.text(member.comment, '    '), `    ${member.key}: ${this.given(member.type, structure.entry.has_default)};`);
            }
            return [...lines, '}'];
        });
    }

    given(type, isDefinition) {
        // What tells of something has its handles; definitions may have none.
        if (type instanceof Handle && !isDefinition) {
            return type.name;
        }
        return type instanceof Optional ? `${this.given(type.inner, true)} | null` : type.given;
    }

    variant(structure) {
        const options = (take) => structure.alternatives.map(({key, type}) => {
            if (type === null) {
                return `{type: '${key}'}`;
            }
            if (type instanceof EngineObject) {
                return take ? `${type.name} | {type: '${key}'; ${key}: ${type.name}}` : type.name;
            }
            return `({type: '${key}'} & ${take ? inputOf(type) : type.name})`;
        }).join(' | ');
        return [`export type ${structure.name} = ${options(false)};`, `export type ${structure.name}Input = ${options(true)};`];
    }

    callbacks() {
        return this.types.description.callbacks.map(
            (entry) => `export type ${entry.name.slice(2)} = ${signature(this.types, entry)};`);
    }

    method(made) {
        const lines = this.text(made.func.comment, '    ');
        switch (made.kind) {
            case 'get': return [...lines, `    get ${made.name}(): ${made.result};`];
            case 'set': return [...lines, `    set ${made.name}(value: ${made.parameters[0].type});`];
            case 'static': return [...lines, `    static ${made.name}(${parameterList(made)}): ${made.result};`];
            case 'constructor': return [...lines, `    constructor(${parameterList(made)});`];
            default: return [...lines, `    ${made.name}(${parameterList(made)}): ${made.result};`];
        }
    }

    classes() {
        const lines = [];
        for (const entry of this.types.description.handles) {
            const name = HANDLES[entry.name];
            lines.push(`/** A ${name.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase()} of a world. The same one is always the same object. */`,
                       `export class ${name} extends Handle {`, '    private constructor();');
            lines.push(...this.membersOf(name), '}');
        }
        for (const entry of this.types.objects) {
            const name = className(entry.name);
            lines.push(...this.text(entry.comment), `export class ${name} extends EngineObject {`);
            if (!this.made.some((m) => m.owner === name && m.kind === 'constructor')) {
                lines.push('    private constructor();');
            }
            lines.push(...this.membersOf(name), '}');
        }
        return lines;
    }

    membersOf(name) {
        const mine = this.made.filter((m) => m.owner === name);
        const order = {constructor: 0, static: 1, get: 2, set: 2, method: 3};
        // A getter and its setter have to stand side by side.
        mine.sort((a, b) => order[a.kind] - order[b.kind] || (order[a.kind] === 2 ? (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) : 0));
        return [...mine.flatMap((m) => this.method(m)), ...(this.extras.get(name) ?? [])];
    }

    functions() {
        return this.made.filter((m) => m.kind === 'function').flatMap(
            (m) => [...this.text(m.func.comment), `export function ${m.name}(${parameterList(m)}): ${m.result};`]);
    }

    defaults() {
        const names = this.types.description.functions.filter((f) => f.name.startsWith('ds_default_'))
                          .map((f) => this.types.find(f.parameters[0].type.replace('*', '')));
        return ['/** The values of the members that are not given. */', 'export const defaults: {',
                ...names.map((type) => `    ${lowerFirst(type.name)}(): ${type.name};`), '};',
                '/** The values of the enumerations, in their order. */', 'export const choices: {',
                ...this.types.description.enums.map((e) => `    readonly ${lowerFirst(e.name.slice(2))}: readonly ${e.name.slice(2)}[];`), '};'];
    }
}

/** Splits declarations written by hand by the class that they belong to; those of the module are under ''. */
export function readExtras(text) {
    const result = new Map();
    for (const block of text.split(/^\/\/ class ?(\w*)$/m).slice(1).reduce((all, part, i) => {
        i % 2 ? all.at(-1).push(part) : all.push([part]);
        return all;
    }, [])) {
        result.set(block[0], block[1].trim().split('\n').map((line) => (block[0] ? '    ' : '') + line));
    }
    return result;
}

export function emitDeclarations(types, made, table, extras) {
    const d = new Declarations(types, made, table, extras);
    const inputs = types.structures.filter((s) => s.alternatives).map((s) => `T extends ${s.name} ? ${s.name}Input :`);
    return ['// Types of Drystone, made from the comments of its headers.', '',
            ...(extras.get('') ?? []).map((line) => line.replace('/* variants */', inputs.join('\n    '))),
            ...d.enums(), ...d.callbacks(), ...d.structs(), ...d.classes(), ...d.functions(), ...d.defaults(), ''].join('\n');
}
