#include "growth/growth_worlds.h"

#include <algorithm>

namespace bench {

using namespace grown;

namespace {

const JointSettings iterative{.solver = JointSolver::Iterative};
const JointSettings direct{.solver = JointSolver::Direct};

/// A world of bodies and joints.
struct Jointed {
    World world;
    std::vector<BodyId> bodies;
    std::vector<JointId> joints;
};

Jointed star(int count, BodyType hub, const JointSettings& settings) {
    Jointed made{still_world(), {}, {}};
    const float radius = 0.2f * static_cast<float>(count);
    made.bodies.push_back(add_disc(made.world, {}, 0.1f, {.type = hub}));
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
        const Vec2 place{radius * std::cos(angle), radius * std::sin(angle)};
        made.bodies.push_back(add_disc(made.world, place, 0.2f, {.linear_velocity = {1.0f, 0.0f}}));
        made.joints.push_back(made.world.create_joint(made.bodies.front(), made.bodies.back(),
                                                      DistanceJoint{.length = radius}, settings));
    }
    return made;
}

Jointed chain(int count, const JointSettings& settings, bool is_ring = false) {
    Jointed made{World(), {}, {}};
    const float radius = static_cast<float>(count) / (2.0f * pi);
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(count);
        const Vec2 place = is_ring ? Vec2{radius * std::cos(angle), radius * std::sin(angle)}
                                   : Vec2{static_cast<float>(i), 0.0f};
        made.bodies.push_back(add_disc(made.world, place, 0.2f,
                                       {.type = i == 0 && !is_ring ? BodyType::Static : BodyType::Dynamic}));
    }
    for (std::size_t i = 1; i < made.bodies.size() + (is_ring ? 1 : 0); ++i) {
        const BodyId a = made.bodies[i - 1];
        const BodyId b = made.bodies[i % made.bodies.size()];
        const Vec2 middle = 0.5f * (made.world[a].position() + made.world[b].position());
        made.joints.push_back(
            made.world.create_joint(a, b,
                                    RevoluteJoint{.anchor_a = middle - made.world[a].position(),
                                                  .anchor_b = middle - made.world[b].position()},
                                    settings));
    }
    return made;
}

Jointed grid(int count, const JointSettings& settings) {
    Jointed made{World(), {}, {}};
    const int side = static_cast<int>(std::sqrt(static_cast<float>(count)));
    for (int i = 0; i < side * side; ++i) {
        const Vec2 place{static_cast<float>(i % side), -static_cast<float>(i / side)};
        made.bodies.push_back(
            add_disc(made.world, place, 0.2f, {.type = i < side ? BodyType::Static : BodyType::Dynamic}));
        const auto join = [&](int other, const Vec2& way) {
            made.joints.push_back(made.world.create_joint(
                made.bodies[static_cast<std::size_t>(other)], made.bodies.back(),
                RevoluteJoint{.anchor_a = 0.5f * way, .anchor_b = -0.5f * way}, settings));
        };
        if (i % side != 0 && i >= side) {
            join(i - 1, {1.0f, 0.0f});
        }
        if (i >= side) {
            join(i - side, {0.0f, -1.0f});
        }
    }
    return made;
}

template <class Make>
auto steps(Make make) {
    return [=](int count, GrowthMeter& meter) {
        Jointed made = make(count);
        step(made.world);
        meter.time([&] { step(made.world, 3); });
    };
}

template <class Make>
auto first_step(Make make) {
    return [=](int count, GrowthMeter& meter) {
        meter.time([&] {
            Jointed made = make(count);
            step(made.world);
        });
    };
}

template <class Make>
auto destroyed(Make make, bool reverse, bool bodies) {
    return [=](int count, GrowthMeter& meter) {
        Jointed made = make(count);
        step(made.world);
        if (reverse) {
            std::reverse(made.joints.begin(), made.joints.end());
            std::reverse(made.bodies.begin(), made.bodies.end());
        }
        meter.time([&] {
            if (bodies) {
                for (const BodyId body : made.bodies) {
                    made.world.destroy_body(body);
                }
            } else {
                for (const JointId joint : made.joints) {
                    if (made.world.is_valid(joint)) {  // Gears go with their hinges.
                        made.world.destroy_joint(joint);
                    }
                }
            }
            step(made.world);
        });
    };
}

template <class Make>
auto changed(Make make) {
    return [=](int count, GrowthMeter& meter) {
        Jointed made = make(count);
        step(made.world);
        meter.time([&] {
            for (const JointId joint : made.joints) {
                made.world[joint].set_enabled(false);
                made.world[joint].set_enabled(true);
            }
            step(made.world);
        });
    };
}

template <class Make>
auto one_joint_less(Make make) {
    return [=](int count, GrowthMeter& meter) {
        Jointed made = make(count);
        step(made.world);
        meter.time([&] {
            for (int i = 0; i < 8; ++i) {
                made.world.destroy_joint(
                    made.joints[static_cast<std::size_t>(i + 1) * made.joints.size() / 16]);
                step(made.world);
            }
        });
    };
}

Jointed on_ground(int count) {
    Jointed made{World(), {}, {}};
    made.bodies = add_row_on_floor(made.world, count);
    for (std::size_t i = 1; i < made.bodies.size(); ++i) {
        made.joints.push_back(made.world.create_joint(
            made.bodies.front(), made.bodies[i],
            MotorJoint{.anchor_a = made.world[made.bodies[i]].position() + Vec2{0.0f, 1.0f},
                       .maximum_force = 1.0f},
            {.collide_connected = i % 2 == 0}));
    }
    return made;
}

Jointed gears(int count) {
    Jointed made{still_world(), {}, {}};
    const BodyId ground = made.world.create_body({.type = BodyType::Static});
    JointId first{};
    for (int i = 0; i < count; ++i) {
        const BodyId wheel =
            add_disc(made.world, {static_cast<float>(i), 0.0f}, 0.2f, {.angular_velocity = 1.0f});
        const JointId hinge =
            made.world.create_joint(ground, wheel, RevoluteJoint{.anchor_a = {static_cast<float>(i), 0.0f}});
        made.bodies.push_back(wheel);
        made.joints.push_back(hinge);
        if (i == 0) {
            first = hinge;
        } else {
            made.joints.push_back(made.world.create_joint(GearJoint{first, hinge, 1.0f}));
        }
    }
    return made;
}

Jointed rope(int count) {
    Jointed made{World(), {}, {}};
    RopeJoint joint;
    for (int i = 0; i < count; ++i) {
        made.bodies.push_back(add_disc(made.world, {static_cast<float>(i), i % 2 == 0 ? 0.0f : -1.0f}, 0.2f,
                                       {.type = i % 2 == 0 ? BodyType::Static : BodyType::Dynamic}));
        joint.points.push_back({made.bodies.back(), {}});
    }
    joint.length = 1.5f * static_cast<float>(count);
    made.joints.push_back(made.world.create_joint(joint));
    return made;
}

Jointed between_two(int count) {
    Jointed made{World(), {}, {}};
    made.bodies = {add_floor(made.world, 1.0f), add_disc(made.world, {0.0f, 5.0f})};
    for (int i = 0; i < count; ++i) {
        made.joints.push_back(made.world.create_joint(
            made.bodies[0], made.bodies[1],
            DistanceJoint{.anchor_a = {0.0f, 6.0f},
                          .spring = JointSpring{.target = 0.1f * static_cast<float>(i % 7)}}));
    }
    return made;
}

Jointed cars(int count) {
    Jointed made{World(), {}, {}};
    add_floor(made.world, 4.0f * static_cast<float>(count));
    for (int i = 0; i < count; ++i) {
        const float x = 4.0f * static_cast<float>(i) - 2.0f * static_cast<float>(count);
        const BodyId body = add_box(made.world, {x, 0.8f}, {1.0f, 0.2f});
        for (const float side : {-0.7f, 0.7f}) {
            const BodyId wheel = add_disc(made.world, {x + side, 0.4f}, 0.4f);
            made.joints.push_back(made.world.create_joint(
                body, wheel, WheelJoint{.anchor_a = {side, -0.4f}, .motor = JointMotor{-5.0f, 10.0f}}));
        }
    }
    return made;
}

Jointed bridge(int count) {
    Jointed made = chain(count, {});
    const float end = static_cast<float>(count - 1);
    const BodyId pier = made.world.create_body({.type = BodyType::Static, .position = {end, 0.0f}});
    made.world.create_joint(made.bodies.back(), pier, RevoluteJoint{});
    for (int i = 2; i + 2 < count; i += 4) {
        add_box(made.world, {static_cast<float>(i), 0.5f}, {0.3f, 0.3f});
    }
    return made;
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_joints() {
    const auto iterative_star = [](int n) { return star(n, BodyType::Dynamic, iterative); };
    const auto direct_star = [](int n) { return star(n, BodyType::Dynamic, direct); };
    const auto static_star = [](int n) { return star(n, BodyType::Static, {}); };
    const auto iterative_chain = [](int n) { return chain(n, iterative); };
    const auto direct_chain = [](int n) { return chain(n, direct); };
    const auto automatic_chain = [](int n) { return chain(n, {}); };
    const auto direct_ring = [](int n) { return chain(n, direct, true); };
    const auto iterative_grid = [](int n) { return grid(n, iterative); };
    const auto automatic_grid = [](int n) { return grid(n, {}); };
    const auto direct_grid = [](int n) { return grid(n, direct); };
    const char* const nested =
        "the elimination of a net of N joints takes N^1.5 operations even in the best order";
    return {
        {"joints: star, iterative", 250, steps(iterative_star)},
        {"joints: star, direct", 64, steps(direct_star)},
        {"joints: star on the ground", 250, steps(static_star)},
        {"joints: star created", 250, first_step(iterative_star)},
        {"joints: star on the ground created", 250, first_step(static_star)},
        {"joints: star destroyed joint by joint", 250, destroyed(iterative_star, false, false)},
        {"joints: star destroyed, last first", 250, destroyed(iterative_star, true, false)},
        {"joints: star destroyed body by body", 250, destroyed(static_star, true, true)},
        {"joints: chain, iterative", 500, steps(iterative_chain)},
        {"joints: chain, direct", 125, steps(direct_chain)},
        {"joints: chain, automatic", 125, steps(automatic_chain)},
        {"joints: chain created", 500, first_step(iterative_chain)},
        {"joints: direct chain created", 125, first_step(direct_chain)},
        {"joints: chain destroyed joint by joint", 500, destroyed(iterative_chain, false, false)},
        {"joints: direct chain destroyed", 125, destroyed(direct_chain, true, false)},
        {"joints: chain switched off and on", 500, changed(iterative_chain)},
        {"joints: direct chain switched off and on", 125, changed(direct_chain)},
        {"joints: direct chain that breaks", 125, one_joint_less(direct_chain)},
        {"joints: ring, direct", 125, steps(direct_ring)},
        {"joints: bridge with boxes", 64, steps(bridge),
         "each contact follows the elimination from its link to the end of the bridge"},
        {"joints: grid, iterative", 250, steps(iterative_grid)},
        {"joints: grid, automatic", 250, steps(automatic_grid)},
        {"joints: grid, direct", 64, steps(direct_grid), nested},
        {"joints: grid created", 250, first_step(iterative_grid)},
        {"joints: of the floor under bodies", 250, steps(on_ground)},
        {"joints: of the floor, created", 250, first_step(on_ground)},
        {"joints: gears on one joint", 64, steps(gears)},
        {"joints: gears on one joint destroyed", 64, destroyed(gears, false, false),
         "each gear of a joint is found by a look at all of its gears"},
        {"joints: points of a rope", 250, steps(rope)},
        {"joints: between the same two bodies", 250, steps(between_two)},
        {"joints: cars", 100, steps(cars)},
    };
}

}  // namespace bench
