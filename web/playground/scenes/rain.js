// Rain
// Stacking. Bodies come and go all the time.
view(0, 8, 24);
const most = slider('bodies', 100, 1500, 500);
for (let i = 0; i < 8; ++i) { wall(-12 + 3.4 * i, 3 + 2 * (i % 3), 1, 0.15, {angle: (i % 2 ? 0.4 : -0.4)}); }
ground(16); wall(-15, 4, 0.3, 4); wall(15, 4, 0.3, 4);
onStep(() => {
    for (let k = 0; k < 3; ++k) {
        const b = k ? disc(random(-12, 12), random(16, 18), 0.2) : box(random(-12, 12), random(16, 18), 0.2);
        b.linearVelocity = [0, -5];
    }
    const all = world.bodies.filter((b) => b.type === 'dynamic');
    for (const b of all.slice(0, Math.max(0, all.length - most))) { b.destroy(); }
});
