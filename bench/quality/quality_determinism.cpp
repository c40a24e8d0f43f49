#include "quality/quality_run.h"

#include <algorithm>

/// Equal scenes must have equal results, bit for bit.
namespace bench {
namespace {

using scenes::BodyKind;

/// Where the bodies of a tumbling heap are in the end.
std::vector<scenes::WorldPose> play_heap(Contestant contestant, int threads) {
    contestant.options.threads = threads;
    Trial trial(contestant, {});
    scenes::add_trough(trial.scene(), 8, 6);
    scenes::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const scenes::Point position{1.3f * (static_cast<float>(i % 10) - 4.5f),
                                     1.5f + 1.2f * static_cast<float>(i / 10)};
        scenes::add_body(
            trial.scene(),
            {.kind = BodyKind::Dynamic, .position = position, .angle = random.between(0.0f, 6.0f)},
            {.shape = scenes::random_shape(random, random.between(0.25f, 0.5f))});
    }
    trial.run(6.0);
    return read_poses(trial.engine(), trial.bodies());
}

Figure count_different(const std::vector<scenes::WorldPose>& a, const std::vector<scenes::WorldPose>& b) {
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same =
            a[i].x == b[i].x && a[i].y == b[i].y && a[i].cosine == b[i].cosine && a[i].sine == b[i].sine;
        different += same ? 0 : 1;
    }
    return different;
}

std::vector<Figure> play(const Contestant& contestant) {
    const std::vector<scenes::WorldPose> first = play_heap(contestant, 1);
    const int most = contestant.entry->make_world({}, contestant.options)->capabilities().most_threads;
    const auto with = [&](int threads) {
        return most < threads ? Figure::failure("one thread")
                              : count_different(first, play_heap(contestant, threads));
    };
    return {count_different(first, play_heap(contestant, 1)), with(2), with(3)};
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
