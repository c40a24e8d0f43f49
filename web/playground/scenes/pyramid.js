// Pyramid
// Stacking. Boxes in rows, each resting on two below.
const rows = slider('rows', 3, 60, 20);
view(0, 0.5 * rows, rows + 6);
ground(60);
for (let row = 0; row < rows; ++row) {
    for (let i = row; i < rows; ++i) {
        box(i - 0.5 * (rows - 1) - 0.5 * row, 0.5 + row, 0.5);
    }
}
