#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <scenes/benchmark_scenes.h>
#include <scenes/drystone_backend.h>
#include <scenes/metrics.h>
#include <scenes/ragdoll.h>
#include <scenes/recorder.h>
#include <scenes/scaling_scenes.h>
#include <scenes/small_scenes.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using scenes::SceneInfo;

/// Scene that was built, without a step, in a world of its own.
struct Built {
    explicit Built(const SceneInfo& info) : backend(info.world), recorder(backend), scene(info.create()) {
        scene->build(recorder);
    }
    [[nodiscard]] int bodies() const { return static_cast<int>(recorder.bodies().size()); }
    [[nodiscard]] int dynamic_bodies() const {
        const auto bodies = recorder.bodies();
        return static_cast<int>(std::count_if(bodies.begin(), bodies.end(), [](const auto& body) {
            return body.description.kind == scenes::BodyKind::Dynamic;
        }));
    }
    [[nodiscard]] int shapes() const { return backend.world().counters().shapes; }
    /// Returns the maximum overlap in the initial poses [m].
    [[nodiscard]] double worst_overlap() const {
        std::vector<scenes::WorldPose> poses;
        for (const scenes::RecordedBody& body : recorder.bodies()) {
            const scenes::BodyDescription& made = body.description;
            const double angle = made.angle;
            poses.push_back({made.position.x, made.position.y, std::cos(angle), std::sin(angle)});
        }
        return scenes::measure_overlaps(recorder.bodies(), poses).worst;
    }

    scenes::DrystoneBackend backend;
    scenes::Recorder recorder;
    std::unique_ptr<scenes::Scene> scene;
};

/// Returns the maximum distance between the anchors of a joint [m].
float widest_gap(scenes::DrystoneBackend& backend, const scenes::Recorder& recorder) {
    const drystone::World& world = backend.world();
    float widest = 0.0f;
    for (const scenes::JointDescription& joint : recorder.joints()) {
        const drystone::Vec2 a =
            world[backend.body_id(joint.body_a)].world_point({joint.anchor_a.x, joint.anchor_a.y});
        const drystone::Vec2 b =
            world[backend.body_id(joint.body_b)].world_point({joint.anchor_b.x, joint.anchor_b.y});
        widest = std::max(widest, length(a - b));
    }
    return widest;
}

}  // namespace

TEST_CASE("scenes: the benchmark group has the bodies and shapes of Box2D's benchmark, and the towers") {
    const struct {
        const char* name;
        int bodies;
        int shapes;
        int steps;
        bool sleeping;
        int joints = 0;
    } cases[] = {{"large_pyramid", 5051, 5051, 500, false},
                 {"many_pyramids", 22001, 22020, 200, false},
                 {"smash", 9601, 9601, 300, true},
                 {"washer", 8101, 8140, 500, true},
                 {"compounds", 3001, 6282, 500, true},
                 {"junkyard", 8002, 8262, 800, true},
                 {"joint_grid", 10000, 10000, 500, false, 19800},
                 {"rain", 1, 2505, 1000, true},
                 {"spinner", 6078, 6437, 500, true, 1},
                 {"tumbler", 2027, 2029, 750, true, 1},
                 {"shuffled_towers", 3001, 3001, 300, false}};
    CHECK(scenes::benchmark_scenes().size() == std::size(cases));
    for (const auto& expected : cases) {
        CAPTURE(expected.name);
        const SceneInfo* info = scenes::find_scene(expected.name);
        REQUIRE(info != nullptr);
        const Built built(*info);
        CHECK(built.bodies() == expected.bodies);
        CHECK(built.shapes() == expected.shapes);
        CHECK(built.recorder.needs().joints == expected.joints);
        CHECK(built.recorder.needs().declined_joints == 0);
        CHECK(built.backend.world().joints().size() == static_cast<std::size_t>(expected.joints));
        CHECK(info->group == scenes::benchmark_group);
        CHECK(info->steps == expected.steps);
        CHECK(info->world.sleeping == expected.sleeping);
        CHECK(info->world.sub_steps == 4);
        CHECK(info->world.time_step == doctest::Approx(1.0 / 60.0));
    }
}

TEST_CASE("scenes: rain makes a thousand ragdolls and then renews the oldest") {
    Built built(*scenes::find_scene("rain"));
    const drystone::World& world = built.backend.world();
    int step = 0;
    for (; step < 320; ++step) {
        built.scene->before_step(built.recorder, step);
    }
    CHECK(world.bodies().size() == 11001);
    CHECK(built.shapes() == 2505 + 13000);
    CHECK(world.joints().size() == 10000);
    CHECK(built.recorder.bodies()[1].alive);
    built.scene->before_step(built.recorder, step);
    CHECK(world.bodies().size() == 11001);
    CHECK(world.joints().size() == 10000);
    CHECK_FALSE(built.recorder.bodies()[1].alive);
    CHECK(built.bodies() == 11001 + 5 * 5 * 11);
}

TEST_CASE("scenes: a ragdoll is made with its joints together") {
    for (const float scale : {1.0f, 3.0f}) {
        CAPTURE(scale);
        drystone::World world({.gravity = drystone::Vec2{0.0f, 0.0f}});
        scenes::DrystoneBackend backend(world);
        scenes::Recorder recorder(backend);
        scenes::add_ragdoll(recorder, {.feet = {2.0f, 3.0f}, .scale = scale});
        REQUIRE(recorder.joints().size() == 10);
        CHECK(widest_gap(backend, recorder) < 1e-5f * scale);
        // The lower arms start outside of their limits, by a twentieth of a half turn: all else is within.
        for (int i = 0; i < 120; ++i) {
            backend.step({});
        }
        for (scenes::JointNumber joint = 0; joint < 10; ++joint) {
            const auto& revolute =
                std::get<scenes::RevoluteJoint>(recorder.joints()[static_cast<std::size_t>(joint)].joint);
            const float angle = world[backend.joint_id(joint)].state().angle;
            CHECK(angle > revolute.limit->lower - 0.01f);
            CHECK(angle < revolute.limit->upper + 0.01f);
        }
    }
}

TEST_CASE("scenes: small worlds are made with their joints together") {
    int joints = 0;
    for (const SceneInfo& info : scenes::small_scenes()) {
        CAPTURE(info.name);
        Built built(info);
        CHECK(widest_gap(built.backend, built.recorder) < 1e-4f);
        joints += static_cast<int>(built.recorder.joints().size());
    }
    CHECK(joints > 30);
}

TEST_CASE("scenes: the spinner's bar and container, which a joint connects, do not count as overlapping") {
    const Built built(*scenes::find_scene("spinner"));
    const auto bodies = built.recorder.bodies();
    std::vector<scenes::RecordedBody> first(bodies.begin(), bodies.begin() + 2);
    const std::vector<scenes::WorldPose> poses{{}, {0.0, 12.0, 1.0, 0.0}};
    CHECK(scenes::measure_overlaps(first, poses).overlapping_pairs == 0);
    first[0].ignored.clear();
    first[1].ignored.clear();
    CHECK(scenes::measure_overlaps(first, poses).worst > 0.1);
}

TEST_CASE("scenes: the junkyard's pusher is where it is driven") {
    const SceneInfo& info = *scenes::find_scene("junkyard");
    drystone::World world({.gravity = drystone::Vec2{0.0f, 0.0f}});
    scenes::DrystoneBackend backend(world);
    const std::unique_ptr<scenes::Scene> scene = info.create();
    scene->build(backend);
    const drystone::BodyId pusher = backend.body_id(scene->watched_body());
    for (int step = 0; step < 30; ++step) {
        scene->before_step(backend, step);
        backend.step(info.world);
        CHECK(world[pusher].position().x ==
              doctest::Approx(60.0 * std::sin(0.2 * step / 60.0)).epsilon(1e-4));
    }
    CHECK(world[pusher].position().y == 0.0f);
}

TEST_CASE("scenes: pyramids hold at least the bodies asked for, and 22,000 are the scene many_pyramids") {
    for (const int bodies : {1, 55, 56, 1000}) {
        CAPTURE(bodies);
        const Built built(scenes::pyramids_scene(bodies));
        CHECK(built.dynamic_bodies() >= bodies);
        CHECK(built.dynamic_bodies() < bodies + 55);
        CHECK(built.worst_overlap() < 1e-4);
    }
    const Built many(*scenes::find_scene("many_pyramids"));
    const Built same(scenes::pyramids_scene(22000));
    CHECK(many.backend.world().state_hash() == same.backend.world().state_hash());
}

TEST_CASE("scenes: a pile has the bodies asked for, and none overlap or leave it") {
    for (const int bodies : {1, 49, 130}) {
        CAPTURE(bodies);
        const SceneInfo info = scenes::pile_scene(bodies);
        Built built(info);
        CHECK(built.dynamic_bodies() == bodies);
        CHECK(built.worst_overlap() < 1e-4);
        for (int step = 0; step < 60; ++step) {
            built.backend.step(info.world);
        }
        const drystone::World& world = built.backend.world();
        CHECK(world.counters().awake_bodies == bodies);
        for (const drystone::BodyId body : world.bodies()) {
            CHECK((world[body].type() == drystone::BodyType::Static || world[body].position().y > 0.3f));
        }
    }
}
