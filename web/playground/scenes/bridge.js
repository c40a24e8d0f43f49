// Bridge
// Joints. Planks on hinges, with loads.
view(0, 6, 20);
const left = wall(-11, 5, 1, 5), right = wall(11, 5, 1, 5);
const planks = 20;
let last = left;
for (let i = 0; i < planks; ++i) {
    const plank = box(-9.5 + i, 9.8, 0.5, 0.12, {shape: {density: 2, material: {friction: 0.6}}});
    join(last, plank, 'revolute', [-10 + i, 9.8]);
    last = plank;
}
join(last, right, 'revolute', [10, 9.8]);
for (let i = 0; i < 8; ++i) {
    regular(-6 + 1.6 * i, 12 + (i % 3), 3 + (i % 5), 0.6);
}
ground(30);
