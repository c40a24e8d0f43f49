// Brick wall
// Stacking. Bricks in bond, and a ball that hits them.
const rows = slider('rows', 4, 30, 14);
view(0, 6, 20);
ground(60);
for (let row = 0; row < rows; ++row) {
    for (let i = -8; i <= 8; ++i) {
        box(i + (row % 2) / 2, 0.25 + 0.5 * row, 0.49, 0.25);
    }
}
disc(-25, 6, 1, {linearVelocity: [40, 0], bullet: true, shape: {density: 6}});
