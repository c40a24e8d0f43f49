// Walking machine
// Joints. Theo Jansen's legs, moved by one motor.
view(0, 3, 12);
ground(60, 0, {shape: {material: {friction: 1}}});
wall(-20, 1, 0.5, 2); wall(20, 1, 0.5, 2);
const shape = {density: 1, filter: {group: -1}, material: {friction: 0.9}};
const chassis = box(0, 3.4, 1.25, 0.5, {shape});
const wheel = disc(0, 3.4, 0.8, {shape});
join(chassis, wheel, 'revolute', [0, 3.4], {motor: {speed: slider('speed', -6, 6, 2), maximum: 400}});
for (let i = 0; i < 3; ++i) {
    wheel.setPose([0, 3.4], (i * 2 * Math.PI) / 3);
    for (const s of [-1, 1]) {
        leg(s, wheel);
    }
}
wheel.setPose([0, 3.4], 0);
function leg(s, crank) {
    const o = [0, 3.4], k = 0.5;
    const at = (x, y) => [o[0] + s * x * k, o[1] + y * k];
    const p1 = at(5.4, -6.1), p2 = at(7.2, -1.2), p3 = at(4.3, -1.9), p4 = at(3.1, 0.8), p5 = at(6, 1.5), p6 = at(2.5, 3.7);
    const pivot = [o[0], o[1] - 0.0];
    const lower = made([p1, p2, p3], s), upper = made([p4, p5, p6], s);
    const rod = (a, b, p, q) => world.createJoint(a, b, {type: 'distance', anchorA: a.localPoint({x: p[0], y: p[1]}),
        anchorB: b.localPoint({x: q[0], y: q[1]}), length: Math.hypot(p[0] - q[0], p[1] - q[1])});
    rod(lower, upper, p2, p5);
    rod(lower, upper, p3, p4);
    const pin = crank.worldPoint({x: -0.8, y: 0});
    rod(lower, crank, p3, [pin.x, pin.y]);
    rod(upper, crank, p6, [pin.x, pin.y]);
    join(upper, chassis, 'revolute', p4);
    void pivot;
}
function made(points, s) {
    const cx = points.reduce((sum, p) => sum + p[0], 0) / 3, cy = points.reduce((sum, p) => sum + p[1], 0) / 3;
    const local = points.map(([x, y]) => [x - cx, y - cy]);
    return polygon(cx, cy, s > 0 ? local : local.reverse(), {shape, angularDamping: 10});
}
