// Filters
// Motion. Three colours: each falls through the other two's floor.
view(0, 6, 18);
ground(20);
const colors = ['#d9794f', '#5b8fc9', '#8fae57'];
colors.forEach((css, i) => {
    const filter = {category: 1 << (i + 1), mask: 1 | (1 << (i + 1))};
    wall(0, 3 + 2.5 * i, 8, 0.15, {color: css, shape: {filter}});
    for (let k = 0; k < 10; ++k) { regular(-7 + 1.5 * k + 0.3 * i, 11 + i, 3 + k % 4, 0.4, {color: css, shape: {filter}}); }
});
