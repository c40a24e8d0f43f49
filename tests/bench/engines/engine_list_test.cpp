#include "engines/engine_list.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("engine list: the reference is there, and stands first") {
    CHECK(bench::known_engines().front().name == bench::reference_engine);
    const std::vector<bench::EngineEntry> all = bench::select_engines({});
    REQUIRE_FALSE(all.empty());
    CHECK(all.front().name == bench::reference_engine);
    for (const bench::EngineEntry& engine : all) {
        CHECK((engine.make != nullptr));
        CHECK(engine.variant.empty());
    }
}

TEST_CASE("engine list: every variant that is offered can be selected beside the engine itself") {
    for (const bench::EngineEntry& engine : bench::select_engines({})) {
        for (const std::string& variant : engine.variants) {
            const std::vector<std::string> names{engine.name, engine.name + ":" + variant};
            const std::vector<bench::EngineEntry> both = bench::select_engines(names);
            REQUIRE(both.size() == 2);
            CHECK(both[1].name == names[1]);
            CHECK(both[1].variant == variant);
            CHECK((both[1].make_world({}, {}) != nullptr));
            CHECK_THROWS_AS((void)bench::select_engines(std::vector<std::string>{names[1], names[1]}),
                            bench::UsageError);
        }
    }
    CHECK_THROWS_AS((void)bench::select_engines(std::vector<std::string>{"drystone:"}), bench::UsageError);
}

TEST_CASE("engine list: all engines build the same falling box, count it and drive a kinematic one") {
    for (const bench::EngineEntry& entry : bench::select_engines({})) {
        CAPTURE(entry.name);
        const auto engine = entry.make_world({}, {});
        const scenes::BodyNumber falling =
            engine->create_body({.kind = scenes::BodyKind::Dynamic, .position = {0.0f, 10.0f}});
        engine->add_box(falling, {0.5f, 0.5f});
        const scenes::BodyNumber driven =
            engine->create_body({.kind = scenes::BodyKind::Kinematic, .position = {20.0f, 0.0f}});
        engine->create_shape(driven, {.shape = scenes::box(1.0f, 1.0f)});
        engine->set_target_pose(driven, {20.5f, 0.25f}, 0.1f, 1.0f / 60.0f);
        engine->step(1.0f / 60.0f, 4);
        CHECK(engine->pose(driven).x == doctest::Approx(20.5).epsilon(1e-4));
        CHECK(engine->pose(driven).y == doctest::Approx(0.25).epsilon(1e-4));
        CHECK(engine->pose(driven).sine == doctest::Approx(0.0998).epsilon(1e-2));
        // One of the engines moves bodies before it accelerates them.
        engine->step(1.0f / 60.0f, 4);
        CHECK(engine->pose(falling).y < 10.0);
        CHECK(engine->pose(falling).y > 9.98);
        CHECK(engine->touching_contacts() == 0);
        CHECK(engine->pairs().value_or(0) == 0);
        CHECK(engine->bytes().value_or(1) > 0);
    }
}
