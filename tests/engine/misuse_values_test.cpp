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
        shape = world.shapes(body)[0];
        test::run(world, 3);
    }
    World world;
    BodyId ground, body;
    ShapeId shape;
};

/// A public entry and one of its numbers.
struct Entry {
    const char* function;
    const char* argument;
    std::function<void(Setup&, float)> call;
};

/// Numbers that must be finite: a table. NOLINTNEXTLINE(readability-function-size)
const std::vector<Entry>& finite_entries() {
    static const std::vector<Entry> entries{
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.position = {x, 0.0f}});
         }},
        {"World::create_body", "position",
         [](Setup& s, float x) {
             s.world.create_body({.position = {0.0f, x}});
         }},
        {"World::create_body", "angle", [](Setup& s, float x) { s.world.create_body({.angle = x}); }},
        {"World::create_body", "linear_velocity",
         [](Setup& s, float x) {
             s.world.create_body({.linear_velocity = {x, x}});
         }},
        {"World::create_body", "angular_velocity",
         [](Setup& s, float x) { s.world.create_body({.angular_velocity = x}); }},
        {"World::create_body", "gravity_scale",
         [](Setup& s, float x) { s.world.create_body({.gravity_scale = x}); }},
        {"World::set_pose", "position",
         [](Setup& s, float x) {
             s.world.set_pose(s.body, {x, 0.0f}, 0.0f);
         }},
        {"World::set_pose", "angle",
         [](Setup& s, float x) {
             s.world.set_pose(s.body, {0.0f, 0.0f}, x);
         }},
        {"World::velocity_at", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.velocity_at(s.body, {x, 0.0f}));
         }},
        {"World::set_linear_velocity", "velocity",
         [](Setup& s, float x) {
             s.world.set_linear_velocity(s.body, {0.0f, x});
         }},
        {"World::set_angular_velocity", "angular_velocity",
         [](Setup& s, float x) { s.world.set_angular_velocity(s.body, x); }},
        {"World::set_target_pose", "position",
         [](Setup& s, float x) {
             s.world.set_target_pose(s.body, {x, 0.0f}, 0.0f, 1.0f);
         }},
        {"World::set_target_pose", "angle",
         [](Setup& s, float x) {
             s.world.set_target_pose(s.body, {0.0f, 0.0f}, x, 1.0f);
         }},
        {"World::apply_force", "force",
         [](Setup& s, float x) {
             s.world.apply_force(s.body, {x, 0.0f});
         }},
        {"World::apply_force", "force",
         [](Setup& s, float x) {
             s.world.apply_force(s.body, {x, 0.0f}, {0.0f, 0.0f});
         }},
        {"World::apply_force", "world_point",
         [](Setup& s, float x) {
             s.world.apply_force(s.body, {1.0f, 0.0f}, {x, 0.0f});
         }},
        {"World::apply_torque", "torque", [](Setup& s, float x) { s.world.apply_torque(s.body, x); }},
        {"World::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world.apply_impulse(s.body, {x, 0.0f});
         }},
        {"World::apply_impulse", "impulse",
         [](Setup& s, float x) {
             s.world.apply_impulse(s.body, {x, 0.0f}, {0.0f, 0.0f});
         }},
        {"World::apply_impulse", "world_point",
         [](Setup& s, float x) {
             s.world.apply_impulse(s.body, {1.0f, 0.0f}, {x, 0.0f});
         }},
        {"World::apply_angular_impulse", "impulse",
         [](Setup& s, float x) { s.world.apply_angular_impulse(s.body, x); }},
        {"World::set_gravity_scale", "scale",
         [](Setup& s, float x) { s.world.set_gravity_scale(s.body, x); }},
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
             s.world.create_body({.gravity = Vec2{0.0f, x}});
         }},
        {"World::set_own_gravity", "gravity",
         [](Setup& s, float x) {
             s.world.set_own_gravity(s.body, Vec2{x, 0.0f});
         }},
        {"World::set_mass_properties", "mass.center",
         [](Setup& s, float x) {
             s.world.set_mass_properties(s.body, {1.0f, {x, 0.0f}, 1.0f});
         }},
        {"World::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world.angular_momentum(s.body, {x, 0.0f}));
         }},
        {"World::angular_momentum", "about",
         [](Setup& s, float x) {
             static_cast<void>(s.world.angular_momentum(Vec2{x, 0.0f}));
         }},
        {"World::predict_pose", "time",
         [](Setup& s, float x) { static_cast<void>(s.world.predict_pose(s.body, x)); }},
        {"World::predict_free_flight", "time",
         [](Setup& s, float x) { static_cast<void>(s.world.predict_free_flight(s.body, x)); }},
        {"World::world_point", "local_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.world_point(s.body, {x, 0.0f}));
         }},
        {"World::local_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.local_point(s.body, {x, 0.0f}));
         }},
        {"World::world_vector", "local_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world.world_vector(s.body, {x, 0.0f}));
         }},
        {"World::local_vector", "world_vector",
         [](Setup& s, float x) {
             static_cast<void>(s.world.local_vector(s.body, {x, 0.0f}));
         }},
        {"World::contains", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.contains(s.shape, {x, 0.0f}));
         }},
        {"World::closest_point", "world_point",
         [](Setup& s, float x) {
             static_cast<void>(s.world.closest_point(s.shape, {x, 0.0f}));
         }},
        {"World::cast_ray", "ray.origin",
         [](Setup& s, float x) {
             static_cast<void>(s.world.cast_ray(s.shape, {.origin = {x, 0.0f}}));
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

/// Numbers that must be finite and not negative: a table. NOLINTNEXTLINE(readability-function-size)
const std::vector<Entry>& positive_entries() {
    static const std::vector<Entry> entries{
        {"World::step", "time_step", [](Setup& s, float x) { s.world.step(x); }},
        {"World::create_body", "linear_damping",
         [](Setup& s, float x) { s.world.create_body({.linear_damping = x}); }},
        {"World::create_body", "angular_damping",
         [](Setup& s, float x) { s.world.create_body({.angular_damping = x}); }},
        {"World::create_body", "sleep_speed",
         [](Setup& s, float x) { s.world.create_body({.sleep_speed = x}); }},
        {"World::set_damping", "linear", [](Setup& s, float x) { s.world.set_damping(s.body, x, 0.0f); }},
        {"World::set_damping", "angular", [](Setup& s, float x) { s.world.set_damping(s.body, 0.0f, x); }},
        {"World::set_target_pose", "time_step",
         [](Setup& s, float x) {
             s.world.set_target_pose(s.body, {0.0f, 0.0f}, 0.0f, x);
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
        {"World::set_material", "friction",
         [](Setup& s, float x) { s.world.set_material(s.shape, {.friction = x}); }},
        {"World::set_material", "restitution",
         [](Setup& s, float x) { s.world.set_material(s.shape, {.restitution = x}); }},
        {"World::set_mass_properties", "mass.mass",
         [](Setup& s, float x) {
             s.world.set_mass_properties(s.body, {x, {0.0f, 0.0f}, 1.0f});
         }},
        {"World::set_mass_properties", "mass.inertia",
         [](Setup& s, float x) {
             s.world.set_mass_properties(s.body, {1.0f, {0.0f, 0.0f}, x});
         }},
        {"World::create_body", "maximum_linear_speed",
         [](Setup& s, float x) { s.world.create_body({.maximum_linear_speed = x}); }},
        {"World::create_body", "maximum_angular_speed",
         [](Setup& s, float x) { s.world.create_body({.maximum_angular_speed = x}); }},
        {"World::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world.set_maximum_speeds(s.body, x, 1.0f); }},
        {"World::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world.set_maximum_speeds(s.body, 1.0f, x); }},
        {"World::set_maximum_speeds", "linear",
         [](Setup& s, float x) { s.world.set_maximum_speeds(x, 1.0f); }},
        {"World::set_maximum_speeds", "angular",
         [](Setup& s, float x) { s.world.set_maximum_speeds(1.0f, x); }},
        {"World::set_sleep_speed", "speed", [](Setup& s, float x) { s.world.set_sleep_speed(s.body, x); }},
        {"World::set_density", "density", [](Setup& s, float x) { s.world.set_density(s.shape, x); }},
        {"World::set_geometry", "radius",
         [](Setup& s, float x) {
             s.world.set_geometry(s.shape, Circle{{0.0f, 0.0f}, x});
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
        {"World::set_contact_tuning", "contact.push_speed",
         [](Setup& s, float x) { s.world.set_contact_tuning({.push_speed = x}); }},
        {"World::World", "maximum_angular_speed",
         [](Setup&, float x) { World({.maximum_angular_speed = x}); }},
        {"World::World", "contact.frequency", [](Setup&, float x) { World({.contact = {.frequency = x}}); }},
        {"World::World", "contact.damping_ratio",
         [](Setup&, float x) { World({.contact = {.damping_ratio = x}}); }},
        {"World::World", "contact.push_speed",
         [](Setup&, float x) { World({.contact = {.push_speed = x}}); }},
        {"World::World", "restitution_threshold",
         [](Setup&, float x) { World({.restitution_threshold = x}); }},
        {"World::World", "speculative_distance", [](Setup&, float x) { World({.speculative_distance = x}); }},
        {"World::World", "time_to_sleep", [](Setup&, float x) { World({.time_to_sleep = x}); }},
        {"World::World", "maximum_linear_speed", [](Setup&, float x) { World({.maximum_linear_speed = x}); }},
    };
    return entries;
}

/// The call throws an error that names function and argument, and leaves the world as it was.
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
    // The world goes on as if nothing had been tried.
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
    refused(test::error_of([&] { setup.world.set_material(setup.shape, {.restitution = 1.5f}); }),
            "restitution", "1.5");
    refused(test::error_of([&] { World({.body_capacity = -2}); }), "body_capacity", "-2");
    refused(test::error_of([&] { World({.maximum_linear_speed = 0.0f}); }), "maximum_linear_speed", "0");
    refused(test::error_of([&] {
                setup.world.set_target_pose(setup.body, {0.0f, 0.0f}, 0.0f, 0.0f);
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
    refused(test::error_of([&] { setup.world.set_maximum_speeds(setup.body, 0.0f, 1.0f); }), "linear", "0");
    refused(test::error_of([&] { setup.world.set_geometry(setup.shape, make_box(9e14f, 9e14f)); }),
            "inertia of the shape", "inf");
    refused(test::error_of(
                [&] { setup.world.set_material(setup.shape, {.friction_mixing = static_cast<Mixing>(99)}); }),
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

TEST_CASE("misuse: an error is also a std::invalid_argument") {
    World world;
    CHECK_THROWS_AS(world.step(not_a_number), std::invalid_argument);
}
