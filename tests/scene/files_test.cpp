// Files that a map names: none is opened outside of its folder, and none that is no regular file.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#endif

using namespace drystone;
using namespace drystone::test;

namespace {

/// Folders "maps" and "secret" beside one another, with a map in the first, that are removed at the end.
struct MapFolders {
    MapFolders() {
        std::filesystem::remove_all(root);
        std::filesystem::create_directories(root / "maps" / "sets");
        std::filesystem::create_directories(root / "secret");
        write("maps/sets/tiles.tsj", solid_tiles);
        write("secret/tiles.tsj", solid_tiles);
    }
    ~MapFolders() { std::filesystem::remove_all(root); }
    MapFolders(const MapFolders&) = delete;
    MapFolders& operator=(const MapFolders&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(root / name, std::ios::binary) << text;
    }
    /// Imports a map whose tileset is that file.
    [[nodiscard]] scene::Imported import_with(const std::string& source,
                                              const scene::TiledOptions& options = {}) const {
        write("maps/level.tmj",
              map_of(tile_layer({1, 1, {1}}), "{\"firstgid\": 1, \"source\": \"" + source + "\"}"));
        return scene::import_tiled_file(root / "maps" / "level.tmj", options);
    }
    void check_refused(const std::string& source, const std::string& words,
                       const scene::TiledOptions& options = {}) const {
        CAPTURE(source);
        const scene::Imported imported = import_with(source, options);
        CHECK(imported.scene.bodies.empty());
        REQUIRE_FALSE(imported.notes.empty());
        CHECK(imported.notes.front().find(words) != std::string::npos);
    }

    static constexpr const char* solid_tiles =
        R"({"tilewidth": 32, "tileheight": 32, "tiles": [{"id": 0, "properties": [{"name": "solid", "value": true}]}]})";
    std::filesystem::path root = std::filesystem::temp_directory_path() / ("drystone_map_folders_" + std::to_string(getpid()));
};

}  // namespace

TEST_CASE("files of maps: those in the folder of the map are read") {
    const MapFolders folders;
    for (const std::string source : {"sets/tiles.tsj", "./sets/../sets/tiles.tsj"}) {
        const scene::Imported imported = folders.import_with(source);
        CHECK(imported.notes.empty());
        CHECK(imported.scene.bodies.size() == 1);
    }
    // Also from a map that is named without its folder.
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folders.root / "maps");
    CHECK(scene::import_tiled_file("level.tmj").scene.bodies.size() == 1);
    CHECK(scene::import_tiled_file("../maps/level.tmj").scene.bodies.size() == 1);
    std::filesystem::current_path(before);
}

TEST_CASE("files of maps: none outside of the folder of the map is opened") {
    const MapFolders folders;
    const std::string outside = "lies outside of the folder";
    folders.check_refused("../secret/tiles.tsj", outside);
    folders.check_refused("sets/../../secret/tiles.tsj", outside);
    folders.check_refused((folders.root / "secret" / "tiles.tsj").generic_string(), outside);
    folders.check_refused("/etc/passwd", outside);
    folders.check_refused("/proc/self/environ", outside);
    folders.check_refused("..", outside);
    folders.check_refused("../maps-of-others/x.tsj", outside);
    folders.check_refused("missing.tsj", "cannot be opened");
    folders.check_refused("", "");
    folders.check_refused(".", "");
    folders.check_refused("sets", "is no regular file");
#if defined(__unix__) || defined(__APPLE__)
    std::filesystem::create_symlink(folders.root / "secret" / "tiles.tsj",
                                    folders.root / "maps" / "link.tsj");
    folders.check_refused("link.tsj", outside);
    std::filesystem::create_directory_symlink(folders.root / "secret", folders.root / "maps" / "linked");
    folders.check_refused("linked/tiles.tsj", outside);
    std::filesystem::create_symlink("sets/tiles.tsj", folders.root / "maps" / "inner.tsj");
    CHECK(folders.import_with("inner.tsj").notes.empty());
    REQUIRE(mkfifo((folders.root / "maps" / "pipe.tsj").c_str(), 0600) == 0);
    folders.check_refused("pipe.tsj", "is no regular file");
    CHECK_THROWS_AS(scene::import_tiled_file(folders.root / "maps" / "pipe.tsj"), Error);
    CHECK_THROWS_AS(scene::import_rube_file(folders.root / "maps" / "pipe.tsj"), Error);
    CHECK_THROWS_AS(scene::read_file(folders.root / "maps" / "pipe.tsj"), Error);
    CHECK_THROWS_AS(scene::import_tiled_file("/dev/zero"), Error);
    CHECK_THROWS_AS(scene::read_file("/dev/zero"), Error);
#endif
}

TEST_CASE("files of maps: the folder and the largest size can be set") {
    const MapFolders folders;
    CHECK(folders.import_with("../secret/tiles.tsj", {.folder = folders.root}).notes.empty());
    folders.check_refused("../../x.tsj", "lies outside of the folder", {.folder = folders.root});
    folders.check_refused("sets/tiles.tsj", "lies outside of the folder",
                          {.folder = folders.root / "secret"});
    folders.check_refused("sets/tiles.tsj", "lies outside of the folder",
                          {.folder = folders.root / "missing"});
    folders.write("maps/large.tsj", std::string(MapFolders::solid_tiles) + std::string(5000, ' '));
    CHECK(folders.import_with("large.tsj").notes.empty());
    folders.check_refused("large.tsj", "must be of at most 4000 bytes", {.max_file_size = 4000});
    const std::filesystem::path map = folders.root / "maps" / "level.tmj";
    CHECK_THROWS_WITH_AS(scene::import_tiled_file(map, {.max_file_size = 10}),
                         doctest::Contains("must be of at most 10 bytes"), Error);
    CHECK_THROWS_WITH_AS(scene::import_rube_file(map, 10), doctest::Contains("must be of at most 10 bytes"),
                         Error);
    CHECK_THROWS_WITH_AS(scene::read_file(map, 10), doctest::Contains("must be of at most 10 bytes"), Error);
}

TEST_CASE("files of maps: templates name nothing outside of the folder either") {
    const MapFolders folders;
    std::filesystem::create_directories(folders.root / "maps" / "templates");
    const std::string object = R"("object": {"gid": 1, "width": 32, "height": 32}})";
    folders.write("maps/templates/in.tj",
                  R"({"tileset": {"firstgid": 1, "source": "../sets/tiles.tsj"}, )" + object);
    folders.write("maps/templates/out.tj",
                  R"({"tileset": {"firstgid": 1, "source": "../../secret/tiles.tsj"}, )" + object);
    const auto import_template = [&](const std::string& name) {
        folders.write(
            "maps/level.tmj",
            map_of(object_layer(R"({"id": 1, "x": 0, "y": 32, "template": "templates/)" + name + "\"}")));
        return scene::import_tiled_file(folders.root / "maps" / "level.tmj");
    };
    const scene::Imported inside = import_template("in.tj");
    CHECK(inside.notes.empty());
    CHECK(inside.scene.bodies.at(0).shapes.size() == 1);
    const scene::Imported outside = import_template("out.tj");
    REQUIRE(outside.notes.size() == 2);
    CHECK(outside.notes[0].find("lies outside of the folder") != std::string::npos);
    CHECK(outside.notes[1].find("object 1 of layer \"things\" becomes a body without shapes") !=
          std::string::npos);
    CHECK(outside.scene.bodies.at(0).shapes.empty());
}
