// Soft surfaces
// World. Contacts as springs: mats of other stiffness.
view(0, 4, 14);
[1, 2, 4, 8, 30].forEach((frequency, i) => {
    wall(-8 + 4 * i, 0.5, 1.8, 0.5, {color: `hsl(${60 * i} 45% 60%)`, shape: {material: {frequency, dampingRatio: 0.4}}});
    box(-8 + 4 * i, 5, 0.8, 0.8);
});
