#pragma once

#include "engines/engine.h"

#include <scenes/metrics.h>
#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// Final state of a scene, which shows whether an engine did all of the work.
namespace bench {

/// Speeds of the dynamic bodies at the end [m/s].
struct Speeds {
    double largest = 0.0;
    double root_mean_square = 0.0;
};

struct Outcome {
    scenes::WorldPose watched{};  ///< Pose of the scene's watched body.
    bool has_watched = false;
    double drift = 0.0;  ///< Distance of the watched body from its initial position [m].
    /// Height of the lowest dynamic body [m]: reveals bodies that fell through the floor.
    double lowest = 0.0;
    int bodies = 0;  ///< Alive.
    int shapes = 0;
    int contacts = 0;                  ///< As the engine counts them.
    std::optional<int> pairs;          ///< As the engine counts them.
    std::optional<std::size_t> bytes;  ///< Memory of the engine's world, as the engine counts it.
    scenes::OverlapReport overlaps{};  ///< As the harness measures them.
    Speeds speeds{};                   ///< As the harness measures them.
};

/// Overlaps at several moments, weighted equally.
struct OverlapsOverRun {
    int moments = 0;
    double pairs = 0.0;    ///< Overlapping pairs, mean over the moments.
    double mean = 0.0;     ///< Mean over the moments of the mean depth [m]; 0 at a moment without a pair.
    double worst = 0.0;    ///< Mean over the moments of the maximum depth [m].
    double deepest = 0.0;  ///< Maximum depth of all moments [m].
    int non_finite_bodies = 0;  ///< Maximum number of bodies left out at any moment.
};

/// Averages the reports. All fields are zero if there are no moments.
OverlapsOverRun over_moments(std::span<const scenes::OverlapReport> moments);

/// Returns the poses of all bodies ever created; destroyed ones are at the origin.
std::vector<scenes::WorldPose> read_poses(const Engine& engine, std::span<const scenes::RecordedBody> bodies);

/// Computes the speeds at which dynamic bodies move from one pose to the other within `time_step` [s]. Bodies
/// that are destroyed, not finite or missing in either list are left out.
Speeds measure_speeds(std::span<const scenes::RecordedBody> bodies, std::span<const scenes::WorldPose> before,
                      std::span<const scenes::WorldPose> after, double time_step);

/// Measures the final state of the scene except the speeds, which need a further step.
Outcome judge(const Engine& engine, std::span<const scenes::RecordedBody> bodies,
              std::span<const scenes::WorldPose> poses, scenes::BodyNumber watched);

}  // namespace bench
