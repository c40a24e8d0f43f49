#pragma once

#include "engine_list.h"
#include "outcome.h"

#include <scenes/scene.h>

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One scene, run once, in one engine.
struct Run {
    std::vector<double> step_times;  ///< [ms], of all steps but the first.
    std::vector<StageTime> stages;   ///< Means over the timed steps, if asked for.
    std::string version;
    std::string configuration;
    std::vector<std::string> notes;  ///< What the engine could not do of what the scene asks for.
    int dynamic_bodies = 0;          ///< Alive at the end.
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
/// work before it. The clock stands still while anything is read out, and during the one further step that
/// the outcome's speeds are measured over.
Run run_scene(const RunRequest& request);

}  // namespace bench
