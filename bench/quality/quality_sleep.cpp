#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

/// Resting bodies must fall asleep, and wake when their support is removed or something hits them.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

/// Piles that fall asleep.
constexpr int piles = 24;

/// Adds 17 boxes and regular polygons that fall into a trough.
void add_polygons(scenes::Backend& scene, int number) {
    scenes::add_trough(scene, 3, 4);
    scenes::Random random(static_cast<std::uint32_t>(3 + number));
    for (int i = 0; i < 17; ++i) {
        const float size = random.between(0.3f, 0.5f);
        const scenes::Shape shape = i % 2 == 0 ? scenes::Shape(scenes::box(size, 0.7f * size))
                                               : scenes::Shape(scenes::regular_polygon(3 + i % 4, size));
        scenes::add_body(scene,
                         {.kind = BodyKind::Dynamic,
                          .position = {random.between(-1.5f, 1.5f), 1.5f + static_cast<float>(i)},
                          .angle = random.between(0.0f, 6.0f)},
                         {.shape = shape});
    }
}

std::vector<Metric> play_rest(const TestedEngine& tested_engine) {
    QualityRun pyramid(tested_engine, {});
    scenes::add_ground(pyramid.scene(), 40.0f);
    scenes::add_pyramid(pyramid.scene(), 10, {-5.0f, 0.0f});
    return {time_to_sleep(pyramid, 20.0),
            mean_time_to_sleep(tested_engine, piles, add_polygons, [](const QualityRun&) {})};
}

QualityScene rest() {
    return {"falling asleep",
            {{"pyramid of 55", "s", 0.0, 2}, {"pile of 17 polygons, mean of 24 piles", "s", 0.0, 1}},
            play_rest};
}

/// Plays five sleeping bodies on a floor that is destroyed.
Metric play_lost_floor(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, {});
    const BodyNumber floor = scenes::add_ground(quality_run.scene(), 40.0f);
    for (int i = 0; i < 5; ++i) {
        scenes::add_box(quality_run.scene(), {2.0f * static_cast<float>(i), 0.5f}, {1.0f, 1.0f},
                        {.shape = {}});
    }
    quality_run.run(3.0);
    if (!quality_run.all_asleep()) {
        return Metric::failure("no sleep");
    }
    quality_run.scene().destroy_body(floor);
    quality_run.run(1.0);
    int fallen = 0;
    for (const BodyNumber body : quality_run.dynamic_bodies()) {
        fallen += quality_run.shift(body).y < -4.0 ? 1 : 0;
    }
    return fallen;
}

/// Plays a sleeping stack of five boxes, the lowest of which is destroyed: the top comes to rest 1 m lower.
Metric play_lost_box(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, {});
    scenes::add_ground(quality_run.scene(), 40.0f);
    std::vector<BodyNumber> boxes(5);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        boxes[i] = scenes::add_box(quality_run.scene(), {0.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                                   {.shape = {}});
    }
    quality_run.run(3.0);
    if (!quality_run.all_asleep()) {
        return Metric::failure("no sleep");
    }
    quality_run.scene().destroy_body(boxes.front());
    quality_run.run(3.0);
    return 1000.0 * (quality_run.pose(boxes.back()).y - 3.5);
}

/// Plays a sleeping box that is hit from above by another one, which comes to rest on it.
Metric play_hit(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, {});
    scenes::add_ground(quality_run.scene(), 40.0f);
    scenes::add_box(quality_run.scene(), {0.0f, 0.5f}, {1.0f, 1.0f}, {.shape = {}});
    quality_run.run(3.0);
    if (!quality_run.all_asleep()) {
        return Metric::failure("no sleep");
    }
    const BodyNumber falling =
        scenes::add_box(quality_run.scene(), {0.0f, 4.0f}, {1.0f, 1.0f}, {.shape = {}});
    quality_run.run(3.0);
    return 1000.0 * (quality_run.pose(falling).y - 1.5);
}

QualityScene waking() {
    return {"waking up",
            {{"sleepers that fall when their floor goes", "of 5", 5.0, 0},
             {"height of a stack that lost a box", "mm", 0.0, 1},
             {"height of a box fallen onto a sleeper", "mm", 0.0, 1}},
            [](const TestedEngine& tested_engine) {
                return std::vector<Metric>{play_lost_floor(tested_engine), play_lost_box(tested_engine),
                                           play_hit(tested_engine)};
            }};
}

}  // namespace

std::vector<QualityScene> sleep_scenes() { return {rest(), waking()}; }

}  // namespace bench
