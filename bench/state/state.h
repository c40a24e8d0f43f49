#pragma once

#include "engines/engine_list.h"
#include "report/table.h"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench state`: cost of saving and restoring the state of a world, in every engine that can.
namespace bench {

struct StateOptions {
    std::vector<std::string> scenes{"all"};
    std::vector<std::string> engines{};  ///< Empty: all of this build that save states.
    int steps = 100;                     ///< Steps before the state is saved.
    int bodies = 5000;                   ///< Bodies of the world of which 95 % sleeps.
    int repeat = 9;                      ///< Measurements of each value; the table shows medians.
    double seconds = 0.02;               ///< Minimum time of a measurement.
};

/// State of one scene in one engine. Times in milliseconds; medians.
struct StateResult {
    std::string scene;
    std::string engine;
    int bodies = 0;
    double save = 0.0;
    double restore = 0.0;
    std::optional<double> hash{};
    std::size_t bytes = 0;
    std::size_t new_bytes = 0;   ///< Part that a state of the step before does not have.
    std::size_t file_bytes = 0;  ///< 0: the engine has no save files.
    double save_file = 0.0;
    double load_file = 0.0;
};

/// One frame of a world of which 95 % sleeps, on the base of the frame before.
struct DeltaResult {
    std::string engine;
    double save = 0.0;          ///< [ms]
    std::size_t bytes = 0;      ///< Size of the whole frame.
    std::size_t own_bytes = 0;  ///< Part that the frame before does not have.
};

/// Rollback of eight frames of a game of 500 bodies: one restore, then eight steps, each saved.
struct RollbackResult {
    std::string engine;
    double state = 0.0;  ///< Time of restore and saves [ms].
    double steps = 0.0;  ///< Time of the steps [ms].
};

/// Cost of recording a scene. Times in milliseconds; medians.
struct RecordingResult {
    std::string scene;
    std::string engine;
    int bodies = 0;
    double step = 0.0;            ///< Step with the scene's calls before it, without a recorder.
    double ratio = 1.0;           ///< The same with a recorder, by the time without.
    double bytes_per_step = 0.0;  ///< Growth of the file.
    double keyframe = 0.0;        ///< Whole world in the file.
};

StateResult measure_state(const scenes::SceneInfo& scene, const EngineEntry& engine,
                          const StateOptions& options);
DeltaResult measure_delta(const EngineEntry& engine, const StateOptions& options);
RollbackResult measure_rollback(const EngineEntry& engine, const StateOptions& options);
/// Steps two worlds of the scene in turns, in which one and then the other is recorded to a file in the
/// working directory. Empty if the engine has no recordings.
std::optional<RecordingResult> measure_recording(const scenes::SceneInfo& scene, const EngineEntry& engine,
                                                 const StateOptions& options);

Table state_table(const std::vector<StateResult>& results);
Table recording_table(const std::vector<RecordingResult>& results);

/// Measures all and prints the tables. Throws `UsageError` for engines that save no states.
void state(const StateOptions& options, std::ostream& out);

}  // namespace bench
