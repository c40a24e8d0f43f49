#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "engine/world/save/reload.h"
#include "engine/world/state/step_record.h"
#include "support/world_build.h"
#include "support/world_random.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::record_steps;
using test::StepRecord;

namespace {

/// Saves and loads a world, and checks that both continue in the same way, and that the loaded one saves the
/// same bytes.
void check_reload(World& world, int steps, int threads, SimdTarget simd = SimdTarget::Widest) {
    World loaded = test::reload(world, threads, simd);
    CHECK(loaded.state_hash() == world.state_hash());
    CHECK(loaded.save(test::name_all(loaded)) == world.save(test::name_all(world)));
    const Snapshot before = world.snapshot();
    CHECK(record_steps(loaded, steps) == record_steps(world, steps));
    CHECK_NOTHROW(loaded.validate());
    world.restore(before);
}

}  // namespace

TEST_CASE("save file: every sample continues from one as if it had never been saved") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group == "Benchmark") {
            continue;
        }
        CAPTURE(info.name);
        test::SampleRun run(info);
        for (const int at : {0, 1, 27, test::scaled(90, 42)}) {
            CAPTURE(at);
            run.steps(at - run.made);
            check_reload(run.backend.world(), test::scaled(20, 5), 1 + at % 3);
        }
    }
}

TEST_CASE("save file: a scene that changes at random continues in the same way") {
    for (std::uint32_t seed = 11; seed <= 14; ++seed) {
        CAPTURE(seed);
        test::RandomScene scene(seed);
        const std::vector<SimdTarget> targets = simd_targets();
        for (std::size_t i = 0; i < 40; ++i) {
            CAPTURE(i);
            scene.world.step(test::dt);
            scene.change();
            scene.change();
            check_reload(scene.world, 8, 1 + static_cast<int>(i % 3), targets[i % targets.size()]);
        }
    }
}

TEST_CASE("save file: a world whose last step was next to nothing loads") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const BodyId body = world.create_body({.position = {1.0f, 0.0f}});
    world.create_shape(body, Circle{});
    world.create_joint(ground, body, RevoluteJoint{});
    world.step(1e-42f);
    check_reload(world, 5, 1);
}

TEST_CASE("save file: a world with a far centre of mass loads, with a shape or without") {
    for (const bool has_shape : {false, true}) {
        CAPTURE(has_shape);
        World world;
        const BodyId body = world.create_body();
        if (has_shape) {
            // The square of its distance from the centre is infinite.
            world.create_shape(body, Circle{});
        }
        world[body].set_mass_properties({1.0f, {1e20f, 0.0f}, 1.0f});
        check_reload(world, 2, 1);
    }
}

TEST_CASE("save file: a file of the first version loads, with all that was in it") {
    World world =
        load_from_file(std::string(DRYSTONE_SOURCE_DIR) + "/tests/engine/world/save/version_1.drystone");
    CHECK(world.bodies().size() == 5);
    CHECK(world.joints().size() == 1);
    CHECK(world.fields().size() == 1);
    const std::vector<BodyId> bodies = test::ids(world.bodies());
    CHECK(world[bodies[1]].name() == "box");
    CHECK(world[bodies[1]].user_data() == 7);
    CHECK(world[bodies[1]].position().y == doctest::Approx(0.5).epsilon(0.01));
    CHECK(world.counters().contacts == 2);
    CHECK_NOTHROW(world.validate());
    record_steps(world, 60);
    CHECK_NOTHROW(world.validate());
    CHECK(world[bodies[1]].position().y == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("save file: bodies of any mass and inertia that are accepted can be loaded") {
    for (const auto& [mass, inertia] : {std::pair{1e38f, 1e-35f}, std::pair{1e-35f, 1e38f},
                                        std::pair{3e38f, 1.0f}, std::pair{1.0f, 3e38f}}) {
        CAPTURE(mass);
        CAPTURE(inertia);
        World world;
        const BodyId body = world.create_body({.type = BodyType::Dynamic, .angular_velocity = 1.0f});
        world.create_shape(body, Circle{});
        world[body].set_mass_properties({mass, {0.5f, 0.0f}, inertia});
        check_reload(world, 5, 1);
        CHECK(world[body].mass().inertia == inertia);
    }
}
