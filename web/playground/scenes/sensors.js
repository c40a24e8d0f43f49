// Sensors
// Events. A zone that counts what is in it and lifts it.
view(0, 6, 18);
ground(20); wall(-9, 5, 0.3, 5); wall(9, 5, 0.3, 5);
const zone = wall(0, 3, 2.5, 3, {color: '#4aa3df', shape: {sensor: true, sensorEvents: true}});
const sensor = zone.shapes[0];
for (let i = 0; i < 40; ++i) {
    disc(-7 + (i % 15), 8 + Math.floor(i / 15), 0.35, {canSleep: false, shape: {seesSensors: true, sensorEvents: true}});
}
onStep(() => {
    for (const shape of sensor.sensorOverlaps.filter((s) => s.body.type === 'dynamic')) {
        shape.body.applyForce([0, 14 * shape.body.mass.mass]);
        shape.body.applyForce([random(-3, 3), 0]);
    }
});
onDraw((context, v) => {
    context.scale(1, -1);
    context.font = '0.8px system-ui';
    context.fillStyle = '#4aa3df';
    context.fillText(`${sensor.sensorOverlaps.length} inside`, -1.3, -6.3);
});
