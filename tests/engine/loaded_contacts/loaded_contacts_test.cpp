// Loads that the common sweeps do not carry are noticed without being asked. About 1 s.
#include <doctest/doctest.h>

#include <drystone/snapshot.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace drystone;

namespace {

World awake_world(int threads = 1, SimdTarget simd = SimdTarget::Widest) {
    return World({.sleeping = false, .threads = threads, .simd = simd});
}

/// Adds boxes of 1 m and 1 kg above each other, each moved sideways by up to `jitter`; the top one is `ratio`
/// times as heavy.
std::vector<BodyId> add_column(World& world, int count, float ratio, float jitter, float x = 0.0f) {
    test::Random random(3);
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i) {
        boxes.push_back(
            test::add_box(world, {x + jitter * random.between(-1.0f, 1.0f), 0.5f + static_cast<float>(i)},
                          0.5f, 0.5f, {.density = i + 1 == count ? ratio : 1.0f}));
    }
    return boxes;
}

float sag(const World& world, const std::vector<BodyId>& boxes) {
    return static_cast<float>(boxes.size()) - 0.5f - world[boxes.back()].position().y;
}

/// Adds `count` snakes of six links in a bin, and a ball of `ball` times their mass above them. Five joints
/// are solved by iteration. Damping stops links that hang free. Returns the joints.
std::vector<JointId> add_snakes(World& world, int count, float ball, float x = 0.0f) {
    constexpr float half = 0.15f;
    constexpr float radius = 0.05f;
    for (const float side : {-1.0f, 1.0f}) {
        const BodyId wall = world.create_body({.type = BodyType::Static, .position = {x + side, 5.0f}});
        world.create_shape(wall, make_box(0.1f, 5.0f));
    }
    std::vector<JointId> joints;
    float mass = 0.0f;
    for (int i = 0; i < count; ++i) {
        BodyId last{};
        for (int k = 0; k < 6; ++k) {
            const BodyId link = world.create_body(
                {.position = {x + 2.0f * half * (static_cast<float>(k) - 2.5f) * (i % 2 == 0 ? 0.9f : -0.9f),
                              0.3f + 0.5f * static_cast<float>(i) + 0.1f * static_cast<float>(k % 2)},
                 .angular_damping = 0.5f});
            world.create_shape(link, Capsule{{-half, 0.0f}, {half, 0.0f}, radius},
                               {.filter = {.group = -(i + 1)}});
            mass += world[link].mass().mass;
            if (k > 0) {
                const float side = i % 2 == 0 ? half : -half;
                joints.push_back(world.create_joint(
                    last, link, RevoluteJoint{.anchor_a = {side, 0.0f}, .anchor_b = {-side, 0.0f}}));
            }
            last = link;
        }
    }
    const BodyId heavy = world.create_body({.position = {x, 1.5f + 0.5f * static_cast<float>(count)}});
    constexpr float ball_radius = 0.5f;
    world.create_shape(heavy, Circle{{}, ball_radius},
                       {.density = ball * mass / (pi * ball_radius * ball_radius)});
    return joints;
}

float rms_speed(const World& world) {
    float sum = 0.0f;
    for (const BodyId body : world.bodies()) {
        sum += length_squared(world[body].linear_velocity());
    }
    return std::sqrt(sum / static_cast<float>(world.bodies().size()));
}

float widest_gap(const World& world, const std::vector<JointId>& joints) {
    float gap = 0.0f;
    for (const JointId joint : joints) {
        gap = std::max(gap, world[joint].state().linear_separation);
    }
    return gap;
}

/// A column, a heavy box on a light one, a pyramid of which one box is heavy, and snakes under a ball.
void build_mixture(World& world) {
    test::add_ground(world);
    add_column(world, 14, 1.0f, 0.02f, -10.0f);
    add_column(world, 3, 500.0f, 0.0f, 10.0f);
    for (int row = 0; row < 8; ++row) {
        for (int i = row; i < 8; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(row + 7);
            test::add_box(world, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f,
                          {.density = row == 7 ? 200.0f : 1.0f});
        }
    }
    add_snakes(world, 4, 10.0f, 20.0f);
}

}  // namespace

TEST_CASE("loaded contacts: a heavy box stands on light ones at any ratio and rate") {
    for (const float ratio : {30.0f, 300.0f, 1000.0f}) {
        for (const int count : {2, 11}) {
            for (const float rate : {30.0f, 120.0f}) {
                CAPTURE(ratio);
                CAPTURE(count);
                CAPTURE(rate);
                World world = awake_world();
                test::add_ground(world);
                const std::vector<BodyId> boxes = add_column(world, count, ratio, 0.0f);
                test::run(world, static_cast<int>(10.0f * rate), 1.0f / rate);
                CHECK(test::max_speed(world) < 2e-3f);
                CHECK(std::abs(world[boxes.back()].position().x) < 1e-3f);
                // A contact yields by 1.15 mm at most.
                CHECK(sag(world, boxes) < 1.2e-3f * static_cast<float>(count));
                CHECK(sag(world, boxes) >= 0.0f);
            }
        }
    }
}

TEST_CASE("loaded contacts: each contact of a column carries what stands above it") {
    World world = awake_world();
    test::add_ground(world);
    const std::vector<BodyId> boxes = add_column(world, 20, 50.0f, 0.02f);
    test::run(world, 600);
    for (std::size_t i = 1; i < boxes.size(); ++i) {
        const float above = static_cast<float>(boxes.size() - i - 1) + 50.0f;
        float impulse = 0.0f;
        world.visit_contacts([&](const ContactView& contact) {
            const BodyId a = world[contact.shape_a].body();
            const BodyId b = world[contact.shape_b].body();
            if ((a == boxes[i - 1] && b == boxes[i]) || (a == boxes[i] && b == boxes[i - 1])) {
                for (int k = 0; k < contact.count; ++k) {
                    impulse += contact.points[k].normal_impulse;
                }
            }
        });
        CAPTURE(i);
        CHECK(impulse * 240.0f / 10.0f == doctest::Approx(above).epsilon(1e-3));
    }
}

TEST_CASE("loaded contacts: a heavy body that falls on a light one is stopped, and not thrown up again") {
    constexpr float half = 0.1f;
    for (const float ratio : {5.0f, 30.0f, 300.0f, 1000.0f}) {
        for (const float drop : {0.5f, 1.0f, 3.0f, 5.0f}) {
            CAPTURE(ratio);
            CAPTURE(drop);
            World world = awake_world();
            test::add_ground(world);
            test::add_box(world, {0.0f, half}, 0.5f, half);
            const BodyId heavy = test::add_disc(world, {0.1f, 2.0f * half + 0.5f + drop}, 0.5f,
                                                {.density = ratio * 0.2f / (0.25f * 3.14159265f)});
            double lowest = 1e9;
            double rise = 0.0;
            float deepest = 0.0f;
            for (int i = 0; i < 180; ++i) {
                world.step(1.0f / 60.0f);
                const double speed = static_cast<double>(length(world[heavy].linear_velocity()));
                const double energy = static_cast<double>(world[heavy].position().y) + speed * speed / 19.62;
                lowest = std::min(lowest, energy);
                rise = std::max(rise, energy - lowest);
                deepest = std::max(deepest, 2.0f * half + 0.5f - world[heavy].position().y);
            }
            CHECK(rise < 0.06 * static_cast<double>(drop));
            CHECK(deepest < 0.6f * half);
        }
    }
}

TEST_CASE("loaded contacts: a column of 150 stands, and loses no height") {
    World world = awake_world();
    test::add_ground(world);
    const std::vector<BodyId> boxes = add_column(world, 150, 1.0f, 0.02f);
    test::run(world, test::scaled(600, 120));
    CHECK(sag(world, boxes) < 0.15f);
    CHECK(std::abs(world[boxes.back()].position().x) < 0.1f);
}

// In slow builds, each mass at one rate.
TEST_CASE("loaded contacts: joints in a heap do not gape under up to three times its mass") {
    for (const float ball : {1.0f, 3.0f}) {
        for (const float rate : {60.0f, 120.0f}) {
            if (test::slow_build && (ball > 1.0f) != (rate > 60.0f)) {
                continue;
            }
            CAPTURE(ball);
            CAPTURE(rate);
            World world = awake_world();
            test::add_ground(world);
            const std::vector<JointId> joints = add_snakes(world, 12, ball);
            test::run(world, static_cast<int>(8.0f * rate), 1.0f / rate);
            // Single links may still swing.
            CHECK(rms_speed(world) < 0.01f);
            CHECK(widest_gap(world, joints) < 5e-3f);
        }
    }
}

TEST_CASE("loaded contacts: a pyramid near the limit of a load comes to rest at few sub-steps") {
    World world = awake_world();
    test::add_ground(world);
    constexpr int base = 24;
    for (int row = 0; row < base; ++row) {
        for (int i = row; i < base; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(row + base - 1);
            test::add_box(world, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f);
        }
    }
    const int steps = test::scaled(600, 60);
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60.0f, 2);
    }
    CHECK(test::max_speed(world) < (test::slow_build ? 0.05f : 1e-3f));
}

TEST_CASE("loaded contacts: momentum is conserved without ground") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    std::vector<BodyId> boxes = add_column(world, 12, 1000.0f, 0.02f);
    world[boxes.front()].set_linear_velocity({0.0f, 3.0f});
    world[boxes.back()].set_linear_velocity({0.0f, -3.0f});
    const auto momentum = [&] {
        double sum = 0.0;
        for (const BodyId box : boxes) {
            sum += static_cast<double>(world[box].mass().mass) *
                   static_cast<double>(world[box].linear_velocity().y);
        }
        return sum;
    };
    const double before = momentum();
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
        CHECK(momentum() == doctest::Approx(before).epsilon(1e-5));
    }
}

TEST_CASE(
    "loaded contacts: the same bits with any number of threads, in any instruction set, and from a "
    "snapshot or a file") {
    World reference = awake_world();
    build_mixture(reference);
    test::run(reference, 60);
    const Snapshot snapshot = reference.snapshot();
    test::run(reference, 60);
    const std::uint64_t hash = reference.state_hash();
    for (const auto& [threads, simd] : {std::pair{3, SimdTarget::Widest}, std::pair{1, SimdTarget::Scalar},
                                        std::pair{2, SimdTarget::Scalar}}) {
        World world = awake_world(threads, simd);
        build_mixture(world);
        test::run(world, 120);
        CHECK(world.state_hash() == hash);
    }
    reference.restore(snapshot);
    const std::vector<std::byte> file = reference.save();
    test::run(reference, 60);
    CHECK(reference.state_hash() == hash);
    World loaded = World::load(file);
    CHECK(loaded.state_hash() != hash);
    test::run(loaded, 60);
    CHECK(loaded.state_hash() == hash);
}

namespace {

/// Returns the greatest speed that the bodies have after one of the steps.
float fastest_in(World& world, const std::vector<BodyId>& bodies, int steps, float time_step, int sub_steps) {
    float fastest = 0.0f;
    for (int i = 0; i < steps; ++i) {
        world.step(time_step, sub_steps);
        for (const BodyId body : bodies) {
            fastest = std::max(fastest, length(world[body].linear_velocity()));
        }
    }
    return fastest;
}

constexpr std::pair<float, int> rates[] = {
    {1.0f / 60.0f, 4}, {1.0f / 60.0f, 1}, {1.0f / 60.0f, 2}, {1.0f / 30.0f, 4}};

}  // namespace

TEST_CASE("loaded contacts: what a heavy body hits is not flung away") {
    for (const auto& [time_step, sub_steps] : rates) {
        for (const float restitution : {0.0f, 0.3f}) {
            CAPTURE(sub_steps);
            CAPTURE(restitution);
            World world = awake_world();
            test::add_ground(world);
            const ShapeDefinition light_shape{.density = 2.5f, .material = {.restitution = restitution}};
            const BodyId light = test::add_box(world, {0.0f, 0.1414f}, 0.1f, 0.1f, light_shape);
            world[light].set_pose({0.0f, 0.1414f}, 0.6f);
            const BodyId heavy =
                test::add_box(world, {0.0f, 0.89f}, 1.0f, 0.5f,
                              {.density = 1500.0f, .material = {.restitution = restitution}});
            world[heavy].set_linear_velocity({0.0f, -6.0f});
            CHECK(fastest_in(world, {light}, 120, time_step, sub_steps) < 12.0f);
        }
    }
}

TEST_CASE("loaded contacts: what bore a press is not flung up when the press is gone") {
    for (const auto& [time_step, sub_steps] : rates) {
        CAPTURE(sub_steps);
        World world = awake_world();
        test::add_ground(world);
        std::vector<BodyId> boxes;
        for (int i = 0; i < 3; ++i) {
            boxes.push_back(test::add_box(world, {0.0f, 0.1f + 0.2f * static_cast<float>(i)}, 0.1f, 0.1f,
                                          {.density = 25.0f}));
        }
        const BodyId press = test::add_box(world, {0.0f, 0.7f}, 1.0f, 0.1f, {.density = 7500.0f});
        CHECK(fastest_in(world, boxes, 60, time_step, sub_steps) < 1.0f);
        world.destroy_body(press);
        CHECK(fastest_in(world, boxes, 60, time_step, sub_steps) < 3.0f);
    }
}

TEST_CASE("loaded contacts: a ram without gravity squeezes boxes against a wall") {
    for (const auto& [time_step, sub_steps] : rates) {
        CAPTURE(sub_steps);
        World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
        const BodyId wall = world.create_body({.type = BodyType::Static, .position = {1.0f, 0.0f}});
        world.create_shape(wall, make_box(0.5f, 5.0f));
        std::vector<BodyId> boxes;
        for (int i = 0; i < 3; ++i) {
            boxes.push_back(test::add_box(world, {0.4f - 0.2f * static_cast<float>(i), 0.0f}, 0.1f, 0.1f,
                                          {.density = 2.5f}));
        }
        const BodyId ram = test::add_box(world, {-0.61f, 0.0f}, 0.5f, 0.5f, {.density = 3000.0f});
        float fastest = 0.0f;
        for (int i = 0; i < 240; ++i) {
            world[ram].apply_force({90000.0f, 0.0f});
            fastest = std::max(fastest, fastest_in(world, boxes, 1, time_step, sub_steps));
        }
        CHECK(fastest < 3.0f);
    }
}
