import {BodyArrays, World, makeBox, makeOrientedBox, simd} from 'drystone';

export const name = `drystone (${simd ? 'SIMD128' : 'plain'})`;

/** Makes a world of the bench; all engines have the same functions. */
export function makeWorld(settings = {}) {
    const world = new World({sleeping: false, ...settings});
    const moving = [];
    const body = (type, x, y, angle = 0) => {
        const made = world.createBody({type, position: {x, y}, angle});
        if (type === 'dynamic') {
            moving.push(made);
        }
        return made;
    };
    let arrays = null;
    return {
        body,
        box: (b, halfWidth, halfHeight, {density = 1, friction = 0.6} = {}) =>
            b.createShape(makeBox(halfWidth, halfHeight), {density, material: {friction}}),
        boxAt: (b, halfWidth, halfHeight, x, y) => b.createShape(makeOrientedBox(halfWidth, halfHeight, {position: [x, y]})),
        circle: (b, radius, {density = 1, friction = 0.6, group = 0} = {}) =>
            b.createShape({type: 'circle', radius}, {density, material: {friction}, filter: {group: -group}}),
        capsule: (b, ax, ay, bx, by, radius, {group = 0} = {}) =>
            b.createShape({type: 'capsule', a: [ax, ay], b: [bx, by], radius}, {filter: {group: -group}, material: {friction: 0.6}}),
        spin(b, speed) { b.angularVelocity = speed; },
        hinge: (a, b, anchorA, anchorB, limit) => world.createJoint(a, b, {
            type: 'revolute', anchorA, anchorB, ...(limit ? {limit: {lower: limit[0], upper: limit[1]}} : {})}),
        step() { world.step(1 / 60, 4); },
        /** x, y and angle of each moving body. */
        poses() {
            arrays ??= new BodyArrays(world, moving);
            const {poses} = arrays.readPoses();
            return moving.map((_, i) => [poses[4 * i], poses[4 * i + 1], Math.atan2(poses[4 * i + 3], poses[4 * i + 2])]);
        },
        free() { arrays?.free(); world.free(); },
    };
}
