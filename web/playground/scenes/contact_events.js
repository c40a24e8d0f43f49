// Hits
// Events. Each hard hit draws a ring as large as its speed.
view(0, 6, 18);
ground(20, 0, {shape: {hitEvents: true, material: {restitution: 0.4}}}); wall(-10, 6, 0.3, 6); wall(10, 6, 0.3, 6);
for (let i = 0; i < 24; ++i) {
    regular(-8 + (i % 8) * 2.2, 6 + 3 * Math.floor(i / 8), 3 + (i % 4), 0.55, {
        linearVelocity: [random(-4, 4), 0], shape: {hitEvents: true, contactEvents: true, material: {restitution: 0.5}}});
}
const rings = [];
onStep(() => {
    for (const hit of world.contactHits) { rings.push({at: hit.point, speed: hit.approachSpeed, age: 0}); }
    rings.splice(0, Math.max(0, rings.length - 200));
});
onDraw((context) => {
    for (const ring of rings) {
        ring.age += 1 / 60;
        if (ring.age > 0.6) { continue; }
        context.strokeStyle = `rgba(230, 110, 60, ${0.9 - ring.age * 1.5})`;
        context.lineWidth = 0.06;
        context.beginPath();
        context.arc(ring.at.x, ring.at.y, 0.1 + ring.age * 0.25 * ring.speed, 0, 7);
        context.stroke();
    }
});
