import RAPIER from '@dimforge/rapier2d-simd-compat';

await RAPIER.init();
export const name = 'rapier2d-simd';

export function makeWorld() {
    const world = new RAPIER.World({x: 0, y: -10});
    world.timestep = 1 / 60;
    world.numSolverIterations = 4;
    const moving = [];
    const limits = (options = {}, collider) => collider.setDensity(options.density ?? 1).setFriction(options.friction ?? 0.6)
        .setCollisionGroups(options.group ? 0x00020001 : 0xffffffff);
    const Bodies = RAPIER.RigidBodyDesc;
    const makers = {static: () => Bodies.fixed(), kinematic: () => Bodies.kinematicVelocityBased(), dynamic: () => Bodies.dynamic()};
    return {
        body(type, x, y, angle = 0) {
            const made = world.createRigidBody(makers[type]().setTranslation(x, y).setRotation(angle).setCanSleep(false));
            if (type === 'dynamic') {
                moving.push(made);
            }
            return made;
        },
        box(b, w, h, options) { world.createCollider(limits(options, RAPIER.ColliderDesc.cuboid(w, h)), b); },
        boxAt(b, w, h, x, y) { world.createCollider(limits({}, RAPIER.ColliderDesc.cuboid(w, h).setTranslation(x, y)), b); },
        circle(b, radius, options) { world.createCollider(limits(options, RAPIER.ColliderDesc.ball(radius)), b); },
        capsule(b, ax, ay, bx, by, radius, options) {
            // Those of Rapier lie along y about their middle.
            const half = 0.5 * Math.hypot(bx - ax, by - ay);
            const angle = Math.atan2(by - ay, bx - ax) - Math.PI / 2;
            world.createCollider(limits(options, RAPIER.ColliderDesc.capsule(half, radius).setTranslation((ax + bx) / 2, (ay + by) / 2)
                                     .setRotation(angle)), b);
        },
        spin(b, speed) { b.setAngvel(speed, true); },
        hinge(a, b, anchorA, anchorB, limit) {
            const data = RAPIER.JointData.revolute({x: anchorA[0], y: anchorA[1]}, {x: anchorB[0], y: anchorB[1]});
            const joint = world.createImpulseJoint(data, a, b, true);
            if (limit) {
                joint.setLimits(limit[0], limit[1]);
            }
        },
        step() { world.step(); },
        poses: () => moving.map((b) => [b.translation().x, b.translation().y, b.rotation()]),
        free() { world.free(); },
    };
}
