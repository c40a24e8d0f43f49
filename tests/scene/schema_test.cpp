// The published schema is that of the code, and the example of the page is a valid file.
#include <doctest/doctest.h>

#include <drystone/scene.h>

#include <fstream>
#include <sstream>
#include <string>

TEST_CASE("scene: the published schema is that of the code") {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/scene/schema/scene.schema.json");
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    // "drystone-scene schema > scene/schema/scene.schema.json" writes it again.
    CHECK(text.str() == drystone::scene::schema());
}

TEST_CASE("scene: the example of the page loads") {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/docs/scene_files.md");
    std::ostringstream text;
    text << file.rdbuf();
    const std::string page = text.str();
    const std::size_t begin = page.find("```json\n") + 8;
    const drystone::scene::Description level =
        drystone::scene::parse(page.substr(begin, page.find("```", begin) - begin), "docs/scene_files.md");
    drystone::World world(level.settings);
    const drystone::scene::Loaded loaded = drystone::scene::load(world, level, {.position = {10.0f, 0.0f}});
    CHECK(world[loaded.joint("hinge")].body_b() == loaded.body("door"));
    CHECK(world[loaded.body("door")].position() == drystone::Vec2{10.0f, 1.0f});
    CHECK(world[world[loaded.body("ground")].shapes().front()].material().friction == 0.02f);
    // Any number of times.
    drystone::scene::load(world, level, {.angle = 1.0f});
    CHECK(world.bodies().size() == 4);
}
