// Scene file
// World. A world becomes a scene file of JSON, and is read back at another place and angle.
view(0, 5, 18);
ground(20);
log('A world as a scene file:');
log(world.toScene().slice(0, 400));
for (let i = 0; i < 5; ++i) { box(-4 + 2 * i, 0.5 + i, 0.5); }
world.addScene(world.toScene(), {position: [0, 9], angle: 0.5});
log(`${world.bodies.length} bodies now`);
