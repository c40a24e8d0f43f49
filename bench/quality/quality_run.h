#pragma once

#include "engines/engine_list.h"
#include "quality/quality_row.h"
#include "report/outcome.h"

#include <scenes/building.h>
#include <scenes/metrics.h>
#include <scenes/recorder.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Building blocks for the scenes of the quality table.
namespace bench {

/// Times that replace those of the scenes.
struct QualityTimes {
    double rate = 0.0;  ///< Steps per second; 0: as the scenes have it.
    int sub_steps = 0;  ///< 0: as the scenes have it.
    /// Steps of random length, uniform between 1/144 and 1/30 s: a game that draws frames as fast as it can.
    bool random_steps = false;
};

/// Engine under test, and its settings.
struct TestedEngine {
    const EngineEntry* entry = nullptr;
    EngineOptions options{};
    QualityTimes times{};
};

/// Rows of the table that come from one scene.
struct QualityScene {
    std::string name;  ///< "pyramid of 20"
    std::vector<QualityRow> rows;
    /// Plays the scene in an engine and returns one metric for every row.
    std::function<std::vector<Metric>(const TestedEngine&)> measure;
};

/// Returns the same failure for all of `count` rows.
std::vector<Metric> failures(std::size_t count, const std::string& words);

/// Returns settings of a world without sleep.
scenes::WorldSettings awake_world(scenes::Point gravity = {0.0f, -10.0f}, int sub_steps = 4);

/// World in one engine, a record of its contents, and measures of it that do not depend on the engine.
class QualityRun {
public:
    QualityRun(const TestedEngine& tested_engine, const scenes::WorldSettings& settings);

    /// Returns the backend through which scenes are built.
    [[nodiscard]] scenes::Backend& scene() { return recorder_; }
    [[nodiscard]] Engine& engine() { return *engine_; }
    [[nodiscard]] std::span<const scenes::RecordedBody> bodies() const { return recorder_.bodies(); }
    [[nodiscard]] std::span<const scenes::JointDescription> joints() const { return recorder_.joints(); }
    /// Returns the dynamic bodies that are alive.
    [[nodiscard]] std::vector<scenes::BodyNumber> dynamic_bodies() const;

    void step();
    /// Steps by another length [s].
    void step(float time_step) { engine_->step(time_step, settings_.sub_steps); }
    /// Returns the nearest number of steps.
    void run(double seconds);
    /// Steps for the given time, with a call of `after` after each step.
    void run(double seconds, const std::function<void()>& after);
    [[nodiscard]] int steps_in(double seconds) const;
    /// Returns the length of a step, the mean one if steps are random [s].
    [[nodiscard]] double time_step() const { return settings_.time_step; }

    [[nodiscard]] scenes::WorldPose pose(scenes::BodyNumber body) const { return engine_->pose(body); }
    [[nodiscard]] Motion motion(scenes::BodyNumber body) const { return engine_->motion(body); }
    [[nodiscard]] bool awake(scenes::BodyNumber body) const { return engine_->awake(body); }
    /// Returns the displacement since creation [m].
    [[nodiscard]] scenes::DoublePoint shift(scenes::BodyNumber body) const;
    /// Returns the angle between the initial and current pose, in [0, pi] [rad].
    [[nodiscard]] double turn(scenes::BodyNumber body) const;
    [[nodiscard]] double speed(scenes::BodyNumber body) const;

    /// Returns the maximum of a measure over all dynamic bodies.
    [[nodiscard]] double max_of(const std::function<double(scenes::BodyNumber)>& measure) const;
    /// Returns the root mean square of the speeds of all dynamic bodies' centres [m/s].
    [[nodiscard]] double rms_speed() const;
    /// Steps for the given time, and returns the root mean square of the speeds in it [m/s].
    double run_rms_speed(double seconds);
    [[nodiscard]] scenes::OverlapReport overlaps() const;
    /// Returns whether all dynamic bodies sleep.
    [[nodiscard]] bool all_asleep() const;

private:
    scenes::WorldSettings settings_;
    bool random_steps_;
    scenes::Random random_{1};
    std::unique_ptr<Engine> engine_;
    scenes::Recorder recorder_;
};

/// Steps until all bodies sleep; returns the time that took [s], or a failure after `limit` [s].
Metric time_to_sleep(QualityRun& quality_run, double limit);

/// Plays the heaps that `build(scene, number)` makes until they sleep, and calls `after(quality_run)` for
/// each: when a single one falls asleep is chance, as bodies slide off late. Returns the mean time until they
/// sleep [s]; one that stays awake counts as 30 s.
double mean_time_to_sleep(const TestedEngine& tested_engine, int heaps,
                          const std::function<void(scenes::Backend&, int)>& build,
                          const std::function<void(const QualityRun&)>& after);

/// @name Scenes by theme
/// @{
std::vector<QualityScene> stacking_scenes();
std::vector<QualityScene> load_scenes();
std::vector<QualityScene> drop_scenes();
std::vector<QualityScene> heap_scenes();
std::vector<QualityScene> impact_scenes();
std::vector<QualityScene> sequence_scenes();
std::vector<QualityScene> motion_scenes();
std::vector<QualityScene> friction_scenes();
std::vector<QualityScene> tilting_scenes();
std::vector<QualityScene> ground_scenes();
std::vector<QualityScene> floor_scenes();
std::vector<QualityScene> ring_scenes();
std::vector<QualityScene> tunnelling_scenes();
std::vector<QualityScene> passing_scenes();
std::vector<QualityScene> crate_scenes();
std::vector<QualityScene> sinking_scenes();
std::vector<QualityScene> overlap_scenes();
std::vector<QualityScene> sleep_scenes();
std::vector<QualityScene> joint_scenes();
std::vector<QualityScene> bridge_scenes();
std::vector<QualityScene> peg_scenes();
std::vector<QualityScene> stop_scenes();
std::vector<QualityScene> spring_scenes();
std::vector<QualityScene> limit_scenes();
std::vector<QualityScene> rocking_scenes();
std::vector<QualityScene> loaded_scenes();
std::vector<QualityScene> continuity_scenes();
std::vector<QualityScene> calm_scenes();
std::vector<QualityScene> determinism_scenes();
/// @}

}  // namespace bench
