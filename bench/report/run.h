#pragma once

#include "engines/engine_list.h"
#include "report/outcome.h"

#include <scenes/scene.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// Steps from one measurement of the overlaps to the next. A prime number, so that measurements do not
/// coincide with periods of the scene.
inline constexpr int steps_between_moments = 23;

/// Result of one run of a scene in one engine.
struct Run {
    int steps = 0;                   ///< Steps done, timed or not.
    std::vector<double> step_times;  ///< Times of the timed steps [ms].
    std::vector<StageTime> stages;   ///< Means over the timed steps, if requested.
    std::string version;
    std::string configuration;
    std::vector<std::string> notes;  ///< Features of the scene that the engine lacks.
    int dynamic_bodies = 0;          ///< Alive at the end.
    Outcome outcome{};               ///< State after the last step, if requested.
    /// Overlaps after every `steps_between_moments`-th step, if the outcome is requested.
    std::vector<scenes::OverlapReport> moments;
};

struct RunRequest {
    const scenes::SceneInfo* scene = nullptr;
    const EngineEntry* engine = nullptr;
    EngineOptions options{};
    int steps = 0;       ///< At least two: the first is not timed.
    double limit = 0.0;  ///< The run ends early when its steps have taken this long [s]; 0: no limit.
    std::optional<std::uint64_t> shuffle{};  ///< Seed of the order in which bodies are created, if it is
                                             /// shuffled.
    bool stages = false;
    bool outcome = false;
    std::function<void(int done)> progress;  ///< Called between steps, untimed; may be empty.
};

/// Creates a world, builds the scene, steps it and times each step together with the scene's own work before
/// it. Measurements are not timed, nor is the one further step over which the outcome's speeds are measured.
///
/// Overlaps are measured over the whole run, since those of the last step vary by chance if bodies tumble. A
/// measurement evicts the world from the caches. The step after it is therefore not timed, which is one in
/// `steps_between_moments`. This also holds for runs without measurements, so that all are timed over the
/// same steps.
Run run_scene(const RunRequest& request);

}  // namespace bench
