// Springs
// Joints. Welds and distances as springs: a soft net.
view(0, 6, 16);
ground(20);
const n = slider('size', 3, 14, 9), frequency = slider('frequency [Hz]', 1, 15, 5);
const nodes = [];
for (let i = 0; i < n; ++i) {
    nodes.push([]);
    for (let j = 0; j < n; ++j) {
        const node = disc((j - (n - 1) / 2) * 0.8, 3 + i * 0.8, 0.25, {shape: {density: 1}});
        nodes[i].push(node);
        const spring = {spring: {frequency, dampingRatio: 0.3, target: 0.8}, length: 0.8};
        if (j) { world.createJoint(nodes[i][j - 1], node, {type: 'distance', ...spring}); }
        if (i) { world.createJoint(nodes[i - 1][j], node, {type: 'distance', ...spring}); }
        if (i && j) {
            const length = 0.8 * Math.SQRT2;
            world.createJoint(nodes[i - 1][j - 1], node, {type: 'distance', length, spring: {frequency, dampingRatio: 0.3, target: length}});
        }
    }
}
