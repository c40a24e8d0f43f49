// Newton's cradle
// Joints. Restitution 1: what comes in on one side leaves on the other.
view(0, 4, 10);
const beam = wall(0, 7, 4, 0.15);
const raised = slider('raised', 1, 4, 1);
for (let i = 0; i < 5; ++i) {
    const up = i < raised;
    const angle = up ? -0.9 : 0, x = i - 2, length = 4;
    const ball = disc(x + length * Math.sin(angle), 7 - length * Math.cos(angle), 0.49,
                      {shape: {material: {friction: 0, restitution: 1}}, canSleep: false});
    world.createJoint(beam, ball, {type: 'distance', anchorA: [x, 0], length});
}
world.restitutionThreshold = 0.01;
