// Friction and restitution
// Motion. The same slope and the same drop with ten materials.
view(0, 6, 20);
ground(30);
wall(-7, 6.2, 6, 0.15, {angle: -0.45});
for (let i = 0; i < 8; ++i) {
    box(-11.5 + 1.1 * i, 9.4 - 0.53 * i, 0.35, 0.3, {angle: -0.45, shape: {material: {friction: i / 8}}, color: `hsl(${40 * i} 60% 60%)`});
    disc(2.5 + 1.1 * i, 9, 0.4, {shape: {material: {restitution: i / 7}}, color: `hsl(${40 * i} 60% 60%)`});
}
