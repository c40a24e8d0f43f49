import * as planck from 'planck';

const {Vec2} = planck;
export const name = 'planck';

export function makeWorld() {
    const world = new planck.World({gravity: new Vec2(0, -10), allowSleep: false});
    const moving = [];
    const fixture = (options = {}) => ({density: options.density ?? 1, friction: options.friction ?? 0.6, filterGroupIndex: -(options.group ?? 0)});
    return {
        body(type, x, y, angle = 0) {
            const made = world.createBody({type, position: new Vec2(x, y), angle});
            if (type === 'dynamic') {
                moving.push(made);
            }
            return made;
        },
        box(b, w, h, options) { b.createFixture({shape: new planck.Box(w, h), ...fixture(options)}); },
        boxAt(b, w, h, x, y) { b.createFixture({shape: new planck.Box(w, h, new Vec2(x, y), 0), ...fixture()}); },
        circle(b, radius, options) { b.createFixture({shape: new planck.Circle(radius), ...fixture(options)}); },
        capsule(b, ax, ay, bx, by, radius, options) {
            // It has no capsules: a box with a disc at each end.
            const angle = Math.atan2(by - ay, bx - ax);
            const half = 0.5 * Math.hypot(bx - ax, by - ay);
            b.createFixture({shape: new planck.Box(half, radius, new Vec2((ax + bx) / 2, (ay + by) / 2), angle), ...fixture(options)});
            b.createFixture({shape: new planck.Circle(new Vec2(ax, ay), radius), ...fixture(options)});
            b.createFixture({shape: new planck.Circle(new Vec2(bx, by), radius), ...fixture(options)});
        },
        spin(b, speed) { b.setAngularVelocity(speed); },
        hinge(a, b, anchorA, anchorB, limit) {
            world.createJoint(new planck.RevoluteJoint({
                bodyA: a, bodyB: b, localAnchorA: new Vec2(...anchorA), localAnchorB: new Vec2(...anchorB),
                ...(limit ? {enableLimit: true, lowerAngle: limit[0], upperAngle: limit[1]} : {})}));
        },
        step() { world.step(1 / 60, 8, 3); },
        poses: () => moving.map((b) => [b.getPosition().x, b.getPosition().y, b.getAngle()]),
        free() {},
    };
}
