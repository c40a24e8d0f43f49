#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>

/// Bodies that are made in each other: they should part, and without a bang.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

std::vector<Figure> play_heap(const Contestant& contestant) {
    Trial trial(contestant, awake_world());
    scenes::add_ground(trial.scene(), 40.0f);
    for (int i = 0; i < 25; ++i) {
        const auto column = static_cast<float>(i % 5);
        const auto row = static_cast<float>(i / 5);
        scenes::add_box(trial.scene(), {0.5f * column, 0.5f + 0.5f * row}, {1.0f, 1.0f}, {.shape = {}});
    }
    double fastest = 0.0;
    trial.run(5.0, [&] {
        fastest = std::max(fastest, trial.greatest([&](BodyNumber body) { return trial.speed(body); }));
    });
    return {fastest, 1000.0 * trial.overlaps().worst};
}

QualityScene heap() {
    return {"5 x 5 boxes, each half in the next",
            {{"greatest speed", "m/s", 0.0, 2}, {"deepest overlap after 5 s", "mm", 0.0, 0}},
            play_heap};
}

std::vector<Figure> play_discs(const Contestant& contestant) {
    Trial trial(contestant, awake_world({0.0f, 0.0f}));
    const scenes::BodyDescription place{.kind = BodyKind::Dynamic};
    const BodyNumber a = scenes::add_body(trial.scene(), place, {.shape = scenes::CircleShape{{}, 1.0f}});
    const BodyNumber b = scenes::add_body(trial.scene(), place, {.shape = scenes::CircleShape{{}, 1.0f}});
    trial.run(5.0);
    const scenes::WorldPose first = trial.pose(a);
    const scenes::WorldPose second = trial.pose(b);
    return {std::max(0.0, 2.0 - std::hypot(second.x - first.x, second.y - first.y))};
}

QualityScene discs() {
    return {"two discs r 1 in one place", {{"overlap left after 5 s", "m", 0.0, 3}}, play_discs};
}

}  // namespace

std::vector<QualityScene> overlap_scenes() { return {heap(), discs()}; }

}  // namespace bench
