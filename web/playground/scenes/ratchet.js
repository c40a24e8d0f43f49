// Ratchets and motors
// Joints. A wheel that turns one way only, driven to and fro.
view(0, 4, 12);
const frame = wall(0, -0.6, 6, 0.3);
const make = (x) => regular(x, 4, 12, 1.6);
const free = make(-3), held = make(3);
const hinge = (w, x) => join(frame, w, 'revolute', [x, 4]);
hinge(free, -3); hinge(held, 3);
world.createJoint(frame, held, {type: 'ratchet', tooth: Math.PI / 6});
onStep((time) => {
    const torque = 60 * Math.sin(2.5 * time);
    free.applyTorque(torque); held.applyTorque(torque);
});
