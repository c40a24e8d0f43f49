// Outlines
// Shapes. Outlines with holes become convex pieces of one body.
view(0, 5, 15);
ground(20);
const star = Array.from({length: 10}, (_, i) => {
    const r = i % 2 ? 0.5 : 1.2, a = (i * Math.PI) / 5;
    return [r * Math.cos(a), r * Math.sin(a)];
});
const ring = (r, n = 16) => Array.from({length: n}, (_, i) => [r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n)]);
const letterU = [[-0.8, -1], [0.8, -1], [0.8, 1], [0.4, 1], [0.4, -0.6], [-0.4, -0.6], [-0.4, 1], [-0.8, 1]];
for (let i = 0; i < 7; ++i) {
    body(-6 + 2.5 * (i % 5), 2 + 2.6 * Math.floor(i / 5)).createOutline(star);
    body(-5 + 2.5 * (i % 5), 6 + 2.6 * Math.floor(i / 5)).createOutline(ring(1), [ring(0.6).reverse()]);
    body(-4 + 2.5 * (i % 5), 10 + 2.6 * Math.floor(i / 5)).createOutline(letterU);
}
