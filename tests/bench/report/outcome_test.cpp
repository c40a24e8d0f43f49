#include "report/outcome.h"
#include "report/run.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

scenes::RecordedBody body_of(scenes::BodyKind kind, bool alive = true) { return {{.kind = kind}, {}, alive}; }

}  // namespace

TEST_CASE("outcome: speeds are those of dynamic bodies that are there before and after") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<scenes::RecordedBody> bodies{
        body_of(scenes::BodyKind::Static),    body_of(scenes::BodyKind::Dynamic),
        body_of(scenes::BodyKind::Dynamic),   body_of(scenes::BodyKind::Dynamic, false),
        body_of(scenes::BodyKind::Kinematic), body_of(scenes::BodyKind::Dynamic),
        body_of(scenes::BodyKind::Dynamic)};
    const std::vector<scenes::WorldPose> before(6);
    const std::vector<scenes::WorldPose> after{{.x = 9.0}, {.x = 3.0, .y = 4.0}, {},        {.x = 9.0},
                                               {.x = 9.0}, {.x = nan},           {.x = 9.0}};
    const bench::Speeds speeds = bench::measure_speeds(bodies, before, after, 0.5);
    CHECK(speeds.largest == doctest::Approx(10.0));
    CHECK(speeds.root_mean_square == doctest::Approx(std::sqrt(50.0)));
    CHECK(bench::measure_speeds({}, {}, {}, 0.5).root_mean_square == 0.0);
}

TEST_CASE("outcome: what lies still has no speed, and what falls has its own") {
    const std::vector<std::string> names{"drystone"};
    const std::vector<bench::EngineEntry> engines = bench::select_engines(names);
    const scenes::SceneInfo* pyramid = scenes::find_scene("pyramid");
    REQUIRE(pyramid != nullptr);
    const bench::Run run = bench::run_scene(
        {.scene = pyramid, .engine = &engines.front(), .steps = 120, .outcome = true, .progress = {}});
    CHECK(run.steps == 120);
    CHECK(run.step_times.size() == 114);
    CHECK(run.moments.size() == 5);
    CHECK(bench::over_moments(run.moments).deepest < 0.01);
    CHECK(run.dynamic_bodies == 210);
    CHECK(run.outcome.bodies == 211);
    CHECK(run.outcome.has_watched);
    CHECK(run.outcome.drift < 0.1);
    CHECK(run.outcome.speeds.largest < 0.1);
    CHECK(run.outcome.speeds.root_mean_square <= run.outcome.speeds.largest);
    CHECK(run.outcome.bytes.value_or(0) > 10000);
    CHECK(run.outcome.pairs.value_or(0) >= run.outcome.contacts);

    scenes::SceneInfo falling = *pyramid;
    falling.create = [] {
        struct Fall final : scenes::Scene {
            void build(scenes::Backend& backend) override {
                const auto ball = backend.create_body({.kind = scenes::BodyKind::Dynamic});
                backend.create_shape(ball, {.shape = scenes::CircleShape{}});
            }
        };
        return std::make_unique<Fall>();
    };
    const bench::Run fall = bench::run_scene(
        {.scene = &falling, .engine = &engines.front(), .steps = 60, .outcome = true, .progress = {}});
    CHECK(fall.outcome.speeds.largest == doctest::Approx(10.1).epsilon(0.01));
    CHECK_FALSE(fall.outcome.has_watched);
}
