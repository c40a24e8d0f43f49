// Wrecking ball
// Joints. A chain with a heavy ball, and a wall of boxes.
view(0, 7, 20);
ground(30);
const top = wall(-2, 14, 0.5, 0.3);
let last = top;
const links = 12;
for (let i = 0; i < links; ++i) {
    const link = capsule(-2.5 - i, 14, 0.4, 0.1, {shape: {filter: {group: -1}}});
    join(last, link, 'revolute', [-2 - i, 14]);
    last = link;
}
const ball = disc(-2 - links - 1, 14, 1.2, {shape: {density: slider('density', 1, 50, 20)}});
join(last, ball, 'revolute', [-2 - links, 14]);
for (let x = 0; x < 4; ++x) {
    for (let y = 0; y < 10; ++y) {
        box(2 + x, 0.5 + y, 0.48, 0.5);
    }
}
