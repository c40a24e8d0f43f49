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

/// Steps from one reading of the overlaps to the next. A prime number, so that readings do not fall into step
/// with what a scene does at intervals of its own.
inline constexpr int steps_between_moments = 23;

/// One scene, run once, in one engine.
struct Run {
    int steps = 0;                   ///< Done, timed or not.
    std::vector<double> step_times;  ///< Of the timed steps [ms].
    std::vector<StageTime> stages;   ///< Means over the timed steps, if asked for.
    std::string version;
    std::string configuration;
    std::vector<std::string> notes;  ///< What the engine could not do of what the scene asks for.
    int dynamic_bodies = 0;          ///< Alive at the end.
    Outcome outcome{};               ///< Where the last step left the bodies, if asked for.
    /// Where every `steps_between_moments`-th step left them, if the outcome is asked for.
    std::vector<scenes::OverlapReport> moments;
};

struct RunRequest {
    const scenes::SceneInfo* scene = nullptr;
    const EngineEntry* engine = nullptr;
    EngineOptions options{};
    int steps = 0;       ///< At least two: the first is not timed.
    double limit = 0.0;  ///< The run ends early when its steps have taken this long [s]; 0: it does not.
    std::optional<std::uint64_t> shuffle{};  ///< Bodies are created in an order shuffled with this seed.
    bool stages = false;
    bool outcome = false;
    std::function<void(int done)> progress;  ///< Called between steps, outside the clock; may be empty.
};

/// Makes a world, builds the scene, steps it and takes the time of each step together with the scene's own
/// work before it. The clock stands still while anything is read out, and during the one further step that
/// the outcome's speeds are measured over.
///
/// Overlaps are read over the whole run, as the last step's are but one moment's accident where bodies
/// tumble. A reading leaves nothing of the world in the caches. So the step after it is not timed, which is
/// one in `steps_between_moments`; nor is it in runs without readings, so that all are timed over the same
/// steps.
Run run_scene(const RunRequest& request);

}  // namespace bench
