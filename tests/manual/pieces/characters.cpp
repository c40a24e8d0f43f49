// Pieces of docs/manual/characters.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace drystone;

namespace {

constexpr float time_step = 1.0f / 60.0f;

/// A floor whose upper face lies at height 0.
struct Level {
    World world{{.gravity = {0.0f, -10.0f}}};
    BodyId ground = world.create_body({.type = BodyType::Static});

    Level() { add_box({0.0f, -0.5f}, 40.0f, 0.5f); }
    void add_box(Vec2 center, float half_width, float half_height, const ShapeDefinition& definition = {}) {
        world.create_shape(ground, make_box(half_width, half_height, Pose{center}), definition);
    }
    void walk(Character& player, const CharacterInput& input, float seconds) {
        const long steps = std::lround(seconds * 60.0f);
        for (long i = 0; i < steps; ++i) {
            world.step(time_step);
            player.update(world, input, time_step);
        }
    }
};

}  // namespace

TEST_CASE_FIXTURE(Level, "characters: walking, jumping, standing") {
    const float right = 1.0f;
    const bool pressed = false;
    // [first]
    Character player({.geometry = Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f},  // 1.6 m high
                      .position = {0.0f, 1.0f},
                      .jump_speed = 6.0f,
                      .coyote_time = 0.1f,    // jumps that come late ...
                      .jump_buffer = 0.1f});  // ... and early
    // in each step of the game:
    world.step(time_step);
    player.update(world, {.velocity = {4.0f * right, 0.0f}, .jump = pressed}, time_step);
    // [/first]
    walk(player, {.velocity = {4.0f, 0.0f}}, 1.0f);
    CHECK(player.is_on_ground());
    CHECK(player.position().y == doctest::Approx(0.81f).epsilon(0.01));  // half its height, and the gap
    CHECK(player.velocity().x == doctest::Approx(4.0f).epsilon(0.01));
    // [ground]
    const CharacterGround& under = player.ground();
    const bool slides = under.support == CharacterSupport::Steep;
    const BodyId carrier = under.body;  // null in the air
    // [/ground]
    CHECK(!slides);
    CHECK(carrier == ground);
    walk(player, {.jump = true}, time_step);
    CHECK(player.velocity().y > 5.0f);
    // v^2 / (2 g) = 1.8 m after 0.6 s.
    walk(player, {}, 0.6f);
    CHECK(player.position().y == doctest::Approx(0.81f + 1.8f).epsilon(0.05));
}

TEST_CASE_FIXTURE(Level, "characters: steps up to their limit, slopes up to theirs") {
    add_box({3.0f, 0.1f}, 1.0f, 0.1f);
    add_box({8.0f, 0.25f}, 1.0f, 0.25f);
    // [limits]
    Character player({.position = {0.0f, 0.82f},
                      .max_slope = 0.8f,        // [rad]: does not stand on steeper ground
                      .max_step = 0.3f,         // [m]: higher steps are walls
                      .snap_distance = 0.2f});  // [m]: stays on ground down stairs
    // [/limits]
    walk(player, {.velocity = {3.0f, 0.0f}}, 1.0f);
    CHECK(player.position().y == doctest::Approx(1.01f).epsilon(0.02));  // on the step of 0.2 m
    walk(player, {.velocity = {3.0f, 0.0f}}, 4.0f);
    CHECK(player.position().x < 7.0f);  // before the step of 0.5 m
    CHECK(player.position().y == doctest::Approx(0.81f).epsilon(0.02));
}

TEST_CASE_FIXTURE(Level, "characters: a lift carries, a crate is pushed") {
    const BodyId lift = world.create_body({.type = BodyType::Kinematic, .position = {-5.0f, 0.0f}});
    world.create_shape(lift, make_box(1.0f, 0.1f));
    world[lift].set_linear_velocity({0.0f, 1.0f});
    Character rider({.position = {-5.0f, 0.92f}});
    const BodyId crate = world.create_body({.position = {3.0f, 0.5f}});
    world.create_shape(crate, make_box(0.5f, 0.5f), {.density = 20.0f});
    // [push]
    Character player({.position = {0.0f, 0.82f}, .mass = 70.0f, .push_force = 300.0f});
    // [/push]
    for (int i = 0; i < 120; ++i) {
        world.step(time_step);
        rider.update(world, {}, time_step);
        player.update(world, {.velocity = {3.0f, 0.0f}}, time_step);
        // [touches]
        for (const CharacterTouch& touch : player.touches()) {
            if (touch.impulse > 0.0f) {  // it is a dynamic body, which was pushed
                CHECK(touch.body == crate);
            }
        }
        // [/touches]
    }
    CHECK(rider.position().y == doctest::Approx(2.0f + 0.91f).epsilon(0.02));
    CHECK(world[crate].position().x > 4.0f);
}

TEST_CASE_FIXTURE(Level, "characters: through a one-way platform, both ways") {
    add_box({0.0f, 1.5f}, 2.0f, 0.1f, {.one_way = Vec2{0.0f, 1.0f}});
    Character player({.position = {0.0f, 0.82f}, .jump_speed = 7.0f});
    walk(player, {}, 0.1f);
    walk(player, {.jump = true}, time_step);
    walk(player, {}, 1.5f);
    CHECK(player.position().y == doctest::Approx(1.6f + 0.81f).epsilon(0.01));
    // [drop]
    player.update(world, {.drop = true}, time_step);  // through what is one-way below
    // [/drop]
    walk(player, {}, 1.0f);
    CHECK(player.position().y == doctest::Approx(0.81f).epsilon(0.01));
}

TEST_CASE_FIXTURE(Level, "characters: others see it by a body of its own") {
    // [body]
    const BodyId shadow = world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 0.82f}});
    world.create_shape(shadow, Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f});
    Character player({.position = {0.0f, 0.82f}, .body = shadow});
    // [/body]
    walk(player, {.velocity = {2.0f, 0.0f}}, 1.0f);
    world.step(time_step);
    CHECK(world[shadow].position().x == doctest::Approx(player.position().x).epsilon(0.01));
}

TEST_CASE_FIXTURE(Level, "characters: ladders, water, crouching") {
    Character player({.position = {0.0f, 0.82f}});
    const bool on_ladder = true;
    // [modes]
    CharacterInput input{.velocity = {0.0f, 2.0f}};
    input.mode = on_ladder ? CharacterMode::Climb : CharacterMode::Walk;
    player.update(world, input, time_step);
    // [/modes]
    walk(player, input, 1.0f);
    CHECK(player.position().y == doctest::Approx(0.82f + 2.0f).epsilon(0.05));
    walk(player, {}, 2.0f);
    // [crouch]
    const bool crouched = player.set_shape(world, Capsule{{0.0f, -0.5f}, {0.0f, 0.0f}, 0.3f});
    // ... later; false while something is above it:
    const bool stands = player.set_shape(world, Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f});
    // [/crouch]
    CHECK(crouched);
    CHECK(stands);
}

TEST_CASE_FIXTURE(Level, "characters: saved with the world") {
    Character player({.position = {0.0f, 0.82f}});
    walk(player, {.velocity = {3.0f, 0.0f}}, 0.5f);
    // [save]
    const Snapshot moment = world.snapshot();
    const CharacterState state = player.state();  // plain data
    walk(player, {.velocity = {3.0f, 0.0f}, .jump = true}, 0.5f);
    const Vec2 first = player.position();

    world.restore(moment);
    player.set_state(state);
    walk(player, {.velocity = {3.0f, 0.0f}, .jump = true}, 0.5f);
    const bool same = player.position() == first;  // true: the same bits
    // [/save]
    CHECK(same);
}

TEST_CASE_FIXTURE(Level, "characters: a dynamic body on a spring") {
    // [dynamic]
    const BodyId body = world.create_body({.position = {0.0f, 0.9f}, .locks = {.rotation = true}});
    world.create_shape(body, Capsule{{0.0f, -0.1f}, {0.0f, 0.4f}, 0.25f}, {.material = {.friction = 0.0f}});
    DynamicMover walker(world, {.body = body, .ride_height = 0.8f});
    for (int i = 0; i < 120; ++i) {
        walker.update(world, {.speed = 3.0f}, time_step);  // before each step
        world.step(time_step);
    }
    // [/dynamic]
    CHECK(walker.is_on_ground());
    CHECK(world[body].linear_velocity().x == doctest::Approx(3.0f).epsilon(0.05));
    CHECK(world[body].position().y == doctest::Approx(0.8f).epsilon(0.05));
}

TEST_CASE_FIXTURE(Level, "characters: contacts and casts of a shape, for movers of one's own") {
    // [own]
    std::vector<ShapeContact> contacts;
    world.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{{0.0f, 0.55f}}, contacts, {.distance = 0.1f});
    const float gap = contacts.front().separation;  // 0.05 m above the floor
    // [/own]
    CHECK(contacts.size() == 1);
    CHECK(gap == doctest::Approx(0.05f).epsilon(0.01));
}
