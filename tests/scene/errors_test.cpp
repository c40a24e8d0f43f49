// Faulty scene files: every error names file, line and path, and no world is changed.
#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <drystone/scene.h>

#include <limits>
#include <string>

using namespace drystone;

namespace {

/// Returns the error of a text; empty: none.
std::string error_of(const std::string& text) {
    try {
        static_cast<void>(scene::parse(text, "f"));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// Returns a file whose third line is `members`.
std::string file_of(const std::string& members) {
    return "{\"format\": \"drystone-scene\",\n\"version\": 1,\n" + members + "\n}";
}

struct Row {
    std::string members;  ///< Members of the file, from its line 3 on.
    std::string error;
};

/// Two bodies on the third line of a file.
std::string two_bodies() { return "\"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\"}],\n"; }

}  // namespace

TEST_CASE("scene: errors name file, line and path") {
    const Row rows[] = {
        {"\"bodies\": [{\"shapes\": [\n{\"type\": \"circle\",\n\"radius\": -1\n}]}]",
         "f:5: bodies[0].shapes[0].radius: must be finite and > 0, got -1"},
        {"\"bodies\": [{},\n{\"type\": \"dynamc\"}]",
         "f:4: bodies[1].type: must be one of \"static\", \"kinematic\", \"dynamic\", got \"dynamc\""},
        {"\"bodies\": [{\"postion\": [0, 1]}]", "f:3: bodies[0].postion: unknown member"},
        {"\"bodies\": [{\"position\": [0, 1, 2]}]",
         "f:3: bodies[0].position: must be a point [x, y], got an array"},
        {"\"bodies\": [{\"position\":\n[0,\ntrue]}]",
         "f:5: bodies[0].position[1]: must be a number, got true"},
        {"\"bodies\": [{\"angle\": 1e60}]", "f:3: bodies[0].angle: must be a number up to 3.4e38, got 1e60"},
        {"\"bodies\": [{\"angle\": \"unlimited\"}]", "f:3: bodies[0].angle: must be finite, got inf"},
        {"\"bodies\": [{\"bullet\": 1}]", "f:3: bodies[0].bullet: must be true or false, got 1"},
        {"\"bodies\": [{\"dominance_group\": 128}]",
         "f:3: bodies[0].dominance_group: must be in [-127, 127], got 128"},
        {"\"bodies\": [{\"dominance_group\": 0.5}]",
         "f:3: bodies[0].dominance_group: must be an integer of 32 bits, got 0.5"},
        {"\"bodies\": [{\"type\": \"static\", \"linear_velocity\": [1, 0]}]",
         "f:3: bodies[0]: the velocities of a static body must be zero"},
        {"\"bodies\": [{\"constant_force\": [0, \"unlimited\"]}]",
         "f:3: bodies[0].constant_force: must be finite, got inf"},
        {"\"bodies\": [{\"constant_torque\": \"unlimited\"}]",
         "f:3: bodies[0].constant_torque: must be finite, got inf"},
        {"\"bodies\": [{\"mass\": {\"mass\": -2}}]",
         "f:3: bodies[0].mass.mass: must be finite and >= 0, got -2"},
        {"\"bodies\": [{\"user_data\": -1}]",
         "f:3: bodies[0].user_data: must be an integer >= 0 of 64 bits, got -1"},
        {"\"bodies\": [{\"shapes\": [{}]}]", "f:3: bodies[0].shapes[0]: lacks the member \"type\""},
        {"\"bodies\": [{\"shapes\": [{\"type\": \"circle\", \"half_width\": 1}]}]",
         "f:3: bodies[0].shapes[0].half_width: unknown member"},
        {"\"bodies\": [{\"shapes\": [{\"type\": \"circle\", \"density\": -3}]}]",
         "f:3: bodies[0].shapes[0].density: must be finite and >= 0, got -3"},
        {"\"bodies\": [{\"shapes\": [{\"type\": \"circle\", \"material\": {\n\"restitution\": 2}}]}]",
         "f:4: bodies[0].shapes[0].material.restitution: must be in [0, 1], got 2"},
        {"\"bodies\": [{\"shapes\": [{\"type\": \"circle\", \"material\": \"ice\"}]}]",
         "f:3: bodies[0].shapes[0].material: no material has this name: \"ice\""},
        {"\"materials\": {\"ice\": {\"friction\": -1}}",
         "f:3: materials.ice.friction: must be finite and >= 0, got -1"},
        {"\"bodies\": [{\"shapes\": [{\"type\": \"box\", \"half_width\": 0}]}]",
         "f:3: bodies[0].shapes[0].half_width: must be finite and > 0, got 0"},
        {"\"bodies\": [{\"chains\": [{\"points\": [[0, 0]]}]}]", "f:3: bodies[0].chains[0].points: must be "},
        {two_bodies() + "\"joints\": [{\"type\": \"weld\", \"body_a\": \"a\", \"body_b\": \"c\"}]",
         "f:4: joints[0].body_b: no body has this name: \"c\""},
        {two_bodies() + "\"joints\": [{\"type\": \"weld\", \"body_a\": 0, \"body_b\": 2}]",
         "f:4: joints[0].body_b: must be the name or the index of a body, got 2"},
        {two_bodies() + "\"joints\": [{\"type\": \"weld\", \"body_a\": 0, \"body_b\": 0}]",
         "f:4: joints[0].body_b: must be another body than body_a"},
        {two_bodies() +
             "\"joints\": [{\"type\": \"distance\", \"body_a\": 0, \"body_b\": 1,\n\"length\": 0}]",
         "f:5: joints[0].length: must be finite and > 0, got 0"},
        {two_bodies() + "\"joints\": [{\"type\": \"revolute\", \"body_a\": 0, \"body_b\": 1, \"limit\": "
                        "{\n\"lower\": 2,\n\"upper\": 1}}]",
         "f:5: joints[0].limit.lower: must be at most limit.upper, got 2"},
        {two_bodies() + "\"joints\": [{\"type\": \"gear\", \"first\": 0, \"second\": 0}]",
         "f:4: joints[0].first: must be a joint that stands before this one"},
        {two_bodies() + "\"joints\": [{\"type\": \"rope\", \"points\": [{\"body\": 0}]}]",
         "f:4: joints[0].points: must be at least two, got 1"},
        {"\"fields\": [{\"type\": \"buoyancy\", \"density\": -1}]",
         "f:3: fields[0].density: must be finite and >= 0, got -1"},
        {"\"fields\": [{\"type\": \"wind\", \"region\": {\"type\": \"segment\"}}]",
         "f:3: fields[0].region: must be a shape with an area, got a segment"},
        {two_bodies() + "\"disabled_collisions\": [[0]]",
         "f:4: disabled_collisions[0]: must be a pair of bodies"},
        {"\"settings\": {\"contact\": {\"compliance\": 2}}",
         "f:3: settings.contact.compliance: must be in (0, 1], got 2"},
        {"\"bodies\": {}", "f:3: bodies: must be an array"},
        {"\"bodies\": [3]", "f:3: bodies[0]: must be an object"},
        {"\"properties\": {\"a\": null}",
         "f:3: properties.a: must be true, false, a number, a string or a point, got null"},
        {"\"properties\": {\"a\": [0, \"unlimited\"]}",
         "f:3: properties.a: must be a point with finite coordinates"},
        {"\"bodies\": [{\"name\": \"a\",\n\"name\": \"b\"}]",
         "f:4: no valid JSON: an object has two members \"name\""},
        {"\"bodies\": [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]",
         "f:3: no valid JSON: values nested more than 16 deep"},
        {"\"bodies\": [1,]", "f:3: no valid JSON: "},
        {"\"bodies\": [{\"position\": [0,\n1e999]}]",
         "f:4: bodies[0].position[1]: must be a number up to 3.4e38, got 1e999"},
        {"\"properties\": {\"a\": -1e999}", "f:3: properties.a: must be a number up to 1.7e308, got -1e999"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.members);
        const std::string error = error_of(file_of(row.members));
        CHECK(error.substr(0, row.error.size()) == row.error);
    }
    CHECK(error_of("{\"version\": 1}") == "f:1: lacks the member \"format\"");
    CHECK(error_of("{\"format\": \"drystone-scene\",\n\"version\": 3}") ==
          "f:2: version: must be 1 or 2, got 3");
    CHECK(error_of("[]") == "f:1: must be an object");
    CHECK(error_of("").starts_with("f:1: no valid JSON: "));
    CHECK(error_of(file_of("\"bodies\": []")).empty());
}

TEST_CASE("scene: a scene that cannot be loaded leaves the world as it was") {
    World world;
    world.create_shape(world.create_body(), Circle{});
    const std::uint64_t before = world.state_hash();
    scene::Description description =
        scene::parse(file_of(two_bodies() + "\"joints\": [{\"type\": \"weld\", \"body_a\": 0, "
                                            "\"body_b\": 1}]"));
    CHECK_THROWS_AS(scene::load(world, description, {.position = {1e35f, 0.0f}}), Error);
    description.joints.front().body_b = 7;
    CHECK_THROWS_WITH_AS(scene::load(world, description),
                         "load: joints[0]: load: body must be the index of a body", Error);
    description.joints.clear();
    description.bodies[1].shapes.emplace_back().geometry = scene::NamedCustomShape{"egg"};
    CHECK_THROWS_WITH_AS(scene::load(world, description),
                         "load: bodies[1].shapes[0]: load: custom must be the name of a shape in "
                         "LoadOptions::custom_shapes, got egg",
                         Error);
    CHECK(world.state_hash() == before);
    CHECK(world.bodies().size() == 1);
    CHECK(world.create_body().index1 == 2);
    CHECK(world.bodies().back().id().generation == world.bodies().front().id().generation);
}

TEST_CASE("scene: user properties that no text can hold are refused") {
    scene::Description description;
    description.properties["speed"] = std::numeric_limits<double>::quiet_NaN();
    const char* const reason = "format: properties must be finite, and \"speed\" is not";
    CHECK_THROWS_WITH_AS(static_cast<void>(scene::format(description)), reason, Error);
    description.properties["speed"] = Vec2{0.0f, std::numeric_limits<float>::infinity()};
    CHECK_THROWS_WITH_AS(static_cast<void>(scene::format(description)), reason, Error);
}
