// Breaking joints
// Joints. Welds that break under force; the events tell of each.
view(0, 6, 18);
ground(30);
const strength = slider('strength [N]', 50, 3000, 600, 10);
for (let k = -1; k <= 1; ++k) {
    let last = null;
    for (let i = 0; i < 8; ++i) {
        const block = box(k * 6, 0.5 + i, 0.5, 0.5);
        if (last) { join(last, block, 'weld', [k * 6, i], {}, {breakForce: strength, breakTorque: strength}); }
        last = block;
    }
}
disc(-22, 6, 1, {linearVelocity: [30, 2], shape: {density: 5}});
onStep(() => { for (const event of world.jointBreaks) { log(`broke at ${event.force.toFixed(0)} N`); } });
