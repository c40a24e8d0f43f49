// Every allocation of a scene fails once: a call that throws must leave the world as it was, and a step that
// throws must leave one that says that it can only be destroyed or restored.
#include <doctest/doctest.h>

#include "support/counted_allocations.h"
#include "support/failing_allocation.h"
#include "support/world_build.h"
#include "support/world_fingerprint.h"

#include <drystone/collision/mappings.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;
using test::Fingerprint;
using test::fingerprint_of;

namespace {

/// A world and what the calls of the scene have created in it.
struct Scene {
    World world;
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    ChainId chain;
    JointId joint;
    JointId rope;
    FieldId field;
    BodyId made;
};

using Call = std::function<void(Scene&)>;

void add_creation(std::vector<Call>& calls) {
    calls.emplace_back([](Scene& s) {
        s.made =
            s.world.create_body({.type = BodyType::Static, .name = "a name that is too long to be short"});
    });
    calls.emplace_back([](Scene& s) {
        s.chain = s.world.create_chain(
            s.made, {.points = {{9.0f, 0.2f}, {5.0f, 0.0f}, {0.0f, 0.0f}, {-5.0f, 0.1f}, {-9.0f, 0.0f}}});
    });
    for (int i = 0; i < 7; ++i) {
        calls.emplace_back([i](Scene& s) {
            const auto x = static_cast<float>(i % 3);
            s.made = s.world.create_body({.type = BodyType::Dynamic,
                                          .position = {1.1f * x, 0.55f + 1.02f * static_cast<float>(i / 3)},
                                          .locks = {.linear_x = i == 5},
                                          .extra_iterations = i == 6 ? 2 : 0});
        });
        calls.emplace_back([i](Scene& s) {
            s.bodies.push_back(s.made);
            const ShapeDefinition events{.hit_events = true, .force_events = true};
            s.shapes.push_back(i == 1   ? s.world.create_shape(s.made, CustomShape{Ellipse{0.5f, 0.4f}})
                               : i == 2 ? s.world.create_shape(s.made, Circle{{0.0f, 0.0f}, 0.5f})
                                        : s.world.create_shape(s.made, make_box(0.5f, 0.5f), events));
        });
    }
    calls.emplace_back([](Scene& s) {
        s.joint = s.world.create_joint(s.bodies[0], s.bodies[3], DistanceJoint{.length = 1.02f});
    });
    calls.emplace_back([](Scene& s) {
        s.rope = s.world.create_joint(RopeJoint{.points = {{s.bodies[0]}, {s.bodies[4]}}, .length = 5.0f});
    });
    calls.emplace_back([](Scene& s) {
        s.field = s.world.create_field({.kind = BuoyancyField{}, .region = make_box(1.0f, 1.0f)});
    });
    calls.emplace_back(
        [](Scene& s) { s.world.create_shape(s.world.bodies()[0], make_box(1.0f, 1.0f), {.sensor = true}); });
    calls.emplace_back([](Scene& s) {
        const std::vector<Vec2> corner{{20.0f, 0.0f}, {23.0f, 0.0f}, {23.0f, 1.0f},
                                       {21.0f, 1.0f}, {21.0f, 3.0f}, {20.0f, 3.0f}};
        s.world.create_outline(s.world.bodies()[0], corner);
    });
}

void add_changes(std::vector<Call>& calls) {
    calls.emplace_back([](Scene& s) { s.world[s.bodies[0]].set_locks({.rotation = true}); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[1]].set_dominance_group(2); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[2]].set_type(BodyType::Kinematic); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[2]].set_type(BodyType::Dynamic); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[0]].set_geometry(Circle{{0.0f, 0.0f}, 0.5f}); });
    calls.emplace_back([](Scene& s) { s.world[s.joint].set_settings({.frequency = 30.0f}); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[2]].set_constant_force({0.5f, 0.0f}, 0.1f); });
    calls.emplace_back([](Scene& s) { s.world[s.joint].set_name("a name that is too long to be short"); });
    calls.emplace_back(
        [](Scene& s) { s.world[s.shapes[2]].set_name("another that is too long to be short"); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[3]].set_discrete(true); });
    calls.emplace_back([](Scene& s) { s.world[s.joint].set_definition(DistanceJoint{.length = 1.0f}); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[0]].set_density(2.0f); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[3]].set_material({.friction = 0.9f}); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[3]].set_pre_solve(true); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[5]].set_one_way(Vec2{0.0f, 1.0f}); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[3]].set_solver_filter({.mask = 3}); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[3]].set_filter({.mask = 3}); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[3]].put_to_sleep(); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[3]].apply_impulse({0.1f, 0.0f}); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[4]].put_to_sleep(); });
    calls.emplace_back([](Scene& s) {
        s.world[s.field].set_definition({.kind = BuoyancyField{}, .region = make_box(3.0f, 3.0f)});
    });
    calls.emplace_back([](Scene& s) {
        s.world[s.rope].set_definition(RopeJoint{
            .points = {{s.bodies[0]}, {s.bodies[3]}, {s.bodies[4]}, {s.bodies[5]}}, .length = 6.0f});
    });
    calls.emplace_back([](Scene& s) { s.world.set_collision(s.bodies[0], s.bodies[3], false); });
    calls.emplace_back([](Scene& s) { s.world.explode({.radius = 5.0f}); });
    calls.emplace_back([](Scene& s) {
        static_cast<void>(s.world.cast_ray_all({.translation = {9.0f, 1.0f}}));
    });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[4]].set_sensor(true); });
    calls.emplace_back([](Scene& s) { s.world[s.shapes[5]].set_enabled(false); });
    calls.emplace_back([](Scene& s) { s.world[s.bodies[5]].set_enabled(false); });
    calls.emplace_back([](Scene& s) { s.world.set_gravity({0.0f, -9.0f}); });
    calls.emplace_back([](Scene& s) {
        const std::vector<Vec2> points{
            {9.0f, 0.1f}, {5.0f, 0.0f}, {0.0f, 0.0f}, {-5.0f, 0.0f}, {-9.0f, 0.1f}};
        s.world[s.chain].set_points(points);
    });
    calls.emplace_back([](Scene& s) { s.world.destroy_shape(s.shapes[6]); });
    calls.emplace_back([](Scene& s) { s.world.destroy_joint(s.joint); });
    calls.emplace_back([](Scene& s) { s.world.destroy_body(s.bodies[1]); });
    calls.emplace_back([](Scene& s) { s.world.destroy_chain(s.chain); });
}

/// Ways in which memory is refused: once, or from then on.
class Refusal {
public:
    explicit Refusal(bool all_after) { test::refuses_all_after = all_after; }
    ~Refusal() { test::refuses_all_after = false; }
    Refusal(const Refusal&) = delete;
    Refusal& operator=(const Refusal&) = delete;
};

/// Runs the scene with the k-th allocation refused. Returns whether that one was reached.
bool run_scene(long k, bool& was_refused) {
    std::vector<Call> creation;
    std::vector<Call> changes;
    add_creation(creation);
    add_changes(changes);
    Scene scene;
    scene.bodies.reserve(32);
    scene.shapes.reserve(32);
    long left = k;
    const auto run = [&](const Call& call, bool is_step) {
        const Fingerprint before = fingerprint_of(scene.world);
        const Snapshot snapshot = is_step ? scene.world.snapshot() : Snapshot{};
        test::allocations_to_failure = left;
        try {
            call(scene);
            left = test::allocations_to_failure.exchange(0);
            return true;
        } catch (const std::bad_alloc&) {
            test::allocations_to_failure = 0;
        }
        was_refused = true;
        if (is_step) {
            CHECK_THROWS_AS(static_cast<void>(scene.world.state_hash()), Error);
            CHECK_THROWS_AS(static_cast<void>(scene.world.bodies()), Error);
            CHECK_THROWS_AS(scene.world.step(dt), Error);
            scene.world.restore(snapshot);
        }
        CHECK(fingerprint_of(scene.world) == before);
        scene.world.validate();
        for (int i = 0; i < 5; ++i) {
            scene.world.step(dt);
        }
        scene.world.validate();
        return false;
    };
    for (const Call& call : creation) {
        if (!run(call, false)) {
            return true;
        }
    }
    const Call step = [](Scene& s) { s.world.step(dt); };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!run(step, true) || !run(step, true) || !run(changes[i], false)) {
            return true;
        }
    }
    return left == 0;
}

}  // namespace

TEST_CASE("failed allocations: a call leaves the world as it was, a step one that can be restored") {
    // Some refusals do no harm and are not passed on. With a sanitizer's own operators none is refused.
    bool was_refused = false;
    for (const bool all_after : {false, true}) {
        const Refusal refusal(all_after);
        for (long k = 1; k < 3000; ++k) {
            CAPTURE(k);
            if (!run_scene(k, was_refused)) {
                break;
            }
        }
    }
#if COUNTS_ALLOCATIONS
    CHECK(was_refused);
#endif
}

namespace {

/// Calls `change` with the k-th allocation refused, checks that a refused change has changed nothing, and
/// that it can be made again. Takes those that were made off k; returns whether the change was refused.
bool refuse_change(World& world, const std::function<void()>& change, long& k) {
    const Fingerprint before = fingerprint_of(world);
    test::allocations_to_failure = k;
    bool failed = false;
    try {
        change();
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    k = test::allocations_to_failure.exchange(0);
    world.validate();
    if (failed) {
        CHECK(fingerprint_of(world) == before);
        test::run(world, 3);
        world.validate();
        change();
    }
    test::run(world, 3);
    world.validate();
    return failed;
}

/// Digs and builds with the k-th allocation refused. Returns whether that one was reached.
bool dig_with_failure(long k) {
    World world;
    TileGridDefinition definition{
        .width = 40, .height = 20, .types = {TileType{}, TileType{.left_height = 0.0f}}};
    definition.cells.assign(800, 0);
    std::fill_n(definition.cells.begin(), 320, std::uint8_t{1});
    const TileGridId grid = world.create_tile_grid(definition);
    for (int i = 0; i < 12; ++i) {
        test::add_box(world, {2.0f + 3.0f * static_cast<float>(i), 8.5f}, 0.5f, 0.5f);
    }
    test::run(world, 60);
    const std::function<void()> changes[] = {
        [&] { world[grid].set_cell(3, 7, 0); },
        [&] { world[grid].set_cell(20, 12, 2); },
        [&] {
            world[grid].fill({5, 2, 20, 5}, 0);
        },
        [&] {
            world[grid].fill({0, 8, 40, 12}, 1);
        },
        [&] {
            world[grid].set_cells({1, 1, 3, 1}, std::vector<std::uint8_t>{2, 0, 1});
        },
    };
    for (const std::function<void()>& change : changes) {
        if (refuse_change(world, change, k)) {
            return true;
        }
    }
    return k == 0;
}

}  // namespace

// Costs .3 s: some hundred worlds of a few shapes.
TEST_CASE("failed allocations: a change of tiles is made as a whole or not at all") {
    for (const bool all_after : {false, true}) {
        const Refusal refusal(all_after);
        for (long k = 1; k < 3000; ++k) {
            CAPTURE(k);
            if (!dig_with_failure(k)) {
                break;
            }
        }
    }
}

TEST_CASE("failed allocations: a shift of the origin is made as a whole or not at all") {
    for (const bool all_after : {false, true}) {
        const Refusal refusal(all_after);
        World world;
        test::add_ground(world);
        for (int i = 0; i < 9; ++i) {
            test::add_box(world, {1.1f * static_cast<float>(i % 3), 0.5f + static_cast<float>(i / 3)}, 0.5f,
                          0.5f);
        }
        world.create_field({.kind = BuoyancyField{}, .region = make_box(1.0f, 1.0f)});
        world.create_joint(world.bodies()[1], world.bodies()[2],
                           PulleyJoint{.ground_a = {0.0f, 9.0f}, .ground_b = {1.0f, 9.0f}});
        test::run(world, 30);
        // Something has happened since the last step.
        world[world.bodies()[3]].set_pose({7.0f, 0.5f}, 0.0f);
        const Snapshot start = world.snapshot();
        bool was_refused = true;
        for (long k = 1; was_refused && k < 3000; ++k) {
            CAPTURE(k);
            world.restore(start);
            long left = k;
            was_refused = refuse_change(
                world,
                [&] {
                    world.shift_origin({3.0f, -2.0f});
                },
                left);
        }
        CHECK_FALSE(was_refused);
    }
}
