#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Setup {
    Setup() {
        ground = test::add_ground(world);
        body = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        shape = world[body].shapes()[0];
        test::run(world, 3);
    }
    World world;
    BodyId ground, body;
    ShapeId shape;
};

/// Public function and one of its numeric arguments.
struct Entry {
    const char* function;
    const char* argument;
    std::function<void(Setup&, float)> call;
};

/// Table of the numbers that must be finite. NOLINTNEXTLINE(readability-function-size)
const std::vector<Entry>& finite_entries() {
    static const std::vector<Entry> entries{
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
         }},
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .position = {0.0f, x}});
         }},
        {"World::create_body", "angle",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angle = x}); }},
        {"World::create_body", "linear_velocity",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .linear_velocity = {x, x}});
         }},
        {"World::create_body", "angular_velocity",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angular_velocity = x}); }},
        {"World::create_body", "gravity_scale",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .gravity_scale = x}); }},
        {"BodyRef::set_pose", "position",
         [](Setup& s, float x) {
             s.world[s.body].set_pose({x, 0.0f}, 0.0f);
         }},
        {"BodyRef::set_pose", "angle",
         [](Setup& s, float x) {
             s.world[s.body].set_pose({0.0f, 0.0f}, x);
         }},
        {"BodyRef::velocity_at", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].velocity_at({x, 0.0f}));
         }},
        {"BodyRef::set_linear_velocity", "velocity",
         [](Setup& s, float x) {
             s.world[s.body].set_linear_velocity({0.0f, x});
         }},
        {"BodyRef::set_angular_velocity", "angular_velocity",
         [](Setup& s, float x) { s.world[s.body].set_angular_velocity(x); }},
        {"BodyRef::set_target_pose", "position",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({x, 0.0f}, 0.0f, 1.0f);
         }},
        {"BodyRef::set_target_pose", "angle",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({0.0f, 0.0f}, x, 1.0f);
         }},
        {"BodyRef::apply_force", "force",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({x, 0.0f});
         }},
        {"BodyRef::apply_force", "force",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({x, 0.0f}, {0.0f, 0.0f});
         }},
        {"BodyRef::apply_force", "world_point",
         [](Setup& s, float x) {
             s.world[s.body].apply_force({1.0f, 0.0f}, {x, 0.0f});
         }},
        {"BodyRef::apply_torque", "torque", [](Setup& s, float x) { s.world[s.body].apply_torque(x); }},
        {"BodyRef::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({x, 0.0f});
         }},
        {"BodyRef::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({x, 0.0f}, {0.0f, 0.0f});
         }},
        {"BodyRef::apply_impulse", "world_point",
         [](Setup& s, float x) {
             s.world[s.body].apply_impulse({1.0f, 0.0f}, {x, 0.0f});
         }},
        {"BodyRef::apply_angular_impulse", "impulse",
         [](Setup& s, float x) { s.world[s.body].apply_angular_impulse(x); }},
        {"BodyRef::set_gravity_scale", "scale",
         [](Setup& s, float x) { s.world[s.body].set_gravity_scale(x); }},
        {"World::set_gravity", "gravity",
         [](Setup& s, float x) {
             s.world.set_gravity({0.0f, x});
         }},
        {"World::cast_ray", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray({.origin = {x, 0.0f}}));
         }},
        {"World::cast_ray", "ray.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray({.translation = {x, 0.0f}}));
         }},
        {"World::overlap", "point",
         [](Setup& s, float x) {
             s.world.overlap(Vec2{x, 0.0f}, [](ShapeId) { return true; });
         }},
        {"World::overlap", "box",
         [](Setup& s, float x) {
             s.world.overlap(Aabb{{0.0f, 0.0f}, {x, 0.0f}}, [](ShapeId) { return true; });
         }},
        {"World::create_body", "gravity",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .own_gravity = Vec2{0.0f, x}});
         }},
        {"BodyRef::set_own_gravity", "gravity",
         [](Setup& s, float x) {
             s.world[s.body].set_own_gravity(Vec2{x, 0.0f});
         }},
        {"BodyRef::set_mass_properties", "mass.center",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({1.0f, {x, 0.0f}, 1.0f});
         }},
        {"BodyRef::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].angular_momentum({x, 0.0f}));
         }},
        {"World::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world.angular_momentum(Vec2{x, 0.0f}));
         }},
        {"BodyRef::predict_pose", "time",
         [](Setup& s, float x) { static_cast<void>(s.world[s.body].predict_pose(x)); }},
        {"BodyRef::predict_free_flight", "time",
         [](Setup& s, float x) { static_cast<void>(s.world[s.body].predict_free_flight(x)); }},
        {"BodyRef::world_point", "local_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].world_point({x, 0.0f}));
         }},
        {"BodyRef::local_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].local_point({x, 0.0f}));
         }},
        {"BodyRef::world_vector", "local_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].world_vector({x, 0.0f}));
         }},
        {"BodyRef::local_vector", "world_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.body].local_vector({x, 0.0f}));
         }},
        {"ShapeRef::contains", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].contains({x, 0.0f}));
         }},
        {"ShapeRef::closest_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].closest_point({x, 0.0f}));
         }},
        {"ShapeRef::cast_ray", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world[s.shape].cast_ray({.origin = {x, 0.0f}}));
         }},
        {"World::cast_ray_all", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray_all({.origin = {x, 0.0f}}));
         }},
        {"World::cast_ray_any", "ray.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray_any({.translation = {x, 0.0f}}));
         }},
        {"World::cast_rays", "ray.origin",
         [](Setup& s, float x) {
             const std::vector<RayCast> rays{{}, {.origin = {x, 0.0f}}};
             static_cast<void>(s.world.cast_rays(rays));
         }},
        {"World::cast_shape", "cast.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape({.translation = {x, 0.0f}}));
         }},
        {"World::cast_shape", "cast.turn",
         [](Setup& s, float x) { static_cast<void>(s.world.cast_shape({.turn = x})); }},
        {"World::cast_shape_all", "cast.translation",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape_all({.translation = {x, 0.0f}}));
         }},
        {"World::nearest", "point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest({x, 0.0f}, 1.0f));
         }},
        {"World::World", "gravity",
         [](Setup&, float x) {
             World({.gravity = {x, 0.0f}});
         }},
    };
    return entries;
}

/// Table of the numbers that must be finite and not negative. NOLINTNEXTLINE(readability-function-size)
const std::vector<Entry>& positive_entries() {
    static const std::vector<Entry> entries{
        {"World::step", "time_step", [](Setup& s, float x) { s.world.step(x); }},
        {"World::create_body", "linear_damping",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .linear_damping = x}); }},
        {"World::create_body", "angular_damping",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .angular_damping = x}); }},
        {"World::create_body", "sleep_speed",
         [](Setup& s, float x) { s.world.create_body({.type = BodyType::Static, .sleep_speed = x}); }},
        {"BodyRef::set_damping", "linear", [](Setup& s, float x) { s.world[s.body].set_damping(x, 0.0f); }},
        {"BodyRef::set_damping", "angular", [](Setup& s, float x) { s.world[s.body].set_damping(0.0f, x); }},
        {"BodyRef::set_target_pose", "time_step",
         [](Setup& s, float x) {
             s.world[s.body].set_target_pose({0.0f, 0.0f}, 0.0f, x);
         }},
        {"World::create_shape", "density",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.density = x}); }},
        {"World::create_shape", "friction",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.material = {.friction = x}}); }},
        {"World::create_shape", "restitution",
         [](Setup& s, float x) { s.world.create_shape(s.body, Circle{}, {.material = {.restitution = x}}); }},
        {"World::create_shape", "radius",
         [](Setup& s, float x) {
             s.world.create_shape(s.body, Circle{{0.0f, 0.0f}, x});
         }},
        {"World::create_shape", "radius",
         [](Setup& s, float x) {
             s.world.create_shape(s.body, Capsule{{0.0f, 0.0f}, {1.0f, 0.0f}, x});
         }},
        {"ShapeRef::set_material", "friction",
         [](Setup& s, float x) { s.world[s.shape].set_material({.friction = x}); }},
        {"ShapeRef::set_material", "restitution",
         [](Setup& s, float x) { s.world[s.shape].set_material({.restitution = x}); }},
        {"BodyRef::set_mass_properties", "mass.mass",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({x, {0.0f, 0.0f}, 1.0f});
         }},
        {"BodyRef::set_mass_properties", "mass.inertia",
         [](Setup& s, float x) {
             s.world[s.body].set_mass_properties({1.0f, {0.0f, 0.0f}, x});
         }},
        {"World::create_body", "maximum_linear_speed",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .maximum_linear_speed = x});
         }},
        {"World::create_body", "maximum_angular_speed",
         [](Setup& s, float x) {
             s.world.create_body({.type = BodyType::Static, .maximum_angular_speed = x});
         }},
        {"BodyRef::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world[s.body].set_maximum_speeds(x, 1.0f); }},
        {"BodyRef::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world[s.body].set_maximum_speeds(1.0f, x); }},
        {"World::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world.set_maximum_speeds(x, 1.0f); }},
        {"World::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world.set_maximum_speeds(1.0f, x); }},
        {"BodyRef::set_sleep_speed", "speed", [](Setup& s, float x) { s.world[s.body].set_sleep_speed(x); }},
        {"ShapeRef::set_density", "density", [](Setup& s, float x) { s.world[s.shape].set_density(x); }},
        {"ShapeRef::set_geometry", "radius",
         [](Setup& s, float x) {
             s.world[s.shape].set_geometry(Circle{{0.0f, 0.0f}, x});
         }},
        {"World::cast_ray", "ray.radius",
         [](Setup& s, float x) { static_cast<void>(s.world.cast_ray({.radius = x})); }},
        {"World::cast_shape", "radius",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_shape({.geometry = Circle{{0.0f, 0.0f}, x}}));
         }},
        {"World::overlap", "radius",
         [](Setup& s, float x) {
             s.world.overlap(Circle{{0.0f, 0.0f}, x}, Pose{}, [](ShapeId) { return true; });
         }},
        {"World::nearest", "max_distance",
         [](Setup& s, float x) {
             static_cast<void>(s.world.nearest({0.0f, 0.0f}, x));
         }},
        {"World::set_restitution_threshold", "speed",
         [](Setup& s, float x) { s.world.set_restitution_threshold(x); }},
        {"World::set_hit_threshold", "speed", [](Setup& s, float x) { s.world.set_hit_threshold(x); }},
        {"World::set_contact_tuning", "contact.max_push_out_velocity",
         [](Setup& s, float x) { s.world.set_contact_tuning({.max_push_out_velocity = x}); }},
        {"World::World", "maximum_angular_speed",
         [](Setup&, float x) { World({.maximum_angular_speed = x}); }},
        {"World::World", "contact.frequency", [](Setup&, float x) { World({.contact = {.frequency = x}}); }},
        {"World::World", "contact.damping_ratio",
         [](Setup&, float x) { World({.contact = {.damping_ratio = x}}); }},
        {"World::World", "contact.max_push_out_velocity",
         [](Setup&, float x) { World({.contact = {.max_push_out_velocity = x}}); }},
        {"World::World", "restitution_threshold",
         [](Setup&, float x) { World({.restitution_threshold = x}); }},
        {"World::World", "speculative_distance", [](Setup&, float x) { World({.speculative_distance = x}); }},
        {"World::World", "time_to_sleep", [](Setup&, float x) { World({.time_to_sleep = x}); }},
        {"World::World", "maximum_linear_speed", [](Setup&, float x) { World({.maximum_linear_speed = x}); }},
    };
    return entries;
}

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
