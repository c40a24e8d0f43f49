// Tumbler
// Joints. A drum that a motor turns.
view(0, 8, 22);
const pillar = wall(0, -4, 1, 0.2);
const drum = body(0, 8, {canSleep: false});
const size = 7;
for (const [x, y, w, h] of [[0, size, size, 0.3], [0, -size, size, 0.3], [size, 0, 0.3, size], [-size, 0, 0.3, size]]) {
    drum.createShape(makeOrientedBox(w, h, {position: [x, y]}), {density: 5});
}
join(pillar, drum, 'revolute', [0, 8], {motor: {speed: slider('speed', -2, 2, 0.5), maximum: 1e6}});
const count = slider('boxes', 50, 800, 300);
for (let i = 0; i < count; ++i) {
    box(-5 + 0.4 * (i % 25), 3 + 0.4 * Math.floor(i / 25), 0.15, 0.15);
}
