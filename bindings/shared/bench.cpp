// Times in C++ what the benches of the languages time: a step of 1,000 bodies, and reading all their poses.
// Prints the median of a step [ms] and of reading [us].
#include <drystone/drystone.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace drystone;

namespace {

template <class Call>
double median_seconds(int rounds, Call&& call) {
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    return times[static_cast<std::size_t>(rounds / 2)];
}

}  // namespace

int main() {
    World world({.sleeping = false});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-100.0f, 0.0f}, {100.0f, 0.0f}});
    for (int i = 0; i < 999; ++i) {  // Stacks of nine.
        const Vec2 place{1.5f * static_cast<float>(i / 9) - 80.0f, 0.5f + static_cast<float>(i % 9)};
        world.create_shape(world.create_body({.position = place}), make_box(0.5f, 0.5f));
    }
    const double step = median_seconds(400, [&] { world.step(1.0f / 60.0f); });
    std::vector<Pose> poses(1000);
    double sum = 0.0;
    const double reading = median_seconds(2000, [&] {
        read_all_poses(world, poses);
        for (const Pose& pose : poses)
            sum += static_cast<double>(pose.position.y);
    });
    std::printf("%.6f %.3f %.3f\n", 1e3 * step, 1e6 * reading, sum / 2000.0);
}
