#include <doctest/doctest.h>

#include "support/world_build.h"

#include <functional>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Two boxes that are about to hit the ground, in a world whose callbacks are called when they do.
struct Setup {
    explicit Setup(int threads = 1) : world({.threads = threads}) {
        test::add_ground(world);
        box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        shape = world[box].shapes()[0];
        test::add_box(world, {3.0f, 0.5f}, 0.5f, 0.5f);
    }
    World world;
    BodyId box;
    ShapeId shape;
};

struct Entry {
    const char* function;
    std::function<void(Setup&)> call;
};

/// Returns the calls that change the world or iterate over it.
const std::vector<Entry>& forbidden() {
    static const std::vector<Entry> all{
        {"World::create_body", [](Setup& s) { s.world.create_body({.type = BodyType::Static}); }},
        {"World::destroy_body", [](Setup& s) { s.world.destroy_body(s.box); }},
        {"BodyRef::set_type", [](Setup& s) { s.world[s.box].set_type(BodyType::Static); }},
        {"BodyRef::set_enabled", [](Setup& s) { s.world[s.box].set_enabled(false); }},
        {"ShapeRef::set_filter", [](Setup& s) { s.world[s.shape].set_filter({.mask = 0}); }},
        {"ShapeRef::set_solver_filter", [](Setup& s) { s.world[s.shape].set_solver_filter({.mask = 0}); }},
        {"BodyRef::set_dominance_group", [](Setup& s) { s.world[s.box].set_dominance_group(1); }},
        {"BodyRef::set_extra_iterations", [](Setup& s) { s.world[s.box].set_extra_iterations(1); }},
        {"ShapeRef::set_geometry", [](Setup& s) { s.world[s.shape].set_geometry(Circle{}); }},
        {"ShapeRef::set_material", [](Setup& s) { s.world[s.shape].set_material({}); }},
        {"BodyRef::set_linear_velocity",
         [](Setup& s) {
             s.world[s.box].set_linear_velocity({1.0f, 0.0f});
         }},
        {"BodyRef::apply_force",
         [](Setup& s) {
             s.world[s.box].apply_force({1.0f, 0.0f});
         }},
        {"BodyRef::apply_impulse",
         [](Setup& s) {
             s.world[s.box].apply_impulse({1.0f, 0.0f});
         }},
        {"BodyRef::wake", [](Setup& s) { s.world[s.box].wake(); }},
        {"World::set_gravity",
         [](Setup& s) {
             s.world.set_gravity({0.0f, 0.0f});
         }},
        {"BodyRef::set_damping", [](Setup& s) { s.world[s.box].set_damping(1.0f, 1.0f); }},
        {"BodyRef::set_own_gravity", [](Setup& s) { s.world[s.box].set_own_gravity(std::nullopt); }},
        {"World::set_maximum_speeds", [](Setup& s) { s.world.set_maximum_speeds(1.0f, 1.0f); }},
        {"World::set_collision_filter", [](Setup& s) { s.world.set_collision_filter({}); }},
        {"World::step", [](Setup& s) { s.world.step(dt); }},
        {"World::cast_ray", [](Setup& s) { static_cast<void>(s.world.cast_ray({})); }},
        {"World::cast_ray_all", [](Setup& s) { static_cast<void>(s.world.cast_ray_all({})); }},
        {"World::cast_ray_any", [](Setup& s) { static_cast<void>(s.world.cast_ray_any({})); }},
        {"World::cast_rays", [](Setup& s) { static_cast<void>(s.world.cast_rays({})); }},
        {"World::cast_shape", [](Setup& s) { static_cast<void>(s.world.cast_shape({})); }},
        {"World::cast_shape_all", [](Setup& s) { static_cast<void>(s.world.cast_shape_all({})); }},
        {"World::nearest",
         [](Setup& s) {
             static_cast<void>(s.world.nearest({0.0f, 0.0f}, 1.0f));
         }},
        {"World::overlap",
         [](Setup& s) {
             s.world.overlap(Vec2{0.0f, 0.0f}, [](ShapeId) { return true; });
         }},
        {"World::overlap",
         [](Setup& s) {
             s.world.overlap(Aabb{{0.0f, 0.0f}, {1.0f, 1.0f}}, [](ShapeId) { return true; });
         }},
        {"World::overlap", [](Setup& s) { s.world.overlap(Circle{}, Pose{}, [](ShapeId) { return true; }); }},
        {"World::visit_contacts", [](Setup& s) { s.world.visit_contacts([](const ContactView&) {}); }},
        {"World::visit_tree", [](Setup& s) { s.world.visit_tree([](int, const Aabb&) {}); }},
    };
    return all;
}

/// Returns the state hash after a step in which the callback does nothing.
std::uint64_t undisturbed() {
    Setup setup;
    setup.world.step(dt);
    return setup.world.state_hash();
}

}  // namespace

TEST_CASE("misuse: callbacks of a step neither change the world nor query it, and the step is whole") {
    const std::uint64_t expected = undisturbed();
    for (const int threads : {1, 2}) {
        for (const Entry& entry : forbidden()) {
            CAPTURE(std::string(entry.function));
            Setup setup(threads);
            int calls = 0;
            const auto try_it = [&] {
                ++calls;
                const std::string text = test::error_of([&] { entry.call(setup); });
                CHECK(test::contains_text(text, entry.function));
                CHECK(test::contains_text(text, "step"));
            };
            setup.world.set_collision_filter([&](ShapeId, ShapeId) {
                try_it();
                return true;
            });
            setup.world.set_material_mixing([&](ShapeId, ShapeId, const MixedMaterial& by_rules) {
                try_it();
                return by_rules;
            });
            setup.world.step(dt);
            CHECK(calls == 4);
            CHECK(setup.world.state_hash() == expected);
            setup.world.validate();
            // It is allowed after the step.
            CHECK(test::error_of([&] { entry.call(setup); }).empty());
        }
    }
}

TEST_CASE("misuse: the error of a callback leaves the step once it is done") {
    for (const int threads : {1, 2}) {
        Setup setup(threads);
        setup.world.set_collision_filter([&](ShapeId, ShapeId) {
            setup.world.create_body({.type = BodyType::Static});
            return true;
        });
        const std::string text = test::error_of([&] { setup.world.step(dt); });
        CHECK(test::contains_text(text, "World::create_body"));
        CHECK(setup.world.state_hash() == undisturbed());
        setup.world.validate();
        CHECK(test::error_of([&] { setup.world.step(dt); }).empty());
    }
}

TEST_CASE("misuse: callbacks of a step may look things up") {
    Setup setup;
    int calls = 0;
    setup.world.set_collision_filter([&](ShapeId a, ShapeId b) {
        ++calls;
        const World& world = setup.world;
        static_cast<void>(world[a].user_data());
        static_cast<void>(world[b].filter());
        static_cast<void>(world[a].geometry());
        static_cast<void>(world[world[b].body()].pose());
        static_cast<void>(world[world[b].body()].linear_velocity());
        static_cast<void>(world[world[a].body()].name());
        return true;
    });
    setup.world.step(dt);
    CHECK(calls == 2);
    CHECK(setup.world.state_hash() == undisturbed());
}
