// Smooth ground
// World. A chain of short segments: nothing catches on its vertices.
view(0, 5, 22);
const points = [];
for (let x = -24; x <= 24; x += 0.4) { points.push([x, 0.02 * x * x + 0.4 * Math.sin(x)]); }
chain(points.reverse());
for (let i = 0; i < 30; ++i) {
    i % 3 === 0 ? box(-12 + 0.8 * i, 12, 0.35, 0.25) : i % 3 === 1 ? disc(-12 + 0.8 * i, 12, 0.35) : capsule(-12 + 0.8 * i, 12, 0.3, 0.25);
}
