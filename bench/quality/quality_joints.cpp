#include "quality/quality_mechanism.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

/// Pendulums and chains: energy, and joint separation.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

constexpr double to_mm = 1000.0;

/// Adds a box of the given full size that does not collide.
Weighed add_rod(QualityRun& quality_run, scenes::Point center, scenes::Point size, float density) {
    const BodyNumber body =
        scenes::add_box(quality_run.scene(), center, size, {.shape = {}, .density = density, .group = -1});
    const double width = size.x;
    const double height = size.y;
    const double mass = density * width * height;
    return {body, mass, mass * (width * width + height * height) / 12.0};
}

/// Returns the period of a physical pendulum released from rest at `amplitude` [rad]; `small` is the period
/// of small swings. Source: the arithmetic-geometric mean for the complete elliptic integral (Gauss).
double swing_period(double small, double amplitude) {
    double a = 1.0;
    double b = std::cos(0.5 * amplitude);
    for (int i = 0; i < 8; ++i) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return small / a;
}

/// Times at which the bob passes below the hinge in one direction, interpolated linearly between steps.
class Passages {
public:
    void see(double time, double x) {
        if (seen_ && before_ > 0.0 && x <= 0.0) {
            times_.push_back(before_time_ + (time - before_time_) * before_ / (before_ - x));
        }
        seen_ = true;
        before_ = x;
        before_time_ = time;
    }
    /// Returns the mean time of the first `count` swings [s]; NaN if there are fewer.
    [[nodiscard]] double period(std::size_t count) const {
        return times_.size() > count ? (times_[count] - times_[0]) / static_cast<double>(count)
                                     : std::numeric_limits<double>::quiet_NaN();
    }

private:
    std::vector<double> times_;
    bool seen_ = false;
    double before_ = 0.0;
    double before_time_ = 0.0;
};

/// Plays a box of 0.2 m at 1 m from a hinge, released at the hinge's height.
std::vector<Metric> play_pendulum(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber ground = quality_run.scene().create_body({});
    Mechanism mechanism(quality_run);
    const Weighed bob = add_rod(quality_run, {1.0f, 0.0f}, {0.2f, 0.2f}, 10.0f);
    mechanism.add(bob);
    if (!mechanism.add_hinge(ground, {}, bob.body, {-1.0f, 0.0f})) {
        return failures(5, "no joint");
    }
    const double unit = bob.mass * gravity;
    const double start = mechanism.energy();
    const double reduced_length = 1.0 + bob.inertia / bob.mass;
    const double small = 2.0 * std::numbers::pi * std::sqrt(reduced_length / gravity);
    const double expected = swing_period(small, 0.5 * std::numbers::pi);
    double time = 0.0;
    double gap = 0.0;
    double apex = -1.0;
    double strayed = 0.0;
    Passages passages;
    quality_run.run(60.0, [&] {
        time += quality_run.time_step();
        const scenes::WorldPose pose = quality_run.pose(bob.body);
        passages.see(time, pose.x);
        gap = std::max(gap, mechanism.gap());
        strayed = std::max(strayed, std::abs(mechanism.energy() - start));
        if (time > 60.0 - expected) {
            apex = std::max(apex, pose.y);
        }
    });
    return {100.0 * (mechanism.energy() - start) / unit, 100.0 * strayed / unit, to_mm * -apex,
            100.0 * (passages.period(2) / expected - 1.0), to_mm * gap};
}

QualityScene pendulum() {
    return {"pendulum, 60 s",
            {{"change of energy, of m g l", "%", 0.0, 2},
             {"greatest change of energy on the way", "%", 0.0, 2},
             {"height missing at the last apex", "mm", 0.0, 1},
             {"error of the first two periods", "%", 0.0, 3},
             {"greatest gap of the joint", "mm", 0.0, 2}},
            play_pendulum};
}

/// Plays two rods of 1 m, released horizontally in a line at the hinge's height. Its energy is given relative
/// to the energy difference between that pose and hanging at rest.
std::vector<Metric> play_double_pendulum(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber ground = quality_run.scene().create_body({});
    Mechanism mechanism(quality_run);
    const Weighed upper = add_rod(quality_run, {0.5f, 0.0f}, {1.0f, 0.1f}, 10.0f);
    const Weighed lower = add_rod(quality_run, {1.5f, 0.0f}, {1.0f, 0.1f}, 10.0f);
    mechanism.add(upper);
    mechanism.add(lower);
    if (!mechanism.add_hinge(ground, {}, upper.body, {-0.5f, 0.0f}) ||
        !mechanism.add_hinge(upper.body, {0.5f, 0.0f}, lower.body, {-0.5f, 0.0f})) {
        return failures(3, "no joint");
    }
    const double unit = gravity * (0.5 * upper.mass + 1.5 * lower.mass);
    const double start = mechanism.energy();
    const auto change = [&] { return 100.0 * (mechanism.energy() - start) / unit; };
    double gap = 0.0;
    const auto look = [&] { gap = std::max(gap, mechanism.gap()); };
    quality_run.run(10.0, look);
    const double early = change();
    quality_run.run(50.0, look);
    return {early, change(), to_mm * gap};
}

QualityScene double_pendulum() {
    return {"double pendulum",
            {{"change of energy after 10 s", "%", 0.0, 2},
             {"change of energy after 60 s", "%", 0.0, 2},
             {"greatest gap of a joint", "mm", 0.0, 2}},
            play_double_pendulum};
}

/// Plays twenty links of 1 m with a disc at the end, whose mass is `ratio` times that of a link, released
/// horizontally in a line at the hinge's height.
std::vector<Metric> play_chain(const TestedEngine& tested_engine, float ratio) {
    constexpr int count = 20;
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber ground = quality_run.scene().create_body({});
    Mechanism mechanism(quality_run);
    BodyNumber last = ground;
    scenes::Point end{};
    bool joined = true;
    double unit = 0.0;
    for (int i = 0; i < count; ++i) {
        const float middle = static_cast<float>(i) + 0.5f;
        const Weighed link = add_rod(quality_run, {middle, 0.0f}, {1.0f, 0.2f}, 10.0f);
        joined = mechanism.add_hinge(last, end, link.body, {-0.5f, 0.0f}) && joined;
        mechanism.add(link);
        unit += gravity * link.mass * middle;
        last = link.body;
        end = {0.5f, 0.0f};
    }
    const double disc_mass = 2.0 * ratio;
    const BodyNumber disc = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {static_cast<float>(count), 0.0f}},
        {.shape = scenes::CircleShape{{}, 1.0f},
         .density = static_cast<float>(disc_mass / std::numbers::pi),
         .group = -1});
    joined = mechanism.add_hinge(last, end, disc, {}) && joined;
    mechanism.add({disc, disc_mass, 0.5 * disc_mass});
    unit += gravity * disc_mass * count;
    if (!joined) {
        return failures(5, "no joint");
    }
    const double start = mechanism.energy();
    double gap = 0.0;
    double stretch = 0.0;
    double gain = 0.0;
    double change = 0.0;
    double late_gaps = 0.0;
    int late_steps = 0;
    const auto look = [&] {
        const scenes::WorldPose pose = quality_run.pose(disc);
        gap = std::max(gap, mechanism.gap());
        stretch = std::max(stretch, std::hypot(pose.x, pose.y) / count - 1.0);
        gain = std::max(gain, mechanism.energy() - start);
        change = std::max(change, std::abs(mechanism.energy() - start));
    };
    quality_run.run(15.0, look);
    quality_run.run(5.0, [&] {
        look();
        late_gaps += mechanism.gap();
        ++late_steps;
    });
    return {to_mm * gap, to_mm * late_gaps / late_steps, 100.0 * stretch, 100.0 * gain / unit,
            100.0 * change / unit};
}

QualityScene chain(float ratio) {
    return {"chain of 20, disc of " + std::to_string(static_cast<int>(ratio)) +
                (ratio > 1.0f ? " links" : " link"),
            {{"greatest gap of a joint", "mm", 0.0, 2},
             {"mean greatest gap in the last 5 s", "mm", 0.0, 2},
             {"greatest stretch", "%", 0.0, 2},
             {"greatest gain of energy", "%", 0.0, 2},
             {"greatest change of energy", "%", 0.0, 2}},
            [ratio](const TestedEngine& tested_engine) { return play_chain(tested_engine, ratio); }};
}

}  // namespace

std::vector<QualityScene> joint_scenes() {
    return {pendulum(), double_pendulum(), chain(1.0f), chain(10.0f), chain(100.0f), chain(1000.0f)};
}

}  // namespace bench
