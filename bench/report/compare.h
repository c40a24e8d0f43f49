#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/run.h"

#include <scenes/scene.h>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench compare`: the same scenes in every engine, side by side.
namespace bench {

struct CompareOptions {
    std::vector<std::string> scenes{"all"};
    std::vector<std::string> engines;  ///< Empty: all built-in engines.
    EngineOptions engine{};
    int repeat = 3;
    int steps = 0;         ///< 0: the scene's number.
    double limit = 120.0;  ///< Maximum time of a run [s].
    bool stages = false;
    std::optional<std::uint64_t> shuffle{};  ///< Seed of the order in which bodies are created, if it is
                                             /// shuffled.
    std::string json;                        ///< Empty: no file.
};

/// All runs of one scene in one engine.
struct EngineResult {
    std::string name;
    std::vector<Run> runs;    ///< In the order of the rounds; the first has the outcome.
    int steps = 0;            ///< Steps that every run has done, timed or not.
    std::size_t counted = 0;  ///< Timed steps that every run has done, over which times are taken.
    double minimum = 0.0;     ///< Minimum of the runs' means [ms per step].
    double median = 0.0;
    /// Ratio to the reference engine's median, over the steps that both did; none if that engine did not run.
    std::optional<double> ratio;

    /// Returns the run with the smallest mean.
    [[nodiscard]] const Run& best() const;
};

struct SceneResult {
    const scenes::SceneInfo* scene = nullptr;
    int steps = 0;
    std::vector<EngineResult> engines;
};

/// Scenes with deeper overlaps in the reference engine than in a peer, by any margin, over the moments that
/// both ran to.
struct DeeperScenes {
    int compared = 0;  ///< Scenes with such moments.
    std::vector<std::string> mean;
    std::vector<std::string> worst;
    std::vector<std::string> deepest;
};

/// Comparison of a peer with the reference engine over all scenes: a ratio above one means that the peer is
/// slower.
struct Summary {
    std::string peer;
    double geometric_mean = 0.0;
    double smallest = 0.0;
    std::string min_scene;
    int scenes = 0;
    int below_aim = 0;  ///< Scenes with a ratio below `aimed_ratio`.
    DeeperScenes deeper{};
};

/// Target ratio of the reference engine to its peers in every scene.
inline constexpr double aimed_ratio = 2.5;

struct Comparison {
    Machine machine;
    CompareOptions options;
    std::vector<SceneResult> scenes;
    std::vector<Summary> summaries;
};

/// Returns the scenes with the given names; "all" stands for the scenes of the benchmark group. Throws
/// `UsageError` for an unknown name.
std::vector<const scenes::SceneInfo*> select_scenes(const std::vector<std::string>& names);

/// Runs everything, prints the tables as the scenes end, and writes the file. Throws `UsageError` before
/// anything runs if the options cannot be met.
Comparison compare(const CompareOptions& options, std::ostream& out);

/// Returns the mean time of each run's first `count` timed steps [ms per step].
std::vector<double> means(const std::vector<Run>& runs, std::size_t count);
std::vector<Summary> summarize(const std::vector<SceneResult>& scenes);

}  // namespace bench
