// Bullets
// Motion. 200 m/s against thin walls: nothing passes through.
view(0, 5, 20);
ground(20);
const speed = slider('speed [m/s]', 20, 400, 200);
const thickness = slider('thickness', 0.005, 0.3, 0.02);
wall(8, 5, thickness, 5, {shape: {material: {restitution: 0.4}}}); wall(-12, 5, thickness, 5);
for (let i = 0; i < 5; ++i) { for (let y = 0; y < 6; ++y) { box(3 + i * 0.2, 0.5 + y, 0.06, 0.5); } }
onStep((time) => {
    const n = Math.round(time * 60);
    if (n % 20 === 5 && n < 1800) {
        disc(-11, random(0.5, 8), 0.08, {bullet: true, linearVelocity: [speed, 0], shape: {density: 8}});
    }
});
