#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace bench {

using scenes::BodyNumber;

std::vector<Metric> failures(std::size_t count, const std::string& words) {
    return std::vector<Metric>(count, Metric::failure(words));
}

namespace {

constexpr float shortest_step = 1.0f / 144.0f;
constexpr float longest_step = 1.0f / 30.0f;

scenes::WorldSettings at_times(scenes::WorldSettings settings, const QualityTimes& times) {
    if (times.rate > 0.0) {
        settings.time_step = static_cast<float>(1.0 / times.rate);
    }
    if (times.random_steps) {
        settings.time_step = 0.5f * (shortest_step + longest_step);
    }
    if (times.sub_steps > 0) {
        settings.sub_steps = times.sub_steps;
    }
    return settings;
}

}  // namespace

scenes::WorldSettings awake_world(scenes::Point gravity, int sub_steps) {
    return {.gravity = gravity, .sleeping = false, .sub_steps = sub_steps};
}

QualityRun::QualityRun(const TestedEngine& tested_engine, const scenes::WorldSettings& settings)
    : settings_(at_times(settings, tested_engine.times)),
      random_steps_(tested_engine.times.random_steps),
      engine_(tested_engine.entry->make_world(settings_, tested_engine.options)),
      recorder_(*engine_) {}

void QualityRun::step() {
    step(random_steps_ ? random_.between(shortest_step, longest_step) : settings_.time_step);
}

std::vector<BodyNumber> QualityRun::dynamic_bodies() const {
    std::vector<BodyNumber> numbers;
    for (std::size_t i = 0; i < bodies().size(); ++i) {
        if (bodies()[i].alive && bodies()[i].description.kind == scenes::BodyKind::Dynamic) {
            numbers.push_back(static_cast<BodyNumber>(i));
        }
    }
    return numbers;
}

int QualityRun::steps_in(double seconds) const {
    return static_cast<int>(std::lround(seconds / time_step()));
}

void QualityRun::run(double seconds) {
    run(seconds, [] {});
}

void QualityRun::run(double seconds, const std::function<void()>& after) {
    const int count = steps_in(seconds);
    for (int i = 0; i < count; ++i) {
        step();
        after();
    }
}

scenes::DoublePoint QualityRun::shift(BodyNumber body) const {
    const scenes::Point start = bodies()[static_cast<std::size_t>(body)].description.position;
    const scenes::WorldPose now = pose(body);
    return {now.x - start.x, now.y - start.y};
}

double QualityRun::turn(BodyNumber body) const {
    const double start = bodies()[static_cast<std::size_t>(body)].description.angle;
    const scenes::WorldPose now = pose(body);
    const double turned = std::atan2(now.sine, now.cosine) - start;
    return std::abs(std::atan2(std::sin(turned), std::cos(turned)));
}

double QualityRun::speed(BodyNumber body) const {
    const Motion now = motion(body);
    return std::hypot(now.x, now.y);
}

double QualityRun::max_of(const std::function<double(BodyNumber)>& measure) const {
    double maximum = 0.0;
    for (const BodyNumber body : dynamic_bodies()) {
        maximum = std::max(maximum, measure(body));
    }
    return maximum;
}

double QualityRun::rms_speed() const {
    const std::vector<BodyNumber> moving = dynamic_bodies();
    double squares = 0.0;
    for (const BodyNumber body : moving) {
        squares += speed(body) * speed(body);
    }
    return moving.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(moving.size()));
}

double QualityRun::run_rms_speed(double seconds) {
    double squares = 0.0;
    run(seconds, [&] { squares += rms_speed() * rms_speed(); });
    return std::sqrt(squares / steps_in(seconds));
}

scenes::OverlapReport QualityRun::overlaps() const {
    return scenes::measure_overlaps(bodies(), read_poses(*engine_, bodies()));
}

bool QualityRun::all_asleep() const {
    const std::vector<BodyNumber> moving = dynamic_bodies();
    return std::none_of(moving.begin(), moving.end(), [&](BodyNumber body) { return awake(body); });
}

Metric time_to_sleep(QualityRun& quality_run, double limit) {
    const int steps = quality_run.steps_in(limit);
    for (int step = 1; step <= steps; ++step) {
        quality_run.step();
        if (quality_run.all_asleep()) {
            return step * quality_run.time_step();
        }
    }
    return Metric::failure("stays awake");
}

double mean_time_to_sleep(const TestedEngine& tested_engine, int heaps,
                          const std::function<void(scenes::Backend&, int)>& build,
                          const std::function<void(const QualityRun&)>& after) {
    constexpr double longest = 30.0;
    double sum = 0.0;
    for (int i = 0; i < heaps; ++i) {
        QualityRun quality_run(tested_engine, {});
        build(quality_run.scene(), i);
        const Metric asleep = time_to_sleep(quality_run, longest);
        sum += asleep.words.empty() ? asleep.value : longest;
        after(quality_run);
    }
    return sum / heaps;
}

}  // namespace bench
