// The scene of tests/determinism/golden_test.cpp ends in the same state as natively, with SIMD and without.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {simd, threads} from 'drystone';

import {knownState} from './known_scene.js';

test(`known state (${threads ? 'threads' : simd ? 'SIMD128' : 'plain'})`, () => {
    assert.equal(simd, process.env.DRYSTONE_SIMD !== '0');
    assert.equal(threads, simd && process.env.DRYSTONE_THREADS !== '0');
    const source = readFileSync(`${process.env.DRYSTONE_ROOT}/tests/determinism/golden_test.cpp`, 'utf8');
    const expected = BigInt(source.match(/expected = (\d+)ull/)[1]);
    assert.equal(knownState(), expected);
});
