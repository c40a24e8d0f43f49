// All shapes
// Shapes. Circles, capsules, polygons, round corners, ellipses, superellipses and hulls.
view(0, 7, 20);
ground(30);
wall(-12, 5, 0.5, 6); wall(12, 5, 0.5, 6);
const bean = CustomShape.hull([CustomShape.ofGeometry({type: 'circle', radius: 0.5}),
                               CustomShape.ofGeometry({type: 'circle', center: [1, 0.4], radius: 0.25})]);
const makers = [
    (x, y) => disc(x, y, 0.5),
    (x, y) => capsule(x, y, 0.5, 0.3),
    (x, y) => regular(x, y, 3, 0.7),
    (x, y) => regular(x, y, 5, 0.6),
    (x, y) => regular(x, y, 8, 0.6),
    (x, y) => { const b = body(x, y); b.createShape(makeRoundedBox(0.5, 0.3, 0.15)); },
    (x, y) => { const b = body(x, y); b.createShape(CustomShape.ofEllipse(new Ellipse(0.8, 0.4))); },
    (x, y) => { const b = body(x, y); b.createShape(CustomShape.ofSuperellipse(new Superellipse(0.5, 0.5, 4))); },
    (x, y) => { const b = body(x, y); b.createShape(bean); },
];
for (let i = 0; i < 90; ++i) {
    makers[i % makers.length](-10 + 2.2 * (i % 10) + random(-0.2, 0.2), 2 + 1.6 * Math.floor(i / 10));
}
