// Ellipses
// Shapes. True ellipses, not polygons: they roll.
view(0, 6, 18);
chain([[-14, 12], [-9, 1], [-3, 0], [3, 0], [9, 1], [14, 12]].reverse());
for (let i = 0; i < 60; ++i) {
    const b = body(-7 + (i % 8) * 2, 5 + Math.floor(i / 8) * 1.3, {angle: random(0, 6)});
    b.createShape(CustomShape.ofEllipse(new Ellipse(random(0.4, 0.9), random(0.2, 0.4))));
}
