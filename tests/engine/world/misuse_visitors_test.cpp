#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace drystone;

namespace {

struct Setup {
    Setup() {
        test::add_ground(world);
        box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        shape = world[box].shapes()[0];
        test::run(world, 3);
    }
    World world;
    BodyId box;
    ShapeId shape;
};

struct Change {
    const char* function;
    std::function<void(Setup&)> call;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"World::create_body", [](Setup& s) { s.world.create_body({.type = BodyType::Static}); }},
        {"World::destroy_body", [](Setup& s) { s.world.destroy_body(s.box); }},
        {"World::create_shape", [](Setup& s) { s.world.create_shape(s.box, Circle{}); }},
        {"World::destroy_shape", [](Setup& s) { s.world.destroy_shape(s.shape); }},
        {"ShapeRef::set_filter", [](Setup& s) { s.world[s.shape].set_filter({.mask = 0}); }},
        {"ShapeRef::set_solver_filter", [](Setup& s) { s.world[s.shape].set_solver_filter({.mask = 0}); }},
        {"BodyRef::set_dominance_group", [](Setup& s) { s.world[s.box].set_dominance_group(1); }},
        {"BodyRef::set_extra_iterations", [](Setup& s) { s.world[s.box].set_extra_iterations(1); }},
        {"BodyRef::set_pose",
         [](Setup& s) {
             s.world[s.box].set_pose({9.0f, 9.0f}, 1.0f);
         }},
        {"BodyRef::set_type", [](Setup& s) { s.world[s.box].set_type(BodyType::Static); }},
        {"BodyRef::set_enabled", [](Setup& s) { s.world[s.box].set_enabled(false); }},
        {"BodyRef::set_locks", [](Setup& s) { s.world[s.box].set_locks({.linear_x = true}); }},
        {"BodyRef::set_mass_properties",
         [](Setup& s) {
             s.world[s.box].set_mass_properties({1.0f, {0.0f, 0.0f}, 1.0f});
         }},
        {"BodyRef::reset_mass_properties", [](Setup& s) { s.world[s.box].reset_mass_properties(); }},
        {"BodyRef::update_mass", [](Setup& s) { s.world[s.box].update_mass(); }},
        {"BodyRef::put_to_sleep", [](Setup& s) { s.world[s.box].put_to_sleep(); }},
        {"BodyRef::set_can_sleep", [](Setup& s) { s.world[s.box].set_can_sleep(false); }},
        {"World::set_sleeping", [](Setup& s) { s.world.set_sleeping(false); }},
        {"ShapeRef::set_geometry", [](Setup& s) { s.world[s.shape].set_geometry(Circle{}); }},
        {"ShapeRef::set_density", [](Setup& s) { s.world[s.shape].set_density(2.0f); }},
        {"World::set_collision", [](Setup& s) { s.world.set_collision(s.box, s.world.bodies()[0], false); }},
        {"World::set_collision_filter", [](Setup& s) { s.world.set_collision_filter({}); }},
        {"World::set_material_mixing", [](Setup& s) { s.world.set_material_mixing({}); }},
        {"ShapeRef::refilter", [](Setup& s) { s.world[s.shape].refilter(); }},
        {"World::step", [](Setup& s) { s.world.step(test::dt); }},
    };
    return all;
}

struct Visit {
    const char* name;
    std::function<void(Setup&, const std::function<void()>&)> call;
};

const std::vector<Visit>& visits() {
    static const std::vector<Visit> all{
        {"visit_contacts",
         [](Setup& s, const std::function<void()>& f) {
             s.world.visit_contacts([&](const ContactView&) { f(); });
         }},
        {"visit_tree",
         [](Setup& s, const std::function<void()>& f) {
             s.world.visit_tree([&](int, const Aabb&) { f(); });
         }},
        {"overlap box",
         [](Setup& s, const std::function<void()>& f) {
             s.world.overlap(Aabb{{-1.0f, -1.0f}, {1.0f, 1.0f}}, [&](ShapeId) {
                 f();
                 return true;
             });
         }},
        {"overlap point",
         [](Setup& s, const std::function<void()>& f) {
             s.world.overlap(Vec2{0.1f, 0.5f}, [&](ShapeId) {
                 f();
                 return true;
             });
         }},
        {"overlap shape",
         [](Setup& s, const std::function<void()>& f) {
             s.world.overlap(Circle{}, Pose{}, [&](ShapeId) {
                 f();
                 return true;
             });
         }},
        {"predicate of a ray",
         [](Setup& s, const std::function<void()>& f) {
             static_cast<void>(s.world.cast_ray({{0.0f, 5.0f}, {0.0f, -10.0f}, {.accepts = [&](ShapeId) {
                                                     f();
                                                     return true;
                                                 }}}));
         }},
        {"predicate of the nearest",
         [](Setup& s, const std::function<void()>& f) {
             static_cast<void>(s.world.nearest({0.0f, 5.0f}, 10.0f, {.accepts = [&](ShapeId) {
                                                   f();
                                                   return true;
                                               }}));
         }},
    };
    return all;
}

}  // namespace

TEST_CASE("misuse: nothing is made, moved or destroyed from inside a visitor") {
    for (const Visit& visit : visits()) {
        for (const Change& change : changes()) {
            CAPTURE(std::string(visit.name));
            CAPTURE(std::string(change.function));
            Setup setup;
            const std::uint64_t before = setup.world.state_hash();
            int calls = 0;
            visit.call(setup, [&] {
                ++calls;
                const std::string text = test::error_of([&] { change.call(setup); });
                CHECK(test::contains_text(text, change.function));
                CHECK(test::contains_text(text, "visitor"));
            });
            CHECK(calls > 0);
            CHECK(setup.world.state_hash() == before);
            setup.world.validate();
            // It is allowed after the visit.
            CHECK(test::error_of([&] { change.call(setup); }).empty());
            setup.world.step(test::dt);
        }
    }
}

TEST_CASE("misuse: a visitor that throws leaves the world usable") {
    for (const Visit& visit : visits()) {
        CAPTURE(std::string(visit.name));
        Setup setup;
        CHECK_THROWS_AS(visit.call(setup, [] { throw std::runtime_error("enough"); }), std::runtime_error);
        setup.world.create_body({.type = BodyType::Static});
        setup.world.step(test::dt);
        setup.world.validate();
    }
}

TEST_CASE("misuse: reading from inside a visitor is allowed, other visits included") {
    Setup setup;
    int seen = 0;
    setup.world.visit_contacts([&](const ContactView& view) {
        CHECK(setup.world.contact(view.contact).count == view.count);
        static_cast<void>(setup.world[setup.box].position());
        static_cast<void>(setup.world.cast_ray({.origin = {0.0f, 5.0f}, .translation = {0.0f, -10.0f}}));
        setup.world.visit_contacts([&](const ContactView&) { ++seen; });
    });
    CHECK(seen == 1);
    setup.world.create_body({.type = BodyType::Static});
}
