#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/// Many plain worlds of a kind instead of one that is known well: bodies at rest must stay at rest at every
/// size and step, and bodies that are struck must not be flung away.
namespace bench {
namespace {

using scenes::BodyNumber;

constexpr double to_mm = 1000.0;
constexpr float friction = 0.6f;

BodyNumber add_unit_box(QualityRun& quality_run, scenes::Point at, float size = 1.0f, float density = 1.0f) {
    return scenes::add_box(quality_run.scene(), at, {size, size},
                           {.shape = {}, .density = density, .friction = friction});
}

/// Adds boxes of a size [m] on the ground, one on another, each by up to `jitter` [m] beside its place.
/// Returns the last.
BodyNumber add_column(QualityRun& quality_run, int count, float size, float jitter) {
    scenes::add_ground(quality_run.scene(), 20.0f * size);
    scenes::Random random(static_cast<std::uint32_t>(count));
    BodyNumber top = -1;
    for (int i = 0; i < count; ++i) {
        const float x = jitter > 0.0f ? random.between(-jitter, jitter) : 0.0f;
        top = add_unit_box(quality_run, {x, (0.5f + static_cast<float>(i)) * size}, size);
    }
    return top;
}

/// Counts the columns of 2 to 40 boxes that are awake after 15 s, and those that have fallen.
std::vector<Metric> count_restless(const TestedEngine& tested_engine, float jitter) {
    double awake = 0.0;
    double fallen = 0.0;
    for (int count = 2; count <= 40; ++count) {
        QualityRun quality_run(tested_engine, {});
        const BodyNumber top = add_column(quality_run, count, 1.0f, jitter);
        quality_run.run(15.0);
        awake += quality_run.all_asleep() ? 0.0 : 1.0;
        fallen += quality_run.shift(top).y < -0.5 ? 1.0 : 0.0;
    }
    return {awake, fallen};
}

QualityScene columns(const std::string& kind, float jitter) {
    return {"columns of 2 to 40, " + kind,
            {{"awake after 15 s", "of 39", 0.0, 0}, {"fallen", "of 39", 0.0, 0}},
            [jitter](const TestedEngine& tested_engine) { return count_restless(tested_engine, jitter); }};
}

/// Plays steps of two lengths in turn for 12 s. Returns the maximum rms speed of the last 6 s [m/s].
double speed_in_turn(QualityRun& quality_run, float slow, float fast) {
    double maximum = 0.0;
    double time = 0.0;
    for (int i = 0; time < 12.0; ++i) {
        const float time_step = 1.0f / (i % 2 == 0 ? fast : slow);
        quality_run.step(time_step);
        time += static_cast<double>(time_step);
        maximum = time > 6.0 ? std::max(maximum, quality_run.rms_speed()) : 0.0;
    }
    return maximum;
}

/// Returns the maximum of `play(slow, fast)` for steps of 1/20 to 1/240 s.
template <class Play>
Metric worst_pair(Play&& play) {
    const std::vector<float> rates{20.0f, 30.0f, 60.0f, 144.0f, 240.0f};
    double worst = 0.0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        for (std::size_t k = i + 1; k < rates.size(); ++k) {
            worst = std::max(worst, play(rates[i], rates[k]));
        }
    }
    return to_mm * worst;
}

std::vector<Metric> play_turns(const TestedEngine& tested_engine) {
    const Metric columns = worst_pair([&](float slow, float fast) {
        double worst = 0.0;
        for (const int count : {4, 6, 8, 10, 12, 16, 20}) {
            QualityRun quality_run(tested_engine, awake_world());
            add_column(quality_run, count, 1.0f, 0.0f);
            worst = std::max(worst, speed_in_turn(quality_run, slow, fast));
        }
        return worst;
    });
    const Metric pyramid = worst_pair([&](float slow, float fast) {
        QualityRun quality_run(tested_engine, awake_world());
        scenes::add_ground(quality_run.scene(), 40.0f);
        scenes::add_pyramid(quality_run.scene(), 10, {-5.0f, 0.0f});
        return speed_in_turn(quality_run, slow, fast);
    });
    return {columns, pyramid};
}

QualityScene turns() {
    return {"two steps of 1/20 to 1/240 s in turn",
            {{"columns of 4 to 20, greatest rms speed", "mm/s", 0.0, 0},
             {"pyramid of 55, greatest rms speed", "mm/s", 0.0, 0}},
            play_turns};
}

/// A box of 2 m is dropped from 5 m on three rows of six, for several densities.
std::vector<Metric> play_heavy(const TestedEngine& tested_engine) {
    constexpr float height = 5.0f;
    const double impact = std::sqrt(2.0 * 10.0 * static_cast<double>(height));
    double fastest = 0.0;
    double sunk = 0.0;
    for (const float density : {10.0f, 30.0f, 100.0f, 300.0f, 1000.0f, 3000.0f, 10000.0f}) {
        QualityRun quality_run(tested_engine, awake_world());
        scenes::add_ground(quality_run.scene(), 100.0f);
        std::vector<BodyNumber> light;
        for (int i = 0; i < 18; ++i) {
            light.push_back(add_unit_box(
                quality_run, {static_cast<float>(i % 6) - 2.5f, 0.5f + static_cast<float>(i / 6)}));
        }
        quality_run.run(2.0);
        add_unit_box(quality_run, {0.3f, 4.0f + height}, 2.0f, density);
        quality_run.run(3.0, [&] {
            for (const BodyNumber body : light) {
                fastest = std::max(fastest, quality_run.speed(body));
            }
        });
        for (const BodyNumber body : light) {
            sunk += quality_run.pose(body).y < -0.5 ? 1.0 : 0.0;
        }
    }
    return {std::max(0.0, fastest / impact - 2.0), sunk};
}

QualityScene heavy() {
    return {"box of 10 to 10,000 times the density dropped 5 m on 18",
            {{"fastest light one, beyond twice the impact", "impacts", 0.0, 2},
             {"light ones under the ground", "of 126", 0.0, 0}},
            play_heavy};
}

/// Returns the deepest overlap at rest, of the size, of columns of five boxes of 1 cm to 100 m.
std::vector<Metric> play_sizes(const TestedEngine& tested_engine) {
    double deepest = 0.0;
    for (const float size : {0.01f, 0.1f, 1.0f, 10.0f, 100.0f}) {
        QualityRun quality_run(tested_engine, awake_world());
        add_column(quality_run, 5, size, 0.0f);
        quality_run.run(8.0);
        deepest = std::max(deepest, quality_run.overlaps().worst / static_cast<double>(size));
    }
    return {to_mm * deepest};
}

QualityScene sizes() {
    return {"columns of 5 boxes of 1 cm to 100 m",
            {{"deepest overlap, of the size", "1/1000", 0.0, 2}},
            play_sizes};
}

}  // namespace

std::vector<QualityScene> calm_scenes() {
    return {columns("plain", 0.0f), columns("jittered by 2 cm", 0.02f), turns(), heavy(), sizes()};
}

}  // namespace bench
