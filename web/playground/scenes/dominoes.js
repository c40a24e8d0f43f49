// Dominoes
// Stacking. A row that falls one after the other.
view(0, 3, 14);
ground();
const count = slider('dominoes', 5, 60, 30);
for (let i = 0; i < count; ++i) {
    box((i - count / 2) * 0.6, 0.6, 0.08, 0.6, {color: `hsl(${(i * 360) / count} 60% 55%)`});
}
disc(-count * 0.3 - 1.5, 1.2, 0.3, {linearVelocity: [4, 0], shape: {density: 4}});
