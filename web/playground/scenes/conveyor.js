// Conveyor belts
// World. Surfaces that move what lies on them.
view(0, 6, 18);
const speed = slider('speed', -6, 6, 3);
const belt = (x, y, half, s, angle = 0) => wall(x, y, half, 0.15, {angle, shape: {material: {tangentSpeed: s, friction: 0.8}}, color: '#7d8794'});
belt(-5, 9, 4, speed); belt(3, 6.5, 4, -speed); belt(-5, 4, 4, speed); belt(3, 1.5, 4, -speed);
ground(20, 0);
wall(8.5, 8, 0.2, 3); wall(-10, 5.5, 0.2, 3);
onStep(() => {
    state.count = (state.count ?? 0) + 1;
    if (state.count % 40 === 1 && state.count < 2400) {
        regular(-8, 10.5, 3 + Math.floor(random(0, 5)), 0.4);
    }
});
