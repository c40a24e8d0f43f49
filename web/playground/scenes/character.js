// Character
// Motion. A character that walks, climbs and jumps by rules of a game; arrow keys.
view(0, 5, 16);
chain([[-20, 8], [-14, 0], [-6, 0], [-4, 0.3], [-2, 0.6], [2, 0.6], [6, 3], [9, 3], [9, 0], [20, 0], [20, 8]].reverse());
for (let i = 0; i < 5; ++i) { wall(-12 + 1.0 * i, 0.1 + 0.15 * i, 0.5, 0.1 + 0.15 * i); }
for (let i = 0; i < 5; ++i) { box(12 + 0.2 * i, 0.5 + i, 0.45); }
const lift = body(-17, 1, {type: 'kinematic'});
lift.createShape(makeBox(1.4, 0.15));
const player = new Character({geometry: {type: 'capsule', a: [0, -0.4], b: [0, 0.4], radius: 0.4}, position: [-8, 1.5], maxStep: 0.4});
let move = 0, jump = false;
keys({ArrowLeft: (down) => { move = down ? -1 : 0; }, ArrowRight: (down) => { move = down ? 1 : 0; }, ArrowUp: (down) => { jump = down; }});
onStep((time) => {
    lift.linearVelocity = [0, 1.5 * Math.sin(time)];
    player.update(world, {velocity: [5 * move, 0], jump}, 1 / 60);
});
onDraw((context, v) => {
    const p = player.position;
    context.fillStyle = player.isOnGround ? '#e0a030' : '#f0c060';
    context.beginPath();
    context.arc(p.x, p.y - 0.4, 0.4, Math.PI, 0);
    context.arc(p.x, p.y + 0.4, 0.4, 0, Math.PI);
    context.fill();
    v.follow(p);
});
