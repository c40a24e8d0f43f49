// The scenes that the manual shows are scenes of the playground.

import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

const root = process.env.DRYSTONE_ROOT;

test('scenes of the manual', () => {
    const pages = readdirSync(join(root, 'docs'), {recursive: true}).filter((name) => name.endsWith('.md'));
    const names = pages.flatMap((page) => [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/data-scene="(\w+)"/g)].map((m) => m[1]));
    assert.ok(names.length >= 15, `${names.length} scenes`);
    for (const name of names) {
        assert.ok(existsSync(join(root, 'web/playground/scenes', `${name}.js`)), name);
    }
});
