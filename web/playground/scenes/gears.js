// Gears
// Joints. Wheels coupled by ratio: the motor turns the first.
view(0, 5, 14);
const frame = wall(0, -0.5, 8, 0.3);
const radii = [1, 2, 0.7, 1.5];
let x = -5, before = null;
radii.forEach((r, i) => {
    x += i ? r : 0;
    const wheel = regular(x, 5, Math.round(r * 12), r, {shape: {filter: {group: -1}}});
    const hinge = join(frame, wheel, 'revolute', [x, 5], i === 0 ? {motor: {speed: slider('speed', -6, 6, 2), maximum: 200}} : {});
    if (before) {
        world.createGear({first: before.hinge, second: hinge, ratio: r / before.r});
    }
    before = {hinge, r};
    x += r;
});
