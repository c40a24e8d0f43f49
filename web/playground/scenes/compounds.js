// Compound bodies
// Shapes. Tables, made of three boxes each, caught in each other.
view(0, 8, 22);
ground(30);
for (let i = 0; i < 60; ++i) {
    const b = body(-9 + 3.2 * (i % 6) + random(-0.3, 0.3), 2 + 1.9 * Math.floor(i / 6), {angle: random(-0.4, 0.4)});
    b.createShape(makeOrientedBox(1, 0.12, {position: [0, 0.6]}));
    b.createShape(makeOrientedBox(0.1, 0.6, {position: [-0.85, 0]}));
    b.createShape(makeOrientedBox(0.1, 0.6, {position: [0.85, 0]}));
}
