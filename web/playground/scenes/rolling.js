// Rolling resistance
// Motion. Discs that roll less and less far.
view(0, 4, 20);
ground(60);
for (let i = 0; i < 8; ++i) {
    wall(0, 1.2 * i, 14, 0.08);
    disc(-12, 1.2 * i + 0.55, 0.4, {linearVelocity: [6, 0], angularVelocity: -15, color: `hsl(${45 * i} 55% 58%)`,
                                 shape: {material: {rollingResistance: 0.02 * i}}});
}
