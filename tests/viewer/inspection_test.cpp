#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <samples/catalogue.h>
#include <samples/sample.h>
#include <scenes/benchmark_scenes.h>
#include <viewer/model/framing.h>
#include <viewer/model/inspection.h>
#include <viewer/model/scene_search.h>
#include <viewer/model/simulation.h>
#include <viewer/model/trace.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace drystone;
using viewer::Selection;
using viewer::Simulation;
using viewer::Value;

/// A box of 2 m at rest on the ground, and a flag that hangs on a hinge.
struct SmallWorld {
    World world;
    BodyId ground;
    BodyId box;
    BodyId flag;
    ShapeId shape;
    JointId hinge;

    SmallWorld() {
        ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, make_box(20.0f, 1.0f));
        box = world.create_body({.type = BodyType::Dynamic, .position = {3.0f, 2.0f}});
        shape = world.create_shape(box, make_box(1.0f, 1.0f), {.density = 2.0f});
        flag = world.create_body({.type = BodyType::Dynamic, .position = {-6.0f, 5.0f}});
        world.create_shape(flag, make_box(0.25f, 1.0f));
        hinge = world.create_joint(
            ground, flag,
            RevoluteJoint{
                .anchor_a = {-6.0f, 6.0f}, .anchor_b = {0.0f, 1.0f}, .motor = JointMotor{.speed = 0.5f}});
        for (int i = 0; i < 30; ++i) {
            world.step(1.0f / 60.0f);
        }
    }
};

const Value& find(const std::vector<Value>& values, const std::string& label) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const Value& value) { return value.label == label; });
    REQUIRE_MESSAGE(found != values.end(), label);
    return *found;
}

/// Gives the live parameters their defaults while the scene runs.
void set_live_parameters(scenes::Scene& scene, const scenes::SceneInfo& info, scenes::Backend& backend) {
    std::vector<float> values = scene.parameters();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (info.parameters[i].live) {
            values[i] = info.parameters[i].value;
        }
    }
    scene.set_parameters(values);
    scene.parameters_changed(backend);
}

}  // namespace

TEST_CASE("inspection: a click chooses marks before shapes, and moving bodies before static ones") {
    const SmallWorld scene;
    const viewer::Pickable all{.joints = true, .contacts = true};
    CHECK(viewer::pick(scene.world, {3.0f, 2.2f}, 0.1f, all) == Selection(scene.shape));
    CHECK(viewer::pick(scene.world, {-6.05f, 5.95f}, 0.1f, all) == Selection(scene.hinge));
    CHECK(std::holds_alternative<std::monostate>(viewer::pick(scene.world, {-6.05f, 6.05f}, 0.1f, {})));
    CHECK(std::holds_alternative<ContactId>(viewer::pick(scene.world, {2.0f, 1.0f}, 0.1f, all)));
    CHECK(std::holds_alternative<std::monostate>(viewer::pick(scene.world, {3.0f, 9.0f}, 0.1f, all)));
    CHECK(std::holds_alternative<ShapeId>(viewer::pick(scene.world, {-5.0f, 0.0f}, 0.1f, all)));
}

TEST_CASE("inspection: a click chooses a joint at both ends and at the line between, behind moving bodies") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId wall = world.create_shape(ground, make_box(1.0f, 1.0f, Pose{{4.0f, 0.0f}, {}}));
    const BodyId ball = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 4.0f}});
    const ShapeId shape = world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f});
    // From the ball's centre over free space into the wall.
    const JointId rod =
        world.create_joint(ground, ball, DistanceJoint{.anchor_a = {4.0f, 0.0f}, .length = 5.7f});
    const auto picked = [&](const Vec2& point, bool joints = true) {
        return viewer::pick(world, point, 0.1f, {.joints = joints});
    };
    CHECK(picked({4.05f, 0.0f}) == Selection(rod));
    CHECK(picked({0.0f, 3.95f}) == Selection(rod));
    CHECK(picked({2.0f, 2.1f}) == Selection(rod));
    CHECK(std::holds_alternative<std::monostate>(picked({2.0f, 2.2f})));
    CHECK(std::holds_alternative<std::monostate>(picked({2.0f, 2.1f}, false)));
    // The ball comes before the line, the wall after it.
    CHECK(picked({0.25f, 3.75f}) == Selection(shape));
    CHECK(picked({3.5f, 0.5f}) == Selection(rod));
    CHECK(picked({3.5f, -0.5f}) == Selection(wall));
}

TEST_CASE("inspection: values are those of the world, and can be set") {
    SmallWorld scene;
    World& world = scene.world;
    const auto values = viewer::inspect(world, scene.box);
    CHECK(find(values, "x [m]").value == doctest::Approx(3.0));
    CHECK(find(values, "mass [kg]").value == doctest::Approx(8.0));
    CHECK(find(values, "inertia [kg m2]").value == doctest::Approx(8.0 * 4.0 * 2.0 / 12.0));
    find(values, "velocity x [m/s]").set(world, 2.0);
    find(values, "gravity scale").set(world, 0.25);
    find(values, "bullet").set(world, 1.0);
    CHECK(world[scene.box].linear_velocity().x == 2.0f);
    CHECK(world[scene.box].gravity_scale() == 0.25f);
    CHECK(world[scene.box].is_bullet());
    CHECK_THROWS_AS(find(values, "damping [1/s]").set(world, -1.0), Error);

    const auto of_shape = viewer::inspect(world, scene.shape);
    // The weight, 80 N, in the last sub-step.
    CHECK(find(of_shape, "pressed [N s]").value == doctest::Approx(80.0 / 240.0).epsilon(0.02));
    find(of_shape, "friction").set(world, 0.125);
    find(of_shape, "density [kg/m2]").set(world, 4.0);
    CHECK(world[scene.shape].material().friction == 0.125f);
    CHECK(world[scene.box].mass().mass == doctest::Approx(16.0));

    const auto of_joint = viewer::inspect(world, scene.hinge);
    find(of_joint, "motor speed").set(world, -3.0);
    CHECK(std::get<RevoluteJoint>(world[scene.hinge].definition()).motor->speed == -3.0f);
    CHECK(viewer::describe(world, scene.hinge) == "revolute joint 0");

    world.destroy_body(scene.box);
    CHECK(viewer::inspect(world, scene.box).empty());
    CHECK(viewer::describe(world, scene.shape).empty());
}

TEST_CASE("inspection: related objects lead from each to the others") {
    const SmallWorld scene;
    const auto of_box = viewer::related(scene.world, scene.box);
    REQUIRE(of_box.size() == 2);
    CHECK(of_box[0] == Selection(scene.shape));
    const auto of_contact = viewer::related(scene.world, of_box[1]);
    CHECK(std::find(of_contact.begin(), of_contact.end(), Selection(scene.shape)) != of_contact.end());
    const auto of_flag = viewer::related(scene.world, scene.flag);
    CHECK(std::find(of_flag.begin(), of_flag.end(), Selection(scene.hinge)) != of_flag.end());
    CHECK(viewer::related(scene.world, scene.hinge) == std::vector<Selection>{scene.ground, scene.flag});
    CHECK(viewer::related(scene.world, scene.shape) == std::vector<Selection>{scene.box});
}

TEST_CASE("inspection: the values of all objects of all joint kinds can be read") {
    Simulation simulation(*samples::find("joint_kinds"), {});
    simulation.step();
    const World& world = simulation.world();
    for (const JointId joint : world.joints()) {
        CHECK(viewer::inspect(world, joint).size() >= 10);
        CHECK(!viewer::related(world, joint).empty());
        CHECK(!viewer::describe(world, joint).empty());
    }
}

TEST_CASE("inspection: a course holds a value for each step, and begins again in the past") {
    viewer::Traces traces;
    for (int step = 1; step <= 300; ++step) {
        traces.add(step, {{.label = "x", .value = 0.5 * step}});
        traces.add(step, {{.label = "x", .value = -1.0}});
    }
    REQUIRE(traces.of("x").size() == viewer::Traces::capacity);
    CHECK(traces.of("x").front() == 30.5f);
    CHECK(traces.of("x").back() == 150.0f);
    CHECK(traces.of("y").empty());
    traces.add(20, {{.label = "x", .value = 7.0}});
    CHECK(traces.of("x") == std::vector<float>{7.0f});
}

TEST_CASE("parameters: those that are live change the running scene, others build it again") {
    Simulation bridge(*samples::find("bridge"), {});
    const std::size_t planks = bridge.world().joints().size();
    bridge.step();
    bridge.set_parameter(0, 10.0f);
    CHECK(bridge.steps() == 0);
    CHECK(bridge.world().joints().size() == planks - 20);
    bridge.restart();
    CHECK(bridge.world().joints().size() == planks - 20);
    bridge.reset_parameters();
    CHECK(bridge.world().joints().size() == planks);

    Simulation pool(*samples::find("buoyancy"), {});
    for (int i = 0; i < 60; ++i) {
        pool.step();
    }
    const auto density = [&] {
        return std::get<BuoyancyField>(pool.world()[pool.world().fields().front()].definition().kind).density;
    };
    const float before = density();
    pool.set_parameter(0, 5.0f);
    CHECK(pool.steps() == 60);
    CHECK(density() == 5.0f);
    // The past still has the old value, and the timeline leads to the new one.
    pool.step();
    pool.go_to(30);
    CHECK(density() == before);
    CHECK(pool.parameter_values().front() == before);
    pool.go_to(61);
    CHECK(density() == 5.0f);
}

TEST_CASE("parameters: every scene has some, and runs with the least and with the largest ones") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        CAPTURE(info.name);
        CHECK(!info.parameters.empty());
        std::set<std::string> names;
        for (const scenes::Parameter& parameter : info.parameters) {
            CHECK(names.insert(parameter.name).second);
            CHECK(parameter.lower < parameter.upper);
        }
        for (const bool largest : {false, true}) {
            std::vector<float> values;
            for (const scenes::Parameter& parameter : info.parameters) {
                CHECK(parameter.lower <= parameter.value);
                CHECK(parameter.value <= parameter.upper);
                values.push_back(largest ? parameter.upper : parameter.lower);
            }
            scenes::DrystoneBackend backend(info.world);
            const auto scene = info.create();
            scene->set_parameters(values);
            scene->build(backend);
            // The large ones are built only: their first steps are dear.
            const int steps = info.group == scenes::benchmark_group ? 1 : 10;
            for (int step = 0; step < 2 * steps; ++step) {
                if (step == steps) {
                    set_live_parameters(*scene, info, backend);
                }
                scene->before_step(backend, step);
                backend.step(info.world);
                if (auto* const sample = dynamic_cast<samples::Sample*>(scene.get())) {
                    sample->after_step();
                }
            }
            CHECK_NOTHROW(backend.world().validate());
        }
    }
}

TEST_CASE("framing: no more than a strip of earth is shown, and all bodies") {
    for (const char* name : {"crane", "sleep", "ragdolls", "weeble"}) {
        CAPTURE(name);
        const Simulation simulation(*samples::find(name), {});
        const viewer::ViewBox whole = viewer::whole_view(simulation.info().view);
        const viewer::ViewBox framed = viewer::framed_view(simulation.info().view, simulation.world());
        CHECK(framed.width < whole.width);
        CHECK(framed.height <= whole.height);
        // The ground is at height 0 in all of these.
        const float bottom = framed.center.y - 0.5f * framed.height;
        CHECK(-bottom <= doctest::Approx(0.08 * static_cast<double>(framed.height)));
        CHECK(framed.center.y + 0.5f * framed.height ==
              doctest::Approx(whole.center.y + 0.5f * whole.height));
        for (const BodyId body : simulation.world().bodies()) {
            const float x = simulation.world()[body].position().x;
            const bool is_seen = std::abs(x - whole.center.x) < 0.5f * whole.width;
            if (simulation.world()[body].type() == BodyType::Dynamic && is_seen) {
                CHECK(std::abs(x - framed.center.x) < 0.5f * framed.width);
            }
        }
    }
}

TEST_CASE("framing: what swings from a hinge stays in view on both sides of it") {
    Simulation simulation(*samples::find("ball_and_chain"), {});
    const viewer::ViewBox framed = viewer::framed_view(simulation.info().view, simulation.world());
    const viewer::ViewBox whole = viewer::whole_view(simulation.info().view);
    const float left = whole.center.x - 0.5f * whole.width;
    for (int step = 0; step < 240; ++step) {
        simulation.step();
        for (const BodyId body : simulation.world().bodies()) {
            const float x = simulation.world()[body].position().x;
            if (x > left && x < left + whole.width) {
                CHECK(std::abs(x - framed.center.x) < 0.5f * framed.width);
            }
        }
    }
}

TEST_CASE("framing: a slab that ends just within the view is earth, too, and no sky is shown below it") {
    const Simulation simulation(*samples::find("far_pyramid"), {});
    const viewer::ViewBox framed = viewer::framed_view(simulation.info().view, simulation.world());
    CHECK(framed.on_earth);
    const float bottom = framed.center.y - 0.5f * framed.height;
    CHECK(bottom < 10000.0f);
    CHECK(bottom >= 9998.0f);  // The slab is 2 m thick.
}

TEST_CASE("search: all words must stand somewhere in what the list says of a scene") {
    const scenes::SceneInfo& crane = *samples::find("crane");
    CHECK(viewer::matches(crane, ""));
    CHECK(viewer::matches(crane, "CRANE"));
    CHECK(viewer::matches(crane, "joints magnet"));
    CHECK(!viewer::matches(crane, "magnet pyramid"));
}
