// Changes of dominance groups and of body types, and the range of the groups.
#include <doctest/doctest.h>

#include "engine/solver/dominance_scenes.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::add_in_group;
using test::dt;

namespace {

/// Simulates boxes and discs of five groups that fall on each other, some of which change group; returns the
/// final hash.
std::uint64_t hash_of_heap(const WorldDefinition& definition, int* overflow = nullptr) {
    World world(definition);
    test::state_of(world).execution.team->ignore_work();
    test::add_ground(world);
    test::Random random(77);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 160; ++i) {
        const Vec2 at{random.between(-4.0f, 4.0f), random.between(1.0f, 20.0f)};
        const Material material{.restitution = i % 7 == 0 ? 0.5f : 0.0f,
                                .rolling_resistance = i % 5 == 0 ? 0.2f : 0.0f};
        const float size = i % 40 == 0 ? 2.0f : 0.4f;
        const int group = random.below(5) - 2;
        bodies.push_back(
            i % 2 == 0 ? add_in_group(world, at, make_box(size, 0.3f), group, {.material = material})
                       : add_in_group(world, at, Circle{{0.0f, 0.0f}, 0.35f}, group, {.material = material}));
        if (i % 20 == 3) {
            world[bodies.back()].set_locks({.linear_x = true});
        }
    }
    for (int i = 0; i < test::scaled(240, 60); ++i) {
        world.step(dt);
        if (i % 10 == 0) {
            world[bodies[static_cast<std::size_t>(random.below(160))]].set_dominance_group(random.below(5) -
                                                                                           2);
            world.validate();
        }
        if (overflow != nullptr) {
            *overflow = std::max(*overflow, world.counters().overflow_contacts);
        }
    }
    return world.state_hash();
}

}  // namespace

TEST_CASE("dominance: a change of group wakes what touches and holds at once; contacts go on") {
    World world;
    test::add_ground(world);
    const ShapeDefinition heavy{.density = 50.0f};
    const BodyId below = add_in_group(world, {0.0f, 0.5f}, make_box(0.5f, 0.5f), 0);
    const BodyId above = add_in_group(world, {0.0f, 1.5f}, make_box(0.5f, 0.5f), 0, heavy);
    const auto impulse_below = [&] {
        float sum = 0.0f;
        world[below].visit_contacts([&](const ContactView& contact) {
            const bool is_ground =
                world[contact.shape_a].body() != above && world[contact.shape_b].body() != above;
            for (int i = 0; is_ground && i < contact.count; ++i) {
                sum += contact.points[i].normal_impulse;
            }
        });
        return sum * 240.0f;  // Of a sub-step, as a force.
    };
    const float g = length(world.gravity());
    const float own = world[below].mass().mass * g;
    const float both = own + world[above].mass().mass * g;
    test::run(world, 240);
    REQUIRE_FALSE(world[above].is_awake());
    for (const int group : {1, 0, 5, -5, 0}) {
        CAPTURE(group);
        world[below].set_dominance_group(group);
        CHECK(world[below].dominance_group() == group);
        CHECK(world[below].is_awake());
        CHECK(world[above].is_awake());
        world.validate();
        if (group >= 0) {
            test::run(world, 30);
            CHECK(impulse_below() == doctest::Approx(group > 0 ? own : both).epsilon(0.01));
        } else {
            // The box on it now sinks through it into the ground, and nothing holds it up.
            world.step(dt);
            CHECK(world[above].linear_velocity().y == doctest::Approx(-g * dt).epsilon(1e-3));
        }
        CHECK(world.contact_begins().empty());
        CHECK(world.contact_ends().empty());
    }
    // The same group has no effect, and wakes no body.
    test::run(world, 240);
    REQUIRE_FALSE(world[above].is_awake());
    world[below].set_dominance_group(0);
    CHECK_FALSE(world[below].is_awake());
}

TEST_CASE("dominance: a heap of groups gives the same on every target and for every number of threads") {
    int overflow = 0;
    const std::uint64_t reference = hash_of_heap({.simd = SimdTarget::Scalar}, &overflow);
    CHECK(overflow > 0);
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(hash_of_heap({.simd = target}) == reference);
    }
    for (const int threads : {2, 5}) {
        CAPTURE(threads);
        CHECK(hash_of_heap({.threads = threads}) == reference);
    }
}

TEST_CASE("dominance: groups survive a change of type, and static and kinematic bodies are above all") {
    World world;
    const BodyId floor = world.create_body({.type = BodyType::Static, .dominance_group = -100});
    world.create_shape(floor, make_box(10.0f, 0.5f));
    const BodyId box = add_in_group(world, {0.0f, 1.0f}, make_box(0.5f, 0.5f), 127);
    test::run(world, 60);
    CHECK(world[box].position().y == doctest::Approx(1.0).epsilon(1e-2));
    world[floor].set_type(BodyType::Dynamic);
    world[floor].set_gravity_scale(0.0f);
    CHECK(world[floor].dominance_group() == -100);
    test::run(world, 30);
    // The floor is now a light lift that the box dominates.
    CHECK(world[box].linear_velocity().y == doctest::Approx(-0.5 * length(world.gravity())).epsilon(0.02));
    CHECK(world[floor].linear_velocity().y < -1.0f);
    world.validate();
}

TEST_CASE("dominance: groups out of range and dead bodies are refused, and nothing changes") {
    World world;
    for (const int group : {-128, 128, 1000000}) {
        CHECK_THROWS_AS(
            static_cast<void>(world.create_body({.type = BodyType::Static, .dominance_group = group})),
            Error);
    }
    CHECK(world.bodies().empty());
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .dominance_group = -127});
    CHECK_THROWS_WITH_AS(world[body].set_dominance_group(128),
                         "BodyRef::set_dominance_group: dominance_group must be in [-127, 127], got 128",
                         Error);
    CHECK(world[body].dominance_group() == -127);
    world.destroy_body(body);
    CHECK_THROWS_AS(world[body].set_dominance_group(1), Error);
    CHECK_THROWS_AS(static_cast<void>(world[body].dominance_group()), Error);
}
