// Dominance
// Motion. The red boxes are never pushed by the others, however heavy these are.
view(0, 4, 14);
ground(20);
for (let i = 0; i < 7; ++i) {
    const strong = i % 2 === 0;
    box(-6 + 2 * i, 2 + i, 0.6, 0.6, {dominanceGroup: strong ? 1 : 0, color: strong ? '#d94f4f' : '#8a93a0', shape: {density: strong ? 0.1 : 5}});
    box(-6 + 2 * i, 4 + i, 0.6, 0.6, {dominanceGroup: strong ? 0 : 1, color: strong ? '#8a93a0' : '#d94f4f', shape: {density: strong ? 5 : 0.1}});
}
