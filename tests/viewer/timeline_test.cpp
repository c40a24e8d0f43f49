#include <doctest/doctest.h>

#include <samples/catalogue.h>
#include <viewer/model/simulation.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using samples::Input;
using viewer::Simulation;

const scenes::SceneInfo& catalogue_scene(const char* name) {
    const scenes::SceneInfo* info = samples::find(name);
    REQUIRE(info != nullptr);
    return *info;
}

/// State that a step must have again: of the world, and of the scene as far as its status shows.
using Seen = std::pair<std::uint64_t, std::string>;

Seen look_at(const Simulation& simulation) {
    return {simulation.world().state_hash(),
            simulation.sample() != nullptr ? simulation.sample()->status() : std::string()};
}

/// Returns the input before a step: all keys are used.
Input input_of(int step) {
    const auto phase = static_cast<float>(step / 20 % 3 - 1);
    return {.arrows = {phase, -phase}, .action = step % 25 == 7, .cursor = drystone::Vec2{phase, 2.0f}};
}

/// Steps once at the end of the timeline, with input of the user and thrown balls.
void play(Simulation& simulation) {
    const int step = simulation.steps();
    simulation.set_input(input_of(step));
    if (step % 30 == 12) {
        scenes::DrystoneBackend& backend = simulation.change();
        simulation.tools().shooter.shoot(backend, {-3.0f, 9.0f}, {6.0f, 1.0f}, 0.3f);
    }
    simulation.step();
}

/// Plays to a step and returns what was seen before each, and after the last.
std::vector<Seen> play_to(Simulation& simulation, int last) {
    std::vector<Seen> seen;
    for (int step = 0; step <= last; ++step) {
        seen.push_back(look_at(simulation));
        if (step < last) {
            play(simulation);
        }
    }
    return seen;
}

void check_returns(Simulation& simulation, const std::vector<Seen>& seen, const std::vector<int>& steps) {
    for (const int step : steps) {
        CAPTURE(step);
        simulation.go_to(step);
        REQUIRE(simulation.steps() == step);
        // Changes before a step belong to the moment that is returned to.
        const bool changed = step % 30 == 12 && step != simulation.last_step();
        if (!changed) {
            CHECK(look_at(simulation) == seen[static_cast<std::size_t>(step)]);
        }
    }
}

}  // namespace

TEST_CASE("timeline: steps that are returned to are the ones that were, and what follows them, too") {
    constexpr int last = 80;
    for (const char* name :
         {"custom_filter", "projectile", "crane", "character", "sensor_funnel", "explosion", "merging",
          "joint_breaks", "tile_stream", "scale_ragdoll", "ellipses"}) {
        CAPTURE(name);
        Simulation reference(catalogue_scene(name), {});
        std::vector<Seen> seen = play_to(reference, last);
        Simulation simulation(catalogue_scene(name), {});
        CHECK(play_to(simulation, last) == seen);
        check_returns(simulation, seen, {40, 39, 3, 79, 0, 60, last});
        CHECK(simulation.is_live());

        // The past is shown again step by step, and continues where it ended.
        simulation.go_to(50);
        while (simulation.steps() < last) {
            simulation.step();
        }
        CHECK(look_at(simulation) == seen.back());
        for (int i = 0; i < 20; ++i) {
            play(simulation);
            play(reference);
        }
        CHECK(look_at(simulation) == look_at(reference));
    }
}

TEST_CASE("timeline: a change in the past begins a branch, and the other course stays") {
    Simulation simulation(catalogue_scene("pyramid"), {});
    const std::vector<Seen> seen = play_to(simulation, 60);
    simulation.go_to(30);
    CHECK(!simulation.is_live());
    drystone::World& world = simulation.change().world();
    for (const drystone::BodyId body : world.bodies()) {
        if (world[body].type() == drystone::BodyType::Dynamic) {
            world[body].apply_impulse({3.0f, 0.0f});
        }
    }
    CHECK(simulation.is_live());
    REQUIRE(simulation.timeline().branches().size() == 2);
    CHECK(simulation.timeline().current() == 1);
    CHECK(simulation.last_step() == 30);
    for (int i = 0; i < 20; ++i) {
        simulation.step();
    }
    const Seen other = look_at(simulation);
    CHECK(other != seen[50]);

    simulation.select_branch(0);
    CHECK(simulation.last_step() == 60);
    CHECK(look_at(simulation) == seen[50]);
    check_returns(simulation, seen, {10, 55, 60});
    simulation.select_branch(1);
    CHECK(simulation.last_step() == 50);
    CHECK(look_at(simulation) == other);
    check_returns(simulation, seen, {10, 29});
}

TEST_CASE("timeline: with little memory fewer moments are kept, and all steps that are left are exact") {
    constexpr std::size_t limit = std::size_t{3} << 20;
    Simulation simulation(catalogue_scene("pyramid"), {}, limit);
    const std::vector<Seen> seen = play_to(simulation, 300);
    CHECK(simulation.timeline().bytes() <= limit);
    const std::size_t kept = simulation.timeline().branches().front().moments.size();
    CHECK(kept > 5);
    CHECK(kept < 250);
    const int first = simulation.first_step();
    check_returns(simulation, seen, {first, first + 1, 200, 199, 271, 290, 300});
}

TEST_CASE("timeline: threads and instruction set change while a scene runs, and nothing else") {
    Simulation reference(catalogue_scene("ragdolls"), {});
    Simulation simulation(catalogue_scene("ragdolls"), {});
    for (int i = 0; i < 30; ++i) {
        play(simulation);
        play(reference);
    }
    simulation.set_threads(2);
    CHECK(simulation.world().threads() == 2);
    simulation.go_to(10);
    simulation.go_to(30);
    simulation.set_simd(drystone::SimdTarget::Scalar);
    CHECK(simulation.world().simd_target() == drystone::SimdTarget::Scalar);
    for (int i = 0; i < 30; ++i) {
        play(simulation);
        play(reference);
    }
    CHECK(look_at(simulation) == look_at(reference));
}
