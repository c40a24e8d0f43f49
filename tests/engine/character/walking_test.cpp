// Walking on ground that does not move: the character follows exact laws, with every shape and at every rate.
#include "engine/character/course.h"

using namespace drystone;
using test::Course;
using test::walking;

namespace {

constexpr double degree = 3.14159265358979 / 180.0;

/// Adds a slope from the origin, uphill to the right for a positive angle, with a level run-up on the left.
void add_slope(Course& course, double degrees, float length = 40.0f) {
    const Vec2 end{static_cast<float>(static_cast<double>(length) * std::cos(degrees * degree)),
                   static_cast<float>(static_cast<double>(length) * std::sin(degrees * degree))};
    course.world.create_chain(course.ground, {.points = {end, {0.0f, 0.0f}, {-50.0f, 0.0f}}});
}

bool is_round(const Course& course) {
    return std::holds_alternative<Circle>(course.definition.geometry) ||
           std::holds_alternative<Capsule>(course.definition.geometry);
}

/// Returns how much longer the arc of a round foot around the edge of a step is than the way ahead.
double arc_loss(const Course& course, double step) {
    const double radius = 0.3 + static_cast<double>(test::character_gap);
    const double turn = std::acos(1.0 - step / radius);
    return is_round(course) ? radius * (turn - std::sin(turn)) : 0.0;
}

/// Returns how far the character is along a slope through the origin, measured at its place nearest to it.
double along_slope(const Course& course, double degrees) {
    return static_cast<double>(course.x()) * std::cos(degrees * degree) +
           static_cast<double>(course.position().y) * std::sin(degrees * degree);
}

}  // namespace

TEST_CASE("character: walks on level ground with the given speed, exactly") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.start(-5.0f);
        for (const float speed : {3.0f, -4.5f, 20.0f, 0.001f}) {
            const float from = course.x();
            const double time = course.run(1.0f, walking(speed));
            CHECK(static_cast<double>(course.x() - from) ==
                  doctest::Approx(static_cast<double>(speed) * time).epsilon(1e-4));
            CHECK(course.height() == doctest::Approx(0.0f).epsilon(1e-4).scale(1));
            CHECK(course.character->is_on_ground());
            CHECK(course.character->velocity().x == speed);
        }
        const Vec2 rest = course.position();
        course.run(5.0f, walking(0.0f));
        CHECK(course.position() == rest);
    });
}

TEST_CASE("character: loses no speed and no height on seams of tiles, chains and outlines") {
    for (const int kind : {0, 1, 2}) {
        CAPTURE(kind);
        test::for_each_runner([&](Course& course) {
            std::vector<Vec2> points;
            for (int i = 0; i < 60; ++i) {
                const auto x = static_cast<float>(i);
                if (kind == 0) {
                    course.add_box({x, -1.0f}, {x + 1.0f, 0.0f});
                }
                points.emplace_back(60.0f - x, 0.0f);
            }
            if (kind == 1) {
                course.world.create_chain(course.ground, {.points = points});
            } else if (kind == 2) {
                course.world.create_outline(course.ground, std::vector<Vec2>{{0.0f, -1.0f},
                                                                             {60.0f, -1.0f},
                                                                             {60.0f, 0.0f},
                                                                             {30.0f, 0.0f},
                                                                             {30.0f, -0.5f},
                                                                             {29.0f, -0.5f},
                                                                             {29.0f, 0.0f},
                                                                             {0.0f, 0.0f}});
            }
            course.start(2.0f);
            const float from = course.x();
            const float speed = kind == 2 ? 4.0f : 7.0f;
            double time = 0.0;
            for (int i = 0; i < 5; ++i) {
                time += course.run(1.0f, walking(speed));
                CHECK(static_cast<double>(course.x() - from) ==
                      doctest::Approx(static_cast<double>(speed) * time).epsilon(1e-4));
                CHECK(course.height() == doctest::Approx(0.0f).epsilon(2e-4).scale(1));
            }
        });
    }
}

TEST_CASE("character: climbs steps up to its limit without losing speed, and stops before higher ones") {
    for (const float step : {0.05f, 0.1f, 0.15f, 0.2f, 0.25f, 0.29f, 0.31f, 0.4f, 0.5f, 0.6f}) {
        CAPTURE(step);
        test::for_each_runner([&](Course& course) {
            course.add_floor();
            course.add_box({5.0f, 0.0f}, {50.0f, step});
            course.start(0.0f);
            const float from = course.x();
            const double time = course.run(3.0f, walking(3.0f));
            if (step < 0.3f) {
                // The speed is that along the way of the foot, also where it rolls over the edge; updates
                // move it along straight lines.
                const double arc =
                    arc_loss(course, static_cast<double>(step)) + 0.25 * 3.0 * static_cast<double>(course.dt);
                CHECK(static_cast<double>(course.x() - from) < 3.0 * time + 1e-3);
                CHECK(static_cast<double>(course.x() - from) > 3.0 * time - arc - 1e-3);
                CHECK(course.height() == doctest::Approx(step).epsilon(1e-3).scale(1));
                CHECK(course.character->is_on_ground());
            } else {
                // A round foot ends at the edge, not at the face below it, if the edge is below its middle.
                const float wall = 5.0f - test::half_width - test::character_gap;
                CHECK(course.x() >= wall - 1e-3f);
                CHECK(course.x() < (is_round(course) ? wall + 0.35f : wall + 0.11f));
                CHECK(course.height() < step - 0.01f);
                CHECK(course.character->velocity().x == doctest::Approx(0.0f).epsilon(1e-3).scale(1));
            }
        });
    }
}

TEST_CASE("character: walks down steps without leaving the ground") {
    test::for_each_runner([](Course& course) {
        for (int i = 0; i < 30; ++i) {
            const auto k = static_cast<float>(i);
            course.add_box({-0.5f + k, -20.0f}, {0.5f + k, -0.15f * k});
        }
        course.start(0.0f);
        const float from = course.x();
        const double time = course.run(5.0f, walking(2.0f));
        // Each step of 1 m costs a round foot the arc around its edge.
        const double part = 1.0 / (1.0 + arc_loss(course, 0.15));
        CHECK(static_cast<double>(course.x() - from) < 2.0 * time + 1e-3);
        CHECK(static_cast<double>(course.x() - from) > part * 2.0 * time - arc_loss(course, 0.15) - 0.01);
        CHECK(course.height() < -1.3f);
    });
}

TEST_CASE(
    "character: walks up slopes within its limit at the same speed along them; steeper ones are walls") {
    for (const double degrees : {0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 55.0, 60.0, 70.0, 80.0}) {
        CAPTURE(degrees);
        test::for_each_runner([&](Course& course) {
            add_slope(course, degrees);
            course.start(-3.0f);
            course.run(2.5f, walking(3.0f));
            const double from = along_slope(course, degrees);
            const double time = course.run(1.0f, walking(3.0f));
            if (degrees < 51.0) {
                CHECK(along_slope(course, degrees) - from == doctest::Approx(3.0 * time).epsilon(1e-3));
                CHECK(course.character->is_on_ground());
                CHECK(length(course.character->velocity()) == doctest::Approx(3.0f).epsilon(1e-4));
                const Vec2 rest = course.position();
                course.run(3.0f, walking(0.0f));
                CHECK(length(course.position() - rest) < 1e-4f);
                // Downhill, as fast.
                const double top = along_slope(course, degrees);
                const double down = course.run(0.5f, walking(-3.0f));
                CHECK(along_slope(course, degrees) - top == doctest::Approx(-3.0 * down).epsilon(1e-3));
            } else {
                CHECK(std::abs(along_slope(course, degrees) - from) < 1e-3);
                CHECK(course.height() < 0.05f);
            }
        });
    }
}

TEST_CASE("character: slides down ground that is too steep with the acceleration of an inclined plane") {
    for (const double degrees : {55.0, 60.0, 70.0, 80.0}) {
        CAPTURE(degrees);
        test::for_each_runner([&](Course& course) {
            course.definition.air_acceleration = 0.0f;
            add_slope(course, degrees, 100.0f);
            course.definition.position = {static_cast<float>(40.0 * std::cos(degrees * degree) - 1.0),
                                          static_cast<float>(40.0 * std::sin(degrees * degree) + 1.0)};
            course.character.emplace(course.definition);
            course.run(2.0f, {});  // Falls on the slope.
            const double from = along_slope(course, degrees);
            const double speed = static_cast<double>(length(course.character->velocity()));
            const double time = course.run(0.5f, {});
            const double expected = speed * time + 0.5 * 10.0 * std::sin(degrees * degree) * time * time;
            CHECK(from - along_slope(course, degrees) == doctest::Approx(expected).epsilon(2e-3));
            CHECK_FALSE(course.character->is_on_ground());
        });
    }
}

TEST_CASE("character: jumps on the parabola of free flight, at any rate") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.start(0.0f);
        course.step({.velocity = {2.0f, 0.0f}, .jump = true});
        double time = static_cast<double>(course.dt);
        while (time < 0.8) {
            CHECK(static_cast<double>(course.height()) ==
                  doctest::Approx(5.0 * time - 5.0 * time * time).epsilon(1e-3).scale(1));
            CHECK_FALSE(course.character->is_on_ground());
            course.step(walking(2.0f));
            time += static_cast<double>(course.dt);
        }
        course.run(0.5f, walking(2.0f));
        CHECK(course.character->is_on_ground());
        CHECK(course.height() == doctest::Approx(0.0f).epsilon(1e-4).scale(1));
    });
}

TEST_CASE("character: a ceiling ends a jump, and nothing hangs on it") {
    test::for_each_runner([](Course& course) {
        course.add_floor();
        course.add_box({-10.0f, 2.2f}, {10.0f, 3.0f});
        course.start(0.0f);
        course.step({.jump = true});
        float highest = 0.0f;
        double time = static_cast<double>(course.dt);
        while (!course.character->is_on_ground() && time < 3.0) {
            course.step({});
            highest = std::max(highest, course.height());
            time += static_cast<double>(course.dt);
        }
        const bool is_circle = std::holds_alternative<Circle>(course.definition.geometry);
        const double room = is_circle ? 2.2 - 0.6 - 0.02 : 2.2 - 1.6 - 0.02;
        const double rise = std::min(room, 1.25);
        CHECK(static_cast<double>(highest) == doctest::Approx(rise).epsilon(0.02));
        // Up to the ceiling against gravity, and down from rest.
        const double up = (5.0 - std::sqrt(25.0 - 20.0 * rise)) / 10.0;
        CHECK(time == doctest::Approx(up + std::sqrt(rise / 5.0)).epsilon(0.07));
    });
}

TEST_CASE("character: falls along a wall that it walks against as if it were not there") {
    test::for_each_runner([](Course& course) {
        course.add_box({1.0f, -50.0f}, {2.0f, 50.0f});
        course.definition.position = {0.5f, 0.0f};
        course.character.emplace(course.definition);
        course.run(0.5f, walking(5.0f));
        const Vec2 from = course.position();
        const double speed = static_cast<double>(-course.character->velocity().y);
        const double time = course.run(1.0f, walking(5.0f));
        CHECK(static_cast<double>(from.y - course.position().y) ==
              doctest::Approx(speed * time + 5.0 * time * time).epsilon(1e-3));
        CHECK(course.x() == doctest::Approx(1.0f - test::half_width - test::character_gap).epsilon(1e-4));
    });
}

TEST_CASE("character: stands still in corners of every angle, however it pushes") {
    for (const double degrees : {20.0, 40.0, 60.0, 80.0, 90.0, 100.0, 120.0, 140.0, 160.0}) {
        CAPTURE(degrees);
        test::for_each_runner([&](Course& course) {
            // The floor ends at a wall that leans over it, or away from it.
            add_slope(course, 180.0 - degrees, 10.0f);
            course.start(-12.0f);
            course.run(6.0f, walking(3.0f));
            const Vec2 rest = course.position();
            float moved = 0.0f;
            for (int i = 0; i < 60; ++i) {
                course.step(walking(3.0f));
                moved = std::max(moved, length(course.position() - rest));
            }
            if (degrees < 128.0) {  // Otherwise a slope that it walks up.
                CHECK(moved < 1e-4f);
            }
        });
    }
}
