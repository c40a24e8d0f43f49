// Arch
// Stacking. Wedges that hold each other by pressure, without mortar.
view(0, 5, 14);
ground(20, 0, {shape: {material: {friction: 0.8}}});
const stones = slider('stones', 5, 21, 11, 2), inner = 3.4, outer = 4.6;
for (let i = 0; i < stones; ++i) {
    const a = (Math.PI * i) / stones, b = (Math.PI * (i + 1)) / stones;
    const p = (r, t) => [r * Math.cos(t), r * Math.sin(t)];
    polygon(0, 0.001, [p(inner, a), p(outer, a), p(outer, b), p(inner, b)], {shape: {material: {friction: 0.9}}});
}
const load = toggle('load', true);
if (load) {
    for (let i = 0; i < 3; ++i) {
        box(0, 5.3 + 1.1 * i, 0.6, 0.5, {shape: {density: 0.4}});
    }
}
