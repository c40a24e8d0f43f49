#include "report/run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr double unit = 1.0 / 1024.0;  ///< [m]; exact in binary, as are all values derived from it.

/// Engine without physics: four boxes of 1 m in a row. The overlap of the first two grows by one unit in
/// every step, that of the second and third by three, and the fourth overlaps the third by 500 from step 30
/// on.
class Clockwork final : public bench::Engine {
public:
    static inline std::vector<float> created;  ///< Initial positions of the bodies, until it is cleared [m].

    scenes::BodyNumber create_body(const scenes::BodyDescription& body) override {
        created.push_back(body.position.x);
        return bodies_++;
    }
    void create_shape(scenes::BodyNumber /*body*/, const scenes::ShapeDescription& /*shape*/) override {}
    void destroy_body(scenes::BodyNumber /*body*/) override { refuse(); }
    void set_target_pose(scenes::BodyNumber /*body*/, scenes::Point /*position*/, float /*angle*/,
                         float /*time_step*/) override {
        refuse();
    }
    void set_velocity(scenes::BodyNumber /*body*/, scenes::Point /*velocity*/,
                      float /*angular_velocity*/) override {
        refuse();
    }

    [[nodiscard]] std::string version() const override { return "1"; }
    [[nodiscard]] std::string configuration() const override { return "wound up"; }
    [[nodiscard]] bench::Capabilities capabilities() const override { return {}; }
    void add_box(scenes::BodyNumber /*body*/, scenes::Point /*half*/) override { refuse(); }
    [[nodiscard]] bench::Motion motion(scenes::BodyNumber /*body*/) const override { return {}; }
    [[nodiscard]] bool awake(scenes::BodyNumber /*body*/) const override { return true; }
    [[nodiscard]] int touching_contacts() const override { return 0; }

    void step(float /*time_step*/, int /*sub_steps*/) override { ++steps_; }
    [[nodiscard]] scenes::WorldPose pose(scenes::BodyNumber body) const override {
        const double last = steps_ >= 30 ? 1.0 - 500.0 * unit : 1.0;
        const double places[] = {0.0, 1.0 - steps_ * unit, 2.0 - 4.0 * steps_ * unit,
                                 2.0 - 4.0 * steps_ * unit + last};
        return {.x = places[body]};
    }

private:
    static void refuse() { throw std::logic_error("the scene of four boxes needs no such thing"); }

    int bodies_ = 0;
    int steps_ = 0;
};

struct FourBoxes final : scenes::Scene {
    void build(scenes::Backend& backend) override {
        for (int i = 0; i < 4; ++i) {
            const auto body = backend.create_body({.kind = scenes::BodyKind::Dynamic});
            backend.create_shape(body, {.shape = scenes::box(0.5f, 0.5f)});
        }
    }
};

bench::EngineEntry clockwork() {
    return {.name = "clockwork",
            .make = [](const scenes::WorldSettings&, const bench::EngineOptions&)
                -> std::unique_ptr<bench::Engine> { return std::make_unique<Clockwork>(); },
            .how_to_get = {}};
}

bench::Run run_clockwork(int steps, bool outcome, double limit = 0.0) {
    scenes::SceneInfo scene;
    scene.create = [] { return std::make_unique<FourBoxes>(); };
    const bench::EngineEntry engine = clockwork();
    return bench::run_scene({.scene = &scene,
                             .engine = &engine,
                             .steps = steps,
                             .limit = limit,
                             .outcome = outcome,
                             .progress = {}});
}

}  // namespace

TEST_CASE("run: overlaps are read every 23 steps, as they are at these moments") {
    const bench::Run run = run_clockwork(75, true);
    CHECK(run.steps == 75);
    REQUIRE(run.moments.size() == 3);
    CHECK(run.moments[0].overlapping_pairs == 2);
    CHECK(run.moments[0].mean == 46.0 * unit);
    CHECK(run.moments[0].worst == 69.0 * unit);
    CHECK(run.moments[1].overlapping_pairs == 3);
    CHECK(run.moments[1].mean == 228.0 * unit);
    CHECK(run.moments[1].worst == 500.0 * unit);
    CHECK(run.moments[2].worst == 500.0 * unit);
    CHECK(run.outcome.overlaps.mean == doctest::Approx(800.0 / 3.0 * unit).epsilon(1e-14));

    const bench::OverlapsOverRun over = bench::over_moments(run.moments);
    CHECK(over.moments == 3);
    CHECK(over.pairs == doctest::Approx(8.0 / 3.0));
    CHECK(over.mean == doctest::Approx((46.0 + 228.0 + 776.0 / 3.0) / 3.0 * unit).epsilon(1e-14));
    CHECK(over.worst == doctest::Approx(1069.0 / 3.0 * unit).epsilon(1e-14));
    CHECK(over.deepest == 500.0 * unit);
}

namespace {

/// Twenty boxes from left to right.
struct Row final : scenes::Scene {
    void build(scenes::Backend& backend) override {
        for (int i = 0; i < 20; ++i) {
            const auto body =
                backend.create_body({.kind = scenes::BodyKind::Dynamic, .position = {static_cast<float>(i)}});
            backend.create_shape(body, {.shape = scenes::box(0.5f, 0.5f)});
        }
    }
};

/// Returns the positions of the boxes of a row, in the order in which an engine is to create them [m].
std::vector<float> creation_order(std::optional<std::uint64_t> seed) {
    scenes::SceneInfo scene;
    scene.create = [] { return std::make_unique<Row>(); };
    const bench::EngineEntry engine = clockwork();
    Clockwork::created.clear();
    (void)bench::run_scene({.scene = &scene, .engine = &engine, .steps = 2, .shuffle = seed, .progress = {}});
    return Clockwork::created;
}

}  // namespace

TEST_CASE("run: shuffled bodies are the same ones in another order, which the seed alone decides") {
    std::vector<float> in_order(20);
    std::iota(in_order.begin(), in_order.end(), 0.0f);
    CHECK(creation_order({}) == in_order);
    std::vector<float> shuffled = creation_order(1);
    CHECK(shuffled != in_order);
    CHECK(creation_order(1) == shuffled);
    CHECK(creation_order(2) != shuffled);
    std::sort(shuffled.begin(), shuffled.end());
    CHECK(shuffled == in_order);
}

TEST_CASE("run: nothing is read where the outcome is not asked for, or the run is too short") {
    CHECK(run_clockwork(75, false).moments.empty());
    CHECK(run_clockwork(22, true).moments.empty());
    CHECK(run_clockwork(23, true).moments.size() == 1);
    const bench::OverlapsOverRun none = bench::over_moments({});
    CHECK(none.moments == 0);
    CHECK(none.mean == 0.0);
}

TEST_CASE("run: the steps after a reading are not timed, with or without readings") {
    for (const bool outcome : {false, true}) {
        CHECK(run_clockwork(23, outcome).step_times.size() == 22);
        CHECK(run_clockwork(24, outcome).step_times.size() == 22);
        CHECK(run_clockwork(75, outcome).step_times.size() == 71);
    }
    const bench::Run stopped = run_clockwork(75, true, 1e-15);
    CHECK(stopped.steps == 2);
    CHECK(stopped.step_times.size() == 1);
}

TEST_CASE("run: what is not finite at a moment is told, also where it is gone later") {
    const std::vector<scenes::OverlapReport> moments{{.overlapping_pairs = 1, .worst = 0.25, .mean = 0.25},
                                                     {.non_finite_bodies = 3},
                                                     {.non_finite_bodies = 1}};
    const bench::OverlapsOverRun over = bench::over_moments(moments);
    CHECK(over.non_finite_bodies == 3);
    CHECK(over.mean == doctest::Approx(0.25 / 3.0));
    CHECK(over.deepest == 0.25);
}
