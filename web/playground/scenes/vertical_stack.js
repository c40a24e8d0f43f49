// Tall stack
// Stacking. A tower of single boxes stands only if contacts are solved well.
const height = slider('boxes', 5, 80, 40);
view(0, height / 2, height + 8);
ground();
for (let i = 0; i < height; ++i) {
    box(0, 0.5 + i, 0.5);
}
