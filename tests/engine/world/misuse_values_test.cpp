#include <doctest/doctest.h>

#include "engine/world/misuse_values.h"
#include "support/world_build.h"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace drystone;
using test::misuse::Entry;
using test::misuse::finite_entries;
using test::misuse::positive_entries;
using test::misuse::Setup;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Checks that the call throws an error that names function and argument, and leaves the world as it was.
void check_refused(Setup& setup, const Entry& entry, float value) {
    CAPTURE(std::string(entry.function));
    CAPTURE(std::string(entry.argument));
    CAPTURE(value);
    const std::uint64_t before = setup.world.state_hash();
    const int bodies = setup.world.counters().bodies;
    const int shapes = setup.world.counters().shapes;
    const std::string text = test::error_of([&] { entry.call(setup, value); });
    CHECK(test::contains_text(text, entry.function));
    CHECK(test::contains_text(text, entry.argument));
    const char* const spelling = value != value ? "nan" : (value == infinity ? "inf" : "-");
    CHECK(test::contains_text(text, spelling));
    CHECK(setup.world.state_hash() == before);
    CHECK(setup.world.counters().bodies == bodies);
    CHECK(setup.world.counters().shapes == shapes);
}

}  // namespace

TEST_CASE("misuse: no entry takes NaN or infinity") {
    Setup setup;
    for (const std::vector<Entry>* const entries : {&finite_entries(), &positive_entries()}) {
        for (const Entry& entry : *entries) {
            for (const float value : {not_a_number, infinity, -infinity}) {
                check_refused(setup, entry, value);
            }
        }
    }
    setup.world.validate();
    // The world continues as if no call had been made.
    Setup untouched;
    test::run(setup.world, 30);
    test::run(untouched.world, 30);
    CHECK(setup.world.state_hash() == untouched.world.state_hash());
}

TEST_CASE("misuse: no entry takes a negative number where that makes no sense") {
    Setup setup;
    for (const Entry& entry : positive_entries()) {
        check_refused(setup, entry, -1.0f);
    }
}

TEST_CASE("misuse: numbers out of their range are refused with the value in the text") {
    Setup setup;
    const auto refused = [&](const std::string& text, const char* argument, const char* value) {
        CAPTURE(text);
        CAPTURE(argument);
        CHECK(test::contains_text(text, argument));
        CHECK(test::contains_text(text, value));
    };
    refused(test::error_of([&] { setup.world.step(test::dt, 0); }), "World::step: sub_steps", "0");
    refused(test::error_of([&] { setup.world.step(test::dt, -3); }), "World::step: sub_steps", "-3");
    refused(test::error_of([&] { setup.world[setup.shape].set_material({.restitution = 1.5f}); }),
            "restitution", "1.5");
    refused(test::error_of([&] { World({.body_capacity = -2}); }), "body_capacity", "-2");
    refused(test::error_of([&] { World({.maximum_linear_speed = 0.0f}); }), "maximum_linear_speed", "0");
    refused(test::error_of([&] {
                setup.world[setup.body].set_target_pose({0.0f, 0.0f}, 0.0f, 0.0f);
            }),
            "time_step", "0");
    refused(test::error_of([&] {
                setup.world.create_shape(setup.body, Segment{{1.0f, 2.0f}, {1.0f, 2.0f}});
            }),
            "World::create_shape", "");
    refused(test::error_of([&] {
                setup.world.create_shape(setup.body, Circle{{0.0f, 0.0f}, 0.0f});
            }),
            "radius", "0");
    refused(test::error_of([&] { setup.world[setup.body].set_maximum_speeds(0.0f, 1.0f); }), "linear", "0");
    refused(test::error_of([&] { setup.world[setup.shape].set_geometry(make_box(9e14f, 9e14f)); }),
            "inertia of the shape", "inf");
    refused(test::error_of(
                [&] { setup.world[setup.shape].set_material({.friction_mixing = static_cast<Mixing>(99)}); }),
            "mixing", "99");
    const Pose stretched{{0.0f, 0.0f}, Rot{2.0f, 0.0f}};
    refused(test::error_of([&] { static_cast<void>(setup.world.cast_shape({.pose = stretched})); }),
            "cast.pose", "4");
    refused(test::error_of([&] { setup.world.overlap(Circle{}, stretched, [](ShapeId) { return true; }); }),
            "World::overlap: pose", "4");
    refused(test::error_of([&] {
                setup.world.overlap(Circle{}, Pose{{not_a_number, 0.0f}, {}}, [](ShapeId) { return true; });
            }),
            "World::overlap: pose", "nan");
    refused(test::error_of([&] {
                setup.world.overlap(Aabb{{1.0f, 0.0f}, {0.0f, 1.0f}}, [](ShapeId) { return true; });
            }),
            "box", "lower");
}

TEST_CASE("misuse: an error is also a std::exception") {
    World world;
    CHECK_THROWS_AS(world.step(not_a_number), std::exception);
}
