// Car
// Joints. Wheels with springs and a motor; drive with the arrow keys.
view(4, 3, 14);
const points = [];
for (let x = -20; x <= 160; x += 1) {
    const ramp = Math.min(1, Math.max(0, (x - 4) / 20));
    points.push([x, ramp * (Math.sin(x * 0.35) * 0.5 + Math.sin(x * 0.11) * 1.2)]);
}
chain([[-20, 8], ...points, [160, 8]].reverse(), {materials: [{friction: 0.9}]});
const car = polygon(0, 1.2, [[-1.5, -0.5], [1.5, -0.5], [1.5, 0], [0, 0.9], [-1.15, 0.9], [-1.5, 0.2]], {color: '#d94f4f'});
const wheels = [-1, 1].map((x) => disc(x, 0.45, 0.4, {shape: {density: 2, material: {friction: 1.2}}}));
const springs = {frequency: slider('spring [Hz]', 2, 10, 4), dampingRatio: 0.7};
const axles = wheels.map((wheel, i) => join(car, wheel, 'wheel', [i ? 1 : -1, 0.45], {
    axisA: [0, 1], suspension: springs, limit: {lower: -0.25, upper: 0.25}, motor: {speed: 0, maximum: i ? 10 : 20}}));
let throttle = 0;
function drive(speed) {
    throttle = speed;
    axles.forEach((axle) => { axle.definition = {...axle.definition, motor: {speed, maximum: 20}}; });
    car.wake();
}
keys({ArrowRight: (down) => drive(down ? -25 : 0), ArrowLeft: (down) => drive(down ? 25 : 0)});
onDraw((_, v) => { v.follow(car.position); });
drive(-8);
