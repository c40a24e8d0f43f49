#include <viewer/model/files.h>

#include <viewer/model/framing.h>

#include <drystone/error.h>
#include <drystone/save_file.h>
#include <drystone/scene.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace viewer {
namespace {

using drystone::World;

/// Returns the beginning of a regular file, up to a number of bytes. Throws `drystone::Error` for others,
/// which it does not open: a pipe would let it wait.
std::string read_beginning(const std::filesystem::path& path, std::size_t size) {
    std::error_code error;
    std::ifstream file;
    std::string text;
    if (std::filesystem::is_regular_file(path, error)) {
        text.resize(static_cast<std::size_t>(
            std::min<std::uintmax_t>(size, std::filesystem::file_size(path, error))));
        file.open(path, std::ios::binary);
    }
    if (!file.is_open()) {
        throw drystone::Error("viewer::open_file: cannot read " + path.string());
    }
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

scenes::SceneInfo describe_file(const std::filesystem::path& path, const std::string& kind,
                                const World& world) {
    const drystone::Vec2 gravity = world.gravity();
    return {.name = path.stem().string(),
            .title = path.filename().string(),
            .group = "Files",
            .description = kind + " " + path.string(),
            .world = {.gravity = {gravity.x, gravity.y}, .sleeping = world.sleeping()},
            .view = view_of(world),
            .create = {}};
}

/// Reads scenes of all kinds. Files of other programs are known by their beginning or ending, or by members
/// that only they have. What is left out of them is named in the description.
drystone::scene::Description read_scene(const std::filesystem::path& path, std::string& kind) {
    constexpr std::size_t largest_text = std::size_t{64} << 20;
    const std::string text = read_beginning(path, largest_text);
    const std::size_t first = text.find_first_not_of("\xef\xbb\xbf \t\r\n");
    const bool is_xml = first != std::string::npos && text[first] == '<';
    const bool is_rube = text.find("\"fixture\"") != std::string::npos;
    if (!is_xml && path.extension() != ".tmj" && text.find("\"tiledversion\"") == std::string::npos &&
        !is_rube) {
        kind = "Scene file";
        return drystone::scene::read_file(path);
    }
    kind = is_rube && !is_xml ? "Scene of R.U.B.E." : "Map of Tiled";
    drystone::scene::Imported imported = is_rube && !is_xml ? drystone::scene::import_rube_file(path)
                                                            : drystone::scene::import_tiled_file(path);
    if (!imported.notes.empty()) {
        kind +=
            " (" + std::to_string(imported.notes.size()) + " notes, first: " + imported.notes.front() + ")";
    }
    return std::move(imported.scene);
}

}  // namespace

void open_file(Simulation& simulation, const std::filesystem::path& path) {
    const std::string text = read_beginning(path, 8);
    const RateOverrides& overrides = simulation.overrides();
    if (text == "DRYRECRD") {
        drystone::RecordingPlayer player(path.string(),
                                         {.threads = overrides.threads, .simd = overrides.simd});
        scenes::SceneInfo info = describe_file(path, "Recording", player.world());
        simulation.load(std::move(info), std::move(player));
        return;
    }
    if (text == "DRYSTONE") {
        World world =
            drystone::load_from_file(path.string(), {.threads = overrides.threads, .simd = overrides.simd});
        scenes::SceneInfo info = describe_file(path, "Save file", world);
        simulation.load(std::move(info), std::move(world));
        return;
    }
    std::string kind;
    const drystone::scene::Description scene = read_scene(path, kind);
    drystone::WorldDefinition definition = scene.settings;
    definition.threads = overrides.threads;
    definition.simd = overrides.simd;
    World world(definition);
    drystone::scene::load(world, scene);
    scenes::SceneInfo info = describe_file(path, kind, world);
    simulation.load(std::move(info), std::move(world));
}

void save_world(const Simulation& simulation, const std::filesystem::path& path) {
    drystone::save_to_file(simulation.world(), path.string());
}

void export_scene(const Simulation& simulation, const std::filesystem::path& path) {
    drystone::scene::write_file(path, drystone::scene::describe(simulation.world()));
}

std::vector<std::string> list_files(const std::filesystem::path& folder) {
    constexpr std::array<std::string_view, 5> endings{".drystone", ".recording", ".json", ".tmj", ".tmx"};
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
