#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

constexpr double gravity = 10.0;

/// Disc that rolls without slip on a floor, in the direction of +x.
struct RollingDisc {
    RollingDisc(const ShapeGeometry& floor, const Material& material, float radius, float speed,
                const WorldDefinition& definition = {})
        : world(definition) {
        const BodyId ground = world.create_body({.type = BodyType::Static});
        floor_shape = world.create_shape(ground, floor, {.material = {.friction = 1.0f}});
        disc = test::add_disc(world, {0.0f, radius}, radius, {.material = material});
        world[disc].set_linear_velocity({speed, 0.0f});
        world[disc].set_angular_velocity(-speed / radius);
    }
    World world;
    ShapeId floor_shape;
    BodyId disc;
};

/// Returns the sag of a body after that many steps.
double sag_after(World& world, BodyId body, double height, int steps) {
    test::run(world, steps);
    return height - static_cast<double>(world[body].position().y);
}

double spring_sag(double frequency, double part) {
    const double omega = 2.0 * 3.14159265358979 * frequency;
    return gravity / (part * omega * omega);
}

}  // namespace

TEST_CASE("law: rolling resistance stops a disc after v^2 k / (2 mu g), whatever its size") {
    // k = 1 + I / (m r^2) = 3/2; the work of the torque equals that of a force mu N over the distance.
    for (const float radius : {0.2f, 0.5f, 1.5f}) {
        for (const float resistance : {0.05f, 0.15f}) {
            CAPTURE(radius);
            CAPTURE(resistance);
            const float speed = 3.0f;
            RollingDisc scene(Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}},
                              {.friction = 1.0f, .rolling_resistance = resistance}, radius, speed,
                              {.sleeping = false});
            const double deceleration = double{resistance} * gravity / 1.5;
            const double half_way = 0.5 * double{speed} / deceleration;
            test::run(scene.world, static_cast<int>(60.0 * half_way));
            CHECK(scene.world[scene.disc].linear_velocity().x ==
                  doctest::Approx(0.5 * double{speed}).epsilon(0.02));
            test::run(scene.world, static_cast<int>(60.0 * (half_way + 1.0)));
            const double expected =
                double{speed} * double{speed} * 1.5 / (2.0 * double{resistance} * gravity);
            CHECK(scene.world[scene.disc].position().x == doctest::Approx(expected).epsilon(0.01));
            CHECK(length(scene.world[scene.disc].linear_velocity()) < 1e-3f);
            CHECK(std::abs(scene.world[scene.disc].angular_velocity()) < 2e-3f);
        }
    }
}

TEST_CASE("law: of a pair the greater rolling resistance counts, at the radius of the smaller shape") {
    // On a thick box, and with the floor's coefficient.
    RollingDisc scene(make_box(50.0f, 2.0f, Pose{Vec2{0.0f, -2.0f}, Rot{}}),
                      {.friction = 1.0f, .rolling_resistance = 0.02f}, 0.5f, 3.0f, {.sleeping = false});
    scene.world[scene.floor_shape].set_material({.friction = 1.0f, .rolling_resistance = 0.1f});
    test::run(scene.world, 120);
    CHECK(scene.world[scene.disc].linear_velocity().x ==
          doctest::Approx(3.0 - 2.0 * 0.1 * gravity / 1.5).epsilon(0.02));
    // Removed while it rolls: nothing resists any more.
    scene.world[scene.floor_shape].set_material({.friction = 1.0f});
    scene.world[scene.world[scene.disc].shapes()[0]].set_material({.friction = 1.0f});
    test::run(scene.world, 1);
    const float speed = scene.world[scene.disc].linear_velocity().x;
    test::run(scene.world, 120);
    CHECK(scene.world[scene.disc].linear_velocity().x == doctest::Approx(double{speed}).epsilon(1e-3));
}

TEST_CASE("law: a disc with rolling resistance rests on slopes up to atan(mu)") {
    const auto rolled = [](float slope, bool sleeping) {
        World world({.sleeping = sleeping});
        const float angle = std::atan(slope);
        const BodyId ground = world.create_body({.type = BodyType::Static, .angle = -angle});
        world.create_shape(ground, make_box(200.0f, 1.0f), {.material = {.friction = 1.0f}});
        const Vec2 start = 1.5f * world[ground].world_vector({0.0f, 1.0f});
        const BodyId disc =
            test::add_disc(world, start, 0.5f, {.material = {.friction = 1.0f, .rolling_resistance = 0.2f}});
        test::run(world, 240);
        return length(world[disc].position() - start);
    };
    CHECK(rolled(0.19f, true) < 0.01f);
    CHECK(rolled(0.19f, false) < 0.01f);
    // On a steeper slope, the remaining torque accelerates it: g (sin - mu cos) / k.
    const double slope = 0.25;
    const double cosine = 1.0 / std::sqrt(1.0 + slope * slope);
    CHECK(rolled(0.25f, false) ==
          doctest::Approx(0.5 * 16.0 * gravity * (slope - 0.2) * cosine / 1.5).epsilon(0.02));
}

TEST_CASE("law: two discs that roll on each other feel equal and opposite torques") {
    World world({.gravity = {0.0f, 0.0f}});
    const Material material{.friction = 0.0f, .rolling_resistance = 0.3f};
    const BodyId a = test::add_disc(world, {-0.5f, 0.0f}, 0.5f, {.material = material});
    const BodyId b = test::add_disc(world, {0.5f, 0.0f}, 0.5f, {.density = 2.0f, .material = material});
    world[a].set_angular_velocity(20.0f);
    const double before = world.angular_momentum();
    for (int i = 0; i < 30; ++i) {
        world[a].apply_force({5.0f, 0.0f});
        world[b].apply_force({-5.0f, 0.0f});
        world.step(dt);
    }
    // 0.3 times 0.5 m times 5 N for half a second.
    const double inertia = world[a].mass().inertia;
    CHECK(world[a].angular_velocity() ==
          doctest::Approx(20.0 - 0.3 * 0.5 * 5.0 * 0.5 / inertia).epsilon(0.02));
    CHECK(world.angular_momentum() == doctest::Approx(before).epsilon(1e-4));
}

TEST_CASE("law: a belt takes a box along with mu g until it has the belt's speed, to the right") {
    const float friction = 0.4f;
    const float speed = 2.0f;
    World world;
    test::add_ground(world, 50.0f, {.friction = friction, .tangent_speed = speed});
    const BodyId box = test::add_box(world, {0.0f, 0.25f}, 0.5f, 0.25f, {.material = {.friction = friction}});
    const double time = double{speed} / (double{friction} * gravity);
    const int half = static_cast<int>(std::lround(30.0 * time));
    test::run(world, half);
    CHECK(world[box].linear_velocity().x == doctest::Approx(0.5 * double{speed}).epsilon(0.02));
    test::run(world, half + 3);
    CHECK(world[box].linear_velocity().x == doctest::Approx(double{speed}).epsilon(1e-3));
    test::run(world, 300);
    CHECK(world[box].linear_velocity().x == doctest::Approx(double{speed}).epsilon(1e-4));
    CHECK(world[box].is_awake());
}

TEST_CASE("law: surfaces run clockwise, and their speeds add up") {
    // On top of, under and at both sides of a square with a moving surface, without gravity, pressed on by a
    // force.
    const Vec2 sides[] = {{0.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {-1.0f, 0.0f}};
    for (const Vec2& side : sides) {
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId belt = world.create_body({.type = BodyType::Static});
        world.create_shape(belt, make_box(20.0f, 20.0f), {.material = {.tangent_speed = 1.0f}});
        const BodyId box =
            test::add_box(world, 20.5f * side, 0.5f, 0.5f, {.material = {.tangent_speed = 1.5f}});
        for (int i = 0; i < 120; ++i) {
            world[box].apply_force(-10.0f * side);
            world.step(dt);
        }
        const Vec2 expected = 2.5f * Vec2{side.y, -side.x};
        CHECK(length(world[box].linear_velocity() - expected) < 0.01f);
    }
}

TEST_CASE("law: a plank on two wheels that run towards each other swings with Timoshenko's period") {
    // The nearer wheel carries more and pulls more: x'' = -mu g x / (L - mu h), with the wheels 2 L apart and
    // the centre of mass h above them.
    const double friction = 0.3;
    World world({.sleeping = false});
    for (const float side : {-1.0f, 1.0f}) {
        const BodyId wheel = world.create_body({.type = BodyType::Static, .position = {side, -0.5f}});
        world.create_shape(wheel, Circle{{0.0f, 0.0f}, 0.5f},
                           {.material = {.friction = 0.3f, .tangent_speed = -5.0f * side}});
    }
    const BodyId plank = test::add_box(world, {0.25f, 0.1f}, 3.0f, 0.1f, {.material = {.friction = 0.3f}});
    const double period = 2.0 * 3.14159265358979 * std::sqrt((1.0 - 0.1 * friction) / (friction * gravity));
    double first = 0.0;
    double last = 0.0;
    int crossings = 0;
    double before = 0.25;
    for (int i = 1; i <= 600; ++i) {
        world.step(dt);
        const double now = world[plank].position().x;
        if (before > 0.0 && now <= 0.0) {
            last = (i + now / (before - now)) / 60.0;
            first = crossings == 0 ? last : first;
            ++crossings;
        }
        before = now;
        CHECK(std::abs(now) < 0.3);
    }
    REQUIRE(crossings == 3);
    CHECK(first == doctest::Approx(0.25 * period).epsilon(0.03));
    CHECK(0.5 * (last - first) == doctest::Approx(period).epsilon(0.01));
}

TEST_CASE("law: a disc on a spring sags by g / (2 pi f)^2; of two springs the softer one counts") {
    const Material soft{.frequency = 2.0f, .damping_ratio = 0.7f};
    const Material softer{.frequency = 1.5f, .damping_ratio = 0.3f};
    for (int turn = 0; turn < 3; ++turn) {
        World world({.sleeping = false});
        test::add_ground(world, 20.0f, turn == 1 ? softer : Material{});
        const BodyId disc =
            test::add_disc(world, {0.0f, 0.5f}, 0.5f, {.material = turn == 2 ? softer : soft});
        const double expected = spring_sag(turn == 0 ? 2.0 : 1.5, 1.0);
        CHECK(sag_after(world, disc, 0.5, 600) == doctest::Approx(expected).epsilon(1e-3));
    }
}

TEST_CASE("law: a box on two springs sags as their stiffness says, and whatever its mass") {
    // The compliance of a corner of a square is m (1/m + a^2/I) = 0.4 of the disc's: two of them give 0.8.
    for (const float density : {0.1f, 1.0f, 30.0f}) {
        World world({.sleeping = false});
        test::add_ground(world, 20.0f);
        const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f,
                                         {.density = density, .material = {.frequency = 2.0f}});
        CHECK(sag_after(world, box, 0.5, 600) == doctest::Approx(spring_sag(2.0, 0.8)).epsilon(2e-3));
    }
}

TEST_CASE("law: a disc on a weakly damped spring swings with its frequency and damping") {
    const double frequency = 1.0;
    const double damping = 0.05;
    const int sub_steps = 16;
    World world({.sleeping = false});
    test::add_ground(world, 20.0f);
    const double rest = 1.0 - spring_sag(frequency, 1.0);
    const BodyId disc = test::add_disc(world, {0.0f, static_cast<float>(rest)}, 1.0f,
                                       {.material = {.frequency = 1.0f, .damping_ratio = 0.05f}});
    world[disc].set_linear_velocity({0.0f, 0.5f});
    // The solver is an implicit Euler integrator of m x'' = -m (omega^2 x + 2 zeta omega x') - m g.
    const double omega = 2.0 * 3.14159265358979 * frequency;
    const double h = 1.0 / 60.0 / sub_steps;
    double x = -spring_sag(frequency, 1.0);
    double v = 0.5;
    double worst = 0.0;
    double last_crossing = 0.0;
    int crossings = 0;
    double before = 0.0;
    for (int i = 1; i <= 300; ++i) {
        for (int k = 0; k < sub_steps; ++k) {
            v = (v - h * gravity - h * omega * omega * x) / (1.0 + h * omega * (2.0 * damping + h * omega));
            x += h * v;
        }
        world.step(dt, sub_steps);
        const double now = double{world[disc].position().y} - rest;
        worst = std::max(worst, std::abs(double{world[disc].position().y} - (1.0 + x)));
        if (before < 0.0 && now >= 0.0) {
            ++crossings;
            last_crossing = (i - now / (now - before)) / 60.0;
        }
        before = now;
    }
    CHECK(worst < 5e-4);
    REQUIRE(crossings == 4);
    CHECK(last_crossing ==
          doctest::Approx(4.0 / (frequency * std::sqrt(1.0 - damping * damping))).epsilon(0.01));
}

TEST_CASE("law: a disc that falls onto a spring goes as deep as its energy says and comes up again") {
    World world;
    test::add_ground(world, 20.0f);
    const BodyId disc =
        test::add_disc(world, {0.0f, 2.5f}, 1.5f, {.material = {.frequency = 2.0f, .damping_ratio = 0.0f}});
    float lowest = 10.0f;
    float highest = 0.0f;
    for (int i = 0; i < 90; ++i) {
        world.step(dt, 32);
        lowest = std::min(lowest, world[disc].position().y);
        highest = world[disc].linear_velocity().y > 0.0f || highest > 0.0f
                      ? std::max(highest, world[disc].position().y)
                      : 0.0f;
    }
    // m g (1 m + d) = m omega^2 d^2 / 2.
    const double s = spring_sag(2.0, 1.0);
    const double depth = s + std::sqrt(s * s + 2.0 * s);
    CHECK(1.5 - double{lowest} == doctest::Approx(depth).epsilon(0.02));
    CHECK(double{highest} > 2.4);
    CHECK(double{highest} < 2.505);
}
