// House of cards
// Stacking. Thin cards that lean on each other: friction alone holds them.
const storeys = slider('storeys', 1, 6, 4);
view(0, 2.5, 8);
ground(20, 0, {shape: {material: {friction: 0.7}}});
const card = {shape: {material: {friction: 0.7}, density: 0.5}};
const half = 0.5, lean = 0.35, thick = 0.02;
const rise = half * Math.cos(lean), run = half * Math.sin(lean);
for (let storey = 0; storey < storeys; ++storey) {
    const tents = storeys - storey;
    const base = storey * (2 * rise + 4 * thick) + rise + thick;
    for (let i = 0; i < tents; ++i) {
        const x = (i - (tents - 1) / 2) * 4.4 * run;
        box(x - run - thick, base, thick, half, {...card, angle: -lean});
        box(x + run + thick, base, thick, half, {...card, angle: lean});
        if (i + 1 < tents) {
            box(x + 2.2 * run, base + rise + 2 * thick, 2.6 * run, thick, card);
        }
    }
}
