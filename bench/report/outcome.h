#pragma once

#include "engines/engine.h"

#include <scenes/metrics.h>
#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// What becomes of a scene: what shows whether an engine did all of the work.
namespace bench {

/// How fast dynamic bodies still are [m/s].
struct Speeds {
    double largest = 0.0;
    double root_mean_square = 0.0;
};

struct Outcome {
    scenes::WorldPose watched{};  ///< Of the scene's watched body.
    bool has_watched = false;
    double drift = 0.0;  ///< How far the watched body is from where it was made [m].
    /// Height of the lowest dynamic body [m]: what fell through the floor is seen here.
    double lowest = 0.0;
    int bodies = 0;  ///< Alive.
    int shapes = 0;
    int contacts = 0;                  ///< As the engine counts them.
    std::optional<int> pairs;          ///< As the engine counts them.
    std::optional<std::size_t> bytes;  ///< What the engine's world holds in memory, by its own count.
    scenes::OverlapReport overlaps{};  ///< As the harness measures them.
    Speeds speeds{};                   ///< As the harness measures them.
};

/// How far shapes were in each other at several moments, each of which counts alike.
struct OverlapsOverRun {
    int moments = 0;
    double pairs = 0.0;    ///< Overlapping pairs, mean over the moments.
    double mean = 0.0;     ///< Mean over the moments of the mean depth [m]; 0 at a moment without a pair.
    double worst = 0.0;    ///< Mean over the moments of the greatest depth [m].
    double deepest = 0.0;  ///< Greatest depth of all moments [m].
    int non_finite_bodies = 0;  ///< The most that were left out at any moment.
};

/// All zero where there are no moments.
OverlapsOverRun over_moments(std::span<const scenes::OverlapReport> moments);

/// Where every body is that was ever made; those destroyed stand at the origin.
std::vector<scenes::WorldPose> read_poses(const Engine& engine, std::span<const scenes::RecordedBody> bodies);

/// The speeds that take dynamic bodies from one pose to the other within `time_step` [s]. Bodies that are
/// destroyed, not finite or missing in either list are left out.
Speeds measure_speeds(std::span<const scenes::RecordedBody> bodies, std::span<const scenes::WorldPose> before,
                      std::span<const scenes::WorldPose> after, double time_step);

/// How the scene ended: everything but the speeds, which need a further step.
Outcome judge(const Engine& engine, std::span<const scenes::RecordedBody> bodies,
              std::span<const scenes::WorldPose> poses, scenes::BodyNumber watched);

}  // namespace bench
