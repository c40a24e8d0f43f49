// Scenes that R.U.B.E. exports, against the same worlds in C++.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <cmath>
#include <numbers>

using namespace drystone;
using namespace drystone::test;

namespace {

std::string fault_of_scene(const std::string& text) {
    return first_fault([&] { return scene::import_rube(text, "r"); });
}

std::string body_of(const std::string& members) { return "{\"body\": [\n{\"type\": 2, " + members + "}]}"; }

/// Returns a scene of a static body, and a dynamic one at (2, 1) that is turned by half a turn, with joints.
std::string joints_of(const std::string& joints) {
    return "{\"body\": [{\"position\": {\"x\": 1, \"y\": 0}},\n"
           "{\"type\": 2, \"position\": {\"x\": 2, \"y\": 1}, \"angle\": 3.14159274, \"fixture\": "
           "[{\"density\": 1, "
           "\"circle\": {\"radius\": 0.5}}]}],\n\"joint\": [" +
           joints + "]}";
}

std::string joint_of(const std::string& type, const std::string& members) {
    return "{\"type\": \"" + type + "\", \"bodyA\": 0, \"bodyB\": 1, " + members + "}";
}

template <class Joint>
Joint import_joint(const std::string& type, const std::string& members) {
    return std::get<Joint>(
        scene::import_rube(joints_of(joint_of(type, members))).scene.joints.front().definition);
}

}  // namespace

TEST_CASE("rube: a scene steps to the same bits as the world written in C++") {
    const std::string path = std::string(DRYSTONE_SOURCE_DIR) + "/tests/scene/data/machine.json";
    const scene::Imported imported = scene::import_rube_file(path);
    SceneWorld from_file(imported.scene);

    World world({.gravity = {0.0f, -9.8f}});
    const BodyId ground = world.create_body({.type = BodyType::Static, .name = "ground"});
    world.create_chain(ground, {.points = {{-10.0f, 0.0f}, {10.0f, 0.0f}, {10.0f, 8.0f}, {-10.0f, 8.0f}},
                                .is_loop = true,
                                .sides = ChainSides::Both,
                                .materials = {{.friction = 0.5f}}});
    const BodyId bob = world.create_body({.position = {1.0f, 5.0f},
                                          .angle = 0.25f,
                                          .linear_velocity = {0.0f, -1.0f},
                                          .angular_velocity = 0.5f,
                                          .name = "bob"});
    world.create_shape(
        bob, Circle{{0.0f, 0.0f}, 0.5f},
        {.density = 2.0f, .material = {.friction = 0.25f, .restitution = 0.5f}, .filter = {.category = 2}});
    const BodyId block =
        world.create_body({.position = {-3.0f, 1.0f}, .locks = {.rotation = true}, .name = "block"});
    world.create_shape(block, make_box(0.5f, 0.5f), {.material = {.friction = 0.5f}});
    world[block].set_mass_properties({8.0f, {0.0f, 0.0f}, 0.0f});
    world.create_joint(ground, bob, RevoluteJoint{.anchor_a = {0.0f, 5.0f}, .anchor_b = {-1.0f, 0.0f}});

    int first_difference = 0;
    for (int step = 1; step <= 300 && first_difference == 0; ++step) {
        world.step(1.0f / 60.0f);
        from_file.world.step(1.0f / 60.0f);
        first_difference = world.state_hash() == from_file.world.state_hash() ? 0 : step;
    }
    CHECK(first_difference == 0);

    CHECK(imported.notes.size() == 1);
    CHECK(imported.notes.front() == path + ":28: image: images are left out");
    CHECK(std::get<std::int64_t>(imported.scene.properties.at("level")) == 3);
    const scene::Properties& properties = imported.scene.bodies[1].properties;
    CHECK(std::get<std::string>(properties.at("paint")) == "#ff0010ff");
    CHECK(std::get<Vec2>(properties.at("home")) == Vec2{1.0f, 2.0f});
    // The densities of the disc give its mass; that of the block is another.
    CHECK_FALSE(imported.scene.bodies[1].mass.has_value());
    CHECK(imported.scene.bodies[2].mass.has_value());
    CHECK(from_file.loaded.joint("pendulum") == from_file.loaded.joints.front());
    CHECK(scene::format(scene::parse(scene::format(imported.scene))) == scene::format(imported.scene));
}

TEST_CASE("rube: a pendulum swings with the period of the law") {
    // A light rod's bob, 2 m below its pivot, at 0.1 rad: 2 pi sqrt((l + r^2 / 2 l) / g), and the first term
    // in the amplitude.
    const double length = 2.0;
    const double angle = 0.1;
    const std::string text =
        "{\"gravity\": {\"x\": 0, \"y\": -10}, \"body\": [{}, {\"type\": 2, \"awake\": true, "
        "\"allowSleep\": false, \"position\": {\"x\": " +
        std::to_string(length * std::sin(angle)) + ", \"y\": " + std::to_string(-length * std::cos(angle)) +
        "}, \"angle\": " + std::to_string(angle) +
        ", \"fixture\": [{\"density\": 1, \"circle\": {\"center\": 0, \"radius\": 0.5}}]}], "
        "\"joint\": [{\"type\": \"revolute\", \"bodyA\": 0, \"bodyB\": 1, \"anchorB\": {\"x\": 0, "
        "\"y\": 2}}]}";
    SceneWorld loaded(scene::import_rube(text).scene);
    const ConstBodyRef bob = std::as_const(loaded.world)[loaded.loaded.bodies[1].body];
    std::vector<double> crossings;
    double before = static_cast<double>(bob.position().x);
    for (int step = 1; crossings.size() < 11; ++step) {
        loaded.world.step(1.0f / 240.0f);
        const auto now = static_cast<double>(bob.position().x);
        if (before > 0.0 && now <= 0.0) {
            crossings.push_back((step - 1 + before / (before - now)) / 240.0);
        }
        before = now;
        REQUIRE(step < 20000);
    }
    const double period =
        2.0 * std::numbers::pi * std::sqrt((length + 0.125 / length) / 10.0) * (1.0 + angle * angle / 16.0);
    CHECK((crossings.back() - crossings.front()) / 10.0 == doctest::Approx(period).epsilon(2e-3));
}

TEST_CASE("rube: every kind of fixture becomes its shape") {
    const scene::BodyEntry body =
        scene::import_rube(
            "{\"body\": [{\"fixture\": ["
            "{\"circle\": {\"center\": {\"x\": 1, \"y\": 2}, \"radius\": 3}, \"sensor\": true, "
            "\"filter-maskBits\": 6, "
            "\"filter-groupIndex\": -2},"
            // Clockwise, with a point on an edge.
            "{\"polygon\": {\"vertices\": {\"x\": [0, 0, 1, 1, 0.5], \"y\": [0, 1, 1, 0, 0]}}},"
            "{\"polygon\": {\"vertices\": {\"x\": [0, 1], \"y\": [0, 1]}}},"
            "{\"edge\": {\"vertex1\": 0, \"vertex2\": {\"x\": 1, \"y\": 0}}},"
            "{\"edge\": {\"vertex1\": 0, \"vertex2\": {\"x\": 1, \"y\": 0}, \"hasVertex0\": true, "
            "\"vertex0\": "
            "{\"x\": -1, \"y\": 0}}},"
            "{\"chain\": {\"vertices\": {\"x\": [0, 1, 2], \"y\": [0, 0, 1]}, \"hasNextVertex\": true, "
            "\"nextVertex\": "
            "{\"x\": 3, \"y\": 1}}},"
            "{\"loop\": {\"vertices\": {\"x\": [0, 1, 1], \"y\": [0, 0, 1]}}},"
            "{\"chain\": {\"vertices\": {\"x\": [0, 1, 2], \"y\": [0, 0, 1]}}, \"sensor\": true}]}]}")
            .scene.bodies.front();
    REQUIRE(body.shapes.size() == 6);
    REQUIRE(body.chains.size() == 3);
    const auto& circle = std::get<Circle>(body.shapes[0].geometry);
    CHECK(circle.center == Vec2{1.0f, 2.0f});
    CHECK(circle.radius == 3.0f);
    CHECK(body.shapes[0].definition.sensor);
    CHECK(body.shapes[0].definition.filter.mask == 6);
    CHECK(body.shapes[0].definition.filter.group == -2);
    CHECK(body.shapes[0].definition.density == 0.0f);
    CHECK(body.shapes[0].definition.material.friction == 0.0f);
    CHECK(body.shapes[1].definition.filter.mask == ~std::uint64_t{0});
    CHECK(std::get<Polygon>(body.shapes[1].geometry).vertices().size() == 4);
    CHECK(std::get<Segment>(body.shapes[2].geometry).b == Vec2{1.0f, 1.0f});
    CHECK(std::get<Segment>(body.shapes[3].geometry).b == Vec2{1.0f, 0.0f});
    CHECK(body.chains[0].definition.ghost_before == Vec2{-1.0f, 0.0f});
    CHECK_FALSE(body.chains[0].definition.ghost_after.has_value());
    CHECK(body.chains[1].definition.ghost_after == Vec2{3.0f, 1.0f});
    CHECK(body.chains[1].definition.sides == ChainSides::Both);
    CHECK(body.chains[2].definition.is_loop);
    CHECK(body.chains[2].definition.points.size() == 3);
    CHECK(std::get<Segment>(body.shapes[5].geometry).a == Vec2{1.0f, 0.0f});
    CHECK(body.shapes[5].definition.sensor);
}

TEST_CASE("rube: every kind of joint becomes its counterpart") {
    const std::string anchors = "\"anchorA\": {\"x\": 1, \"y\": 2}, \"anchorB\": {\"x\": 3, \"y\": 4}, ";
    const auto revolute = import_joint<RevoluteJoint>(
        "revolute", anchors +
                        "\"refAngle\": 0.5, \"enableLimit\": true, \"lowerLimit\": -1, \"upperLimit\": 2, "
                        "\"enableMotor\": true, \"motorSpeed\": 3, \"maxMotorTorque\": 4");
    CHECK(revolute.anchor_a == Vec2{1.0f, 2.0f});
    CHECK(revolute.anchor_b == Vec2{3.0f, 4.0f});
    CHECK(revolute.reference_angle == 0.5f);
    CHECK(revolute.limit->lower == -1.0f);
    CHECK(revolute.limit->upper == 2.0f);
    CHECK(revolute.motor->speed == 3.0f);
    CHECK(revolute.motor->maximum == 4.0f);
    const auto prismatic = import_joint<PrismaticJoint>(
        "prismatic", anchors +
                         "\"localAxis1\": {\"x\": 0, \"y\": 1}, \"refAngle\": 0.5, \"enableMotor\": true, "
                         "\"maxMotorForce\": 6");
    CHECK(prismatic.axis_a == Vec2{0.0f, 1.0f});
    CHECK(prismatic.motor->maximum == 6.0f);
    CHECK_FALSE(prismatic.limit.has_value());
    const auto rod = import_joint<DistanceJoint>("distance", anchors + "\"length\": 2, \"frequency\": 0");
    CHECK(rod.length == 2.0f);
    CHECK_FALSE(rod.spring.has_value());
    const auto spring = import_joint<DistanceJoint>(
        "distance", anchors + "\"length\": 2, \"frequency\": 4, \"dampingRatio\": 0.25");
    CHECK(spring.spring->target == 2.0f);
    CHECK(spring.spring->frequency == 4.0f);
    CHECK(spring.spring->damping_ratio == 0.25f);
    const auto rope = import_joint<DistanceJoint>("rope", anchors + "\"maxLength\": 7");
    CHECK(rope.limit->lower == 0.0f);
    CHECK(rope.limit->upper == 7.0f);
    const auto wheel = import_joint<WheelJoint>(
        "wheel",
        anchors +
            "\"localAxisA\": {\"x\": 0, \"y\": 1}, \"springFrequency\": 3, \"springDampingRatio\": 0.5");
    CHECK(wheel.suspension->frequency == 3.0f);
    CHECK(wheel.suspension->damping_ratio == 0.5f);
    CHECK_FALSE(wheel.motor.has_value());
    const auto weld = import_joint<WeldJoint>("weld", anchors + "\"refAngle\": 1, \"frequency\": 2");
    CHECK(weld.angular_spring->frequency == 2.0f);
    CHECK_FALSE(weld.linear_spring.has_value());
    const auto friction =
        import_joint<FrictionJoint>("friction", anchors + "\"maxForce\": 5, \"maxTorque\": 6");
    CHECK(friction.maximum_force == 5.0f);
    CHECK(friction.maximum_torque == 6.0f);
    const auto motor = import_joint<MotorJoint>("motor",
                                                "\"linearOffset\": {\"x\": 1, \"y\": 2}, \"refAngle\": 0.5, "
                                                "\"maxForce\": 5, \"correctionFactor\": 0.25");
    CHECK(motor.anchor_a == Vec2{1.0f, 2.0f});
    CHECK(motor.linear_spring->maximum == 5.0f);
    CHECK(motor.linear_spring->frequency == doctest::Approx(15.0 / (2.0 * std::numbers::pi)));
    const auto pulley = import_joint<PulleyJoint>(
        "pulley",
        anchors + "\"groundAnchorA\": {\"x\": 0, \"y\": 9}, \"lengthA\": 2, \"lengthB\": 3, \"ratio\": 2");
    CHECK(pulley.ground_a == Vec2{0.0f, 9.0f});
    CHECK(pulley.length == 8.0f);
    CHECK(pulley.ratio == 2.0f);
    // Both points of a mouse joint are in the world: body A is at (1, 0), B at (2, 1), turned by half a turn.
    const auto mouse = import_joint<MouseJoint>("mouse",
                                                "\"target\": {\"x\": 4, \"y\": 5}, \"anchorB\": {\"x\": 2.5, "
                                                "\"y\": 1}, \"maxForce\": 9, \"frequency\": 5");
    CHECK(mouse.target == Vec2{3.0f, 5.0f});
    CHECK(mouse.anchor_b.x == doctest::Approx(-0.5));
    CHECK(mouse.anchor_b.y == doctest::Approx(0.0));
    CHECK(mouse.maximum_force == 9.0f);
}

TEST_CASE("rube: gears come after the joints that they join") {
    const std::string slide =
        joint_of("prismatic", "\"localAxisA\": {\"x\": 1, \"y\": 0}, \"name\": \"slide\"");
    const std::string wheel = joint_of("revolute", "\"name\": \"wheel\"");
    const scene::Description scene =
        scene::import_rube(
            joints_of(wheel + ", {\"type\": \"gear\", \"joint1\": 0, \"joint2\": 1, \"ratio\": 2}, " + slide))
            .scene;
    REQUIRE(scene.joints.size() == 3);
    CHECK(std::get<GearJoint>(scene.joints[2].definition).ratio == 2.0f);
    CHECK(scene.joints[scene.joints[2].first].name == "wheel");
    CHECK(scene.joints[scene.joints[2].second].name == "slide");
}

TEST_CASE("rube: an override of the mass is about the centre of mass") {
    // A unit square with its corner at the origin and another mass: 6 kg, 2 kg m^2 about the centre.
    const scene::BodyEntry body =
        scene::import_rube(
            body_of("\"massData-mass\": 6, \"massData-center\": {\"x\": 0.5, \"y\": 0.5}, "
                    "\"massData-I\": 5, \"fixture\": [{\"density\": 1, \"polygon\": {\"vertices\": "
                    "{\"x\": [0, 1, 1, 0], \"y\": [0, 0, 1, 1]}}}]"))
            .scene.bodies.front();
    REQUIRE(body.mass.has_value());
    CHECK(body.mass->mass == 6.0f);
    CHECK(body.mass->center == Vec2{0.5f, 0.5f});
    CHECK(body.mass->inertia == doctest::Approx(2.0));
    CHECK_FALSE(body.definition.awake);
}

TEST_CASE("rube: errors and notes name file, line and path") {
    struct Row {
        std::string text;
        std::string fault;
    };
    const Row rows[] = {
        {"[]", "error: r:1: must be an object"},
        {"{\"gravity\": 3}", "r:1: gravity: must be 0 or a point with x and y"},
        {"{\"gravity\":\n{\"x\": 0, \"y\": \"C11CCC\"}}",
         "r:2: gravity.y: must be a number, or eight hexadecimal digits, got \"C11CCC\""},
        {"{\"metaworld\": {}}", "error: r:1: metaworld: is that of a .rube file: export the scene as JSON"},
        {"{\"body\": [{\"type\": 3}]}", "r:1: body[0].type: must be in [0, 2], got 3"},
        {body_of("\"linearDamping\": -1"), "r:2: body[0]: linear_damping must be finite and >= 0, got -1"},
        {body_of("\"position\": {\"x\": \"7F800000\"}"), "r:2: body[0]: position must be finite"},
        {body_of("\"fixture\": [\n{\"density\": 1}]"),
         "r:3: body[0].fixture[0]: lacks the member \"polygon\""},
        {body_of("\"fixture\": [\n{\"circle\": {\"radius\": -1}}]"),
         "r:3: body[0].fixture[0]: radius must be finite and > 0, got -1"},
        {body_of("\"fixture\": [\n{\"polygon\": {\"vertices\": {\"x\": [0, 1], \"y\": [0]}}}]"),
         "r:3: body[0].fixture[0].polygon.vertices: must have as many x as y"},
        {body_of("\"fixture\": [\n{\"polygon\": {\"vertices\": {\"x\": [0, 1, 2], \"y\": [0, 0, 0]}}}]"),
         "r:3: body[0].fixture[0].polygon"},
        {body_of("\"fixture\": [\n{\"chain\": {\"vertices\": {\"x\": [0], \"y\": [0]}}}]"),
         "r:3: body[0].fixture[0]: points must be "},
        {body_of("\"fixture\": [{\"restitution\": 2, \"circle\": {\"radius\": 1}}]"),
         "r:2: body[0].fixture[0]: material.restitution must be in [0, 1], got 2"},
        {joints_of("{\"type\": \"revolut\"}"),
         "r:3: joint[0].type: must be one of \"revolute\", \"prismatic\", \"distance\", \"pulley\", "
         "\"mouse\", \"gear\", "
         "\"wheel\", \"motor\", \"weld\", \"friction\", \"rope\", got \"revolut\""},
        {joints_of("{\"type\": \"weld\", \"bodyA\": 0, \"bodyB\": 7}"),
         "r:3: joint[0]: bodyB must be the index of a body, got 7"},
        {joints_of("{\"type\": \"gear\", \"joint1\": 0}"),
         "r:3: joint[0]: joint1 must be the index of a joint, got 0"},
        {joints_of(joint_of("distance", "\"length\": 0")),
         "r:3: joint[0]: length must be finite and > 0, got 0"},
        {body_of("\"customProperties\": [{\"name\": \"a\"}]"),
         "r:2: body[0].customProperties[0]: must have an int, float, string, vec2, bool or color"},
        {body_of("\"name\": \"a\", \"angle\": 1e999"),
         "r:2: body[0].angle: must be a number up to 3.4e38, got 1e999; body \"a\" is left out"},
        {body_of("\"customProperties\": [{\"name\": \"a\", \"float\": \"7FC00000\"}]"),
         "r:2: body[0].customProperties[0]: must be finite"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const std::string fault = fault_of_scene(row.text);
        CHECK(fault.substr(0, row.fault.size()) == row.fault);
    }
    CHECK(fault_of_scene("{}").empty());
}
