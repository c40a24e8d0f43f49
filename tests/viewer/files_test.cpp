#include <doctest/doctest.h>

#include <drystone/error.h>
#include <samples/catalogue.h>
#include <viewer/model/files.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using viewer::Simulation;

void step_by(Simulation& simulation, int steps) {
    for (int i = 0; i < steps; ++i) {
        simulation.step();
    }
}

/// A folder of its own that is gone afterwards.
struct Folder {
    explicit Folder(const char* name) : path(name) { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path path;
};

}  // namespace

TEST_CASE("viewer files: a saved world continues as it would have") {
    const Folder folder("viewer_files_save");
    Simulation simulation(*samples::find("ragdolls"), {});
    step_by(simulation, 40);
    const std::filesystem::path file = folder.path / "here.drystone";
    viewer::save_world(simulation, file);
    step_by(simulation, 30);

    Simulation other(*samples::find("pyramid"), {});
    viewer::open_file(other, file);
    CHECK(other.info().title == "here.drystone");
    step_by(other, 30);
    CHECK(other.world().state_hash() == simulation.world().state_hash());
    other.restart();
    step_by(other, 30);
    CHECK(other.world().state_hash() == simulation.world().state_hash());
    CHECK(viewer::list_files(folder.path) == std::vector<std::string>{"here.drystone"});
}

TEST_CASE("viewer files: a recording shows each step, and a branch continues from it") {
    const Folder folder("viewer_files_recording");
    const std::string file = (folder.path / "run.recording").string();
    Simulation simulation(*samples::find("projectile"), {});
    step_by(simulation, 10);
    simulation.start_recording(file);
    std::vector<std::uint64_t> hashes{simulation.world().state_hash()};
    for (int i = 0; i < 60; ++i) {
        simulation.step();
        hashes.push_back(simulation.world().state_hash());
    }
    simulation.stop_recording();

    Simulation player(*samples::find("pyramid"), {});
    viewer::open_file(player, file);
    REQUIRE(player.player() != nullptr);
    CHECK(player.last_step() == 60);
    step_by(player, 60);
    CHECK(!player.player()->divergence());
    for (const int step : {60, 12, 13, 0, 52}) {
        CAPTURE(step);
        player.go_to(step);
        CHECK(player.world().state_hash() == hashes[static_cast<std::size_t>(step)]);
    }
    // Nothing is thrown between these steps, and the shell has burst.
    player.branch();
    CHECK(player.player() == nullptr);
    CHECK(player.is_live());
    CHECK(player.steps() == 52);
    step_by(player, 6);
    CHECK(player.world().state_hash() == hashes[58]);
    player.go_to(52);
    CHECK(player.world().state_hash() == hashes[52]);
}

TEST_CASE("viewer files: an exported scene is the same scene") {
    const Folder folder("viewer_files_scene");
    const std::filesystem::path file = folder.path / "bridge.json";
    Simulation simulation(*samples::find("bridge"), {});
    viewer::export_scene(simulation, file);
    Simulation other(*samples::find("pyramid"), {});
    viewer::open_file(other, file);
    CHECK(other.world().joints().size() == simulation.world().joints().size());
    step_by(simulation, 60);
    step_by(other, 60);
    const auto bodies = simulation.world().bodies();
    const auto others = other.world().bodies();
    REQUIRE(bodies.size() == others.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        CHECK(bodies[i].pose().position == others[i].pose().position);
    }
}

TEST_CASE("viewer files: what cannot be opened leaves the scene as it was") {
    const Folder folder("viewer_files_bad");
    const std::filesystem::path file = folder.path / "bad";
    Simulation simulation(*samples::find("pyramid"), {});
    step_by(simulation, 5);
    const std::uint64_t hash = simulation.world().state_hash();
    for (const char* text : {"", "{", "DRYSTONE and no more", "DRYRECRD and no more", "{\"bodies\": 3}"}) {
        std::ofstream(file, std::ios::binary) << text;
        CHECK_THROWS_AS(viewer::open_file(simulation, file), drystone::Error);
    }
    CHECK_THROWS_AS(viewer::open_file(simulation, folder.path), drystone::Error);
    CHECK_THROWS_AS(viewer::open_file(simulation, folder.path / "missing"), drystone::Error);
    CHECK(simulation.world().state_hash() == hash);
    CHECK(simulation.info().name == "pyramid");
}
