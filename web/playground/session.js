// A running scene: its world, the code that made it, and the past that it can go back to.

import {World} from './drystone/index.js';
import {Random, sceneApi} from './scene_api.js';

const keyframeInterval = 15;
const keyframeBytes = 256 << 20;
const timeStep = 1 / 60;

/** Returns the place of an error in the code of a scene, counted from 1, or null. */
function lineOf(error, offset) {
    const place = /<anonymous>:(\d+):(\d+)/.exec(error.stack ?? '');
    return place ? Number(place[1]) - offset : null;
}

export class Session {
    constructor(code, parameters = {}) {
        this.code = code;
        this.values = parameters;
        this.parameters = [];
        this.colors = new WeakMap();
        this.view = {center: {x: 0, y: 8}, height: 22};
        this.steps = [];
        this.draws = [];
        this.keys = {};
        this.messages = [];
        this.random = new Random(1);
        this.subSteps = 4;
        this.step = 0;
        this.keyframes = [];
        this.generation = 0;  // Changes with each body or shape that comes or goes.
        this.state = {};
        this.world = this.watch(new World());
        this.run();
        this.ground = this.world.createBody({type: 'static'});  // What the mouse holds bodies to.
        this.addKeyframe();
    }

    /** Counts what changes the pictures of bodies. */
    watch(world) {
        for (const name of ['createBody', 'destroyBody', 'createShape', 'createCustomShape', 'createChain', 'destroyShape', 'destroyChain',
                            'createTileGrid', 'destroyTileGrid', 'createOutline', 'createPieces', 'addScene', 'restore']) {
            const method = world[name].bind(world);
            world[name] = (...parameters) => {
                ++this.generation;
                return method(...parameters);
            };
        }
        return world;
    }

    parameter(entry) {
        const value = this.values[entry.name] ?? entry.value;
        this.parameters.push({...entry, value});
        return value;
    }
    liveParameter(entry) {
        this.parameters.push({...entry, value: this.values[entry.name] ?? entry.value});
        return () => this.values[entry.name] ?? entry.value;
    }
    log(text) {
        this.messages.push(text);
        this.messages.splice(0, this.messages.length - 50);
    }

    run() {
        const api = {...sceneApi(this.world, this), state: this.state};
        const names = Object.keys(api).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
        try {
            // eslint-disable-next-line no-new-func
            new Function(...names, `"use strict";\n${this.code}\n`)(...names.map((name) => api[name]));
        } catch (error) {
            throw this.describe(error);
        }
    }

    describe(error) {
        if (error instanceof Error && error.sceneLine === undefined) {
            error.sceneLine = lineOf(error, 3);
        }
        return error;
    }

    /** Makes a step. */
    advance() {
        const time = this.step * timeStep;
        try {
            for (const f of this.steps) {
                f(time);
            }
            this.world.step(timeStep, this.subSteps);
        } catch (error) {
            throw this.describe(error);
        }
        ++this.step;
        if (this.step % keyframeInterval === 0 || this.isHeld) {
            this.addKeyframe();
        }
    }

    get firstStep() { return this.keyframes[0].step; }

    addKeyframe() {
        const snapshot = this.world.snapshot();
        this.keyframes.push({step: this.step, snapshot, bytes: snapshot.bytes, random: this.random.state, state: structuredClone(this.state)});
        let bytes = this.keyframes.reduce((sum, frame) => sum + frame.bytes, 0);
        while (bytes > keyframeBytes && this.keyframes.length > 2) {
            bytes -= this.keyframes[0].bytes;
            this.keyframes.shift().snapshot.free();
        }
    }

    /** Goes back to a step, or on to it. */
    seek(step) {
        if (step < this.step) {
            let at = this.keyframes.length - 1;
            while (at > 0 && this.keyframes[at].step > step) {
                this.keyframes.pop().snapshot.free();
                --at;
            }
            const frame = this.keyframes[at];
            this.world.restore(frame.snapshot);
            this.random.state = frame.random;
            for (const key of Object.keys(this.state)) {
                delete this.state[key];
            }
            Object.assign(this.state, structuredClone(frame.state));
            this.step = frame.step;
            this.letGo();
        }
        while (this.step < step) {
            this.advance();
        }
    }

    // ---- The mouse: a joint that pulls a body ----

    get isHeld() { return this.held !== undefined; }

    /** Takes hold of the body at a point; returns whether there is one. */
    grab(point) {
        const shape = this.world.shapesAt(point).find((s) => s.body.type === 'dynamic') ??
            this.nearestDynamic(point);
        if (!shape) {
            return false;
        }
        const body = shape.body;
        body.wake();
        this.held = this.world.createJoint(this.ground, body, {type: 'mouse', target: point, anchorB: body.localPoint(point),
                                                               frequency: 5, dampingRatio: 0.7, maximumForce: 1000 * body.mass.mass});
        return true;
    }
    nearestDynamic(point) {
        const near = this.world.nearest(point, 0.02 * this.view.height);
        return near !== null && near.shape.body.type === 'dynamic' ? near.shape : undefined;
    }
    drag(point) {
        if (this.isHeld && this.held.isValid) {
            const {type, ...definition} = this.held.definition;
            this.held.definition = {type, ...definition, target: point};
            this.held.bodyB.wake();
        }
    }
    letGo() {
        if (this.held?.isValid) {
            this.world.destroyJoint(this.held);
        }
        this.held = undefined;
        // A past in which a body was held still has the joint.
        for (const joint of this.world.joints) {
            if (joint.bodyA === this.ground) {
                this.world.destroyJoint(joint);
            }
        }
    }

    free() {
        this.keyframes.forEach((frame) => frame.snapshot.free());
        this.world.free();
    }
}
