// Drystone with two threads; processor times are those of both.

import {threads} from 'drystone';

import {makeWorld as makeWorldOf} from './drystone.js';

export const name = `drystone (${threads ? '2 threads' : 'no threads'})`;

export const makeWorld = () => makeWorldOf({threads: 2});
