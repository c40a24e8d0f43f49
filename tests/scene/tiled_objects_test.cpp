// Objects, properties and files of Tiled maps, and their faults.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <numbers>

using namespace drystone;
using namespace drystone::test;

namespace {

std::string fault_of_map(const std::string& text, const scene::TiledOptions& options = {}) {
    return first_fault([&] { return scene::import_tiled(text, "m", options); });
}

scene::Description import_objects(const std::string& objects) {
    return scene::import_tiled(map_of(object_layer(objects))).scene;
}

}  // namespace

TEST_CASE("tiled: objects become bodies of their shapes") {
    const scene::Description scene = import_objects(
        "{\"name\": \"box\", \"x\": 32, \"y\": 64, \"width\": 64, \"height\": 32, \"rotation\": 90},\n"
        "{\"name\": \"ball\", \"x\": 320, \"y\": 0, \"width\": 64, \"height\": 64, \"ellipse\": true},\n"
        "{\"name\": \"egg\", \"x\": 640, \"y\": 0, \"width\": 64, \"height\": 32, \"ellipse\": true},\n"
        "{\"name\": \"pill\", \"x\": 960, \"y\": 0, \"width\": 32, \"height\": 96, \"capsule\": true},\n"
        "{\"name\": \"arrow\", \"x\": 1280, \"y\": 64, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 64, "
        "\"y\": -64}, "
        "{\"x\": 32, \"y\": 0}, {\"x\": 64, \"y\": 64}]},\n"
        "{\"name\": \"wire\", \"x\": 1600, \"y\": 0, \"polyline\": [{\"x\": 0, \"y\": 0}, {\"x\": 64, \"y\": "
        "32}]},\n"
        "{\"name\": \"start\", \"x\": 16, \"y\": 48, \"point\": true}");
    const SceneWorld loaded(scene);
    // Turned by a quarter clockwise about its upper left corner at (1, -2).
    CHECK(loaded.is_solid({0.1f, -2.1f}));
    CHECK(loaded.is_solid({0.9f, -3.9f}));
    CHECK_FALSE(loaded.is_solid({1.1f, -2.1f}));
    CHECK_FALSE(loaded.is_solid({0.5f, -1.9f}));
    const auto& ball = std::get<Circle>(scene.bodies[1].shapes[0].geometry);
    CHECK(ball.center == Vec2{1.0f, -1.0f});
    CHECK(ball.radius == 1.0f);
    CHECK(loaded.is_solid({20.1f, -0.5f}));
    CHECK(loaded.is_solid({21.0f, -0.02f}));
    CHECK_FALSE(loaded.is_solid({20.2f, -0.1f}));
    const auto& pill = std::get<Capsule>(scene.bodies[3].shapes[0].geometry);
    CHECK(pill.a == Vec2{0.5f, -0.5f});
    CHECK(pill.b == Vec2{0.5f, -2.5f});
    CHECK(pill.radius == 0.5f);
    CHECK(loaded.is_solid({40.5f, -2.2f}));
    CHECK(loaded.is_solid({41.4f, -3.3f}));
    CHECK_FALSE(loaded.is_solid({41.4f, -2.0f}));
    CHECK(scene.bodies[5].chains[0].definition.points == std::vector<Vec2>{{0, 0}, {2, -1}});
    CHECK(scene.bodies[6].shapes.empty());
    CHECK(loaded.world[loaded.loaded.body("start")].position() == Vec2{0.5f, -1.5f});
}

TEST_CASE("tiled: properties set what the definitions have, and are kept otherwise") {
    const scene::Description scene = import_objects(
        "{\"name\": \"crate\", \"class\": \"loot\", \"x\": 0, \"y\": 0, \"width\": 64, \"height\": 32, "
        "\"properties\": [" +
        property("type", "\"dynamic\"") + ", " + property("density", "3") + ", " +
        property("friction", "0.5") + ", " + property("sensor", "true") + ", " +
        property("locks", "{\"rotation\": true}") + ", " + property("category", "4") + ", " +
        property("linear_velocity", "{\"x\": 1.5, \"y\": -2}") + ", " + property("one_way", "true") + ", " +
        property("coins", "12") + ", " + property("weight", "1.5") + ", " +
        property("owner", "{\"name\": \"me\", \"age\": 3}") + "]}");
    const scene::BodyEntry& body = scene.bodies.front();
    const ShapeDefinition& shape = body.shapes.front().definition;
    CHECK(body.definition.type == BodyType::Dynamic);
    CHECK(body.definition.locks.rotation);
    CHECK(body.definition.linear_velocity == Vec2{1.5f, -2.0f});
    CHECK(shape.density == 3.0f);
    CHECK(shape.material.friction == 0.5f);
    CHECK(shape.sensor);
    CHECK(shape.filter.category == 4);
    CHECK(shape.one_way == Vec2{0.0f, 1.0f});
    const scene::Properties expected{{"class", std::string("loot")},
                                     {"coins", std::int64_t{12}},
                                     {"owner.age", std::int64_t{3}},
                                     {"owner.name", std::string("me")},
                                     {"weight", 1.5}};
    CHECK(body.properties == expected);
    const SceneWorld loaded(scene);
    CHECK(loaded.world[loaded.loaded.body("crate")].mass().mass == doctest::Approx(6.0f));
}

TEST_CASE("tiled: properties of objects override those of tiles, and these those of layers") {
    const std::string tiles =
        "{\"firstgid\": 1, \"tilewidth\": 32, \"tileheight\": 32, \"tiles\": [{\"id\": 0, \"properties\": [" +
        property("friction", "0.25") + ", " + property("restitution", "0.5") + "]}]}";
    const std::string layer = object_layer(
        "{\"gid\": 1, \"x\": 0, \"y\": 32, \"width\": 32, \"height\": 32, \"properties\": [" +
            property("friction", "0.125") + "]}",
        ", \"properties\": [" + property("density", "7") + ", " + property("restitution", "1") + "]");
    const ShapeDefinition shape =
        scene::import_tiled(map_of(layer, tiles)).scene.bodies.front().shapes.front().definition;
    CHECK(shape.density == 7.0f);
    CHECK(shape.material.restitution == 0.5f);
    CHECK(shape.material.friction == 0.125f);
}

TEST_CASE("tiled: objects with tiles have the tiles' shapes in their size") {
    // Tile 2, a triangle with its right angle at the bottom left, at twice its width, flipped horizontally.
    const scene::Description scene = import_objects(
        "{\"name\": \"a\", \"gid\": 2147483650, \"x\": 64, \"y\": 96, \"width\": 64, \"height\": 32},\n"
        "{\"name\": \"b\", \"gid\": 3, \"x\": 0, \"y\": 32, \"width\": 32, \"height\": 32}");
    const SceneWorld loaded(scene);
    CHECK(loaded.world[loaded.loaded.body("a")].position() == Vec2{2.0f, -3.0f});
    CHECK(loaded.is_solid({3.9f, -2.9f}));
    CHECK(loaded.is_solid({3.9f, -2.1f}));
    CHECK(loaded.is_solid({2.2f, -2.95f}));
    CHECK_FALSE(loaded.is_solid({2.1f, -2.5f}));
    CHECK(loaded.is_solid({0.9f, -0.1f}));
}

TEST_CASE("tiled: offsets of layers and groups add up") {
    const std::string layer = object_layer("{\"x\": 16, \"y\": 0, \"width\": 32, \"height\": 32}",
                                           ", \"offsetx\": 32, \"offsety\": -64");
    const std::string tiles = tile_layer({1, 1, {1}}, ", \"offsetx\": 32, \"offsety\": -64");
    const scene::Description scene =
        scene::import_tiled(
            map_of("{\"type\": \"group\", \"offsetx\": 320, \"layers\": [" + layer + ", " + tiles + "]}"),
            "map", {.pixels_per_meter = 16.0f})
            .scene;
    CHECK(scene.bodies[0].definition.position == Vec2{23.0f, 4.0f});
    CHECK(scene.bodies[1].definition.position == Vec2{22.0f, 4.0f});
}

TEST_CASE("tiled: a map and its tileset are read from their files") {
    const std::string path = std::string(DRYSTONE_SOURCE_DIR) + "/tests/scene/data/level.tmj";
    const scene::Imported imported = scene::import_tiled_file(path);
    CHECK(imported.notes == std::vector<std::string>{path + ":21: layers[2]: an image layer is left out"});
    CHECK(imported.scene.settings.gravity == Vec2{0.0f, -9.5f});
    CHECK(std::get<std::string>(imported.scene.properties.at("author")) == "test");
    // A scene file of it loads and behaves the same: the crate falls and rests on the ground.
    const SceneWorld first(imported.scene);
    SceneWorld second(scene::parse(scene::format(imported.scene)));
    CHECK(first.world.state_hash() == second.world.state_hash());
    for (int i = 0; i < 240; ++i) {
        second.world.step(1.0f / 60.0f);
    }
    const ConstBodyRef crate = std::as_const(second.world)[second.loaded.body("crate")];
    CHECK(crate.mass().mass == doctest::Approx(2.5f));
    CHECK(crate.position().y == doctest::Approx(-2.0f).epsilon(0.01));
    CHECK_FALSE(crate.is_awake());
}

TEST_CASE("tiled: errors and notes name file, line and path") {
    struct Row {
        std::string map;
        std::string fault;
    };
    const std::string one = "{\"type\": \"tilelayer\", \"width\": 1, \"height\": 1,";
    const std::string box = "{\"x\": 0, \"y\": 0, \"width\": 8, \"height\": 8, ";
    const Row rows[] = {
        {"{\"orientation\":\n\"isometric\"}", "m:2: orientation: the map is isometric"},
        {"{\"orientation\": \"orthogonal\", \"tilewidth\": 8}", "m:1: tileheight must be > 0; tile layers"},
        {"[]", "error: m:1: must be an object"},
        {"{}", "error: m:1: is no map of Tiled"},
        {"{\"type\":\n\"tileset\"}", "error: m:1: is no map of Tiled"},
        {"{\"layers\":\n[}", "error: m:2: no valid JSON"},
        {map_of("{\"type\": \"tilelayr\"}"),
         "m:4: layers[0].type: must be one of \"tilelayer\", \"objectgroup\", "
         "\"group\", \"imagelayer\", got \"tilelayr\""},
        {map_of(one + "\"data\": [1, 1]}"),
         "m:4: layers[0].data: must hold width * height cells, which is 1, got 2"},
        {map_of(one + "\"data\": \"AAAAAAA=\"}"),
         "m:4: layers[0].data: must hold width * height cells of 4 bytes, which is 4 bytes, got 5"},
        {map_of(one + "\"data\": \"A*==\"}"), "m:4: layers[0].data: must be digits of base64"},
        {map_of(one + "\"compression\": \"zstd\", \"data\": \"AQAAAA==\"}"),
         "m:4: layers[0].data: must be compressed cells, as many as width * height"},
        {map_of(one + "\"compression\": \"lzma\", \"data\": \"AQAAAA==\"}"),
         "m:4: layers[0].data: has a compression that must be \"zlib\", \"gzip\", \"zstd\" or \"\", got "
         "\"lzma\""},
        {map_of(one + "\"compression\": \"zlib\", \"data\": \"AQAAAA==\"}"),
         "m:4: layers[0].data: must be compressed cells, as many as width * height"},
        {map_of(one + "\"data\": [-1]}"),
         "m:4: layers[0].data[0]: must be an integer >= 0 of 64 bits, got -1"},
        {map_of(one + "\"data\": [9]}", std::string()), "m:4: layers[0]: no tileset has the tile 9"},
        {map_of(one + "\"data\": [1]}", "{\"firstgid\": 1, \"source\": \"a.tsx\"}"),
         "m:2: tilesets[0].source: needs TiledOptions::load_file for \"a.tsx\""},
        {map_of(one + "\"data\": [1]}", "{\"firstgid\": 1, \"source\": \"a.json\"}"),
         "m:2: tilesets[0].source: needs TiledOptions::load_file for \"a.json\""},
        {map_of(object_layer("{\"x\": 0, \"y\": 0, \"width\": 8}")),
         "m:4: layers[0].objects[0]: width and height must be > 0"},
        {map_of(object_layer("{\"x\": 1e300, \"y\": 0, \"width\": 8}")),
         "m:4: layers[0].objects[0].x: must be at most 1048576 pixels from zero"},
        {map_of(object_layer("{\"x\": 0, \"y\": 0, \"polygon\": [{\"x\": 0, \"y\": 0}]}")),
         "m:4: layers[0].objects[0].polygon: must have at least three points"},
        {map_of(object_layer(
             "{\"x\": 0, \"y\": 0, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 9, \"y\": 9}, {\"x\": 9, "
             "\"y\": 0}, {\"x\": 0, \"y\": 9}]}")),
         "m:4: layers[0].objects[0]: "},
        {map_of(object_layer("{\"template\": \"a.tj\"}")),
         "m:4: layers[0].objects[0].template: needs TiledOptions::load_file for \"a.tj\"; object of layer "
         "\"things\" is left out"},
        {map_of(object_layer(box + "\"properties\": [\n" + property("friction", "\"low\"") + "]}")),
         "m:5: layers[0].objects[0].properties[0].value: must be a number, got \"low\""},
        {map_of(object_layer(box + "\"properties\": [\n" + property("friction", "-1") + "]}")),
         "m:5: layers[0].objects[0].properties[0].value: friction must be finite and >= 0, got "
         "-1"},
        {map_of(object_layer(box + "\"properties\": [" + property("type", "\"stati\"") + "]}")),
         "m:4: layers[0].objects[0].properties[0].value: must be one of \"static\", \"kinematic\", "
         "\"dynamic\", got "
         "\"stati\""},
        {map_of(object_layer(box + "\"properties\": [" + property("material", "\"ice\"") + "]}")),
         "m:4: layers[0].objects[0].properties[0].value: no material has this name: \"ice\""},
        {map_of(object_layer(box + "\"properties\": 3}")),
         "m:4: layers[0].objects[0].properties: must be an array"},
        {map_of(one + "\"data\": [1]}",
                "{\"firstgid\": 1, \"tilewidth\": 8, \"tileheight\": 8, \"tiles\": [" +
                    tile_object("0", "{\"x\": 0, \"y\": 0, \"width\": 0, \"height\": 8}") + "]}"),
         "m:2: tilesets[0].tiles[0].objectgroup.objects[0]: width and height must be > 0"},
        {map_of("{\"type\": \"tilelayer\", \"width\": 99999, \"height\": 99999, \"data\": []}"),
         "m:4: layers[0]: width * height must be in [0, 16777216]"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.map);
        const std::string fault = fault_of_map(row.map);
        CHECK(fault.substr(0, row.fault.size()) == row.fault);
    }
    CHECK_THROWS_WITH_AS(scene::import_tiled(map_of(""), "m", {.pixels_per_meter = 0.0f}),
                         "import_tiled: pixels_per_meter must be finite and > 0, got 0", Error);
    CHECK(fault_of_map(map_of("")).empty());
}

TEST_CASE("tiled: a note of the tileset's file names that file") {
    const std::string map = map_of(tile_layer({1, 1, {1}}), "{\"firstgid\": 1, \"source\": \"a.tsj\"}");
    scene::TiledOptions options;
    options.load_file = [](std::string_view) { return "{\"tilewidth\": 8,\n\"tileheight\": -1}"; };
    CHECK(fault_of_map(map, options) ==
          "a.tsj:2: tileheight: must be >= 0; the tileset is left out, and all tiles from number 1 on that "
          "are its");
}
