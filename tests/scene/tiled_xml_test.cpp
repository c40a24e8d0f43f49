// Maps, tilesets and templates of Tiled in XML, against the same ones in JSON.
#include <doctest/doctest.h>

#include "support/scene_use.h"
#include "tiled_maps.h"

#include <string>

using namespace drystone;
using namespace drystone::test;

namespace {

std::string data_path(const std::string& name) {
    return std::string(DRYSTONE_SOURCE_DIR) + "/tests/scene/data/" + name;
}

std::string xml_map(const std::string& content) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map orientation=\"orthogonal\" tilewidth=\"32\" "
           "tileheight=\"32\">\n<tileset firstgid=\"1\" tilewidth=\"32\" tileheight=\"32\"><tile id=\"0\">"
           "<objectgroup><object x=\"0\" y=\"0\" width=\"32\" "
           "height=\"32\"/></objectgroup></tile></tileset>\n" +
           content + "</map>";
}

std::string xml_layer(const std::string& data) {
    return "<layer name=\"ground\" width=\"4\" height=\"3\">" + data + "</layer>";
}

std::string xml_objects(const std::string& objects) {
    return "<objectgroup id=\"2\" name=\"things\">" + objects + "</objectgroup>";
}

std::string fault_of_xml(const std::string& text) {
    return first_fault([&] { return scene::import_tiled(text, "m"); });
}

}  // namespace

TEST_CASE("tiled xml: a map in XML becomes the scene of the same map in JSON") {
    for (const std::string name : {"everything", "level"}) {
        CAPTURE(name);
        const scene::Imported json = scene::import_tiled_file(data_path(name + ".tmj"));
        const scene::Imported xml = scene::import_tiled_file(data_path(name + ".tmx"));
        CHECK(scene::format(xml.scene) == scene::format(json.scene));
        CHECK(xml.notes.size() == json.notes.size());
    }
}

TEST_CASE("tiled xml: every encoding of a layer gives the same scene") {
    const TileCells cells{4, 3, {0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0x80000001u}};
    const std::string expected = scene::format(scene::import_tiled(map_of(tile_layer(cells))).scene);
    const auto encoded = [](const std::string& compression, const std::string& data) {
        return "<data encoding=\"base64\"" + compression + ">\n   " + data + "\n  </data>";
    };
    const std::string texts[] = {
        "<data encoding=\"csv\">\n0,0,0,1,\n0,1,1,1,\n1,1,0,2147483649\n</data>",
        "<data><tile/><tile gid=\"0\"/><tile/><tile gid=\"1\"/><tile/><tile gid=\"1\"/><tile gid=\"1\"/>"
        "<tile gid=\"1\"/><tile gid=\"1\"/><tile gid=\"1\"/><tile/><tile gid=\"2147483649\"/></data>",
        encoded("", "AAAAAAAAAAAAAAAAAQAAAAAAAAABAAAAAQAAAAEAAAABAAAAAQAAAAAAAAABAACA"),
        encoded(" compression=\"zlib\"", "eJxjYEAARiQaHUPFGwABPACI"),
        encoded(" compression=\"gzip\"", "H4sIAAAAAAAC/2NgQABGJBodQ8UbAMf9xuIwAAAA"),
        encoded(" compression=\"zstd\"", "KLUv/QRo1QAAkAABAAAAAAAAAAEAAAAAAQAAgAIAbjoDXAEi72Ir"),
        "<data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"2\" height=\"3\">0,0,0,1,1,1</chunk>"
        "<chunk x=\"2\" y=\"0\" width=\"2\" height=\"3\">0,1,1,1,0,2147483649</chunk></data>",
        "<data encoding=\"base64\" compression=\"zstd\"><chunk x=\"0\" y=\"0\" width=\"4\" height=\"3\">"
        "KLUv/QRo1QAAkAABAAAAAAAAAAEAAAAAAQAAgAIAbjoDXAEi72Ir</chunk></data>"};
    for (const std::string& text : texts) {
        CAPTURE(text);
        const scene::Imported imported = scene::import_tiled(xml_map(xml_layer(text)));
        CHECK(imported.notes.empty());
        CHECK(scene::format(imported.scene) == expected);
    }
}

TEST_CASE("tiled xml: templates are what their objects lack, with tilesets of their own") {
    const scene::Imported imported = scene::import_tiled_file(data_path("templates.tmx"));
    CHECK(imported.notes.empty());
    REQUIRE(imported.scene.bodies.size() == 4);
    const scene::BodyEntry& barrel = imported.scene.bodies[0];
    CHECK(barrel.name == "barrel");
    CHECK(barrel.definition.type == BodyType::Dynamic);
    CHECK(barrel.definition.position == Vec2{1.0f, -2.0f});
    CHECK(barrel.shapes.at(0).definition.density == 2.0f);
    // The triangle of terrain.tsx, whose number in the template is 2 and in the map 101.
    CHECK(std::get<Polygon>(barrel.shapes[0].geometry).vertices().size() == 3);
    CHECK(std::get<std::int64_t>(barrel.properties.at("coins")) == 3);
    CHECK(std::get<std::string>(barrel.properties.at("class")) == "prop");
    const scene::BodyEntry& big = imported.scene.bodies[1];
    CHECK(big.name == "big");
    CHECK(big.shapes.at(0).definition.density == 5.0f);
    CHECK(std::get<Polygon>(big.shapes[0].geometry).vertices().size() == 3);
    CHECK(std::get<std::int64_t>(big.properties.at("coins")) == 3);
    CHECK(std::get<Circle>(imported.scene.bodies[2].shapes.at(0).geometry).radius == 1.0f);
    CHECK(std::get<std::string>(imported.scene.bodies[2].properties.at("class")) == "rock");
    CHECK(std::get<Circle>(imported.scene.bodies[3].shapes.at(0).geometry).radius == 0.5f);
    CHECK(std::get<std::string>(imported.scene.bodies[3].properties.at("class")) == "pebble");
    CHECK(imported.scene.bodies[3].shapes[0].definition.material.friction == 0.5f);
}

TEST_CASE("tiled xml: a loader gets paths relative to the map, also those that templates name") {
    std::vector<std::string> asked;
    scene::TiledOptions options;
    options.load_file = [&](std::string_view path) {
        asked.emplace_back(path);
        return scene_data(std::string(path));
    };
    const scene::Imported imported = scene::import_tiled(scene_data("templates.tmx"), "map", options);
    CHECK(imported.notes.empty());
    CHECK(asked == std::vector<std::string>{"terrain.tsj", "templates/barrel.tx", "terrain.tsx",
                                            "templates/stone.tj"});
    // What it throws is noted if it is an error of ours, and passed on if not.
    options.load_file = [](std::string_view) -> std::string { throw Error("the disk is full"); };
    CHECK(first_fault([&] {
              return scene::import_tiled(scene_data("templates.tmx"), "map", options);
          }).find("the disk is full") != std::string::npos);
    options.load_file = [](std::string_view) -> std::string { throw 3; };
    CHECK_THROWS_AS(scene::import_tiled(scene_data("templates.tmx"), "map", options), int);
}

TEST_CASE("tiled xml: properties of all types, of several lines and in classes and lists") {
    const scene::Imported imported = scene::import_tiled(xml_map(xml_objects(
        "<object id=\"1\" name=\"a &lt;b&gt;\" x=\"0\" y=\"0\" width=\"32\" height=\"32\"><properties>"
        "<property name=\"flag\" type=\"bool\" value=\"true\"/><property name=\"count\" type=\"int\" "
        "value=\"4\"/>"
        "<property name=\"part\" type=\"float\" value=\"0.25\"/><property name=\"word\" value=\"12\"/>"
        "<property name=\"lines\">one\ntwo</property><property name=\"who\" type=\"object\" value=\"0\"/>"
        "<property name=\"odd\" type=\"float\" value=\"nan\"/>"
        "<property name=\"c\" type=\"class\" propertytype=\"C\"><properties><property name=\"m\" "
        "type=\"int\" "
        "value=\"7\"/></properties></property>"
        "<property name=\"l\" type=\"list\"><item type=\"int\" value=\"1\"/><item type=\"list\"><item "
        "value=\"x\"/>"
        "</item></property><property name=\"none\" type=\"class\" propertytype=\"D\"/>"
        "</properties></object>")));
    CHECK(imported.notes.empty());
    REQUIRE(imported.scene.bodies.size() == 1);
    CHECK(imported.scene.bodies[0].name == "a <b>");
    const scene::Properties expected{{"flag", true},
                                     {"count", std::int64_t{4}},
                                     {"part", 0.25},
                                     {"word", std::string("12")},
                                     {"lines", std::string("one\ntwo")},
                                     {"who", std::int64_t{0}},
                                     {"odd", std::string("nan")},
                                     {"c.m", std::int64_t{7}},
                                     {"l.0", std::int64_t{1}},
                                     {"l.1.0", std::string("x")}};
    CHECK(imported.scene.bodies[0].properties == expected);
}

TEST_CASE("tiled xml: errors and notes name file, line and path") {
    CHECK(fault_of_xml("<map>").starts_with("error: m:1: no valid XML: "));
    CHECK(fault_of_xml("<map>\n<layer>\n</map>").starts_with("error: m:3: no valid XML: "));
    CHECK(fault_of_xml("<tileset/>") == "error: m:1: is no map of Tiled");
    CHECK(fault_of_xml("<html><body/></html>") == "error: m:1: is no map of Tiled");
    CHECK(fault_of_xml("<!-- nothing -->").starts_with("error: m:1: "));
    CHECK(fault_of_xml("\xef\xbb\xbf<map tilewidth=\"8\" tileheight=\"8\"/>").empty());
    CHECK(
        fault_of_xml(
            xml_map("<layer id=\"3\" name=\"a\" width=\"2\" height=\"1\">\n<data encoding=\"csv\">1</data>"
                    "</layer>")) ==
        "m:5: layers[0].data: must hold width * height cells, which is 2, got 1; layer 3 \"a\" is left out");
    CHECK(fault_of_xml(
              xml_map(xml_objects("\n<object id=\"5\" x=\"nan\" y=\"0\" width=\"8\" height=\"8\"/>"))) ==
          "m:5: layers[0].objects[0].x: must be a number, got \"nan\"; object 5 of layer 2 \"things\" is "
          "left out");
    CHECK(
        fault_of_xml(
            xml_map(xml_objects("\n<object id=\"5\" x=\"1e999\" y=\"0\" width=\"8\" height=\"8\"/>")))
            .starts_with("m:5: layers[0].objects[0].x: must be a number up to 1.7e308, got 1e999; object 5"));
    CHECK(fault_of_xml(xml_map(xml_objects(
                           "\n<object id=\"5\" x=\"0\" y=\"0\"><polygon points=\"0,0 1,x\"/></object>")))
              .starts_with("m:5: layers[0].objects[0].polygon: must be numbers"));
    std::string deep;
    for (int i = 0; i < 100; ++i) {
        deep += "<group>";
    }
    for (int i = 0; i < 100; ++i) {
        deep += "</group>";
    }
    CHECK(fault_of_xml("<map>" + deep + "</map>").find("nested too deep") != std::string::npos);
    // Entities of a document are not expanded.
    CHECK(fault_of_xml("<!DOCTYPE map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><map tilewidth=\"8\" "
                       "tileheight=\"8\"><group name=\"&b;\"/></map>")
              .empty());
}
