// Locked axes
// Motion. Bodies that may not turn, or not move along an axis.
view(0, 5, 16);
ground(20);
box(-6, 5, 0.6, 0.6, {locks: {rotation: true}, angle: 0.4}); box(-2, 5, 0.6, 0.6, {locks: {linearX: true}});
box(2, 5, 0.6, 0.6, {locks: {linearY: true}}); box(6, 5, 0.6, 0.6);
onStep((time) => { if (Math.round(time * 60) % 60 === 30) { disc(-8, random(3, 7), 0.4, {linearVelocity: [14, 2]}); } });
