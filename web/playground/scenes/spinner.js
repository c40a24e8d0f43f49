// Spinner
// Motion. Fast blades in a crowd of small balls.
view(0, 0, 26);
chain(Array.from({length: 60}, (_, i) => [12 * Math.cos((2 * Math.PI * i) / 60), 12 * Math.sin((2 * Math.PI * i) / 60)]).reverse(), {isLoop: true});
const post = wall(0, 0, 0.1, 0.1);
const blade = box(0, 0, 8, 0.3, {shape: {density: 5}});
join(post, blade, 'revolute', [0, 0], {motor: {speed: slider('speed', -20, 20, 8), maximum: 1e7}});
const count = slider('balls', 50, 1200, 500);
for (let i = 0; i < count; ++i) {
    const a = i * 2.399963, r = 1.5 + 9.5 * Math.sqrt(i / count);
    i % 2 ? disc(r * Math.cos(a), r * Math.sin(a), 0.18) : box(r * Math.cos(a), r * Math.sin(a), 0.16);
}
