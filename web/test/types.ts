// What the types of TypeScript allow and refuse; checked by `tsc --noEmit --strict`.

import {BodyArrays, CanvasDraw, CustomShape, Ellipse, World, WorldBatch, defaults, makeBox, threadUse, threads, type BodyType, type DebugDraw,
        type ShapeGeometry} from 'drystone';

const world = new World({gravity: [0, -10], sleeping: true});
const kind: BodyType = 'dynamic';
const body = world.createBody({type: kind, position: {x: 0, y: 1}, userData: 5});
const shape = body.createShape(makeBox(1, 0.5), {density: 2, material: {friction: 0.3}, filter: {mask: 3}});
body.createShape({type: 'circle', radius: 0.5});
body.createShape(CustomShape.ofEllipse(new Ellipse(1, 0.5)));
const geometry: ShapeGeometry = shape.geometry;
void geometry;
body.linearVelocity = [1, 2];
const speed: number = body.linearVelocity.x;
void speed;
const joint = world.createJoint(body, body, {type: 'revolute', motor: {speed: 1, maximum: 2}}, {solver: 'direct'});
joint.isEnabled = false;
const hit = world.castRay({origin: [0, 0], translation: [1, 0], filter: {accepts: (s) => s.isSensor}});
if (hit !== null) {
    const fraction: number = hit.fraction;
    void fraction;
}
for (const event of world.contactBegins) {
    event.shapeA?.body?.wake();
}
for (const each of world) {
    each.wake();
}
const bytes: Uint8Array = world.save();
World.load(bytes).free();
const array: Float32Array = new BodyArrays(world).read().poses;
void array;
world.setPreSolveCallback((contact) => { contact.friction = 0; });
declare const context: CanvasRenderingContext2D;
const drawing: Required<DebugDraw> = new CanvasDraw(context);
world.draw(drawing, {joints: true});
const workers: number = threads ? threadUse().workers : 0;
void workers;
const batch = new WorldBatch({threads: 2});
batch.createWorlds(batch.addPrototype(world, [body]), 10);
batch.step(1 / 60);
const mask: bigint = defaults.filter().mask;
void mask;

// @ts-expect-error: no such type of body
world.createBody({type: 'dynamc'});
// @ts-expect-error: no such member
world.createBody({postion: [0, 0]});
// @ts-expect-error: a text is no number
world.step('a');
// @ts-expect-error: bodies are made by worlds
new Body();
declare const Body: import('drystone').Body;
// @ts-expect-error: shapes need a radius of a number
body.createShape({type: 'circle', radius: 'a'});
