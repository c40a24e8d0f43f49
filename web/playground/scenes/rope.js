// Rope of many turns
// Joints. One rope that runs through points of several bodies keeps its whole length.
view(0, 6, 16);
ground(20);
const ceiling = wall(0, 12, 8, 0.3);
const loads = [-4, 0, 4].map((x, i) => box(x, 5, 0.7, 0.5, {shape: {density: 1 + i}}));
const points = [];
[-6, -2, 2, 6].forEach((x, i) => {
    points.push({body: ceiling, anchor: [x, -0.3]});
    if (loads[i]) {
        points.push({body: loads[i], anchor: [0, 0.5]});
    }
});
world.createRope({points, length: 40});
