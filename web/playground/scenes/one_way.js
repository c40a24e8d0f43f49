// One-way platforms
// World. Solid from above, open from below: jump with the arrow keys.
view(0, 6, 16);
ground(20);
for (const [x, y] of [[-5, 2.5], [0, 4], [5, 5.5], [0, 7], [-5, 8.5]]) {
    wall(x, y, 1.8, 0.1, {color: '#6aa5a0', shape: {oneWay: [0, 1]}});
}
const hero = capsule(0, 1, 0.25, 0.35, {angle: Math.PI / 2, locks: {rotation: true}, canSleep: false, color: '#e0a030',
                                     shape: {material: {friction: 0.2}}});
let move = 0;
keys({
    ArrowLeft: (down) => { move = down ? -1 : 0; }, ArrowRight: (down) => { move = down ? 1 : 0; },
    ArrowUp: (down) => { if (down && hero.contacts.some((c) => Math.abs(c.normal.y) > 0.5)) { hero.applyImpulse([0, 9 * hero.mass.mass]); } },
});
onStep(() => {
    const v = hero.linearVelocity;
    hero.linearVelocity = [v.x + 0.15 * (move * 5 - v.x), v.y];
});
for (let i = 0; i < 6; ++i) { box(-6 + 2.4 * i, 11 + i, 0.35); }
