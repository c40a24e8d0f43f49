#include "quality/quality_run.h"

#include <algorithm>

/// Equal scenes must have equal results, bit for bit.
namespace bench {
namespace {

using scenes::BodyKind;

/// Returns the final poses of the bodies of a tumbling heap.
std::vector<scenes::WorldPose> play_heap(TestedEngine tested_engine, int threads) {
    tested_engine.options.threads = threads;
    QualityRun quality_run(tested_engine, {});
    scenes::add_trough(quality_run.scene(), 8, 6);
    scenes::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const scenes::Point position{1.3f * (static_cast<float>(i % 10) - 4.5f),
                                     1.5f + 1.2f * static_cast<float>(i / 10)};
        scenes::add_body(
            quality_run.scene(),
            {.kind = BodyKind::Dynamic, .position = position, .angle = random.between(0.0f, 6.0f)},
            {.shape = scenes::random_shape(random, random.between(0.25f, 0.5f))});
    }
    quality_run.run(6.0);
    return read_poses(quality_run.engine(), quality_run.bodies());
}

Metric count_different(const std::vector<scenes::WorldPose>& a, const std::vector<scenes::WorldPose>& b) {
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same =
            a[i].x == b[i].x && a[i].y == b[i].y && a[i].cosine == b[i].cosine && a[i].sine == b[i].sine;
        different += same ? 0 : 1;
    }
    return different;
}

std::vector<Metric> play(const TestedEngine& tested_engine) {
    const std::vector<scenes::WorldPose> first = play_heap(tested_engine, 1);
    const int maximum =
        tested_engine.entry->make_world({}, tested_engine.options)->capabilities().max_threads;
    const auto with = [&](int threads) {
        return maximum < threads ? Metric::failure("one thread")
                                 : count_different(first, play_heap(tested_engine, threads));
    };
    return {count_different(first, play_heap(tested_engine, 1)), with(2), with(3)};
}

}  // namespace

std::vector<QualityScene> determinism_scenes() {
    return {{"heap of 200 after 6 s",
             {{"bodies elsewhere in a second run", "bodies", 0.0, 0},
              {"bodies elsewhere with 2 threads", "bodies", 0.0, 0},
              {"bodies elsewhere with 3 threads", "bodies", 0.0, 0}},
             play}};
}

}  // namespace bench
