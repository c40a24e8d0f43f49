#pragma once

#include "engines/engine.h"

#include <scenes/metrics.h>
#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// How a scene ended: what shows whether an engine did all of the work.
namespace bench {

/// How fast dynamic bodies still are [m/s].
struct Speeds {
    double greatest = 0.0;
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

/// Where every body is that was ever made; those destroyed stand at the origin.
std::vector<scenes::WorldPose> read_poses(const Engine& engine, std::span<const scenes::RecordedBody> bodies);

/// The speeds that take dynamic bodies from one pose to the other within `time_step` [s]. Bodies that are
/// destroyed, not finite or missing in either list are left out.
Speeds measure_speeds(std::span<const scenes::RecordedBody> bodies, std::span<const scenes::WorldPose> before,
                      std::span<const scenes::WorldPose> after, double time_step);

/// Everything but the speeds, which need a further step.
Outcome judge(const Engine& engine, std::span<const scenes::RecordedBody> bodies,
              std::span<const scenes::WorldPose> poses, scenes::BodyNumber watched);

}  // namespace bench
