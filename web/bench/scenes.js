// The scenes of the bench, by the functions that every engine has.

/** Numbers that look random, the same for every engine. */
function makeRandom(seed) {
    let state = seed >>> 0;
    return (low, high) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return low + ((high - low) * (state >>> 8)) / 16777216;
    };
}

function pyramid(world, base, x0, y0) {
    const half = 0.5;
    for (let row = 0; row < base; ++row) {
        for (let i = row; i < base; ++i) {
            world.box(world.body('dynamic', x0 + (row + 1) * half + 2 * (i - row) * half - half * base, y0 + (2 * row + 1) * half), half, half);
        }
    }
}

function figure(world, x, y, group) {
    const limb = (dx, dy, half, radius) => {
        const body = world.body('dynamic', x + dx, y + dy);
        world.capsule(body, 0, -half, 0, half, radius, {group});
        return {body, x: x + dx, y: y + dy};
    };
    const joints = [];
    const join = (a, b, jx, jy, limit) => {
        const anchors = [[x + jx - a.x, y + jy - a.y], [x + jx - b.x, y + jy - b.y]];
        world.hinge(a.body, b.body, ...anchors, limit);
        joints.push({a: a.body, b: b.body, anchors});
    };
    const hip = limb(0, 0, 0.05, 0.2), chest = limb(0, 0.45, 0.15, 0.2), head = limb(0, 1, 0.05, 0.16);
    join(hip, chest, 0, 0.2, [-0.4, 0.6]);
    join(chest, head, 0, 0.8, [-0.4, 0.6]);
    for (let i = 0; i < 2; ++i) {
        const thigh = limb(0, -0.45, 0.2, 0.1), shin = limb(0, -1, 0.2, 0.09);
        join(hip, thigh, 0, -0.2, [-0.6, 1.6]);
        join(thigh, shin, 0, -0.72, [-2, 0.1]);
        const arm = limb(0, 0.4, 0.15, 0.08), lower = limb(0, 0, 0.15, 0.07);
        join(chest, arm, 0, 0.6, [-1, 2.4]);
        join(arm, lower, 0, 0.2, [-0.1, 2]);
    }
    return joints;
}

export const scenes = {
    large_pyramid: {
        steps: 200,
        build(make) {
            const world = make();
            world.box(world.body('static', 0, -1), 100, 1);
            pyramid(world, 100, 0, 0);
            return {worlds: [world]};
        },
        // The top begins at 99.5 m: how far a stack sinks tells how hard it is held.
        quality: ({worlds}) => ['top sank [m]', 99.5 - Math.max(...worlds[0].poses().map((p) => p[1]))],
    },
    many_pyramids: {
        steps: 200,
        build(make) {
            const world = make();
            for (let i = 0; i < 10; ++i) {
                world.box(world.body('static', 0, 12 * i - 0.5), 60, 0.5);
                for (let k = -5; k < 5; ++k) {
                    pyramid(world, 10, 11 * k + 5.5, 12 * i);
                }
            }
            return {worlds: [world]};
        },
        quality: ({worlds}) => ['top sank [m]', 117.5 - Math.max(...worlds[0].poses().map((p) => p[1]))],
    },
    washer: {
        steps: 400,
        build(make) {
            const world = make();
            const drum = world.body('kinematic', 0, 0);
            const count = 40, radius = 18;
            for (let i = 0; i < 4; ++i) {
                const [x, y, w, h] = [[0, radius, radius, 0.5], [0, -radius, radius, 0.5], [radius, 0, 0.5, radius], [-radius, 0, 0.5, radius]][i];
                world.boxAt(drum, w, h, x, y);
            }
            world.spin(drum, 0.4);
            world.turned?.push(drum);
            for (let i = 0; i < count; ++i) {
                for (let k = 0; k < count; ++k) {
                    world.box(world.body('dynamic', 0.6 * (i - count / 2) + 0.3, 0.6 * (k - count / 2) + 0.3), 0.25, 0.25);
                }
            }
            return {worlds: [world]};
        },
        quality: ({worlds}) => ['escaped', worlds[0].poses().filter((p) => Math.hypot(p[0], p[1]) > 27).length],
    },
    ragdoll_pile: {
        steps: 400,
        build(make) {
            const world = make();
            const floor = world.body('static', 0, 0);
            world.boxAt(floor, 12, 0.5, 0, -0.5);
            world.boxAt(floor, 0.5, 30, -12, 29);
            world.boxAt(floor, 0.5, 30, 12, 29);
            const random = makeRandom(7);
            for (let i = 0; i < 120; ++i) {
                figure(world, -9 + 2.2 * (i % 9) + random(-0.2, 0.2), 2.5 + 2.9 * Math.floor(i / 9), i + 1);
            }
            return {worlds: [world]};
        },
        quality: ({worlds}) => ['below the floor', worlds[0].poses().filter((p) => p[1] < 0).length],
    },
    small_worlds: {
        steps: 200,
        build(make) {
            const worlds = Array.from({length: 100}, () => {
                const world = make();
                world.box(world.body('static', 0, -1), 20, 1);
                pyramid(world, 5, 0, 0);
                for (let i = 0; i < 5; ++i) {
                    world.circle(world.body('dynamic', -6 + 0.1 * i, 0.5 + 1.1 * i), 0.5);
                }
                return world;
            });
            return {worlds};
        },
        quality: ({worlds}) => ['top sank [m]', 4.5 - Math.max(...worlds[0].poses().filter((p) => p[0] > -2).map((p) => p[1]))],
    },
};
