#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace drystone;

namespace {

/// Public function that takes a handle.
template <class Id>
struct Entry {
    const char* name;
    std::function<void(World&, Id)> call;
};

/// Method of a reference.
template <class Ref>
struct RefEntry {
    const char* name;
    std::function<void(Ref)> call;
};

const std::vector<Entry<BodyId>>& body_entries() {
    static const std::vector<Entry<BodyId>> entries{
        {"destroy_body", [](World& w, BodyId b) { w.destroy_body(b); }},
        {"create_shape", [](World& w, BodyId b) { w.create_shape(b, Circle{}); }},
        {"collision_enabled",
         [](World& w, BodyId b) { static_cast<void>(w.collision_enabled(w.bodies()[0], b)); }},
        {"collision_enabled",
         [](World& w, BodyId b) { static_cast<void>(w.collision_enabled(b, w.bodies()[0])); }},
    };
    return entries;
}

/// Definition, type, pose, velocity and forces of a body.
std::vector<RefEntry<BodyRef>> body_motion_entries() {
    return {
        {"definition", [](BodyRef b) { static_cast<void>(b.definition()); }},
        {"joints", [](BodyRef b) { static_cast<void>(b.joints()); }},
        {"type", [](BodyRef b) { static_cast<void>(b.type()); }},
        {"pose", [](BodyRef b) { static_cast<void>(b.pose()); }},
        {"position", [](BodyRef b) { static_cast<void>(b.position()); }},
        {"angle", [](BodyRef b) { static_cast<void>(b.angle()); }},
        {"set_pose",
         [](BodyRef b) {
             b.set_pose({0.0f, 0.0f}, 0.0f);
         }},
        {"center_of_mass", [](BodyRef b) { static_cast<void>(b.center_of_mass()); }},
        {"linear_velocity", [](BodyRef b) { static_cast<void>(b.linear_velocity()); }},
        {"angular_velocity", [](BodyRef b) { static_cast<void>(b.angular_velocity()); }},
        {"velocity_at",
         [](BodyRef b) {
             static_cast<void>(b.velocity_at({0.0f, 0.0f}));
         }},
        {"set_linear_velocity",
         [](BodyRef b) {
             b.set_linear_velocity({0.0f, 0.0f});
         }},
        {"set_angular_velocity", [](BodyRef b) { b.set_angular_velocity(0.0f); }},
        {"set_target_pose",
         [](BodyRef b) {
             b.set_target_pose({0.0f, 0.0f}, 0.0f, 1.0f);
         }},
        {"apply_force",
         [](BodyRef b) {
             b.apply_force({0.0f, 0.0f});
         }},
        {"apply_force",
         [](BodyRef b) {
             b.apply_force({0.0f, 0.0f}, {0.0f, 0.0f});
         }},
        {"apply_torque", [](BodyRef b) { b.apply_torque(0.0f); }},
        {"apply_impulse",
         [](BodyRef b) {
             b.apply_impulse({0.0f, 0.0f});
         }},
        {"apply_impulse",
         [](BodyRef b) {
             b.apply_impulse({0.0f, 0.0f}, {0.0f, 0.0f});
         }},
        {"apply_angular_impulse", [](BodyRef b) { b.apply_angular_impulse(0.0f); }},
    };
}

/// Settings of a body.
std::vector<RefEntry<BodyRef>> body_setting_entries() {
    return {
        {"is_awake", [](BodyRef b) { static_cast<void>(b.is_awake()); }},
        {"wake", [](BodyRef b) { b.wake(); }},
        {"mass", [](BodyRef b) { static_cast<void>(b.mass()); }},
        {"gravity_scale", [](BodyRef b) { static_cast<void>(b.gravity_scale()); }},
        {"scale_time", [](BodyRef b) { b.scale_time(2.0f); }},
        {"constant_force", [](BodyRef b) { static_cast<void>(b.constant_force()); }},
        {"constant_torque", [](BodyRef b) { static_cast<void>(b.constant_torque()); }},
        {"set_constant_force", [](BodyRef b) { b.set_constant_force(Vec2()); }},
        {"set_gravity_scale", [](BodyRef b) { b.set_gravity_scale(1.0f); }},
        {"set_damping", [](BodyRef b) { b.set_damping(0.0f, 0.0f); }},
        {"user_data", [](BodyRef b) { static_cast<void>(b.user_data()); }},
        {"set_user_data", [](BodyRef b) { b.set_user_data(0); }},
        {"shapes", [](BodyRef b) { static_cast<void>(b.shapes()); }},
        {"visit_contacts", [](BodyRef b) { b.visit_contacts([](const ContactView&) {}); }},
        {"set_type", [](BodyRef b) { b.set_type(BodyType::Dynamic); }},
        {"is_enabled", [](BodyRef b) { static_cast<void>(b.is_enabled()); }},
        {"set_enabled", [](BodyRef b) { b.set_enabled(true); }},
        {"locks", [](BodyRef b) { static_cast<void>(b.locks()); }},
        {"set_locks", [](BodyRef b) { b.set_locks({}); }},
        {"dominance_group", [](BodyRef b) { static_cast<void>(b.dominance_group()); }},
        {"set_dominance_group", [](BodyRef b) { b.set_dominance_group(1); }},
        {"extra_iterations", [](BodyRef b) { static_cast<void>(b.extra_iterations()); }},
        {"set_extra_iterations", [](BodyRef b) { b.set_extra_iterations(1); }},
        {"is_bullet", [](BodyRef b) { static_cast<void>(b.is_bullet()); }},
        {"set_bullet", [](BodyRef b) { b.set_bullet(true); }},
        {"name", [](BodyRef b) { static_cast<void>(b.name()); }},
        {"set_name", [](BodyRef b) { b.set_name("name"); }},
        {"set_mass_properties",
         [](BodyRef b) {
             b.set_mass_properties({1.0f, {0.0f, 0.0f}, 1.0f});
         }},
        {"reset_mass_properties", [](BodyRef b) { b.reset_mass_properties(); }},
        {"update_mass", [](BodyRef b) { b.update_mass(); }},
        {"own_gravity", [](BodyRef b) { static_cast<void>(b.own_gravity()); }},
        {"set_own_gravity", [](BodyRef b) { b.set_own_gravity(std::nullopt); }},
        {"linear_damping", [](BodyRef b) { static_cast<void>(b.linear_damping()); }},
        {"angular_damping", [](BodyRef b) { static_cast<void>(b.angular_damping()); }},
        {"maximum_linear_speed", [](BodyRef b) { static_cast<void>(b.maximum_linear_speed()); }},
        {"maximum_angular_speed", [](BodyRef b) { static_cast<void>(b.maximum_angular_speed()); }},
        {"set_maximum_speeds", [](BodyRef b) { b.set_maximum_speeds(1.0f, 1.0f); }},
        {"put_to_sleep", [](BodyRef b) { b.put_to_sleep(); }},
        {"can_sleep", [](BodyRef b) { static_cast<void>(b.can_sleep()); }},
        {"set_can_sleep", [](BodyRef b) { b.set_can_sleep(true); }},
        {"sleep_speed", [](BodyRef b) { static_cast<void>(b.sleep_speed()); }},
        {"set_sleep_speed", [](BodyRef b) { b.set_sleep_speed(0.1f); }},
    };
}

/// Values that a body computes.
std::vector<RefEntry<BodyRef>> body_value_entries() {
    return {
        {"kinetic_energy", [](BodyRef b) { static_cast<void>(b.kinetic_energy()); }},
        {"potential_energy", [](BodyRef b) { static_cast<void>(b.potential_energy()); }},
        {"momentum", [](BodyRef b) { static_cast<void>(b.momentum()); }},
        {"angular_momentum", [](BodyRef b) { static_cast<void>(b.angular_momentum()); }},
        {"predict_pose", [](BodyRef b) { static_cast<void>(b.predict_pose(1.0f)); }},
        {"predict_free_flight", [](BodyRef b) { static_cast<void>(b.predict_free_flight(1.0f)); }},
        {"world_point",
         [](BodyRef b) {
             static_cast<void>(b.world_point(Vec2{0.0f, 0.0f}));
         }},
        {"local_point",
         [](BodyRef b) {
             static_cast<void>(b.local_point(Vec2{0.0f, 0.0f}));
         }},
        {"world_vector",
         [](BodyRef b) {
             static_cast<void>(b.world_vector(Vec2{0.0f, 0.0f}));
         }},
        {"local_vector",
         [](BodyRef b) {
             static_cast<void>(b.local_vector(Vec2{0.0f, 0.0f}));
         }},
    };
}

const std::vector<RefEntry<BodyRef>>& body_ref_entries() {
    static const std::vector<RefEntry<BodyRef>> entries = [] {
        std::vector<RefEntry<BodyRef>> all = body_motion_entries();
        for (const auto& table : {body_setting_entries(), body_value_entries()}) {
            all.insert(all.end(), table.begin(), table.end());
        }
        return all;
    }();
    return entries;
}

const std::vector<Entry<ShapeId>>& shape_entries() {
    static const std::vector<Entry<ShapeId>> entries{
        {"destroy_shape", [](World& w, ShapeId s) { w.destroy_shape(s); }},
    };
    return entries;
}

// A table. NOLINTNEXTLINE(readability-function-size)
const std::vector<RefEntry<ShapeRef>>& shape_ref_entries() {
    static const std::vector<RefEntry<ShapeRef>> entries{
        {"definition", [](ShapeRef s) { static_cast<void>(s.definition()); }},
        {"chain", [](ShapeRef s) { static_cast<void>(s.chain()); }},
        {"body", [](ShapeRef s) { static_cast<void>(s.body()); }},
        {"geometry", [](ShapeRef s) { static_cast<void>(s.geometry()); }},
        {"material", [](ShapeRef s) { static_cast<void>(s.material()); }},
        {"set_material", [](ShapeRef s) { s.set_material({}); }},
        {"filter", [](ShapeRef s) { static_cast<void>(s.filter()); }},
        {"set_filter", [](ShapeRef s) { s.set_filter({}); }},
        {"solver_filter", [](ShapeRef s) { static_cast<void>(s.solver_filter()); }},
        {"set_solver_filter", [](ShapeRef s) { s.set_solver_filter({}); }},
        {"user_data", [](ShapeRef s) { static_cast<void>(s.user_data()); }},
        {"fat_aabb", [](ShapeRef s) { static_cast<void>(s.fat_aabb()); }},
        {"set_geometry", [](ShapeRef s) { s.set_geometry(Circle{}); }},
        {"density", [](ShapeRef s) { static_cast<void>(s.density()); }},
        {"set_density", [](ShapeRef s) { s.set_density(1.0f); }},
        {"mass", [](ShapeRef s) { static_cast<void>(s.mass()); }},
        {"contact_events", [](ShapeRef s) { static_cast<void>(s.contact_events()); }},
        {"set_contact_events", [](ShapeRef s) { s.set_contact_events(true); }},
        {"hit_events", [](ShapeRef s) { static_cast<void>(s.hit_events()); }},
        {"set_hit_events", [](ShapeRef s) { s.set_hit_events(true); }},
        {"set_user_data", [](ShapeRef s) { s.set_user_data(1); }},
        {"aabb", [](ShapeRef s) { static_cast<void>(s.aabb()); }},
        {"is_enabled", [](ShapeRef s) { static_cast<void>(s.is_enabled()); }},
        {"set_enabled", [](ShapeRef s) { s.set_enabled(false); }},
        {"visit_contacts", [](ShapeRef s) { s.visit_contacts([](const ContactView&) {}); }},
        {"contains",
         [](ShapeRef s) {
             static_cast<void>(s.contains({0.0f, 0.0f}));
         }},
        {"closest_point",
         [](ShapeRef s) {
             static_cast<void>(s.closest_point({0.0f, 0.0f}));
         }},
        {"cast_ray", [](ShapeRef s) { static_cast<void>(s.cast_ray({})); }},
        {"refilter", [](ShapeRef s) { s.refilter(); }},
    };
    return entries;
}

/// World with a box on the ground, a destroyed body and shape, and a living one of each in another world.
struct Setup {
    Setup() {
        test::add_ground(world);
        box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        dead_body = test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
        dead_body_ref = world[dead_body];
        dead_shape_ref = world[dead_body].shapes()[0];
        dead_shape = *dead_shape_ref;
        world.step(test::dt);
        world.visit_contacts([&](const ContactView& view) {
            if (world[view.shape_b].body() == dead_body || world[view.shape_a].body() == dead_body) {
                dead_contact = view.contact;
            }
        });
        world.destroy_body(dead_body);
        test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
        world.step(test::dt);
        foreign_body = test::add_box(other, {0.0f, 0.0f}, 0.5f, 0.5f);
        foreign_shape = other[foreign_body].shapes()[0];
    }

    World world;
    World other;
    BodyId box, dead_body, foreign_body;
    ShapeId dead_shape, foreign_shape;
    std::optional<BodyRef> dead_body_ref;
    std::optional<ShapeRef> dead_shape_ref;
    ContactId dead_contact;
};

template <class Id>
std::string value_of(Id id) {
    return id.is_null()
               ? "a null handle"
               : "slot " + std::to_string(id.index1 - 1) + ", generation " + std::to_string(id.generation);
}

/// Checks calls through a reference that was obtained while the object existed, for any world.
template <class Ref>
void check_dead(Setup& setup, const std::vector<RefEntry<Ref>>& entries, const std::string& kind, Ref ref) {
    CHECK_FALSE(ref.is_valid());
    for (const RefEntry<Ref>& entry : entries) {
        CAPTURE(std::string(entry.name));
        const std::uint64_t before = setup.world.state_hash();
        const std::string text = test::error_of([&] { entry.call(ref); });
        const std::string name = kind == "body" ? "BodyRef::" : "ShapeRef::";
        CHECK(test::contains_text(text, name + entry.name + ": " + kind));
        CHECK(test::contains_text(text, value_of(ref.id())));
        CHECK(test::contains_text(text, "it was destroyed"));
        CHECK(setup.world.state_hash() == before);
    }
}

/// Checks that no reference is made from a handle that is not of this world.
template <class Id>
void check_no_reference(Setup& setup, const char* kind, Id id, const char* reason) {
    const std::string text = test::error_of([&] { static_cast<void>(setup.world[id]); });
    const World& readable = setup.world;
    CHECK(test::error_of([&] { static_cast<void>(readable[id]); }) == text);
    CHECK(test::contains_text(text, std::string("World::operator[]: ") + kind));
    CHECK(test::contains_text(text, value_of(id)));
    CHECK(test::contains_text(text, reason));
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

TEST_CASE("misuse: every method of a reference notices that its object was destroyed, by its own name") {
    Setup setup;
    check_dead(setup, body_ref_entries(), "body", *setup.dead_body_ref);
    check_dead(setup, shape_ref_entries(), "shape", *setup.dead_shape_ref);
    World moved = std::move(setup.world);
    CHECK_FALSE(setup.dead_body_ref->is_valid());
    setup.world = std::move(moved);
    setup.world.validate();
}

TEST_CASE(
    "misuse: no reference is made of a dead, null, forged or foreign handle, and the error tells which") {
    Setup setup;
    check_no_reference(setup, "body", setup.dead_body, "it was destroyed");
    check_no_reference(setup, "body", BodyId{}, "a null handle");
    check_no_reference(setup, "body", BodyId{99999, 1, setup.box.world}, "it was never made");
    check_no_reference(setup, "body", setup.foreign_body, "it is of another world");
    check_no_reference(setup, "shape", setup.dead_shape, "it was destroyed");
    check_no_reference(setup, "shape", ShapeId{}, "a null handle");
    check_no_reference(setup, "shape", setup.foreign_shape, "it is of another world");
    check_no_reference(setup, "joint", JointId{}, "a null handle");
    check_no_reference(setup, "chain", ChainId{}, "a null handle");
    check_no_reference(setup, "field", FieldId{}, "a null handle");
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

TEST_CASE("misuse: random handles never reach beyond the world") {
    Setup setup;
    test::Random random(70);
    int held = 0;
    for (int i = 0; i < test::scaled(20000, 2000); ++i) {
        const auto index = static_cast<std::uint32_t>(random.below(random.below(2) == 0 ? 6 : 0x7fffffff));
        const BodyId body{index, static_cast<std::uint16_t>(random.below(4)),
                          random.below(4) == 0 ? setup.foreign_body.world : setup.box.world};
        const auto k = static_cast<std::size_t>(random.below(static_cast<int>(body_ref_entries().size())));
        const bool valid = setup.world.is_valid(body);
        const std::string text = test::error_of([&] { body_ref_entries()[k].call(setup.world[body]); });
        CHECK(test::contains_text(text, "a living body") == !valid);
        held += valid ? 1 : 0;
    }
    CHECK(held > 0);
    setup.world.validate();
}
