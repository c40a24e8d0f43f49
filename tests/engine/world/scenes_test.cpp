#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <scenes/drystone_backend.h>
#include <scenes/metrics.h>
#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace {

using drystone::Vec2;
using scenes::DrystoneBackend;
using scenes::SceneInfo;

constexpr int short_run = 120;

/// Returns the scenes of the viewer; those of the bench are too large for a unit test.
std::vector<const SceneInfo*> demo_scenes() {
    std::vector<const SceneInfo*> result;
    for (const SceneInfo& info : scenes::all_scenes()) {
        if (info.group != "Benchmark") {
            result.push_back(&info);
        }
    }
    return result;
}

/// Scene in a world of its own.
struct Run {
    explicit Run(const SceneInfo& scene_info) : info(scene_info), backend(info.world), scene(info.create()) {
        scene->build(backend);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            scene->before_step(backend, made++);
            backend.step(info.world);
        }
    }
    [[nodiscard]] float watched_height() const {
        return backend.world()[backend.body_id(scene->watched_body())].position().y;
    }

    const SceneInfo& info;
    DrystoneBackend backend;
    std::unique_ptr<scenes::Scene> scene;
    int made = 0;
};

bool all_finite(const drystone::World& world) {
    for (const drystone::BodyId body : world.bodies()) {
        if (!drystone::is_finite(world[body].pose()) || !drystone::is_finite(world[body].linear_velocity()) ||
            !drystone::is_finite(world[body].angular_velocity())) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("scenes: every scene has a name of its own and is found by it") {
    std::set<std::string> names;
    for (const SceneInfo& info : scenes::all_scenes()) {
        CAPTURE(info.name);
        CHECK(names.insert(info.name).second);
        CHECK(scenes::find_scene(info.name) == &info);
        CHECK_FALSE(info.title.empty());
        CHECK_FALSE(info.group.empty());
        CHECK_FALSE(info.description.empty());
        CHECK(info.steps > 0);
        CHECK(info.view.height > 0.0f);
    }
    CHECK(scenes::find_scene("no_such_scene") == nullptr);
}

TEST_CASE("scenes: groups stand together in the menu") {
    std::set<std::string> finished;
    std::string current;
    for (const SceneInfo& info : scenes::all_scenes()) {
        if (info.group != current) {
            CAPTURE(info.group);
            CHECK(finished.insert(current).second);
            CHECK(finished.count(info.group) == 0);
            current = info.group;
        }
    }
}

TEST_CASE("scenes: every scene of the viewer runs and stays finite") {
    for (const SceneInfo* info : demo_scenes()) {
        CAPTURE(info->name);
        Run run(*info);
        CHECK(run.backend.body_count() > 0);
        CHECK(run.scene->watched_body() < run.backend.body_count());
        if (run.scene->watched_body() >= 0) {
            CHECK(run.backend.world().is_valid(run.backend.body_id(run.scene->watched_body())));
        }
        run.steps(short_run);
        CHECK(all_finite(run.backend.world()));
    }
}

TEST_CASE("scenes: nothing overlaps at the start") {
    for (const SceneInfo* info : demo_scenes()) {
        CAPTURE(info->name);
        DrystoneBackend backend(info->world);
        scenes::Recorder recorder(backend);
        info->create()->build(recorder);
        std::vector<scenes::WorldPose> poses;
        for (const scenes::RecordedBody& body : recorder.bodies()) {
            const double angle = body.description.angle;
            poses.push_back(
                {body.description.position.x, body.description.position.y, std::cos(angle), std::sin(angle)});
        }
        CHECK(scenes::measure_overlaps(recorder.bodies(), poses).worst < 1e-4);
    }
}

TEST_CASE("scenes: what is built to stand, stands") {
    const struct {
        const char* name;
        float allowance;  ///< Maximum sag of the watched body [m].
    } cases[] = {{"pyramid", 0.05f}, {"vertical_stack", 0.08f}, {"card_house", 0.05f}, {"arch", 0.25f}};
    for (const auto& entry : cases) {
        CAPTURE(entry.name);
        const SceneInfo* info = scenes::find_scene(entry.name);
        REQUIRE(info != nullptr);
        Run run(*info);
        REQUIRE(run.scene->watched_body() >= 0);
        const float before = run.watched_height();
        run.steps(300);
        CHECK(std::abs(run.watched_height() - before) < entry.allowance);
    }
}

TEST_CASE("scenes: the same scene twice gives the same bits") {
    for (const char* name : {"bin", "drum"}) {
        CAPTURE(name);
        Run first(*scenes::find_scene(name));
        Run second(*scenes::find_scene(name));
        first.steps(short_run);
        second.steps(short_run);
        CHECK(first.backend.world().state_hash() == second.backend.world().state_hash());
    }
}

TEST_CASE("scenes: the backend keeps its numbers when bodies are destroyed") {
    DrystoneBackend backend(scenes::WorldSettings{});
    const scenes::BodyNumber first = backend.create_body({.kind = scenes::BodyKind::Dynamic});
    const scenes::BodyNumber second = backend.create_body({.position = {3.0f, 0.0f}});
    backend.create_shape(second, {.shape = scenes::CircleShape{}, .color = 4});
    backend.destroy_body(first);
    const scenes::BodyNumber third = backend.create_body({});
    CHECK(third == 2);
    CHECK(backend.body_id(first).is_null());
    CHECK(backend.body_number(backend.body_id(second)) == second);
    CHECK(backend.color(backend.world()[backend.body_id(second)].shapes().front()) == 4);
    CHECK_THROWS_AS((void)backend.body_id(3), std::out_of_range);
}

TEST_CASE("scenes: a backend can work on a world that lives elsewhere") {
    drystone::World world({.gravity = Vec2{0.0f, -10.0f}});
    DrystoneBackend backend(world);
    const scenes::BodyNumber ball =
        backend.create_body({.kind = scenes::BodyKind::Dynamic, .position = {0.0f, 5.0f}});
    backend.create_shape(ball, {.shape = scenes::CircleShape{}});
    backend.step({});
    CHECK(world[backend.body_id(ball)].position().y < 5.0f);
}
