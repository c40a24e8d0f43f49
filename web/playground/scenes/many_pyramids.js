// Many pyramids
// Stacking. Small islands that fall asleep one by one.
view(0, 9, 46);
const base = 8;
for (let row = 0; row < 3; ++row) {
    ground(45, row * 12);
    for (let k = -4; k <= 4; ++k) {
        for (let i = 0; i < base; ++i) {
            for (let j = i; j < base; ++j) {
                box(k * 10 + j - 0.5 * (i + base - 1), row * 12 + 0.5 + i, 0.5);
            }
        }
    }
}
