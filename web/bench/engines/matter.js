// matter-js has pixels, y down, forces of its own units, and turns bodies about their centres of mass: a scale of 30 pixels
// for a metre, and gravity set so that bodies fall 10 m/s^2.

import Matter from 'matter-js';

const {Bodies, Body, Composite, Constraint, Engine} = Matter;
const scale = 30;
export const name = 'matter-js';

export function makeWorld() {
    const engine = Engine.create({enableSleeping: false, positionIterations: 6, velocityIterations: 4});
    engine.gravity.y = 1;
    engine.gravity.scale = (10 * scale) / 1e6;
    const moving = [];
    const add = (handle, made) => {
        const group = handle.group ? -handle.group : 0;
        made.collisionFilter.group = group;
        handle.parts.push(made);
        const whole = handle.parts.length === 1 ? made : Body.create({parts: handle.parts, isStatic: handle.type !== 'dynamic'});
        if (handle.body) {
            Composite.remove(engine.world, handle.body);
        }
        Body.setStatic(whole, handle.type !== 'dynamic');
        Body.setAngle(whole, -handle.angle);
        whole.collisionFilter.group = group;
        handle.body = whole;
        Composite.add(engine.world, whole);
    };
    const options = ({density = 1, friction = 0.6} = {}) => ({density: density / scale ** 2, friction, frictionStatic: 1, slop: 0.05});
    return {
        body(type, x, y, angle = 0) {
            const handle = {type, x: x * scale, y: -y * scale, angle, parts: [], body: null};
            if (type === 'dynamic') {
                moving.push(handle);
            }
            return handle;
        },
        box(b, w, h, o) { add(b, Bodies.rectangle(b.x, b.y, 2 * w * scale, 2 * h * scale, options(o))); },
        boxAt(b, w, h, x, y) { add(b, Bodies.rectangle(b.x + x * scale, b.y - y * scale, 2 * w * scale, 2 * h * scale, options())); },
        circle(b, r, o) {
            b.group = o?.group;
            add(b, Bodies.circle(b.x, b.y, r * scale, options(o)));
        },
        capsule(b, ax, ay, bx, by, r, o) {
            b.group = o?.group;
            const length = 2 * r + Math.hypot(bx - ax, by - ay);
            add(b, Bodies.rectangle(b.x + ((ax + bx) / 2) * scale, b.y - ((ay + by) / 2) * scale, 2 * r * scale, length * scale,
                                    {chamfer: {radius: r * scale * 0.99}, ...options(o)}));
        },
        spin(b, speed) { b.spin = speed; },
        hinge(a, b, anchorA, anchorB) {
            const at = ([x, y]) => ({x: x * scale, y: -y * scale});
            Composite.add(engine.world, Constraint.create({bodyA: a.body, bodyB: b.body, pointA: at(anchorA), pointB: at(anchorB),
                                                           length: 0, stiffness: 1}));
        },
        turned: [],
        step() {
            for (const handle of this.turned) {
                Body.rotate(handle.body, -handle.spin / 60);
            }
            Engine.update(engine, 1000 / 60);
        },
        poses: () => moving.map(({body}) => [body.position.x / scale, -body.position.y / scale, -body.angle]),
        free() { Engine.clear(engine); },
    };
}
