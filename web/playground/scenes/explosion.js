// Explosion
// World. Impulses from a point, every three seconds.
view(0, 6, 20);
ground(30);
for (let x = -6; x <= 6; ++x) { for (let y = 0; y < 8; ++y) { box(x * 1.02, 0.5 + y, 0.5); } }
const strength = slider('strength', 1, 40, 12);
onStep((time) => {
    if (time > 0.5 && Math.round(time * 60) % 180 === 60) {
        world.explode({center: [0, 0.2], radius: 5, falloff: 3, impulsePerLength: strength});
    }
});
