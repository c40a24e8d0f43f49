// Tiles
// World. A level of tiles: balls and boxes slide over it without catching on its inner edges.
view(0, 4, 16);
const width = 32, height = 6;
const cells = new Uint8Array(width * height);
for (let x = 0; x < width; ++x) {
    const top = 1 + Math.round(1.5 + 1.5 * Math.sin(x * 0.5));
    for (let y = 0; y < height; ++y) {
        cells[y * width + x] = y < top ? 1 : 0;
    }
}
world.createTileGrid({position: [-16, 0], cellSize: 1, width, height, types: [{}, {}], cells});
for (let i = 0; i < 40; ++i) {
    const x = -14 + (28 * i) / 40;
    i % 3 ? disc(x, 8 + random(0, 4), 0.3) : box(x, 8 + random(0, 4), 0.3, 0.2);
}
