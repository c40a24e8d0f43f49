// Worlds that are written, read and loaded again.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "support/world_build.h"

#include <drystone/drystone.h>
#include <drystone/scene.h>
#include <samples/catalogue.h>

#include <cstdint>
#include <limits>
#include <string>

using namespace drystone;
using drystone::test::SampleRun;

namespace {

/// Names the custom shapes of a world by their numbers.
scene::Annotations name_custom_shapes(const World& world, scene::LoadOptions& options) {
    scene::Annotations notes;
    for (const ConstShapeRef& shape : world.shapes()) {
        if (const std::optional<CustomShape> custom = shape.custom_shape()) {
            const std::string name = "custom " + std::to_string(options.custom_shapes.size());
            options.custom_shapes.emplace(name, *custom);
            notes.custom_shapes.emplace(shape.id(), name);
        }
    }
    return notes;
}

/// Returns whether the sample has what no file holds: callbacks.
bool is_beyond_files(const std::string& name) { return name == "bent_normals" || name == "custom_filter"; }

}  // namespace

TEST_CASE("scene: every sample steps the same after a round trip through a file") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (test::slow_build && info.group == "Benchmark") {
            continue;  // Many of what the others have.
        }
        CAPTURE(info.name);
        SampleRun run(info);
        World& world = run.backend.world();
        scene::LoadOptions options;
        const scene::Annotations notes = name_custom_shapes(world, options);
        const std::string text = scene::format(scene::describe(world, notes));
        const scene::Description description = scene::parse(text, info.name);
        World copy(description.settings);
        const scene::Loaded loaded = scene::load(copy, description, options);
        CHECK(scene::format(scene::describe(copy, scene::annotate(description, loaded))) == text);
        int first_difference = 0;
        for (int step = 1; step <= test::scaled(60, 12) && first_difference == 0; ++step) {
            world.step(info.world.time_step, info.world.sub_steps);
            copy.step(info.world.time_step, info.world.sub_steps);
            first_difference = world.state_hash() == copy.state_hash() ? 0 : step;
        }
        if (is_beyond_files(info.name)) {
            continue;
        }
        CHECK(first_difference == 0);
    }
}

TEST_CASE("scene: constant forces are read and written, and turn with a prefab") {
    const std::string text = R"({"format": "drystone-scene", "version": 1, "bodies": [{"name": "rocket",
        "constant_force": [3, 0], "constant_torque": -0.5, "shapes": [{"type": "circle"}]}, {"name": "stone"}]})";
    const scene::Description description = scene::parse(text, "level");
    World world({.gravity = {0.0f, 0.0f}});
    const scene::Loaded loaded = scene::load(world, description, {.angle = 0.5f * pi});
    const ConstBodyRef rocket = world[loaded.body("rocket")];
    CHECK(length(rocket.constant_force() - Vec2{0.0f, 3.0f}) < 1e-6f);
    CHECK(rocket.constant_torque() == -0.5f);
    CHECK(world[loaded.body("stone")].constant_force() == Vec2{});
    world.step(test::dt);
    // Each step adds force / mass * time.
    CHECK(rocket.linear_velocity().y == doctest::Approx(3.0f / rocket.mass().mass * test::dt));
    CHECK(rocket.angular_velocity() == doctest::Approx(-0.5f / rocket.mass().inertia * test::dt));

    World plain;
    static_cast<void>(scene::load(plain, description));
    const scene::Description again = scene::describe(plain);
    CHECK(again.bodies[0].constant_force == Vec2{3.0f, 0.0f});
    CHECK(again.bodies[0].constant_torque == -0.5f);
    const std::string written = scene::format(again);
    CHECK(written.find("\"constant_force\": [3, 0]") != std::string::npos);
    // Only where there is one.
    CHECK(written.find("constant_torque") == written.rfind("constant_torque"));
    CHECK(scene::format(scene::parse(written, "written")) == written);
}

TEST_CASE("scene: tile grids are rows of text, from the top down") {
    const std::string text = R"({"format": "drystone-scene", "version": 1, "tile_grids": [{"name": "cave",
        "cell_size": 0.5, "types": [{}, {"left_height": 0}], "rows": ["..2", "111"]}]})";
    const scene::Description description = scene::parse(text, "level");
    World world;
    const scene::Loaded loaded = scene::load(world, description, {.position = {10.0f, 0.0f}});
    const TileGridRef grid = world[loaded.tile_grid("cave")];
    CHECK(grid.cell(2, 1) == 2);
    CHECK(grid.cell(0, 0) == 1);
    CHECK(grid.shape_at(0, 1).is_null());
    CHECK(grid.cell_at({10.1f, 0.1f}) == TileCell{0, 0});
    const auto fault = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        try {
            static_cast<void>(scene::parse(changed, "level"));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(fault("\"111\"", "\"11\"").find("rows") != std::string::npos);
    CHECK(fault("\"111\"", "\"131\"").find("rows") != std::string::npos);
    CHECK(fault("0.5", "-1").find("tile_grids[0]") != std::string::npos);

    // Cells of two characters.
    TileGridDefinition many{.width = 3, .cells = {36, 0, 40}};
    many.types.resize(40);
    scene::Description other;
    other.tile_grids.push_back({"many", many, {}});
    const std::string rows = scene::format(other);
    CHECK(rows.find("\"1...14\"") != std::string::npos);
    CHECK(scene::parse(rows, "many").tile_grids[0].definition.cells == many.cells);
}

TEST_CASE("scene: joints that leave a body's place free let it collide, but not in files of version 1") {
    const auto joints_of = [](int version, const std::string& settings) {
        return scene::parse(R"({"format": "drystone-scene", "version": )" + std::to_string(version) +
                                R"(, "bodies": [{"name": "ground"}, {"name": "box"}], "joints": [)"
                                R"({"type": "mouse", "body_a": "ground", "body_b": "box")" +
                                settings + R"(}, {"type": "weld", "body_a": "ground", "body_b": "box")" +
                                settings + "}]}",
                            "level");
    };
    struct Case {
        int version;
        std::string settings;
        bool mouse;
        bool weld;
    };
    const std::string given = R"(, "settings": {"collide_connected": )";
    for (const Case& each :
         {Case{1, "", false, false}, Case{2, "", true, false}, Case{1, given + "true}", true, true},
          Case{2, given + "false}", false, false}, Case{2, given + "null}", true, false}}) {
        CAPTURE(each.version);
        CAPTURE(each.settings);
        World world;
        static_cast<void>(scene::load(world, joints_of(each.version, each.settings)));
        const auto check = [&](const World& checked) {
            CHECK(checked.joints()[0].settings().collide_connected == std::optional(each.mouse));
            CHECK(checked.joints()[1].settings().collide_connected == std::optional(each.weld));
        };
        check(world);
        // What is written is of the new version, and names only what is not the default.
        const std::string written = scene::format(scene::describe(world));
        CHECK((written.find("collide_connected") != std::string::npos) == (!each.mouse || each.weld));
        World copy;
        static_cast<void>(scene::load(copy, scene::parse(written, "written")));
        check(copy);
    }
}

TEST_CASE("scene: properties with the largest integers come back as integers") {
    scene::Description description;
    description.properties["most"] = std::numeric_limits<std::int64_t>::max();
    description.properties["least"] = std::numeric_limits<std::int64_t>::min();
    description.properties["beyond"] = 9223372036854775808.0;
    const std::string text = scene::format(description);
    CHECK(scene::parse(text).properties == description.properties);
    CHECK(scene::format(scene::parse(text)) == text);
}
