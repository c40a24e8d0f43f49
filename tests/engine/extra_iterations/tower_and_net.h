#pragma once

#include "support/world_build.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drystone::test {

inline const drystone::JointSettings iterative{.solver = drystone::JointSolver::Iterative};

inline World still_world() { return World({.sleeping = false}); }

/// Stack of boxes of 1 m and 1 kg, `ratio` times as heavy at the top; the lowest one requests extra
/// iterations.
struct Tower {
    std::vector<BodyId> boxes;

    Tower(World& world, int count, float ratio, int extra_iterations, float x = 0.0f) {
        for (int i = 0; i < count; ++i) {
            boxes.push_back(add_box(world, {x, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f,
                                    {.density = i + 1 == count ? ratio : 1.0f}));
        }
        world[boxes.front()].set_extra_iterations(extra_iterations);
    }
    /// Returns the sag of the top below its ideal height [m].
    [[nodiscard]] float sag(const World& world) const {
        return static_cast<float>(boxes.size()) - 0.5f - world[boxes.back()].position().y;
    }
};

/// Box of 100 times the mass of the light disc that it hangs on, by ropes: how far they are drawn out shows
/// the extra iterations of its component, n, which leave 1 / (1 + n) of it.
struct Hoist {
    BodyId link, load;
    drystone::JointId upper;

    Hoist(World& world, float x, int extra_iterations) {
        const BodyId hook = world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
        link = add_disc(world, {x, -3.0f}, 0.5f);
        load = add_box(world, {x, -6.0f}, 1.0f, 1.0f, {.density = 100.0f});
        const auto tie = [&](BodyId above, BodyId below) {
            return world.create_joint(drystone::RopeJoint{.points = {{above}, {below}}, .length = 3.0f});
        };
        upper = tie(hook, link);
        tie(link, load);
        world[load].set_extra_iterations(extra_iterations);
    }
    /// Returns how far the upper rope is longer than it should be [m].
    [[nodiscard]] float stretch(const World& world) const { return world[upper].state().linear_separation; }
    /// Returns the stretch of one that hangs alone [m].
    static float stretch_alone(int extra_iterations) {
        World world = still_world();
        const Hoist hoist(world, 0.0f, extra_iterations);
        run(world, 800);
        return hoist.stretch(world);
    }
};

/// Discs in a square net of pins that hangs by two corners; the middle one of the lowest row is the heaviest.
struct Net {
    std::vector<BodyId> discs;
    std::vector<drystone::JointId> pins;

    Net(World& world, int side, float ratio, int extra_iterations) {
        for (int i = 0; i < side * side; ++i) {
            const int row = i / side;
            const int column = i % side;
            const bool hung = row == 0 && (column == 0 || column == side - 1);
            const bool heavy = row == side - 1 && column == side / 2;
            discs.push_back(
                world.create_body({.type = hung ? BodyType::Static : BodyType::Dynamic,
                                   .position = {static_cast<float>(column), -static_cast<float>(row)}}));
            world.create_shape(discs.back(), drystone::Circle{{0.0f, 0.0f}, 0.3f},
                               {.density = heavy ? ratio : 1.0f, .filter = {.category = 1, .mask = 0}});
            const auto pin = [&](int other, const Vec2& way) {
                pins.push_back(world.create_joint(
                    discs[static_cast<std::size_t>(other)], discs.back(),
                    drystone::RevoluteJoint{.anchor_a = 0.5f * way, .anchor_b = -0.5f * way}, iterative));
            };
            if (column > 0) {
                pin(i - 1, {1.0f, 0.0f});
            }
            if (row > 0) {
                pin(i - side, {0.0f, -1.0f});
            }
        }
        world[discs.back()].set_extra_iterations(extra_iterations);
    }
    [[nodiscard]] float max_gap(const World& world) const {
        float largest = 0.0f;
        for (const drystone::JointId pin : pins) {
            largest = std::max(largest, world[pin].state().linear_separation);
        }
        return largest;
    }
};

}  // namespace drystone::test
