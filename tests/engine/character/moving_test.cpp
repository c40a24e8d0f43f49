// Characters on what moves, against what moves, and what they push.
#include "engine/character/course.h"

#include <limits>

using namespace drystone;
using test::Course;
using test::walking;

namespace {

BodyId add_platform(Course& course, const Vec2& center, const Vec2& half, const Vec2& velocity) {
    const BodyId body = course.world.create_body(
        {.type = BodyType::Kinematic, .position = center, .linear_velocity = velocity});
    course.world.create_shape(body, make_box(half.x, half.y));
    return body;
}

}  // namespace

TEST_CASE("character: a lift carries it up and down at any speed, without a gap") {
    for (const float speed : {1.0f, -1.0f, 5.0f, -5.0f, 20.0f, -20.0f}) {
        CAPTURE(speed);
        test::for_each_runner([&](Course& course) {
            const BodyId lift = add_platform(course, {0.0f, -0.5f}, {2.0f, 0.5f}, {0.0f, 0.0f});
            course.start(0.0f);
            course.definition.gravity = 10.0f;
            // Slowly enough for the character to follow a lift that goes down.
            for (float v = 0.0f; std::abs(v) < std::abs(speed);
                 v += (speed > 0.0f ? 8.0f : -8.0f) * course.dt) {
                course.world[lift].set_linear_velocity({0.0f, v});
                course.step({});
            }
            course.world[lift].set_linear_velocity({0.0f, speed});
            const float seconds = 1.0f;
            for (int i = 0; i < static_cast<int>(seconds / course.dt); ++i) {
                course.step({});
                CHECK(course.character->is_on_ground());
                CHECK(course.height() - (course.world[lift].position().y + 0.5f) ==
                      doctest::Approx(0.0f).epsilon(1e-3).scale(1));
                CHECK(course.character->velocity().y == doctest::Approx(speed).epsilon(1e-4));
            }
        });
    }
}

TEST_CASE("character: a platform carries it sideways, and it walks on it as on ground") {
    for (const float speed : {1.0f, 5.0f, 20.0f}) {
        CAPTURE(speed);
        test::for_each_runner([&](Course& course) {
            const BodyId platform = add_platform(course, {0.0f, -0.5f}, {30.0f, 0.5f}, {speed, 0.0f});
            course.start(0.0f);
            course.step({});
            const float from = course.x() - course.world[platform].position().x;
            course.run(1.0f, {});
            CHECK(course.x() - course.world[platform].position().x ==
                  doctest::Approx(from).epsilon(1e-3).scale(1));
            const double time = course.run(1.0f, walking(-3.0f));
            CHECK(static_cast<double>(course.x() - course.world[platform].position().x - from) ==
                  doctest::Approx(-3.0 * time).epsilon(1e-3));
            CHECK(course.character->velocity().x == doctest::Approx(speed - 3.0f).epsilon(1e-3));
            // A jump keeps the speed of the platform: it lands where it left.
            course.step({.jump = true});
            course.definition.air_acceleration = 0.0f;
            course.run(0.3f, walking(speed - 3.0f));
            CHECK_FALSE(course.character->is_on_ground());
            CHECK(course.character->velocity().x == doctest::Approx(speed - 3.0f).epsilon(1e-3));
        });
    }
}

TEST_CASE("character: a lift that stops throws it up as high as its speed carries") {
    test::for_each_runner([](Course& course) {
        const BodyId lift = add_platform(course, {0.0f, -0.5f}, {2.0f, 0.5f}, {0.0f, 8.0f});
        course.start(0.0f);
        course.run(1.0f, {});
        REQUIRE(course.character->is_on_ground());
        course.world[lift].set_linear_velocity({0.0f, 0.0f});
        const float from = course.height();
        float highest = from;
        for (int i = 0; i < static_cast<int>(2.0f / course.dt); ++i) {
            course.step({});
            highest = std::max(highest, course.height());
        }
        CHECK(highest - from == doctest::Approx(3.2f).epsilon(0.02));
        CHECK(course.character->is_on_ground());
        CHECK(course.height() == doctest::Approx(from).epsilon(1e-3));
    });
}

TEST_CASE("character: a lift that falls away faster than gravity leaves it in free fall") {
    test::for_each_runner([](Course& course) {
        const BodyId lift = add_platform(course, {0.0f, -0.5f}, {2.0f, 0.5f}, {0.0f, 0.0f});
        course.start(0.0f);
        course.run(0.2f, {});
        course.world[lift].set_linear_velocity({0.0f, -30.0f});
        const double time = course.run(0.5f, {});
        CHECK(static_cast<double>(course.height()) == doctest::Approx(-5.0 * time * time).epsilon(1e-3));
    });
}

TEST_CASE("character: a turning platform carries it round, until it is too steep") {
    test::for_each_runner([](Course& course) {
        const BodyId disc = course.world.create_body(
            {.type = BodyType::Kinematic, .position = {0.0f, -5.0f}, .angular_velocity = -0.5f});
        course.world.create_shape(disc, Circle{{0.0f, 0.0f}, 5.0f});
        course.start(0.0f);
        course.step({});
        const double time = course.run(1.2f, {});
        // It turns about the centre with the disc.
        const Vec2d foot = to_double(course.position()) - Vec2d{0.0, -5.0};
        const double expected = 0.5 * (time + static_cast<double>(course.dt));
        const double radius = 5.0 + static_cast<double>(test::foot_depth + test::character_gap);
        CHECK(std::atan2(foot.x, foot.y) == doctest::Approx(expected).epsilon(0.06));
        CHECK(length(foot) < radius + 0.35);
        CHECK(course.character->is_on_ground());
        course.run(3.0f, {});
        CHECK_FALSE(course.character->is_on_ground());
    });
}

TEST_CASE("character: a conveyor carries it at its speed, and walking adds to that") {
    test::for_each_runner([](Course& course) {
        course.add_box({-50.0f, -1.0f}, {50.0f, 0.0f}, {.material = {.tangent_speed = 2.5f}});
        course.start(0.0f);
        course.step({});
        const float from = course.x();
        double time = course.run(1.0f, {});
        CHECK(static_cast<double>(course.x() - from) == doctest::Approx(2.5 * time).epsilon(1e-3));
        const float middle = course.x();
        time = course.run(1.0f, walking(-4.0f));
        CHECK(static_cast<double>(course.x() - middle) == doctest::Approx(-1.5 * time).epsilon(2e-3));
        CHECK(course.character->velocity().x == doctest::Approx(-1.5f).epsilon(1e-3));
    });
}

TEST_CASE("character: a fast lift from below and a fast wall from the side take it along, however thin") {
    for (const float thickness : {0.05f, 0.5f}) {
        CAPTURE(thickness);
        test::for_each_runner([&](Course& course) {
            course.add_floor();
            course.start(0.0f);
            const BodyId wall = add_platform(course, {-3.0f, 1.0f}, {thickness, 0.95f}, {20.0f, 0.0f});
            course.run(1.0f, {});
            const float front = course.world[wall].position().x + thickness;
            CHECK(course.x() ==
                  doctest::Approx(front + test::half_width + test::character_gap).epsilon(2e-3));
            course.world.destroy_body(wall);
            course.character->teleport({0.0f, 5.0f});
            const BodyId lift = add_platform(course, {0.0f, 1.0f}, {2.0f, thickness}, {0.0f, 20.0f});
            course.run(0.5f, {});
            CHECK(course.height() ==
                  doctest::Approx(course.world[lift].position().y + thickness).epsilon(2e-3));
            CHECK(course.character->is_on_ground());
        });
    }
}

TEST_CASE("character: between a lift and a ceiling it is crushed, and says so") {
    test::for_each_runner([](Course& course) {
        course.add_box({-10.0f, 4.0f}, {10.0f, 5.0f});
        add_platform(course, {0.0f, -0.5f}, {2.0f, 0.5f}, {0.0f, 2.0f});
        course.start(0.0f);
        bool crushed = false;
        for (int i = 0; i < static_cast<int>(3.0f / course.dt) && !crushed; ++i) {
            course.step({});
            crushed = course.character->state().crushed;
            course.world.contacts_of(course.definition.geometry, course.character->pose(), course.contacts);
            for (const ShapeContact& contact : course.contacts) {
                CHECK((contact.body != course.ground || contact.separation > -1e-3f));
            }
        }
        CHECK(crushed);
        course.worst_overlap = 0.0f;  // There is no room.
    });
}

TEST_CASE(
    "character: a crate moves exactly if the force exceeds its friction, and is accelerated by the rest") {
    for (const float mass : {1.0f, 10.0f, 50.0f, 200.0f, 1000.0f}) {
        CAPTURE(mass);
        test::for_each_runner([&](Course& course) {
            course.add_floor();
            course.definition.push_force = 300.0f;
            const BodyId crate = course.world.create_body(
                {.position = {1.5f, 0.5f}, .can_sleep = false, .locks = {.rotation = true}});
            course.world.create_shape(crate, make_box(0.5f, 0.5f),
                                      {.density = mass, .material = {.friction = 0.5f}});
            course.start(0.5f);
            course.run(0.2f, {});
            const float at = course.world[crate].position().x;
            const double time = course.run(1.0f, walking(3.0f));
            const double moved = static_cast<double>(course.world[crate].position().x - at);
            // The friction of the pair is that of both materials: sqrt(0.5 * 0.6).
            const double friction = std::sqrt(0.3) * 10.0 * static_cast<double>(mass);
            const double acceleration = (300.0 - friction) / static_cast<double>(mass);
            if (acceleration < 0.0) {
                CHECK(std::abs(moved) < 2e-4);
            } else {
                // Up to the speed of the character, from a start after it has come to the crate.
                CHECK(moved > 0.0);
                CHECK(moved < 3.0 * time);
                CHECK(moved < 0.5 * acceleration * time * time + 0.1);
                if (acceleration > 20.0) {
                    CHECK(course.world[crate].linear_velocity().x == doctest::Approx(3.0f).epsilon(0.1));
                }
            }
        });
    }
}

TEST_CASE("character: its weight tips a seesaw and presses on a scale") {
    for (const float mass : {0.0f, 70.0f}) {
        World world({.gravity = {0.0f, -10.0f}});
        const BodyId ground = world.create_body({.type = BodyType::Static});
        const BodyId beam = world.create_body({.position = {0.0f, 1.0f}, .can_sleep = false});
        world.create_shape(beam, make_box(3.0f, 0.1f));
        world.create_joint(ground, beam, RevoluteJoint{.anchor_a = {0.0f, 1.0f}});
        Character character({.position = {1.5f, 1.1f + 0.81f}, .mass = mass});
        for (int i = 0; i < 30; ++i) {
            world.step(test::dt);
            character.update(world, {}, test::dt);
        }
        CHECK((world[beam].angle() < -0.1f) == (mass > 0.0f));
    }
}

TEST_CASE("character: a crate that is thrown at it pushes it, and is stopped by its force") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.start(0.0f);
        const BodyId crate = course.world.create_body(
            {.position = {-3.0f, 0.5f}, .linear_velocity = {6.0f, 0.0f}, .locks = {.rotation = true}});
        course.world.create_shape(crate, make_box(0.5f, 0.5f),
                                  {.density = 20.0f, .material = {.friction = 0.0f}});
        course.run(2.0f, {});
        CHECK(course.x() > 0.1f);
        CHECK(course.x() < 6.0f);
        CHECK(course.world[crate].linear_velocity().x < 0.5f);
    });
}

TEST_CASE("character: a light ball at high speed hardly moves it, a heavy one takes it along") {
    for (const float density : {0.5f, 2000.0f}) {
        CAPTURE(density);
        World world({.gravity = {0.0f, 0.0f}});
        Character character({.gravity = 0.0f, .air_acceleration = 0.0f});
        const BodyId ball = world.create_body({.position = {-2.0f, 0.0f}, .linear_velocity = {20.0f, 0.0f}});
        world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.2f}, {.density = density});
        float fastest = 0.0f;
        for (int i = 0; i < 30; ++i) {
            world.step(test::dt);
            character.update(world, {}, test::dt);
            fastest = std::max(fastest, character.velocity().x);
        }
        const float mass = world[ball].mass().mass;
        if (density < 1.0f) {
            CHECK(fastest < 0.2f);
        } else {
            CHECK(fastest > 0.7f * 20.0f * mass / (mass + 70.0f));
            CHECK(fastest < 20.0f);
        }
    }
}

TEST_CASE("character: a crowd of characters with bodies keeps apart and passes nothing") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(50.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    world.create_shape(ground, make_box(0.5f, 10.0f, Pose{Vec2{10.5f, 10.0f}, Rot{}}));
    std::vector<Character> crowd;
    for (int i = 0; i < 12; ++i) {
        CharacterDefinition definition;
        definition.position = {-10.0f + static_cast<float>(i), 0.81f};
        definition.body = world.create_body({.type = BodyType::Kinematic, .position = definition.position});
        world.create_shape(definition.body, definition.geometry);
        crowd.emplace_back(definition);
    }
    for (int step = 0; step < 600; ++step) {
        world.step(test::dt);
        for (Character& one : crowd) {
            one.update(world, walking(3.0f), test::dt);
        }
    }
    for (std::size_t i = 0; i + 1 < crowd.size(); ++i) {
        CHECK(crowd[i].position().x < crowd[i + 1].position().x - 0.55f);
    }
    CHECK(crowd.back().position().x == doctest::Approx(9.69f).epsilon(1e-3));
    // The crowd has closed up behind the first.
    CHECK(crowd.front().position().x > 1.5f);
}
