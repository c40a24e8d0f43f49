// Ragdolls
// Joints. Figures of limbs on hinges with limits, falling down steps.
view(0, 8, 22);
ground(30);
for (let i = 0; i < 8; ++i) {
    wall(-9 + i, 7.5 - i, 6 - 0.5 * i, 0.5);
}
const count = slider('figures', 1, 12, 6);
for (let k = 0; k < count; ++k) {
    figure(-10 + random(-1, 3), 11 + 2.6 * k, 1);
}
function figure(x, y, s) {
    const shape = {filter: {group: -1 - Math.round(y * 10)}, material: {friction: 0.4}};
    const color = `hsl(${Math.floor(random(0, 360))} 50% 60%)`;
    const limb = (dx, dy, half, r, angle = Math.PI / 2) => capsule(x + dx * s, y + dy * s, half * s, r * s, {angle, shape, color});
    const hip = limb(0, 0, 0.1, 0.22), chest = limb(0, 0.5, 0.18, 0.22), head = disc(x, y + 1.15 * s, 0.22 * s, {shape, color});
    const limits = (lower, upper) => ({limit: {lower, upper}, motor: {speed: 0, maximum: 0.5}});
    join(hip, chest, 'revolute', [x, y + 0.2 * s], limits(-0.4, 0.6));
    join(chest, head, 'revolute', [x, y + 0.92 * s], limits(-0.4, 0.6));
    for (let i = 0; i < 2; ++i) {
        const thigh = limb(0, -0.45, 0.2, 0.11), shin = limb(0, -1, 0.22, 0.09);
        join(hip, thigh, 'revolute', [x, y - 0.2 * s], limits(-0.6, 1.6));
        join(thigh, shin, 'revolute', [x, y - 0.72 * s], limits(-2, 0));
        const arm = limb(0, 0.5, 0.18, 0.08), lower = limb(0, 0.05, 0.18, 0.07);
        join(chest, arm, 'revolute', [x, y + 0.75 * s], limits(-1, 2.4));
        join(arm, lower, 'revolute', [x, y + 0.28 * s], limits(0, 2));
    }
}
