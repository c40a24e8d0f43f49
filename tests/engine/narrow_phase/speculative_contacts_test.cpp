// Fast dynamic bodies that meet: the gap between them is known exactly, since they do not rotate.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include "narrow_phase/speculative_contacts.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace drystone {
namespace {

constexpr float time_step = 1.0f / 60.0f;

struct Flight {
    World world;
    BodyId left;
    BodyId right;
};

/// Makes two bodies of one shape in free space, `gap` apart, that fly towards each other along x.
template <class Shape>
Flight make_flight(const Shape& shape, float half, float gap, float speed, float height, NarrowPhase phase) {
    Flight flight{World({.gravity = {0.0f, 0.0f}, .narrow_phase = phase}), {}, {}};
    const float x = half + 0.5f * gap;
    for (const float side : {-1.0f, 1.0f}) {
        const BodyId body = flight.world.create_body({.type = BodyType::Dynamic,
                                                      .position = {side * x, 0.5f * side * height},
                                                      .linear_velocity = {-side * speed, 0.0f}});
        flight.world.create_shape(body, shape);
        (side < 0.0f ? flight.left : flight.right) = body;
    }
    return flight;
}

/// Steps until well after they met; returns the minimum gap between bodies of that half width.
float min_gap(Flight& flight, float half, int steps) {
    float minimum = 1e9f;
    for (int i = 0; i < steps; ++i) {
        flight.world.step(time_step);
        const float between =
            flight.world[flight.right].position().x - flight.world[flight.left].position().x;
        minimum = std::min(minimum, between - 2.0f * half);
    }
    return minimum;
}

TEST_CASE("fast bodies whose fat boxes overlap are stopped before they are in each other") {
    for (const NarrowPhase phase : {NarrowPhase::Lanes, NarrowPhase::Scalar}) {
        float deepest_box = 0.0f;
        float deepest_capsule = 0.0f;
        for (int i = 0; i < 40; ++i) {
            // Beyond the speculative distance, within the margins of their boxes: both move 58 mm in a step,
            // and so meet in the first one.
            const float gap = 0.021f + 0.001f * static_cast<float>(i);
            Flight boxes = make_flight(make_box(0.5f, 0.5f), 0.5f, gap, 3.5f, 0.0f, phase);
            deepest_box = std::min(deepest_box, min_gap(boxes, 0.5f, 18));
            // Nothing bounces, and momentum is conserved.
            CHECK(std::abs(boxes.world[boxes.left].linear_velocity().x) < 0.05f);
            CHECK(std::abs(boxes.world[boxes.right].linear_velocity().x) < 0.05f);
            Flight capsules =
                make_flight(Capsule{{0.0f, -0.4f}, {0.0f, 0.4f}, 0.1f}, 0.1f, gap, 3.5f, 0.0f, phase);
            deepest_capsule = std::min(deepest_capsule, min_gap(capsules, 0.1f, 18));
        }
        CHECK(deepest_box > -0.001f);
        CHECK(deepest_capsule > -0.001f);
    }
}

TEST_CASE("small fast bodies that come from afar are stopped before they are in each other") {
    // Their boxes have almost no margin, and both move 58 mm in a step: 117 mm are closed in the step in
    // which they meet.
    float deepest = 0.0f;
    for (int i = 0; i < 120; ++i) {
        const float gap = 0.5f + 0.001f * static_cast<float>(i);
        Flight boxes = make_flight(make_box(0.1f, 0.1f), 0.1f, gap, 3.5f, 0.0f, NarrowPhase::Lanes);
        Flight discs = make_flight(Circle{{0.0f, 0.0f}, 0.1f}, 0.1f, gap, 3.5f, 0.0f, NarrowPhase::Lanes);
        Flight capsules = make_flight(Capsule{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.1f}, 0.1f, gap, 3.5f, 0.0f,
                                      NarrowPhase::Lanes);
        for (Flight* const flight : {&boxes, &discs, &capsules}) {
            deepest = std::min(deepest, min_gap(*flight, 0.1f, 18));
        }
    }
    CHECK(deepest > -0.001f);
}

/// Axis of a capsule of the test below, in double.
struct Rod {
    double ax, ay, bx, by;
};

constexpr float rod_half = 0.2f;
constexpr float rod_radius = 0.05f;

Rod rod_of(const World& world, BodyId body) {
    const Pose pose = world[body].pose();
    const Vec2 a = transform(pose, {-rod_half, 0.0f});
    const Vec2 b = transform(pose, {rod_half, 0.0f});
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(b.x),
            static_cast<double>(b.y)};
}

double point_to_rod(double x, double y, const Rod& rod) {
    const double dx = rod.bx - rod.ax;
    const double dy = rod.by - rod.ay;
    const double t = std::clamp(((x - rod.ax) * dx + (y - rod.ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(x - rod.ax - t * dx, y - rod.ay - t * dy);
}

/// Returns the depth of the capsules' overlap [m]. Their axes do not cross if it is less than a radius.
double depth_of(const Rod& p, const Rod& q) {
    const double nearest = std::min({point_to_rod(p.ax, p.ay, q), point_to_rod(p.bx, p.by, q),
                                     point_to_rod(q.ax, q.ay, p), point_to_rod(q.bx, q.by, p)});
    return std::max(0.0, 2.0 * static_cast<double>(rod_radius) - nearest);
}

TEST_CASE("bodies that turn as they fly are stopped where they meet, not where they are nearest before") {
    std::mt19937 random(7);
    const auto between = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random()) / 4294967296.0f;
    };
    constexpr int trials = 1000;
    double sum = 0.0;
    int free = 0;
    for (int trial = 0; trial < trials; ++trial) {
        World world({.gravity = {0.0f, 0.0f}});
        BodyId rods[2];
        for (int i = 0; i < 2; ++i) {
            const float side = i == 0 ? -1.0f : 1.0f;
            rods[i] =
                world.create_body({.type = BodyType::Dynamic,
                                   .position = {side * between(0.6f, 0.8f), side * between(0.0f, 0.1f)},
                                   .angle = between(-3.0f, 3.0f),
                                   .linear_velocity = {-side * between(2.0f, 6.0f), between(-1.0f, 1.0f)},
                                   .angular_velocity = between(-40.0f, 40.0f)});
            world.create_shape(rods[i], Capsule{{-rod_half, 0.0f}, {rod_half, 0.0f}, rod_radius});
        }
        if (depth_of(rod_of(world, rods[0]), rod_of(world, rods[1])) > 0.0) {
            continue;
        }
        double deepest = 0.0;
        for (int step = 0; step < 24; ++step) {
            world.step(time_step);
            deepest = std::max(deepest, depth_of(rod_of(world, rods[0]), rod_of(world, rods[1])));
        }
        sum += deepest;
        free += deepest < 1e-3 ? 1 : 0;
    }
    // With the normals from before the step, it would be 23 mm, and 258 pairs. The remaining overlaps are of
    // pairs that meet twice in a step, or continue to rotate while they touch.
    CHECK(1e3 * sum / trials < 15.0);
    CHECK(free > 450);
}

TEST_CASE("fast bodies that fly past each other do not touch") {
    for (const NarrowPhase phase : {NarrowPhase::Lanes, NarrowPhase::Scalar}) {
        for (int i = 0; i < 40; ++i) {
            const float gap = 1.0f + 0.01f * static_cast<float>(i);
            // Above the speculative distance, below which contacts may be created too early.
            constexpr float clearance = 0.03f;
            Flight boxes = make_flight(make_box(0.5f, 0.5f), 0.5f, gap, 12.0f, 1.0f + clearance, phase);
            Flight discs = make_flight(Circle{{0.0f, 0.0f}, 0.5f}, 0.5f, gap, 12.0f, 1.0f + clearance, phase);
            for (Flight* const flight : {&boxes, &discs}) {
                for (int step = 0; step < 12; ++step) {
                    flight->world.step(time_step);
                }
                CHECK(flight->world[flight->left].linear_velocity() == Vec2{12.0f, 0.0f});
                CHECK(flight->world[flight->right].linear_velocity() == Vec2{-12.0f, 0.0f});
                CHECK(flight->world[flight->right].angular_velocity() == 0.0f);
            }
        }
    }
}

TEST_CASE("a blow is no earlier because it is speculative") {
    // One box hits another: until the gap is closed, the other one stays at rest.
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId slow = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.0f}});
    world.create_shape(slow, make_box(0.5f, 0.5f));
    const BodyId fast = world.create_body(
        {.type = BodyType::Dynamic, .position = {-2.0f, 0.0f}, .linear_velocity = {7.0f, 0.0f}});
    world.create_shape(fast, make_box(0.5f, 0.5f));
    for (int i = 0; i < 20; ++i) {
        world.step(time_step);
        const float gap = world[slow].position().x - world[fast].position().x - 1.0f;
        if (gap > 0.01f) {
            CHECK(world[slow].linear_velocity() == Vec2{0.0f, 0.0f});
        }
        CHECK(gap > -0.001f);
    }
    // Both have the same mass and do not bounce.
    CHECK(world[slow].linear_velocity().x == doctest::Approx(3.5f).epsilon(1e-3));
    CHECK(world[fast].linear_velocity().x == doctest::Approx(3.5f).epsilon(1e-3));
}

TEST_CASE("discs that meet beside their centres part along the line of centres of that moment") {
    // Frictionless and fully elastic: only the part along the line of centres is exchanged.
    for (int i = 0; i < 60; ++i) {
        const float radius = 0.5f;
        const float height = 0.016f * static_cast<float>(i);
        const float gap = 0.6f + 0.013f * static_cast<float>(i % 17);
        World world({.gravity = {0.0f, 0.0f}});
        const ShapeDefinition elastic{.material = {.friction = 0.0f, .restitution = 1.0f}};
        BodyId bodies[2];
        for (int k = 0; k < 2; ++k) {
            const float side = k == 0 ? -1.0f : 1.0f;
            bodies[k] = world.create_body({.type = BodyType::Dynamic,
                                           .position = {side * (radius + 0.5f * gap), 0.5f * side * height},
                                           .linear_velocity = {-side * 3.4f, 0.0f}});
            world.create_shape(bodies[k], Circle{{0.0f, 0.0f}, radius}, elastic);
        }
        for (int step = 0; step < 24; ++step) {
            world.step(time_step);
        }
        const float across = height / (2.0f * radius);
        const float along = std::sqrt(1.0f - across * across);
        // v' = v - 2 (v . n) n, for the body on the left.
        const Vec2 expected{3.4f - 6.8f * along * along, -6.8f * along * across};
        CAPTURE(height);
        CAPTURE(gap);
        CHECK(length(world[bodies[0]].linear_velocity() - expected) < 0.05f * 6.8f);
        CHECK(length(world[bodies[0]].linear_velocity() + world[bodies[1]].linear_velocity()) < 1e-4f);
        CHECK(std::abs(world[bodies[0]].angular_velocity()) < 1e-5f);
    }
}

TEST_CASE("an off-centre blow that is speculative keeps the angular momentum") {
    for (int i = 0; i < 40; ++i) {
        const float gap = 0.5f + 0.005f * static_cast<float>(i);
        World world({.gravity = {0.0f, 0.0f}});
        const float height = 0.7f;
        const BodyId left = world.create_body(
            {.type = BodyType::Dynamic, .position = {-0.5f - gap, 0.0f}, .linear_velocity = {6.0f, 2.0f}});
        world.create_shape(left, make_box(0.5f, 0.5f));
        const BodyId right = world.create_body({.type = BodyType::Dynamic, .position = {0.5f, height}});
        world.create_shape(right, make_box(0.5f, 0.5f));
        const auto momentum = [&] {
            double sum = 0.0;
            for (const BodyId body : {left, right}) {
                const Vec2 at = world[body].position();
                const Vec2 v = world[body].linear_velocity();
                sum += static_cast<double>(at.x) * v.y - static_cast<double>(at.y) * v.x;
                // Inertia of a square of 1 m and 1 kg.
                sum += static_cast<double>(world[body].angular_velocity()) / 6.0;
            }
            return sum;
        };
        const double before = momentum();
        for (int step = 0; step < 20; ++step) {
            world.step(time_step);
        }
        // Relative to the angular momentum about the midpoint of both: m v d.
        CAPTURE(gap);
        CHECK(std::abs(world[right].angular_velocity()) > 0.5f);
        CHECK(std::abs(momentum() - before) < 3.6e-3 * 6.0 * static_cast<double>(height));
    }
}

TEST_CASE("a point goes to where it will meet, and stays where it was found if that is beyond all numbers") {
    // The right face of A is 30 mm from the left face of B, both at 0.5 m from their own centres, and they
    // meet half-way.
    Flight flight = make_flight(make_box(0.5f, 0.5f), 0.5f, 0.03f, 3.0f, 0.0f, NarrowPhase::Lanes);
    flight.world[flight.left].set_linear_velocity({3.0f, 8.0f});
    const WorldState& world = test::state_of(flight.world);
    Contact contact;
    contact.body_a = contact.shape_a = 0;
    contact.body_b = contact.shape_b = 1;
    ManifoldRows rows{};
    rows.normal_x[0] = 1.0f;
    rows.feature[0][0] = 1.0f;
    rows.separation[0][0] = 0.03f;
    rows.arm_x[0][0] = 0.515f;
    rows.arm_y[0][0] = 0.25f;
    for (const float step : {time_step, 1e38f}) {
        const NarrowPhaseInput input{world.stores.bodies, world.stores.shapes, *world.systems.narrow_kernels,
                                     world.settings.speculative_distance, step};
        ContactBlock block{};
        block.normal_arm_a[0][0] = 17.0f;
        move_arms_to_impact(input, contact, rows, block, 0);
        // The point moves with the mean velocity of both: upwards at 4 m/s until 30 mm are covered at 6 m/s,
        // hence by 20 mm, but 20 mm down in the frame of A.
        const float arm = world.stores.bodies.masses[0].arm_scale * -(0.25f - 0.02f);
        CHECK(block.normal_arm_a[0][0] == doctest::Approx(step == time_step ? arm : 17.0f));
    }
}

TEST_CASE("a kinematic paddle pushes a disc at rest at any speed, and gives it its own") {
    for (const float speed : {5.0f, 20.0f, 40.0f, 100.0f, 200.0f}) {
        for (int i = 0; i < 20; ++i) {
            World world({.gravity = {0.0f, 0.0f}});
            const BodyId paddle = world.create_body(
                {.type = BodyType::Kinematic,
                 .position = {-4.0f - 0.1f * speed * time_step * static_cast<float>(i), 0.0f},
                 .linear_velocity = {speed, 0.0f}});
            world.create_shape(paddle, make_box(0.05f, 1.0f));
            const BodyId disc = world.create_body({.type = BodyType::Dynamic});
            world.create_shape(disc, Circle{{0.0f, 0.0f}, 0.1f});
            const int steps = static_cast<int>(6.0f / (speed * time_step)) + 3;
            for (int step = 0; step < steps; ++step) {
                world.step(time_step);
            }
            const float ahead = world[disc].position().x - world[paddle].position().x;
            CHECK(ahead > 0.14f);
            // Plastic: never faster than the paddle, and no slower.
            CHECK(world[disc].linear_velocity().x == doctest::Approx(speed).epsilon(0.01));
        }
    }
}

}  // namespace
}  // namespace drystone
