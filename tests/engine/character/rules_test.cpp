// One-way platforms, jumps, crouching, ladders, water, planets, and what is promised of state and input.
#include "engine/character/course.h"

#include "support/failing_allocation.h"

#include <limits>

using namespace drystone;
using test::Course;
using test::walking;

namespace {

void add_one_way(Course& course, float from, float to, float height) {
    course.add_box({from, height - 0.2f}, {to, height}, {.one_way = Vec2{0.0f, 1.0f}});
}

bool is_same(const CharacterState& a, const CharacterState& b) {
    return a.position == b.position && a.velocity == b.velocity && a.ground.shape == b.ground.shape &&
           a.ground.support == b.ground.support && a.place_on_ground == b.place_on_ground &&
           a.air_time == b.air_time && a.jump_age == b.jump_age && a.dropped == b.dropped;
}

}  // namespace

TEST_CASE("character: jumps up through a one-way platform, stands on it, and falls through when it wants") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        add_one_way(course, -3.0f, 0.0f, 1.0f);
        add_one_way(course, 0.0f, 3.0f, 1.0f);
        course.definition.jump_speed = 6.0f;
        course.start(0.0f);
        course.step({.jump = true});
        course.run(1.5f, {});
        CHECK(course.character->is_on_ground());
        CHECK(course.height() == doctest::Approx(1.0f).epsilon(2e-3));
        // From the side, through the ends: it does not stop.
        course.run(1.0f, walking(2.0f));
        CHECK(course.height() == doctest::Approx(1.0f).epsilon(2e-3));
        course.step({.drop = true});
        CHECK_FALSE(course.character->is_on_ground());
        course.run(1.0f, {});
        CHECK(course.character->is_on_ground());
        CHECK(course.height() == doctest::Approx(0.0f).epsilon(2e-3).scale(1));
        course.run(3.0f, walking(2.0f));  // Out of the platform, which is around its head.
        CHECK(course.character->state().dropped_count == 0);
    });
}

TEST_CASE("character: drops through a row of one-way tiles while it walks, and to the next floor only") {
    test::for_each_runner([](Course& course) {
        for (int i = 0; i < 20; ++i) {
            for (const float height : {0.0f, 2.5f, 5.0f}) {
                add_one_way(course, static_cast<float>(i), static_cast<float>(i + 1), height);
            }
        }
        course.start(2.0f, 5.0f);
        course.run(0.5f, walking(4.0f));
        for (const float height : {2.5f, 0.0f}) {
            course.step({.velocity = {4.0f, 0.0f}, .drop = true});
            course.run(1.0f, walking(4.0f));
            CHECK(course.height() == doctest::Approx(height).epsilon(2e-3).scale(1));
            CHECK(course.character->is_on_ground());
        }
    });
}

TEST_CASE("character: walks under and through a one-way platform from the side without a stop") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        add_one_way(course, 3.0f, 6.0f, 1.1f);
        course.start(0.0f);
        const float from = course.x();
        const double time = course.run(3.0f, walking(3.0f));
        CHECK(static_cast<double>(course.x() - from) == doctest::Approx(3.0 * time).epsilon(1e-3));
    });
}

TEST_CASE("character: a moving one-way platform carries it") {
    test::for_each_runner([](Course& course) {
        const BodyId lift =
            course.world.create_body({.type = BodyType::Kinematic, .position = {0.0f, -4.0f}});
        course.world.create_shape(lift, make_box(2.0f, 0.1f), {.one_way = Vec2{0.0f, 1.0f}});
        course.world[lift].set_linear_velocity({0.0f, 6.0f});
        course.start(0.0f);
        course.run(1.0f, {});
        CHECK(course.character->is_on_ground());
        CHECK(course.height() == doctest::Approx(course.world[lift].position().y + 0.1f).epsilon(5e-3));
    });
}

TEST_CASE("character: jumps late by the coyote time and early by the buffer, and no more") {
    for (const bool late : {true, false}) {
        CAPTURE(late);
        for (const float wait : {0.05f, 0.15f}) {
            CAPTURE(wait);
            Course course(test::course_shapes()[2].geometry, 100.0f);
            course.definition.coyote_time = late ? 0.1f : 0.0f;
            course.definition.jump_buffer = late ? 0.0f : 0.1f;
            course.add_box({-5.0f, -1.0f}, {0.0f, 0.0f});
            course.add_box({-5.0f, -11.0f}, {50.0f, -10.0f});
            course.definition.snap_distance = 0.0f;
            course.start(-2.0f);
            if (late) {
                while (course.character->is_on_ground()) {
                    course.step(walking(3.0f));
                }
                course.run(wait - course.dt, walking(3.0f));
                course.step({.velocity = {3.0f, 0.0f}, .jump = true});
                CHECK((course.character->velocity().y > 4.0f) == (wait < 0.1f));
            } else {
                course.character->teleport({10.0f, -9.0f + test::foot_depth});
                // Falls 1 m in 0.447 s.
                course.run(0.44f - wait, {});
                course.step({.jump = true});
                float highest = -20.0f;
                for (int i = 0; i < 60; ++i) {
                    course.step({});
                    highest = std::max(highest, course.character->velocity().y);
                }
                CHECK((highest > 4.0f) == (wait < 0.1f));
            }
        }
    }
}

TEST_CASE("character: a held jump is not a double jump") {
    Course course(test::course_shapes()[1].geometry, 60.0f);
    course.definition.coyote_time = 0.2f;
    course.add_floor();
    course.start(0.0f);
    float highest = 0.0f;
    course.step({.jump = true});
    for (int i = 0; i < 50; ++i) {
        course.step({.jump = true});
        highest = std::max(highest, course.height());
    }
    CHECK(highest == doctest::Approx(1.25f).epsilon(0.01));
}

TEST_CASE("character: crouches into a tunnel and cannot stand up in it") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.add_box({2.0f, 1.0f}, {8.0f, 3.0f});
        course.start(0.0f);
        const ShapeGeometry tall = Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f};
        const ShapeGeometry low = Capsule{{0.0f, -0.5f}, {0.0f, -0.4f}, 0.3f};
        REQUIRE(course.character->set_shape(course.world, tall));
        course.run(2.0f, walking(3.0f));
        CHECK(course.x() < 2.0f);
        REQUIRE(course.character->set_shape(course.world, low));
        course.run(1.0f, walking(3.0f));
        CHECK(course.x() > 3.0f);
        CHECK_FALSE(course.character->set_shape(course.world, tall));
        CHECK(std::get<Capsule>(course.character->definition().geometry).b.y == -0.4f);
        course.run(3.0f, walking(3.0f));
        CHECK(course.x() > 8.5f);
        CHECK(course.character->set_shape(course.world, tall));
    });
}

TEST_CASE("character: climbs a ladder without gravity, and jumps off it") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.start(0.0f);
        const double time = course.run(1.0f, {.velocity = {0.0f, 2.0f}, .mode = CharacterMode::Climb});
        CHECK(static_cast<double>(course.height()) == doctest::Approx(2.0 * time).epsilon(1e-3));
        const Vec2 rest = course.position();
        course.run(1.0f, {.mode = CharacterMode::Climb});
        CHECK(course.position() == rest);
        course.step({.velocity = {0.0f, 0.0f}, .jump = true, .mode = CharacterMode::Climb});
        CHECK(course.character->velocity().y > 4.0f);
        course.run(2.0f, {});
        CHECK(course.character->is_on_ground());
    });
}

TEST_CASE("character: swims with its acceleration to the desired velocity") {
    test::for_each_runner([](Course& course) {
        course.definition.swim_acceleration = 4.0f;
        course.start(0.0f);
        course.character->launch({0.0f, 0.0f});
        const float from = course.height();
        const double time = course.run(0.5f, {.velocity = {0.0f, 8.0f}, .mode = CharacterMode::Swim});
        CHECK(static_cast<double>(course.height() - from) ==
              doctest::Approx(2.0 * time * time).epsilon(1e-3));
        course.run(3.0f, {.velocity = {1.0f, 0.0f}, .mode = CharacterMode::Swim});
        CHECK(course.character->velocity() == Vec2{1.0f, 0.0f});
    });
}

TEST_CASE("character: walks around a planet, with its up away from the centre") {
    test::for_each_runner([](Course& course) {
        course.world.create_shape(course.ground, make_regular_polygon(90, 10.0f));
        course.definition.position = {0.0f, 10.0f + test::foot_depth};
        course.character.emplace(course.definition);
        const double speed = 8.0;
        // Once around at the height of the feet.
        const double round = 2.0 * 3.14159265 * 10.0 / speed;
        const int steps = static_cast<int>(std::lround(round / static_cast<double>(course.dt)));
        double angle = 0.0;
        Vec2 before = course.position();
        for (int i = 0; i < steps; ++i) {
            course.character->set_up(course.position());
            course.step(walking(static_cast<float>(speed)));
            angle += std::atan2(static_cast<double>(cross(course.position(), before)),
                                static_cast<double>(dot(before, course.position())));
            before = course.position();
            CHECK(course.character->is_on_ground());
            CHECK(length(course.position()) == doctest::Approx(10.8f).epsilon(3e-3));
        }
        // The frame's origin goes as fast as the feet, on a larger circle; polygons are shorter than circles.
        CHECK(angle == doctest::Approx(2.0 * 3.14159265 * 10.0 / 10.81).epsilon(0.01));
    });
}

TEST_CASE("character: passes no wall, however fast it is and however thin the wall") {
    test::for_each_runner([](Course& course) {
        course.world.create_shape(course.ground, Segment{{5.0f, -50.0f}, {5.0f, 50.0f}});
        course.world.create_shape(course.ground, Segment{{-50.0f, -20.0f}, {50.0f, -20.0f}});
        course.start(0.0f);
        for (const Vec2& velocity : {Vec2{500.0f, 0.0f}, Vec2{300.0f, -300.0f}, Vec2{100.0f, -2000.0f}}) {
            course.character->teleport({0.0f, 0.0f});
            for (int i = 0; i < 20; ++i) {
                course.world.step(course.dt);
                course.character->move(course.world, velocity, course.dt);
                course.record();
                CHECK(course.x() < 5.0f);
                CHECK(course.position().y > -20.0f);
            }
        }
    });
}

TEST_CASE("character: the same state gives the same motion, in a restored world and in a copy") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(50.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    const BodyId lift = world.create_body(
        {.type = BodyType::Kinematic, .position = {6.0f, -0.2f}, .linear_velocity = {0.5f, 0.1f}});
    world.create_shape(lift, make_box(2.0f, 0.3f));
    for (int i = 0; i < 5; ++i) {
        test::add_box(world, {2.0f + static_cast<float>(i), 0.3f}, 0.3f, 0.3f);
    }
    Character character({.position = {0.0f, 0.82f}, .jump_speed = 4.0f, .coyote_time = 0.1f});
    const auto input = [](int i) {
        return CharacterInput{.velocity = {i % 200 < 150 ? 3.0f : -2.0f, 0.0f}, .jump = i % 37 == 0};
    };
    Snapshot snapshot;
    CharacterState saved;
    CharacterState end;
    std::uint64_t hash = 0;
    for (int pass = 0; pass < 3; ++pass) {
        if (pass > 0) {
            world.restore(snapshot);
            character.set_state(saved);
        }
        for (int i = pass > 0 ? 60 : 0; i < 240; ++i) {
            if (pass == 0 && i == 60) {
                world.snapshot(snapshot);
                saved = character.state();
            }
            world.step(test::dt);
            character.update(world, input(i), test::dt);
        }
        if (pass == 0) {
            end = character.state();
            hash = world.state_hash();
        }
        CHECK(is_same(character.state(), end));
        CHECK(world.state_hash() == hash);
    }
}

TEST_CASE("character: updates allocate nothing once the buffers have grown") {
    Course course(test::course_shapes()[3].geometry, 60.0f);
    course.add_floor();
    for (int i = 0; i < 20; ++i) {
        course.add_box({static_cast<float>(3 * i), 0.0f}, {static_cast<float>(3 * i + 1), 0.2f});
    }
    course.start(-2.0f);
    constexpr long many = 1000000;
    long left = 0;
    for (int pass = 0; pass < 2; ++pass) {
        test::allocations_to_failure = pass == 0 ? 0 : many;
        for (int i = 0; i < 120; ++i) {
            course.character->update(course.world, {.velocity = {3.0f, 0.0f}, .jump = i % 50 == 0},
                                     course.dt);
        }
        left = test::allocations_to_failure.exchange(0);
    }
    CHECK(left == many);
}

TEST_CASE("character: reports what it touched, how fast, and what it pushed") {
    Course course(test::course_shapes()[2].geometry, 60.0f);
    course.add_floor();
    const BodyId crate = course.world.create_body({.position = {1.5f, 0.5f}, .locks = {.rotation = true}});
    const ShapeId shape = course.world.create_shape(crate, make_box(0.5f, 0.5f), {.density = 1000.0f});
    course.start(0.0f);
    bool seen = false;
    for (int i = 0; i < 60; ++i) {
        course.step(walking(3.0f));
        for (const CharacterTouch& touch : course.character->touches()) {
            if (touch.shape == shape && !seen) {
                seen = true;
                CHECK(touch.body == crate);
                CHECK(touch.normal == Vec2{-1.0f, 0.0f});
                CHECK(touch.speed == doctest::Approx(3.0f));
                CHECK(touch.impulse == doctest::Approx(300.0f * course.dt));
                CHECK(touch.point.x == doctest::Approx(1.0f));
            }
        }
    }
    CHECK(seen);
}

TEST_CASE("character: bad definitions and input are refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refused = [](const CharacterDefinition& definition) {
        return test::error_of([&] { Character{definition}; });
    };
    CHECK(refused({.geometry = Circle{{0.0f, 0.0f}, -1.0f}}).find("Character::Character") == 0);
    CHECK(refused({.position = {nan, 0.0f}}).find("position") != std::string::npos);
    CHECK(refused({.up = {0.0f, 0.0f}}).find("up") != std::string::npos);
    CHECK(refused({.gap = 0.0f}).find("gap") != std::string::npos);
    CHECK(refused({.max_slope = 1.6f}).find("max_slope") != std::string::npos);
    CHECK(refused({.max_step = -1.0f}).find("max_step") != std::string::npos);
    CHECK(refused({.push_force = nan}).find("push_force") != std::string::npos);
    CHECK(refused({.jump_buffer = -1.0f}).find("jump_buffer") != std::string::npos);
    World world;
    Character character;
    const CharacterState before = character.state();
    for (const float bad : {0.0f, -1.0f, nan}) {
        CHECK(test::error_of([&] {
                  character.update(world, {}, bad);
              }).find("Character::update: time_step") == 0);
    }
    CHECK(test::error_of([&] { character.update(world, walking(nan), 0.1f); }).find("input.velocity") !=
          std::string::npos);
    CHECK(test::error_of([&] { character.move(world, {nan, 0.0f}, 0.1f); }).find("Character::move") == 0);
    CHECK(test::error_of([&] { character.teleport({nan, 0.0f}); }).find("Character::teleport") == 0);
    CHECK(test::error_of([&] { character.set_up({0.0f, 0.0f}); }).find("Character::set_up") == 0);
    CHECK(test::error_of([&] { character.launch({nan, 0.0f}); }).find("Character::launch") == 0);
    CHECK(is_same(character.state(), before));
}

TEST_CASE("character: a state that cannot be one is refused, and the character keeps its own") {
    Character character({.position = {1.0f, 2.0f}});
    const auto refused = [&](const char* member, auto&& change) {
        CharacterState state = character.state();
        change(state);
        const std::string error = test::error_of([&] { character.set_state(state); });
        CHECK(error.find("Character::set_state") != std::string::npos);
        CHECK(error.find(member) != std::string::npos);
        CHECK(character.position() == Vec2{1.0f, 2.0f});
    };
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    refused("state.dropped_count", [](CharacterState& state) { state.dropped_count = 9; });
    refused("state.position", [](CharacterState& state) { state.position.x = nan; });
    refused("state.velocity", [](CharacterState& state) { state.velocity.y = nan; });
    refused("state.up", [](CharacterState& state) { state.up = {0.0f, 2.0f}; });
    refused("state.air_time", [](CharacterState& state) { state.air_time = -1.0f; });
    refused("state.ground.support",
            [](CharacterState& state) { state.ground.support = static_cast<CharacterSupport>(7); });
    character.set_state(character.state());
}
