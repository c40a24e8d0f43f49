// Slider crank
// Joints. A motor, a rod and a piston that throws a box.
view(0, 8, 22);
const base = wall(0, -0.5, 6, 0.4);
const crank = box(0, 7, 0.5, 2), rod = box(0, 13, 0.5, 4), piston = box(0, 17, 1.5, 1.5, {locks: {rotation: true}});
join(base, crank, 'revolute', [0, 5], {motor: {speed: slider('speed', 1, 12, 5), maximum: 20000}});
join(crank, rod, 'revolute', [0, 9]);
join(rod, piston, 'revolute', [0, 17]);
world.createJoint(base, piston, {type: 'prismatic', anchorA: [0, 17.5], axisA: [0, 1], limit: undefined});
box(0, 23, 1.5, 1.5, {shape: {density: 2}});
wall(-2.2, 20, 0.4, 6); wall(2.2, 20, 0.4, 6);
