#pragma once

#include "engine_list.h"

#include <scenes/metrics.h>
#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// How a scene ended: what shows whether an engine did all of the work.
struct Outcome {
    scenes::WorldPose watched{};  ///< Of the scene's watched body.
    bool has_watched = false;
    /// Height of the lowest dynamic body [m]: what fell through the floor is seen here.
    double lowest = 0.0;
    int bodies = 0;  ///< Alive.
    int shapes = 0;
    int contacts = 0;                  ///< As the engine counts them.
    scenes::OverlapReport overlaps{};  ///< As the harness measures them.
};

/// One scene, run once, in one engine.
struct Run {
    std::vector<double> step_times;  ///< [ms], of all steps but the first.
    std::vector<StageTime> stages;   ///< Means over the timed steps, if asked for.
    std::string version;
    std::string configuration;
    std::vector<std::string> notes;  ///< What the engine could not do of what the scene asks for.
    Outcome outcome{};               ///< Where the last step left the bodies, if asked for.
};

struct RunRequest {
    const scenes::SceneInfo* scene = nullptr;
    const EngineEntry* engine = nullptr;
    EngineOptions options{};
    int steps = 0;       ///< At least two: the first is not timed.
    double limit = 0.0;  ///< The run ends early when its steps have taken this long [s]; 0: it does not.
    bool stages = false;
    bool outcome = false;
    std::function<void(int done)> progress;  ///< Called between steps, outside the clock; may be empty.
};

/// Makes a world, builds the scene, steps it and takes the time of each step together with the scene's own
/// work before it. The clock stands still while anything is read out.
Run run_scene(const RunRequest& request);

}  // namespace bench
