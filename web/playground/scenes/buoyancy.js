// Buoyancy
// World. Water: shapes float as their density says, clipped exactly at the surface.
view(0, 3, 18);
ground(20, -4); wall(-11, 1, 0.3, 5); wall(11, 1, 0.3, 5);
world.createField({kind: {type: 'buoyancy', density: 1, surface: {point: [0, 2], normal: [0, 1]}, linearDrag: 2, angularDrag: 1,
                           flow: [slider('flow', -3, 3, 0), 0]},
                   region: makeBox(11, 3), pose: {position: [0, -1]}});
for (let i = 0; i < 12; ++i) {
    const density = 0.15 + 0.12 * i;
    box(-8.8 + 1.6 * i, 6 + (i % 3), 0.6, 0.4, {shape: {density}, color: `hsl(210 60% ${85 - 5 * i}%)`});
}
onDraw((context) => {
    context.fillStyle = 'rgba(70, 140, 220, 0.22)';
    context.fillRect(-11, -4, 22, 6);
});
