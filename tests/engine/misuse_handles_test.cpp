#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace drystone;

namespace {

/// A public entry that takes a handle.
template <class Id>
struct Entry {
    const char* name;
    std::function<void(World&, Id)> call;
};

// A table. NOLINTNEXTLINE(readability-function-size)
const std::vector<Entry<BodyId>>& body_entries() {
    static const std::vector<Entry<BodyId>> entries{
        {"destroy_body", [](World& w, BodyId b) { w.destroy_body(b); }},
        {"create_shape", [](World& w, BodyId b) { w.create_shape(b, Circle{}); }},
        {"type", [](World& w, BodyId b) { static_cast<void>(w.type(b)); }},
        {"pose", [](World& w, BodyId b) { static_cast<void>(w.pose(b)); }},
        {"pose", [](World& w, BodyId b) { static_cast<void>(w.position(b)); }},
        {"pose", [](World& w, BodyId b) { static_cast<void>(w.angle(b)); }},
        {"set_pose",
         [](World& w, BodyId b) {
             w.set_pose(b, {0.0f, 0.0f}, 0.0f);
         }},
        {"center_of_mass", [](World& w, BodyId b) { static_cast<void>(w.center_of_mass(b)); }},
        {"linear_velocity", [](World& w, BodyId b) { static_cast<void>(w.linear_velocity(b)); }},
        {"angular_velocity", [](World& w, BodyId b) { static_cast<void>(w.angular_velocity(b)); }},
        {"velocity_at",
         [](World& w, BodyId b) {
             static_cast<void>(w.velocity_at(b, {0.0f, 0.0f}));
         }},
        {"set_linear_velocity",
         [](World& w, BodyId b) {
             w.set_linear_velocity(b, {0.0f, 0.0f});
         }},
        {"set_angular_velocity", [](World& w, BodyId b) { w.set_angular_velocity(b, 0.0f); }},
        {"set_target_pose",
         [](World& w, BodyId b) {
             w.set_target_pose(b, {0.0f, 0.0f}, 0.0f, 1.0f);
         }},
        {"apply_force",
         [](World& w, BodyId b) {
             w.apply_force(b, {0.0f, 0.0f});
         }},
        {"apply_force",
         [](World& w, BodyId b) {
             w.apply_force(b, {0.0f, 0.0f}, {0.0f, 0.0f});
         }},
        {"apply_torque", [](World& w, BodyId b) { w.apply_torque(b, 0.0f); }},
        {"apply_impulse",
         [](World& w, BodyId b) {
             w.apply_impulse(b, {0.0f, 0.0f});
         }},
        {"apply_impulse",
         [](World& w, BodyId b) {
             w.apply_impulse(b, {0.0f, 0.0f}, {0.0f, 0.0f});
         }},
        {"apply_angular_impulse", [](World& w, BodyId b) { w.apply_angular_impulse(b, 0.0f); }},
        {"is_awake", [](World& w, BodyId b) { static_cast<void>(w.is_awake(b)); }},
        {"wake", [](World& w, BodyId b) { w.wake(b); }},
        {"mass", [](World& w, BodyId b) { static_cast<void>(w.mass(b)); }},
        {"gravity_scale", [](World& w, BodyId b) { static_cast<void>(w.gravity_scale(b)); }},
        {"set_gravity_scale", [](World& w, BodyId b) { w.set_gravity_scale(b, 1.0f); }},
        {"set_damping", [](World& w, BodyId b) { w.set_damping(b, 0.0f, 0.0f); }},
        {"user_data", [](World& w, BodyId b) { static_cast<void>(w.user_data(b)); }},
        {"set_user_data", [](World& w, BodyId b) { w.set_user_data(b, 0); }},
        {"shapes", [](World& w, BodyId b) { static_cast<void>(w.shapes(b)); }},
        {"visit_contacts", [](World& w, BodyId b) { w.visit_contacts(b, [](const ContactView&) {}); }},
        {"set_type", [](World& w, BodyId b) { w.set_type(b, BodyType::Dynamic); }},
        {"is_enabled", [](World& w, BodyId b) { static_cast<void>(w.is_enabled(b)); }},
        {"set_enabled", [](World& w, BodyId b) { w.set_enabled(b, true); }},
        {"locks", [](World& w, BodyId b) { static_cast<void>(w.locks(b)); }},
        {"set_locks", [](World& w, BodyId b) { w.set_locks(b, {}); }},
        {"dominance_group", [](World& w, BodyId b) { static_cast<void>(w.dominance_group(b)); }},
        {"set_dominance_group", [](World& w, BodyId b) { w.set_dominance_group(b, 1); }},
        {"extra_iterations", [](World& w, BodyId b) { static_cast<void>(w.extra_iterations(b)); }},
        {"set_extra_iterations", [](World& w, BodyId b) { w.set_extra_iterations(b, 1); }},
        {"is_bullet", [](World& w, BodyId b) { static_cast<void>(w.is_bullet(b)); }},
        {"set_bullet", [](World& w, BodyId b) { w.set_bullet(b, true); }},
        {"name", [](World& w, BodyId b) { static_cast<void>(w.name(b)); }},
        {"set_name", [](World& w, BodyId b) { w.set_name(b, "name"); }},
        {"set_mass_properties",
         [](World& w, BodyId b) {
             w.set_mass_properties(b, {1.0f, {0.0f, 0.0f}, 1.0f});
         }},
        {"reset_mass_properties", [](World& w, BodyId b) { w.reset_mass_properties(b); }},
        {"update_mass", [](World& w, BodyId b) { w.update_mass(b); }},
        {"own_gravity", [](World& w, BodyId b) { static_cast<void>(w.own_gravity(b)); }},
        {"set_own_gravity", [](World& w, BodyId b) { w.set_own_gravity(b, std::nullopt); }},
        {"linear_damping", [](World& w, BodyId b) { static_cast<void>(w.linear_damping(b)); }},
        {"angular_damping", [](World& w, BodyId b) { static_cast<void>(w.angular_damping(b)); }},
        {"maximum_linear_speed", [](World& w, BodyId b) { static_cast<void>(w.maximum_linear_speed(b)); }},
        {"maximum_angular_speed", [](World& w, BodyId b) { static_cast<void>(w.maximum_angular_speed(b)); }},
        {"set_maximum_speeds", [](World& w, BodyId b) { w.set_maximum_speeds(b, 1.0f, 1.0f); }},
        {"put_to_sleep", [](World& w, BodyId b) { w.put_to_sleep(b); }},
        {"can_sleep", [](World& w, BodyId b) { static_cast<void>(w.can_sleep(b)); }},
        {"set_can_sleep", [](World& w, BodyId b) { w.set_can_sleep(b, true); }},
        {"sleep_speed", [](World& w, BodyId b) { static_cast<void>(w.sleep_speed(b)); }},
        {"set_sleep_speed", [](World& w, BodyId b) { w.set_sleep_speed(b, 0.1f); }},
        {"kinetic_energy", [](World& w, BodyId b) { static_cast<void>(w.kinetic_energy(b)); }},
        {"potential_energy", [](World& w, BodyId b) { static_cast<void>(w.potential_energy(b)); }},
        {"momentum", [](World& w, BodyId b) { static_cast<void>(w.momentum(b)); }},
        {"angular_momentum", [](World& w, BodyId b) { static_cast<void>(w.angular_momentum(b)); }},
        {"predict_pose", [](World& w, BodyId b) { static_cast<void>(w.predict_pose(b, 1.0f)); }},
        {"predict_free_flight",
         [](World& w, BodyId b) { static_cast<void>(w.predict_free_flight(b, 1.0f)); }},
        {"world_point",
         [](World& w, BodyId b) {
             static_cast<void>(w.world_point(b, Vec2{0.0f, 0.0f}));
         }},
        {"local_point",
         [](World& w, BodyId b) {
             static_cast<void>(w.local_point(b, Vec2{0.0f, 0.0f}));
         }},
        {"world_vector",
         [](World& w, BodyId b) {
             static_cast<void>(w.world_vector(b, Vec2{0.0f, 0.0f}));
         }},
        {"local_vector",
         [](World& w, BodyId b) {
             static_cast<void>(w.local_vector(b, Vec2{0.0f, 0.0f}));
         }},
        {"collision_enabled",
         [](World& w, BodyId b) { static_cast<void>(w.collision_enabled(w.bodies()[0], b)); }},
        {"collision_enabled",
         [](World& w, BodyId b) { static_cast<void>(w.collision_enabled(b, w.bodies()[0])); }},
    };
    return entries;
}

const std::vector<Entry<ShapeId>>& shape_entries() {
    static const std::vector<Entry<ShapeId>> entries{
        {"destroy_shape", [](World& w, ShapeId s) { w.destroy_shape(s); }},
        {"body", [](World& w, ShapeId s) { static_cast<void>(w.body(s)); }},
        {"geometry", [](World& w, ShapeId s) { static_cast<void>(w.geometry(s)); }},
        {"material", [](World& w, ShapeId s) { static_cast<void>(w.material(s)); }},
        {"set_material", [](World& w, ShapeId s) { w.set_material(s, {}); }},
        {"filter", [](World& w, ShapeId s) { static_cast<void>(w.filter(s)); }},
        {"set_filter", [](World& w, ShapeId s) { w.set_filter(s, {}); }},
        {"solver_filter", [](World& w, ShapeId s) { static_cast<void>(w.solver_filter(s)); }},
        {"set_solver_filter", [](World& w, ShapeId s) { w.set_solver_filter(s, {}); }},
        {"user_data", [](World& w, ShapeId s) { static_cast<void>(w.user_data(s)); }},
        {"fat_aabb", [](World& w, ShapeId s) { static_cast<void>(w.fat_aabb(s)); }},
        {"set_geometry", [](World& w, ShapeId s) { w.set_geometry(s, Circle{}); }},
        {"density", [](World& w, ShapeId s) { static_cast<void>(w.density(s)); }},
        {"set_density", [](World& w, ShapeId s) { w.set_density(s, 1.0f); }},
        {"mass", [](World& w, ShapeId s) { static_cast<void>(w.mass(s)); }},
        {"contact_events", [](World& w, ShapeId s) { static_cast<void>(w.contact_events(s)); }},
        {"set_contact_events", [](World& w, ShapeId s) { w.set_contact_events(s, true); }},
        {"hit_events", [](World& w, ShapeId s) { static_cast<void>(w.hit_events(s)); }},
        {"set_hit_events", [](World& w, ShapeId s) { w.set_hit_events(s, true); }},
        {"set_user_data", [](World& w, ShapeId s) { w.set_user_data(s, 1); }},
        {"aabb", [](World& w, ShapeId s) { static_cast<void>(w.aabb(s)); }},
        {"is_enabled", [](World& w, ShapeId s) { static_cast<void>(w.is_enabled(s)); }},
        {"set_enabled", [](World& w, ShapeId s) { w.set_enabled(s, false); }},
        {"visit_contacts", [](World& w, ShapeId s) { w.visit_contacts(s, [](const ContactView&) {}); }},
        {"contains",
         [](World& w, ShapeId s) {
             static_cast<void>(w.contains(s, {0.0f, 0.0f}));
         }},
        {"closest_point",
         [](World& w, ShapeId s) {
             static_cast<void>(w.closest_point(s, {0.0f, 0.0f}));
         }},
        {"cast_ray", [](World& w, ShapeId s) { static_cast<void>(w.cast_ray(s, {})); }},
        {"refilter", [](World& w, ShapeId s) { w.refilter(s); }},
    };
    return entries;
}

/// A world with a box on the ground, a body and a shape that are dead, and one of each in another world.
struct Setup {
    Setup() {
        test::add_ground(world);
        box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        dead_body = test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
        dead_shape = world.shapes(dead_body)[0];
        world.step(test::dt);
        world.visit_contacts([&](const ContactView& view) {
            if (world.body(view.shape_b) == dead_body || world.body(view.shape_a) == dead_body) {
                dead_contact = view.contact;
            }
        });
        world.destroy_body(dead_body);
        test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
        world.step(test::dt);
        foreign_body = test::add_box(other, {0.0f, 0.0f}, 0.5f, 0.5f);
        foreign_shape = other.shapes(foreign_body)[0];
    }

    World world;
    World other;
    BodyId box, dead_body, foreign_body;
    ShapeId dead_shape, foreign_shape;
    ContactId dead_contact;
};

template <class Id>
std::string value_of(Id id) {
    return id.is_null()
               ? "a null handle"
               : "slot " + std::to_string(id.index1 - 1) + ", generation " + std::to_string(id.generation);
}

template <class Id>
void check_refused(Setup& setup, const std::vector<Entry<Id>>& entries, const char* argument, Id id) {
    CAPTURE(value_of(id));
    CHECK_FALSE(setup.world.is_valid(id));
    for (const Entry<Id>& entry : entries) {
        CAPTURE(std::string(entry.name));
        const std::uint64_t before = setup.world.state_hash();
        const std::string text = test::error_of([&] { entry.call(setup.world, id); });
        CHECK(test::contains_text(text, std::string("World::") + entry.name + ": " + argument));
        CHECK(test::contains_text(text, value_of(id)));
        CHECK(setup.world.state_hash() == before);
    }
}

}  // namespace

TEST_CASE("misuse: every entry refuses dead, null, forged and foreign bodies by name") {
    Setup setup;
    check_refused(setup, body_entries(), "body", setup.dead_body);
    check_refused(setup, body_entries(), "body", BodyId{});
    check_refused(setup, body_entries(), "body", BodyId{99999, 1, setup.box.world});
    check_refused(setup, body_entries(), "body", BodyId{0xffffffff, 0xffff, setup.box.world});
    check_refused(setup, body_entries(), "body", BodyId{setup.box.index1, 0, setup.box.world});
    check_refused(setup, body_entries(), "body", setup.foreign_body);
    setup.world.validate();
}

TEST_CASE("misuse: a pair of bodies needs two living ones that differ") {
    Setup setup;
    World& world = setup.world;
    for (const BodyId bad : {setup.dead_body, BodyId{}, setup.foreign_body}) {
        for (const bool enabled : {false, true}) {
            CHECK(test::contains_text(test::error_of([&] { world.set_collision(setup.box, bad, enabled); }),
                                      "World::set_collision: body"));
            CHECK(test::contains_text(test::error_of([&] { world.set_collision(bad, setup.box, enabled); }),
                                      value_of(bad)));
        }
    }
    CHECK(test::contains_text(test::error_of([&] { world.set_collision(setup.box, setup.box, false); }),
                              "another body"));
    CHECK_FALSE(world.collision_enabled(setup.box, setup.box));
}

TEST_CASE("misuse: every entry refuses dead, null, forged and foreign shapes by name") {
    Setup setup;
    check_refused(setup, shape_entries(), "shape", setup.dead_shape);
    check_refused(setup, shape_entries(), "shape", ShapeId{});
    check_refused(setup, shape_entries(), "shape", ShapeId{99999, 1, setup.box.world});
    check_refused(setup, shape_entries(), "shape", setup.foreign_shape);
    setup.world.validate();
}

TEST_CASE("misuse: dead, null and forged contacts are refused by name") {
    Setup setup;
    REQUIRE(setup.dead_contact);
    for (const ContactId contact : {setup.dead_contact, ContactId{}, ContactId{77, 1, setup.box.world}}) {
        CHECK_FALSE(setup.world.is_valid(contact));
        const std::string text = test::error_of([&] { static_cast<void>(setup.world.contact(contact)); });
        CHECK(test::contains_text(text, "World::contact: contact"));
        CHECK(test::contains_text(text, value_of(contact)));
    }
}

TEST_CASE("R1: random handles never reach beyond the world") {
    Setup setup;
    test::Random random(70);
    int held = 0;
    for (int i = 0; i < test::scaled(20000, 2000); ++i) {
        const auto index = static_cast<std::uint32_t>(random.below(random.below(2) == 0 ? 6 : 0x7fffffff));
        const BodyId body{index, static_cast<std::uint16_t>(random.below(4)),
                          random.below(4) == 0 ? setup.foreign_body.world : setup.box.world};
        const auto k =
            2 + static_cast<std::size_t>(random.below(static_cast<int>(body_entries().size()) - 2));
        const bool valid = setup.world.is_valid(body);
        const bool accepted = test::error_of([&] { body_entries()[k].call(setup.world, body); }).empty();
        CHECK(accepted == valid);
        held += valid ? 1 : 0;
    }
    CHECK(held > 0);
    setup.world.validate();
}
