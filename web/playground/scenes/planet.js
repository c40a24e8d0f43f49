// Planet
// World. A radial field pulls everything to its centre.
view(0, 0, 34);
world.gravity = [0, 0];
const planet = wall(0, 0, 0.01, 0.01);
planet.createShape({type: 'circle', radius: 5});
world.createField({kind: {type: 'radial', strength: slider('pull', 0, 300, 120), decay: 'inverse', unit: 'acceleration'}});
for (let i = 0; i < 140; ++i) {
    const a = random(0, 2 * Math.PI), r = random(7, 14);
    const b = i % 2 ? box(r * Math.cos(a), r * Math.sin(a), 0.35) : disc(r * Math.cos(a), r * Math.sin(a), 0.35);
    b.linearVelocity = [-4 * Math.sin(a), 4 * Math.cos(a)];
}
