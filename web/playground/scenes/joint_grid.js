// Joint grid
// Joints. A cloth of hinges, solved as a whole.
view(0, -6, 26);
const n = slider('size', 5, 40, 20);
const rows = [];
for (let i = 0; i < n; ++i) {
    rows.push([]);
    for (let j = 0; j < n; ++j) {
        const make = i === 0 && (j % 4 === 0 || j === n - 1) ? wall : box;
        const b = make === wall ? wall(j - n / 2, 0, 0.2, 0.2) : disc(j - n / 2, -i, 0.4, {shape: {filter: {group: -1}}});
        if (j) { join(rows[i][j - 1], b, 'revolute', [j - n / 2 - 0.5, -i]); }
        if (i) { join(rows[i - 1][j], b, 'revolute', [j - n / 2, -i + 0.5]); }
        rows[i].push(b);
    }
}
