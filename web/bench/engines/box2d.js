// Box2D v3 as WebAssembly, with SIMD; one thread, as the others.

import factory from 'box2d3-wasm';

const b2 = await factory();
export const name = 'box2d3-wasm';

export function makeWorld() {
    const definition = b2.b2DefaultWorldDef();
    definition.gravity.Set(0, -10);
    definition.enableSleep = false;
    const world = b2.b2CreateWorld(definition);
    const moving = [];
    const types = {static: b2.b2BodyType.b2_staticBody, kinematic: b2.b2BodyType.b2_kinematicBody, dynamic: b2.b2BodyType.b2_dynamicBody};
    const shapeOf = ({density = 1, friction = 0.6, group = 0} = {}) => {
        const shape = b2.b2DefaultShapeDef();
        shape.density = density;
        shape.material.friction = friction;
        shape.filter.groupIndex = -group;
        return shape;
    };
    return {
        body(type, x, y, angle = 0) {
            const def = b2.b2DefaultBodyDef();
            def.type = types[type];
            def.position.Set(x, y);
            def.rotation = b2.b2MakeRot(angle);
            const made = b2.b2CreateBody(world, def);
            def.delete();
            if (type === 'dynamic') {
                moving.push(made);
            }
            return made;
        },
        box(b, halfWidth, halfHeight, options) { b2.b2CreatePolygonShape(b, shapeOf(options), b2.b2MakeBox(halfWidth, halfHeight)); },
        boxAt(b, halfWidth, halfHeight, x, y) {
            b2.b2CreatePolygonShape(b, shapeOf(), b2.b2MakeOffsetBox(halfWidth, halfHeight, new b2.b2Vec2(x, y), b2.b2MakeRot(0)));
        },
        circle(b, radius, options) {
            const circle = new b2.b2Circle();
            circle.radius = radius;
            b2.b2CreateCircleShape(b, shapeOf(options), circle);
        },
        capsule(b, ax, ay, bx, by, radius, options) {
            const capsule = new b2.b2Capsule();
            capsule.center1.Set(ax, ay);
            capsule.center2.Set(bx, by);
            capsule.radius = radius;
            b2.b2CreateCapsuleShape(b, shapeOf(options), capsule);
        },
        spin(b, speed) { b2.b2Body_SetAngularVelocity(b, speed); },
        hinge(a, b, anchorA, anchorB, limit) {
            const def = b2.b2DefaultRevoluteJointDef();
            def.base.bodyIdA = a;
            def.base.bodyIdB = b;
            def.base.localFrameA.p.Set(...anchorA);
            def.base.localFrameB.p.Set(...anchorB);
            if (limit) {
                def.enableLimit = true;
                [def.lowerAngle, def.upperAngle] = limit;
            }
            b2.b2CreateRevoluteJoint(world, def);
        },
        step() { b2.b2World_Step(world, 1 / 60, 4); },
        poses: () => moving.map((b) => {
            const p = b2.b2Body_GetPosition(b);
            const q = b2.b2Body_GetRotation(b);
            return [p.x, p.y, Math.atan2(q.s, q.c)];
        }),
        free() { b2.b2DestroyWorld(world); },
    };
}
