#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Box over a floor that requests the callback.
struct AskingFloor {
    explicit AskingFloor(const Vec2& position = {0.0f, 0.5f}, const Material& material = {}) {
        const BodyId ground = world.create_body({.type = BodyType::Static});
        floor = world.create_shape(ground, Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}},
                                   {.material = material, .pre_solve = true});
        box = test::add_box(world, position, 0.5f, 0.5f, {.material = material});
    }
    World world;
    ShapeId floor;
    BodyId box;
};

}  // namespace

TEST_CASE("pre-solve: the callback sees shapes, normal, points and approach, once in a step") {
    AskingFloor scene({0.0f, 0.505f});
    World& world = scene.world;
    world[scene.box].set_linear_velocity({0.0f, -1.0f});
    const ShapeId box = world[scene.box].shapes()[0];
    int calls = 0;
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        if (++calls == 1) {
            CHECK(contact.shape_a == scene.floor);
            CHECK(contact.shape_b == box);
            CHECK(world.is_valid(contact.contact));
            CHECK(length(contact.normal - Vec2{0.0f, 1.0f}) < 1e-6f);
            REQUIRE(contact.count == 2);
            for (const PreSolvePoint& point : contact.points) {
                CHECK(std::abs(point.point.x) == doctest::Approx(0.5));
                CHECK(point.separation == doctest::Approx(0.005).epsilon(1e-3));
                CHECK(point.approach_speed == doctest::Approx(1.0));
            }
            CHECK(contact.points[0].point.x < contact.points[1].point.x);
            CHECK(contact.friction == doctest::Approx(0.6));
            CHECK(contact.restitution == 0.0f);
            CHECK(contact.tangent_speed == 0.0f);
        }
        return true;
    });
    for (int i = 0; i < 10; ++i) {
        world.step(dt);
        CHECK(calls == i + 1);
    }
    // No calls while the box sleeps, nor once the shape no longer requests them.
    test::run(world, 120);
    REQUIRE_FALSE(world[scene.box].is_awake());
    const int before = calls;
    world.step(dt);
    CHECK(calls == before);
    CHECK(world[scene.floor].pre_solve());
    world[scene.floor].set_pre_solve(false);
    CHECK_FALSE(world[scene.floor].pre_solve());
    CHECK(world[scene.box].is_awake());
    world.step(dt);
    CHECK(calls == before);
}

TEST_CASE("pre-solve: a callback that changes nothing leaves results as they are") {
    const auto run_scene = [](bool asked) {
        World world;
        test::add_ground(world);
        test::Random random(8);
        int calls = 0;
        for (int i = 0; i < 60; ++i) {
            const BodyId body = test::add_box(
                world, {random.between(-2.0f, 2.0f), random.between(1.0f, 15.0f)}, 0.3f, 0.2f,
                {.material = {.restitution = i % 4 == 0 ? 0.5f : 0.0f}, .pre_solve = i % 2 == 0});
            world[body].set_linear_velocity({0.0f, i % 10 == 0 ? -60.0f : 0.0f});
        }
        if (asked) {
            world.set_pre_solve_callback([&](PreSolveContact&) {
                ++calls;
                return true;
            });
        }
        test::run(world, 200);
        CHECK((calls > 0) == asked);
        return world.state_hash();
    };
    CHECK(run_scene(true) == run_scene(false));
}

TEST_CASE("pre-solve: what is dropped falls freely, slow or fast, and does not touch") {
    for (const float speed : {0.0f, 10.0f, 100.0f}) {
        AskingFloor scene({0.0f, 2.0f});
        World free;
        const BodyId other = test::add_box(free, {0.0f, 2.0f}, 0.5f, 0.5f);
        scene.world[scene.box].set_linear_velocity({0.0f, -speed});
        free[other].set_linear_velocity({0.0f, -speed});
        int calls = 0;
        scene.world.set_pre_solve_callback([&](PreSolveContact&) {
            ++calls;
            return false;
        });
        for (int i = 0; i < 90; ++i) {
            scene.world.step(dt);
            free.step(dt);
            REQUIRE(scene.world[scene.box].position() == free[other].position());
            REQUIRE(scene.world.contact_begins().empty());
            REQUIRE(scene.world.contact_ends().empty());
            scene.world.visit_contacts([](const ContactView& contact) { CHECK(contact.count == 0); });
            scene.world.validate();
        }
        CHECK(calls > 0);
    }
}

TEST_CASE("pre-solve: a contact that is dropped later ends, and begins when it is let again") {
    AskingFloor scene;
    World& world = scene.world;
    bool wanted = true;
    world.set_pre_solve_callback([&](PreSolveContact&) { return wanted; });
    world.step(dt);
    CHECK(world.contact_begins().size() == 1);
    test::run(world, 10);
    wanted = false;
    world.step(dt);
    REQUIRE(world.contact_ends().size() == 1);
    CHECK(world.contact_begins().empty());
    CHECK(world.is_valid(world.contact_ends()[0].contact));
    world.step(dt);
    CHECK(world.contact_ends().empty());
    wanted = true;
    world.step(dt);
    CHECK(world.contact_begins().size() == 1);
    world.validate();
}

TEST_CASE("pre-solve: without its left point a box tips over to the left") {
    AskingFloor scene({0.0f, 0.5f}, {.friction = 1.0f});
    World& world = scene.world;
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        for (int i = 0; i < contact.count; ++i) {
            contact.points[i].dropped = contact.points[i].point.x < 0.0f;
        }
        return true;
    });
    world.step(dt);
    CHECK(world.contact(world.contact_begins()[0].contact).count == 1);
    test::run(world, 5);
    // As a box that is free to rotate about its right corner: initially m g a / (8/3 m a^2).
    const double expected = 10.0 * 0.5 / (8.0 / 3.0 * 0.25) * 0.1;
    CHECK(world[scene.box].angular_velocity() == doctest::Approx(expected).epsilon(0.05));
}

TEST_CASE("pre-solve: dropping every point drops the contact") {
    AskingFloor scene({0.0f, 0.6f});
    scene.world.set_pre_solve_callback([&](PreSolveContact& contact) {
        contact.points[0].dropped = contact.points[1].dropped = true;
        return true;
    });
    test::run(scene.world, 60);
    CHECK(scene.world[scene.box].position().y < -3.0f);
}

TEST_CASE("pre-solve: friction, restitution and tangent speed hold for the step alone") {
    SUBCASE("braking distance v^2 / (2 mu g)") {
        AskingFloor scene({0.0f, 0.5f}, {.friction = 0.0f});
        scene.world.set_pre_solve_callback([](PreSolveContact& contact) {
            CHECK(contact.friction == 0.0f);
            contact.friction = 0.5f;
            return true;
        });
        scene.world[scene.box].set_linear_velocity({5.0f, 0.0f});
        test::run(scene.world, 120);
        CHECK(scene.world[scene.box].position().x ==
              doctest::Approx(25.0 / (2.0 * 0.5 * 10.0)).epsilon(0.01));
        // Without the callback it slides on without friction.
        scene.world[scene.box].set_linear_velocity({5.0f, 0.0f});
        scene.world.set_pre_solve_callback({});
        test::run(scene.world, 60);
        CHECK(scene.world[scene.box].linear_velocity().x == doctest::Approx(5.0).epsilon(1e-4));
    }
    SUBCASE("a disc bounces by the factor that is given") {
        World world({.gravity = {0.0f, 0.0f}});
        test::add_ground(world);
        const BodyId disc = test::add_disc(world, {0.0f, 1.0f}, 0.5f, {.pre_solve = true});
        world[disc].set_linear_velocity({0.0f, -4.0f});
        world.set_pre_solve_callback([](PreSolveContact& contact) {
            contact.restitution = 0.75f;
            return true;
        });
        test::run(world, 30);
        CHECK(world[disc].linear_velocity().y == doctest::Approx(3.0).epsilon(1e-3));
    }
    SUBCASE("a belt") {
        AskingFloor scene;
        scene.world.set_pre_solve_callback([](PreSolveContact& contact) {
            contact.tangent_speed = -1.5f;
            return true;
        });
        test::run(scene.world, 60);
        CHECK(scene.world[scene.box].linear_velocity().x == doctest::Approx(-1.5).epsilon(1e-3));
        scene.world[scene.floor].set_pre_solve(false);
        test::run(scene.world, 60);
        CHECK(length(scene.world[scene.box].linear_velocity()) < 1e-3f);
    }
}

TEST_CASE("pre-solve: misuse is an error after a whole step, as if there were no callback") {
    const auto check = [](const char* text, const PreSolve& callback) {
        AskingFloor scene;
        AskingFloor other;
        scene.world.set_pre_solve_callback(callback);
        CHECK(test::contains_text(test::error_of([&] { scene.world.step(dt); }), text));
        other.world.step(dt);
        CHECK(scene.world.state_hash() == other.world.state_hash());
        scene.world.validate();
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto with = [](float PreSolveContact::*member, float value) {
        return [=](PreSolveContact& contact) {
            contact.*member = value;
            return false;
        };
    };
    check("friction", with(&PreSolveContact::friction, -0.1f));
    check("friction", with(&PreSolveContact::friction, nan));
    check("restitution", with(&PreSolveContact::restitution, 1.5f));
    check("restitution", with(&PreSolveContact::restitution, nan));
    check("tangent_speed", with(&PreSolveContact::tangent_speed, std::numeric_limits<float>::infinity()));
}

TEST_CASE("pre-solve: the callback cannot change the world") {
    AskingFloor scene;
    World& world = scene.world;
    int refused = 0;
    const auto refuses = [&](auto&& call) { refused += test::error_of(call).empty() ? 0 : 1; };
    int calls = 0;
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        ++calls;
        refuses([&] { world.destroy_body(scene.box); });
        refuses([&] { static_cast<void>(world.create_body({.type = BodyType::Static})); });
        refuses([&] { world[scene.box].set_linear_velocity({1.0f, 0.0f}); });
        refuses([&] { world[contact.shape_b].set_material({}); });
        refuses([&] { world[contact.shape_b].set_one_way({}); });
        refuses([&] { world[contact.shape_b].set_pre_solve(true); });
        refuses([&] { world.set_pre_solve_callback({}); });
        refuses([&] { world.step(dt); });
        refuses([&] { static_cast<void>(world.cast_ray({.translation = {1.0f, 0.0f}})); });
        CHECK(world[contact.shape_b].body() == scene.box);
        return true;
    });
    CHECK_NOTHROW(world.step(dt));
    CHECK(calls == 1);
    CHECK(refused == 9);
    // An error that the callback does not catch leaves the step.
    world.set_pre_solve_callback([&](PreSolveContact&) {
        world.destroy_body(scene.box);
        return true;
    });
    CHECK(test::contains_text(test::error_of([&] { world.step(dt); }), "World::destroy_body"));
    world.set_pre_solve_callback([&](PreSolveContact&) -> bool { throw std::runtime_error("no idea"); });
    CHECK_THROWS_AS(world.step(dt), std::runtime_error);
    CHECK(world.is_valid(scene.box));
}

TEST_CASE("pre-solve: called in the order of contacts' slots, the same for every number of threads") {
    const auto run_scene = [](int threads) {
        World world({.threads = threads});
        test::add_ground(world);
        std::vector<std::uint64_t> asked;
        std::uint32_t last = 0;
        bool solving = true;
        int in_order = 0;
        world.set_pre_solve_callback([&](PreSolveContact& contact) {
            asked.push_back((std::uint64_t{contact.shape_a.index1} << 32) | contact.shape_b.index1);
            // Contacts of fast bodies come after all others.
            solving = solving && contact.contact.index1 > last;
            last = solving ? contact.contact.index1 : last;
            in_order += solving ? 1 : 0;
            contact.friction = 0.3f;
            return (contact.shape_a.index1 + contact.shape_b.index1) % 5 != 0;
        });
        test::Random random(5);
        for (int i = 0; i < 200; ++i) {
            const BodyId body =
                test::add_box(world, {random.between(-6.0f, 6.0f), random.between(1.0f, 20.0f)}, 0.3f, 0.2f,
                              {.pre_solve = i % 2 == 0});
            world[body].set_linear_velocity({0.0f, i % 20 == 0 ? -80.0f : 0.0f});
        }
        for (int i = 0; i < test::scaled(120, 30); ++i) {
            last = 0;
            solving = true;
            world.step(dt);
        }
        CHECK(in_order > static_cast<int>(asked.size()) * 9 / 10);
        asked.push_back(world.state_hash());
        return asked;
    };
    const std::vector<std::uint64_t> alone = run_scene(1);
    CHECK(alone.size() > 300);
    CHECK(run_scene(2) == alone);
    CHECK(run_scene(5) == alone);
}
