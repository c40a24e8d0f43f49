#include <viewer/model/files.h>

#include <viewer/model/framing.h>

#include <drystone/error.h>
#include <drystone/save_file.h>
#include <drystone/scene.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

namespace viewer {
namespace {

using drystone::World;

std::string read_text(const std::filesystem::path& path) {
    std::error_code error;
    std::ifstream file(path, std::ios::binary);
    if (!file || !std::filesystem::is_regular_file(path, error)) {
        throw drystone::Error("viewer::open_file: cannot read " + path.string());
    }
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

scenes::SceneInfo describe_file(const std::filesystem::path& path, const char* kind, const World& world) {
    const drystone::Vec2 gravity = world.gravity();
    return {.name = path.stem().string(),
            .title = path.filename().string(),
            .group = "Files",
            .description = std::string(kind) + " " + path.string(),
            .world = {.gravity = {gravity.x, gravity.y}, .sleeping = world.sleeping()},
            .view = view_of(world),
            .create = {}};
}

/// Reads scenes of all kinds. Files of other programs are known by members that only they have.
drystone::scene::Description read_scene(const std::string& text, const std::filesystem::path& path) {
    if (text.find("\"tiledversion\"") != std::string::npos) {
        return drystone::scene::import_tiled_file(path).scene;
    }
    if (text.find("\"fixture\"") != std::string::npos) {
        return drystone::scene::import_rube_file(path).scene;
    }
    return drystone::scene::parse(text, path.string());
}

}  // namespace

void open_file(Simulation& simulation, const std::filesystem::path& path) {
    const std::string text = read_text(path);
    const RateOverrides& overrides = simulation.overrides();
    if (text.starts_with("DRYRECRD")) {
        drystone::RecordingPlayer player(path.string(),
                                         {.threads = overrides.threads, .simd = overrides.simd});
        scenes::SceneInfo info = describe_file(path, "Recording", player.world());
        simulation.load(std::move(info), std::move(player));
        return;
    }
    if (text.starts_with("DRYSTONE")) {
        World world =
            drystone::load_from_file(path.string(), {.threads = overrides.threads, .simd = overrides.simd});
        scenes::SceneInfo info = describe_file(path, "Save file", world);
        simulation.load(std::move(info), std::move(world));
        return;
    }
    const drystone::scene::Description scene = read_scene(text, path);
    drystone::WorldDefinition definition = scene.settings;
    definition.threads = overrides.threads;
    definition.simd = overrides.simd;
    World world(definition);
    drystone::scene::load(world, scene);
    scenes::SceneInfo info = describe_file(path, "Scene file", world);
    simulation.load(std::move(info), std::move(world));
}

void save_world(const Simulation& simulation, const std::filesystem::path& path) {
    drystone::save_to_file(simulation.world(), path.string());
}

void export_scene(const Simulation& simulation, const std::filesystem::path& path) {
    drystone::scene::write_file(path, drystone::scene::describe(simulation.world()));
}

std::vector<std::string> list_files(const std::filesystem::path& folder) {
    constexpr std::array<std::string_view, 4> endings{".drystone", ".recording", ".json", ".tmj"};
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string ending = entry.path().extension().string();
        if (std::find(endings.begin(), endings.end(), ending) != endings.end()) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace viewer
