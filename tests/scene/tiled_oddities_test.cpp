// What maps of Tiled contain that has no counterpart, or is faulty: it alone is left out, and is named.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <algorithm>
#include <cstdlib>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Imports a map with a box and another object, and returns whether the box is as it is without the other.
struct WithOddObject {
    explicit WithOddObject(const std::string& object, const scene::TiledOptions& options = {})
        : imported(scene::import_tiled(map_of(object_layer(box + (object.empty() ? "" : ", " + object))), "m",
                                       options)) {}
    [[nodiscard]] bool has_box() const {
        const scene::Imported plain = scene::import_tiled(map_of(object_layer(box)));
        return !imported.scene.bodies.empty() &&
               std::get<Polygon>(imported.scene.bodies[0].shapes.at(0).geometry).vertices().size() == 4 &&
               imported.scene.bodies[0].name == plain.scene.bodies[0].name;
    }
    [[nodiscard]] bool has_note(const std::string& words) const {
        return std::any_of(imported.notes.begin(), imported.notes.end(),
                           [&](const std::string& note) { return note.find(words) != std::string::npos; });
    }

    static constexpr const char* box_text =
        R"({"id": 1, "name": "box", "x": 0, "y": 0, "width": 64, "height": 32})";
    const std::string box{box_text};
    scene::Imported imported;
};

std::string odd(const std::string& members) {
    return R"({"id": 7, "name": "odd", "x": 320, "y": 0, )" + members + "}";
}

std::string sized(const std::string& members) { return odd(R"("width": 32, "height": 32, )" + members); }

}  // namespace

TEST_CASE("tiled oddities: an object without a usable shape becomes a body without shapes, and is named") {
    const std::string objects[] = {
        odd(R"("width": 0, "height": 0)"),
        odd(R"("width": 40, "height": 0)"),
        odd(R"("width": 0, "height": 0, "ellipse": true)"),
        odd(R"("width": 0, "height": 9, "capsule": true)"),
        odd(R"("polygon": [])"),
        odd(R"("polygon": [{"x": 0, "y": 0}, {"x": 32, "y": 0}])"),
        odd(R"("polygon": [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 64, "y": 0}])"),
        odd(R"("polygon": [{"x": 5, "y": 5}, {"x": 5, "y": 5}, {"x": 5, "y": 5}])"),
        odd(R"("polygon": [{"x": 0, "y": "NaN"}, {"x": 32, "y": 0}, {"x": 64, "y": 9}])"),
        odd(R"("polygon": "nan,1 2,3 4,5")"),
        odd(R"("polygon": 3)"),
        odd(R"("polyline": [{"x": 0, "y": 0}])"),
        odd(R"("polyline": [{"x": 3, "y": 0}, {"x": 3, "y": 0}])"),
        odd(R"("width": "wide", "height": 3)"),
        odd(R"("width": 1e300, "height": 3)"),
        odd(R"("width": null, "height": 3)"),
        sized(R"("gid": 0, "ellipse": "round")"),
        odd(R"("gid": 4294967296)"),
        odd(R"("gid": -4)"),
    };
    for (const std::string& object : objects) {
        CAPTURE(object);
        const WithOddObject map(object);
        CHECK(map.has_box());
        CHECK(map.has_note("object 7 \"odd\" of layer \"things\""));
        REQUIRE(map.imported.scene.bodies.size() == 2);
        CHECK(map.imported.scene.bodies[1].shapes.empty());
        CHECK(map.imported.scene.bodies[1].chains.empty());
        CHECK(map.imported.scene.bodies[1].definition.position == Vec2{10.0f, 0.0f});
        CHECK_NOTHROW(scene::parse(scene::format(map.imported.scene)));
    }
}

TEST_CASE("tiled oddities: an object that has no place is left out, and is named") {
    const std::string objects[] = {
        R"({"id": 7, "name": "odd", "x": 1e300, "y": 0, "width": 8, "height": 8})",
        R"({"id": 7, "name": "odd", "x": "here", "y": 0, "width": 8, "height": 8})",
        sized(R"("rotation": "left")"),
        sized(R"("template": "missing.tj")"),
    };
    for (const std::string& object : objects) {
        CAPTURE(object);
        const WithOddObject map(object);
        CHECK(map.has_box());
        CHECK(map.imported.scene.bodies.size() == 1);
        CHECK(map.has_note("object 7 \"odd\" of layer \"things\" is left out"));
    }
    for (const std::string object : {"3", "null", "[]", "\"box\""}) {
        const WithOddObject map(object);
        CHECK(map.has_box());
        CHECK(map.imported.scene.bodies.size() == 1);
        CHECK(map.has_note("objects[1]: must be an object; object of layer \"things\" is left out"));
    }
}

TEST_CASE("tiled oddities: properties of the user may have the names of settings") {
    const struct {
        const char* name;
        const char* value;
    } wrong[] = {{"type", "\"enemy\""},
                 {"type", "3"},
                 {"density", "\"high\""},
                 {"density", "-2"},
                 {"density", "true"},
                 {"friction", "-1"},
                 {"restitution", "7"},
                 {"material", "\"wood\""},
                 {"material", "5"},
                 {"sensor", "\"smoke\""},
                 {"category", "-1"},
                 {"bullet", "\"silver\""},
                 {"enabled", "\"yes\""},
                 {"linear_velocity", "\"fast\""},
                 {"linear_damping", "-0.5"},
                 {"gravity_scale", "\"moon\""},
                 {"ignore", "\"me\""},
                 {"solid", "1"},
                 {"dominance_group", "99999"},
                 {"one_way", "\"street\""},
                 {"locks", "\"door\""},
                 {"user_data", "\"text\""}};
    for (const auto& [name, value] : wrong) {
        CAPTURE(name);
        CAPTURE(value);
        const WithOddObject map(sized("\"properties\": [" + property(name, value) + "]"));
        CHECK(map.has_box());
        REQUIRE(map.imported.scene.bodies.size() == 2);
        const scene::BodyEntry& body = map.imported.scene.bodies[1];
        CHECK(body.shapes.size() == 1);
        CHECK(body.definition.type == BodyType::Static);
        CHECK(body.shapes[0].definition.density == ShapeDefinition{}.density);
        CHECK(body.properties.count(name) == 1);
        CHECK(map.has_note(std::string("the property \"") + name + "\" sets nothing"));
    }
    // Those that are no settings of an object need no note.
    for (const char* const name : {"angle", "position", "gravity", "name", "health", "settings"}) {
        const WithOddObject map(sized("\"properties\": [" + property(name, "\"left\"") + "]"));
        CHECK(map.imported.notes.empty());
        CHECK(std::get<std::string>(map.imported.scene.bodies[1].properties.at(name)) == "left");
    }
}

TEST_CASE("tiled oddities: properties of all types are kept") {
    const WithOddObject map(sized(
        R"("properties": [{"name": "tags", "type": "list", "value": [{"type": "string", "value": "a"}, {"type": "list",
"value": [{"type": "int", "value": 2}]}, {"type": "class", "value": {"deep": true}}]},
{"name": "empty", "type": "list", "value": []}, {"name": "q", "type": "quaternion", "value": {"w": 1}},
{"name": "target", "type": "object", "value": 0}, {"name": "tint", "type": "color", "value": "#ff00ff00"},
{"name": "picture", "type": "file", "value": "../a.png"}, {"name": "mood", "propertytype": "Mood", "type": "string", "value": "good"},
{"name": "nothing", "value": null}, {"name": "no value"}, {"value": 3}, 7])"));
    const scene::Properties expected{{"tags.0", std::string("a")},
                                     {"tags.1.0", std::int64_t{2}},
                                     {"tags.2.deep", true},
                                     {"q.w", std::int64_t{1}},
                                     {"target", std::int64_t{0}},
                                     {"tint", std::string("#ff00ff00")},
                                     {"picture", std::string("../a.png")},
                                     {"mood", std::string("good")}};
    CHECK(map.imported.scene.bodies.at(1).properties == expected);
    CHECK(map.imported.notes.size() == 4);
    CHECK(map.has_box());
}

TEST_CASE("tiled oddities: settings of the map that are none are kept as properties") {
    std::string text = map_of(object_layer(WithOddObject::box_text));
    text.insert(1, "\"properties\": [" + property("gravity", "9.8") + ", " + property("sleeping", "\"cat\"") +
                       ", " + property("hit_threshold", "-3") + ", " + property("materials", "\"wood\"") +
                       ", " + property("contact", "{\"compliance\": 5}") + "], ");
    const scene::Imported imported = scene::import_tiled(text);
    CHECK(imported.notes.size() == 5);
    CHECK(imported.scene.settings.gravity == WorldDefinition{}.gravity);
    CHECK(imported.scene.settings.contact.compliance == WorldDefinition{}.contact.compliance);
    CHECK(std::get<double>(imported.scene.properties.at("gravity")) == 9.8);
    CHECK(imported.scene.bodies.size() == 1);
}

TEST_CASE("tiled oddities: layers that cannot be used are left out, and are named") {
    const std::string box = object_layer(WithOddObject::box_text);
    const struct {
        std::string layer;
        const char* words;
    } cases[] = {
        {"3", "layer is left out"},
        {R"({"id": 4, "name": "odd"})", "layer 4 \"odd\" is left out"},
        {R"({"type": "hologram", "id": 4, "name": "odd"})", "layer 4 \"odd\" is left out"},
        {R"({"type": "imagelayer", "id": 4, "name": "odd", "image": "a.png", "repeatx": true})",
         "image layer"},
        {R"({"type": "objectgroup", "id": 4, "name": "odd", "objects": 3})", "layer 4 \"odd\" is left out"},
        {R"({"type": "group", "id": 4, "name": "odd", "layers": {}})", "the layers are left out"},
        {R"({"type": "tilelayer", "id": 4, "name": "odd", "width": 2, "height": 1, "data": [1]})",
         "layer 4 \"odd\" is left out"},
        {R"({"type": "tilelayer", "id": 4, "name": "odd", "width": 2, "height": 1, "encoding": "rot13", "data": ""})",
         "layer 4 \"odd\" is left out"},
        {R"({"type": "tilelayer", "id": 4, "name": "odd", "width": 2, "height": 1, "data": [3, 3]})",
         "layer 4 \"odd\" becomes nothing: its tiles have no collision shapes"},
        {R"({"type": "tilelayer", "id": 4, "name": "odd", "offsetx": "far", "width": 1, "height": 1, "data": [1]})",
         "layer 4 \"odd\" is left out"},
    };
    for (const auto& [layer, words] : cases) {
        CAPTURE(layer);
        const scene::Imported imported = scene::import_tiled(map_of(layer + ", " + box));
        REQUIRE(imported.scene.bodies.size() == 1);
        CHECK(imported.scene.bodies[0].name == "box");
        REQUIRE(imported.notes.size() == 1);
        CHECK(imported.notes[0].find(words) != std::string::npos);
    }
    // Empty layers of any kind need no note.
    for (const std::string layer :
         {R"({"type": "objectgroup", "name": "o"})", R"({"type": "group", "name": "g"})",
          R"({"type": "tilelayer", "width": 2, "height": 1, "data": [0, 0]})",
          R"({"type": "tilelayer", "chunks": []})"}) {
        CHECK(scene::import_tiled(map_of(layer)).notes.empty());
    }
}

TEST_CASE("tiled oddities: tiles that no tileset has leave the others of their layer") {
    for (const std::string& tilesets :
         {std::string(), std::string(", {\"firstgid\": 100, \"source\": \"gone.tsx\"}"),
          std::string(", {\"firstgid\": 100, \"tilewidth\": 32, \"tileheight\": 32, \"tiles\": 5}"),
          std::string(", {\"firstgid\": 1}, {\"firstgid\": 0}, {}, 3")}) {
        CAPTURE(tilesets);
        const scene::Imported imported =
            scene::import_tiled(map_of(tile_layer({3, 1, {1, 100, 1}}), tileset() + tilesets));
        REQUIRE(imported.scene.bodies.size() == 1);
        const SceneWorld loaded(imported.scene);
        CHECK(loaded.is_solid({0.5f, -0.5f}));
        CHECK(loaded.is_solid({2.5f, -0.5f}));
        CHECK_FALSE(loaded.is_solid({1.5f, -0.5f}));
    }
    const scene::Imported none = scene::import_tiled(map_of(tile_layer({2, 1, {1, 1}}), ""));
    CHECK(none.scene.bodies.empty());
    CHECK(none.notes.at(0) ==
          "map:4: layers[0]: no tileset has the tile 1; the tile is left out of layer \"ground\"");
}

TEST_CASE("tiled oddities: maps that are not orthogonal keep their objects") {
    for (const std::string orientation : {"isometric", "staggered", "hexagonal", "oblique"}) {
        std::string text = map_of(tile_layer({1, 1, {1}}) + ", " + object_layer(WithOddObject::box_text));
        text.replace(text.find("orthogonal"), 10, orientation);
        const scene::Imported imported = scene::import_tiled(text);
        CHECK(imported.scene.bodies.size() == 1);
        REQUIRE(imported.notes.size() == 2);
        CHECK(imported.notes[0].find("the map is " + orientation) != std::string::npos);
        CHECK(imported.notes[1].find("layer \"ground\" is left out") != std::string::npos);
    }
}

TEST_CASE("tiled oddities: a negative width or height reaches to the other side") {
    const WithOddObject map(odd(R"("width": -32, "height": -64)"));
    CHECK(map.imported.notes.empty());
    const SceneWorld loaded(map.imported.scene);
    CHECK(loaded.is_solid({9.5f, 1.5f}));
    CHECK_FALSE(loaded.is_solid({10.5f, -0.5f}));
}

TEST_CASE("tiled oddities: maps of Tiled 1.0 and 1.1 have their properties and tiles in objects") {
    const scene::Imported imported =
        scene::import_tiled(R"({"type": "map", "version": 1, "orientation": "orthogonal",
"tilewidth": 32, "tileheight": 32, "properties": {"author": "me"}, "propertytypes": {"author": "string"},
"tilesets": [{"firstgid": 1, "tilewidth": 32, "tileheight": 32, "image": "a.png",
 "tiles": {"0": {"objectgroup": {"objects": [{"x": 0, "y": 0, "width": 32, "height": 32}]}}},
 "tileproperties": {"0": {"friction": 0.25}, "3": {"solid": true}},
 "tilepropertytypes": {"0": {"friction": "float"}, "3": {"solid": "bool"}}}],
"layers": [{"type": "tilelayer", "name": "a", "width": 3, "height": 1, "data": [1, 2, 4]},
 {"type": "objectgroup", "name": "b", "objects": [{"id": 1, "name": "crate", "x": 0, "y": 0, "width": 32, "height": 32,
  "properties": {"type": "dynamic", "coins": 4}, "propertytypes": {"coins": "int"}}]}]})");
    CHECK(imported.notes.empty());
    REQUIRE(imported.scene.bodies.size() == 2);
    CHECK(imported.scene.bodies[0].shapes.at(0).definition.material.friction == 0.25f);
    CHECK(imported.scene.bodies[1].definition.type == BodyType::Dynamic);
    CHECK(std::get<std::int64_t>(imported.scene.bodies[1].properties.at("coins")) == 4);
    CHECK(std::get<std::string>(imported.scene.properties.at("author")) == "me");
    const SceneWorld loaded(imported.scene);
    CHECK(loaded.is_solid({0.5f, -0.5f}));
    CHECK_FALSE(loaded.is_solid({1.5f, -0.5f}));
    CHECK(loaded.is_solid({2.5f, -0.5f}));
}

TEST_CASE("tiled oddities: settings of layers that some of their objects cannot have") {
    const std::string velocity = "[" + property("linear_velocity", "{\"x\": 1}") + "]";
    const std::string dynamic = "\"properties\": [" + property("type", "\"dynamic\"") + "]";
    const scene::Imported imported = scene::import_tiled(map_of(object_layer(
        std::string(WithOddObject::box_text) + ", " + sized(dynamic), ", \"properties\": " + velocity)));
    REQUIRE(imported.scene.bodies.size() == 2);
    CHECK(imported.scene.bodies[0].definition.linear_velocity == Vec2{0.0f, 0.0f});
    CHECK(imported.scene.bodies[1].definition.linear_velocity == Vec2{1.0f, 0.0f});
    REQUIRE(imported.notes.size() == 1);
    CHECK(imported.notes[0].find("the velocity of object 1 \"box\"") != std::string::npos);
}

TEST_CASE("tiled oddities: polygons that cross themselves become what they wind around") {
    // A bow tie of two triangles of 16 x 32 pixels, as an object and as the shape of a tile.
    const std::string bow =
        R"("polygon": [{"x": 0, "y": 0}, {"x": 32, "y": 32}, {"x": 32, "y": 0}, {"x": 0, "y": 32}])";
    const WithOddObject map(odd(bow));
    CHECK(map.has_box());
    CHECK(map.has_note("object 7 \"odd\" of layer \"things\": edges "));
    CHECK(map.has_note(" cross or touch: what it winds around becomes 2 outlines"));
    const SceneWorld objects(map.imported.scene);
    const std::string tiles = R"({"firstgid": 1, "tilewidth": 32, "tileheight": 32, "tiles": [)" +
                              tile_object("0", R"({"x": 0, "y": 0, )" + bow + "}") + "]}";
    const scene::Imported layer = scene::import_tiled(map_of(tile_layer({1, 1, {1}}), tiles));
    REQUIRE(layer.notes.size() == 1);
    CHECK(layer.notes[0].find("becomes 2 outlines") != std::string::npos);
    const SceneWorld cells(layer.scene);
    for (int y = 1; y < 32; y += 2) {
        for (int x = 1; x < 32; x += 2) {
            if (std::abs(x - 16) == std::abs(y - 16)) {
                continue;
            }
            CAPTURE(x);
            CAPTURE(y);
            const bool inside = std::abs(x - 16) > std::abs(y - 16);
            const Vec2 point{static_cast<float>(x) / 32.0f, -static_cast<float>(y) / 32.0f};
            CHECK(cells.is_solid(point) == inside);
            CHECK(objects.is_solid(point + Vec2{10.0f, 0.0f}) == inside);
        }
    }
}

TEST_CASE("tiled oddities: numbers that no double holds leave the rest of the map") {
    const std::string digits(400, '7');
    for (const std::string& number :
         {std::string("1e999"), std::string("-1.5E+309"), std::string("2e99999999999999999999"), digits,
          "-" + digits + ".25", digits + "e-9", "0." + digits + "e400"}) {
        CAPTURE(number);
        const WithOddObject placed(R"({"id": 7, "name": "odd", "x": )" + number +
                                   R"(, "y": 0, "width": 8, "height": 8})");
        CHECK(placed.has_box());
        CHECK(placed.imported.scene.bodies.size() == 1);
        REQUIRE(placed.imported.notes.size() == 1);
        CHECK(placed.imported.notes[0] ==
              "m:4: layers[0].objects[1].x: must be a number up to 1.7e308, got " + number.substr(0, 80) +
                  "; object 7 \"odd\" of layer \"things\" is left out");
        const WithOddObject with_property(sized("\"properties\": [" + property("coins", number) + ", " +
                                                property("word", R"("\\\"1e999")") + ", " +
                                                property("last", "3") + "]"));
        CHECK(with_property.has_note("objects[1].properties[0].value: must be a number up to 1.7e308"));
        const scene::Properties expected{{"word", std::string("\\\"1e999")}, {"last", std::int64_t{3}}};
        CHECK(with_property.imported.scene.bodies.at(1).properties == expected);
        // What is not read needs no note.
        CHECK(WithOddObject(sized("\"opacity\": " + number)).imported.notes.empty());
    }
    // They are too small, or are in the range.
    for (const std::string& number :
         {std::string("1e-999"), std::string("0e999"), std::string("0." + std::string(400, '0') + "1e330"),
          "1" + std::string(330, '0') + "e-330"}) {
        CAPTURE(number);
        CHECK(WithOddObject(sized("\"rotation\": " + number)).imported.notes.empty());
    }
    for (const std::string number :
         {"01e999", "1.e999", "-e999", ".5e999", "1e", "+1e999", "1e999.5", "1e9991e999 2"}) {
        CAPTURE(number);
        const std::string fault = first_fault([&] { return scene::import_tiled("{\"a\": " + number + "}"); });
        CHECK(fault.starts_with("error: map:1: no valid JSON: "));
    }
}
