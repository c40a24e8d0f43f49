// Wind
// World. Wind pushes by area: flags of links, and leaves.
view(0, 6, 18);
ground(30);
const speed = slider('wind [m/s]', -20, 20, 9);
world.createField({kind: {type: 'wind', velocity: [speed, 0], density: 1.2, drag: 1, lift: 0.4}});
for (let k = 0; k < 4; ++k) {
    let last = wall(-8 + 4.5 * k, 6, 0.12, 6);
    const x0 = -8 + 4.5 * k, y = 10.5 - k;
    for (let i = 0; i < 10; ++i) {
        const link = box(x0 + 0.2 + 0.36 * i, y, 0.17, 0.05, {shape: {density: 0.6, filter: {group: -1}}, color: `hsl(${90 * k} 55% 55%)`});
        join(last, link, 'revolute', [x0 + 0.36 * i, y]);
        last = link;
    }
}
for (let i = 0; i < 30; ++i) { box(random(-10, 10), random(1, 12), 0.25, 0.06, {shape: {density: 0.15}, color: '#8fae57'}); }
