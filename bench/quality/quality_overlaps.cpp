#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>

/// Bodies that overlap when created: they should separate gently.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

std::vector<Metric> play_heap(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    for (int i = 0; i < 25; ++i) {
        const auto column = static_cast<float>(i % 5);
        const auto row = static_cast<float>(i / 5);
        scenes::add_box(quality_run.scene(), {0.5f * column, 0.5f + 0.5f * row}, {1.0f, 1.0f}, {.shape = {}});
    }
    double fastest = 0.0;
    quality_run.run(5.0, [&] {
        fastest =
            std::max(fastest, quality_run.max_of([&](BodyNumber body) { return quality_run.speed(body); }));
    });
    return {fastest, 1000.0 * quality_run.overlaps().worst};
}

QualityScene heap() {
    return {"5 x 5 boxes, each half in the next",
            {{"greatest speed", "m/s", 0.0, 2}, {"deepest overlap after 5 s", "mm", 0.0, 0}},
            play_heap};
}

std::vector<Metric> play_discs(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const scenes::BodyDescription place{.kind = BodyKind::Dynamic};
    const BodyNumber a =
        scenes::add_body(quality_run.scene(), place, {.shape = scenes::CircleShape{{}, 1.0f}});
    const BodyNumber b =
        scenes::add_body(quality_run.scene(), place, {.shape = scenes::CircleShape{{}, 1.0f}});
    quality_run.run(5.0);
    const scenes::WorldPose first = quality_run.pose(a);
    const scenes::WorldPose second = quality_run.pose(b);
    return {std::max(0.0, 2.0 - std::hypot(second.x - first.x, second.y - first.y))};
}

QualityScene discs() {
    return {"two discs r 1 in one place", {{"overlap left after 5 s", "m", 0.0, 3}}, play_discs};
}

}  // namespace

std::vector<QualityScene> overlap_scenes() { return {heap(), discs()}; }

}  // namespace bench
