#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr float huge = 3e38f;

/// Heap of boxes and discs at rest in a bin.
struct Heap {
    explicit Heap(const WorldDefinition& definition = {.sleeping = false}) : world(definition) {
        test::add_ground(world);
        const BodyId walls = world.create_body({.type = BodyType::Static});
        world.create_shape(walls, Segment{{-3.0f, 0.0f}, {-3.0f, 20.0f}});
        world.create_shape(walls, Segment{{3.0f, 0.0f}, {3.0f, 20.0f}});
        for (int i = 0; i < 30; ++i) {
            const Vec2 position{static_cast<float>(i % 5) - 2.0f, 0.5f + 1.05f * static_cast<float>(i / 5)};
            bodies.push_back(i % 3 == 0 ? test::add_disc(world, position, 0.45f)
                                        : test::add_box(world, position, 0.45f, 0.45f));
        }
        test::run(world, 60);
    }

    World world;
    std::vector<BodyId> bodies;
};

/// Checks that everything is finite, and that no body moved far within the step.
void check_finite(const World& world) {
    CHECK(test::all_finite(world));
    for (const BodyId body : world.bodies()) {
        CHECK(length(world[body].position()) < 100.0f);
    }
    world.visit_contacts([](const ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            CHECK(is_finite(contact.points[i].normal_impulse));
            CHECK(is_finite(contact.points[i].friction_impulse));
        }
    });
    world.validate();
}

const MassProperties light{.mass = 1e-3f, .inertia = 1e-3f};

/// Applies a force that a float can represent, but not when divided by the mass.
void overload(World& world, BodyId body) {
    world[body].set_mass_properties(light);
    world[body].apply_force({huge, -huge});
}

}  // namespace

TEST_CASE("quarantine: forces that overflow take their body out, and its heap goes on") {
    const std::function<void(World&, BodyId)> deeds[] = {
        [](World& world, BodyId body) { overload(world, body); },
        [](World& world, BodyId body) {
            world[body].set_mass_properties(light);
            world[body].apply_torque(-huge);
        },
        [](World& world, BodyId body) {
            world[body].set_mass_properties(light);
            world[body].apply_force({0.0f, 3e37f}, {world[body].position().x + 5.0f, 0.0f});
        },
    };
    for (const auto& deed : deeds) {
        Heap heap;
        const BodyId bad = heap.bodies[12];
        const Pose before = heap.world[bad].pose();
        deed(heap.world, bad);
        heap.world.step(dt);
        REQUIRE(heap.world.quarantined_bodies().size() == 1);
        const BodyQuarantined& event = heap.world.quarantined_bodies()[0];
        CHECK(event.body == bad);
        CHECK(event.reason == QuarantineReason::Load);
        CHECK(length(event.pose.position - before.position) < 1e-6f);
        CHECK(length(heap.world[bad].position() - before.position) < 1e-6f);
        CHECK_FALSE(heap.world[bad].is_enabled());
        CHECK(heap.world[bad].linear_velocity() == Vec2{});
        CHECK(heap.world[bad].angular_velocity() == 0.0f);
        check_finite(heap.world);
        // The others are unaffected: at most they fall into the gap.
        CHECK(test::max_speed(heap.world) < 1.0f);
        for (int i = 0; i < 120; ++i) {
            heap.world.step(dt);
            CHECK(heap.world.quarantined_bodies().empty());
        }
        check_finite(heap.world);
        CHECK(test::worst_penetration(heap.world) < 0.02f);
    }
}

TEST_CASE("quarantine: a body may come back once it is mended") {
    Heap heap;
    const BodyId bad = heap.bodies[29];
    const MassProperties before = heap.world[bad].mass();
    overload(heap.world, bad);
    heap.world.step(dt);
    REQUIRE(heap.world.quarantined_bodies().size() == 1);
    heap.world[bad].set_mass_properties(before);
    heap.world[bad].set_enabled(true);
    for (int i = 0; i < 240; ++i) {
        heap.world.step(dt);
        CHECK(heap.world.quarantined_bodies().empty());
    }
    check_finite(heap.world);
    CHECK(heap.world[bad].is_enabled());
    CHECK(length(heap.world[bad].linear_velocity()) < 0.5f);
}

TEST_CASE("quarantine: ends of contacts are told, and joints with the body rest") {
    Heap heap;
    const BodyId bad = heap.bodies[25];
    const ShapeId shape = heap.world[bad].shapes()[0];
    const BodyId ball = test::add_disc(heap.world, {0.0f, 12.0f}, 0.2f);
    const Vec2 middle = 0.5f * (heap.world[bad].position() + heap.world[ball].position());
    const BodyId link = test::add_disc(heap.world, middle, 0.1f);
    for (const BodyId end : {bad, ball}) {
        heap.world.create_joint(link, end, DistanceJoint{.length = 2.0f});
    }
    heap.world.step(dt);
    int contacts = 0;
    heap.world.visit_contacts([&](const ContactView& contact) {
        const bool own = contact.shape_a == shape || contact.shape_b == shape;
        contacts += own && contact.count > 0 ? 1 : 0;
    });
    REQUIRE(contacts > 0);
    overload(heap.world, bad);
    heap.world.step(dt);
    REQUIRE(heap.world.quarantined_bodies().size() == 1);
    int ends = 0;
    for (const ContactEnd& end : heap.world.contact_ends()) {
        ends += end.shape_a == shape || end.shape_b == shape ? 1 : 0;
    }
    CHECK(ends >= contacts);
    test::run(heap.world, 120);
    check_finite(heap.world);
    // The two others are connected only to each other, and fell.
    CHECK(heap.world[ball].position().y < 11.0f);
}

TEST_CASE("quarantine: what overflows in the solver takes one body out and spares the others") {
    // Masses at the limits of float in one heap: products of impulses and inverse masses overflow between
    // neighbours.
    struct Case {
        float mass;
        float inertia;
        bool overflows;  ///< Certainly overflows, and not before the step.
    };
    const Case cases[] = {{1e38f, 1e38f, true},    {1e38f, 1.0f, true},     {1e-30f, 1e-20f, true},
                          {1e-36f, 1e-38f, false}, {1e-38f, 1e-38f, false}, {1e-30f, 1.0f, false},
                          {1e-38f, 1.0f, false},   {1e36f, 1e38f, false},   {1e30f, 1e20f, false},
                          {1e-38f, 1e38f, false}};
    for (const Case& one : cases) {
        CAPTURE(one.mass);
        CAPTURE(one.inertia);
        Heap heap;
        const BodyId bad = heap.bodies[12];
        heap.world[bad].set_mass_properties({.mass = one.mass, .inertia = one.inertia});
        heap.world[bad].set_linear_velocity({30.0f, -20.0f});
        heap.world[bad].set_angular_velocity(20.0f);
        int taken = 0;
        for (int i = 0; i < 240; ++i) {
            heap.world.step(dt);
            for (const BodyQuarantined& event : heap.world.quarantined_bodies()) {
                CHECK(event.body == bad);
                CHECK((!one.overflows || event.reason == QuarantineReason::Solve));
                CHECK(is_finite(event.pose));
                ++taken;
            }
        }
        CHECK(taken <= 1);
        CHECK((!one.overflows || taken == 1));
        if (taken == 1) {
            check_finite(heap.world);
            // The bodies that it pushed are at rest again, except for discs that roll about outside of the
            // bin.
            test::run(heap.world, 240);
            for (const BodyId body : heap.bodies) {
                const bool is_inside = std::abs(heap.world[body].position().x) < 3.0f;
                CHECK((!is_inside || length(heap.world[body].linear_velocity()) < 1.0f));
            }
        }
        CHECK(is_finite(length(heap.world[bad].position())));
        CHECK(test::all_finite(heap.world));
    }
}

TEST_CASE("quarantine: several at once are told in order, on every number of threads alike") {
    std::vector<std::vector<std::uint64_t>> runs;
    for (const int threads : {1, 2, 3, 8}) {
        Heap heap({.sleeping = false, .threads = threads});
        std::vector<std::uint64_t> hashes;
        for (int i = 0; i < 60; ++i) {
            if (i == 10) {
                for (const std::size_t k : {20u, 3u, 11u}) {
                    overload(heap.world, heap.bodies[k]);
                }
            }
            heap.world.step(dt);
            if (i == 10) {
                REQUIRE(heap.world.quarantined_bodies().size() == 3);
                CHECK(heap.world.quarantined_bodies()[0].body == heap.bodies[3]);
                CHECK(heap.world.quarantined_bodies()[1].body == heap.bodies[11]);
                CHECK(heap.world.quarantined_bodies()[2].body == heap.bodies[20]);
            }
            hashes.push_back(heap.world.state_hash());
        }
        check_finite(heap.world);
        runs.push_back(hashes);
    }
    for (const auto& run : runs) {
        CHECK(run == runs[0]);
    }
}

TEST_CASE("quarantine: a step without time takes bodies out too") {
    Heap heap;
    overload(heap.world, heap.bodies[4]);
    heap.world.step(0.0f);
    CHECK(heap.world.quarantined_bodies().size() == 1);
    heap.world.step(dt);
    CHECK(heap.world.quarantined_bodies().empty());
    check_finite(heap.world);
}

TEST_CASE("quarantine: who overflows when the step begins and again when it ends is taken out once") {
    World world;
    test::add_ground(world);
    const BodyId near = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    // Neither the square of its position nor the forces on it fit into a float.
    const BodyId far = test::add_box(world, {-1e20f, 2.0f}, 0.5f, 0.5f);
    overload(world, far);
    world.step(dt);
    REQUIRE(world.quarantined_bodies().size() == 1);
    CHECK(world.quarantined_bodies()[0].body == far);
    CHECK(world.quarantined_bodies()[0].reason == QuarantineReason::Load);
    CHECK_FALSE(world[far].is_enabled());
    CHECK(world[far].mass().mass == light.mass);
    CHECK(world[near].is_enabled());
    CHECK(test::all_finite(world));
    world.validate();
}
