// Pulleys
// Joints. A rope over two wheels: one side rises as the other sinks.
view(0, 6, 16);
ground(20);
for (let i = 0; i < 3; ++i) {
    const x = -6 + 6 * i;
    const a = box(x - 1.2, 5, 0.5, 0.5, {shape: {density: 1 + i}}), b = box(x + 1.2, 5, 0.5, 0.5, {shape: {density: 1.5}});
    world.createJoint(a, b, {type: 'pulley', groundA: [x - 1.2, 11], groundB: [x + 1.2, 11], anchorA: [0, 0.5], anchorB: [0, 0.5], length: 11});
}
