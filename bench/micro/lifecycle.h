#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/table.h"

#include <array>
#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench lifecycle`: the cost of creating and destroying bodies.
namespace bench {

struct LifecycleOptions {
    std::vector<std::string> engines;  ///< Empty: all built-in engines.
    EngineOptions engine{};
    int bodies = 10000;
    int repeat = 9;
};

/// Timed phases, in this order. Each is followed by a step, since engines defer work to it.
enum class LifecyclePhase : std::uint8_t {
    CreateInNewWorld,  ///< Arrays grow.
    DestroyAllOfNew,
    Create,  ///< The world is reused, from here on.
    DestroyHalf,
    CreateAgain,
    DestroyAll,
};
inline constexpr std::size_t lifecycle_phase_count = 6;
using LifecycleTimes =
    std::array<double, lifecycle_phase_count>;  ///< Time per body created or destroyed [ns].

/// One run, or the medians of several.
struct LifecycleRun {
    LifecycleTimes calls{};
    LifecycleTimes steps{};  ///< Times of the step after each phase.
};

struct LifecycleResult {
    std::string engine;
    std::string version;
    std::vector<LifecycleRun> runs;
    LifecycleRun medians{};  ///< Median of each time separately.
};

/// Returns how many of `bodies` bodies a phase creates or destroys.
int replaced_bodies(LifecyclePhase phase, int bodies);

/// Returns the numbers from 0 to `count` - 1 in a pseudo-random order that is the same every time.
std::vector<int> scattered_order(int count);

/// Measures an engine. Boxes of 1 m stand on a grid of 2 m, so that none touch, without gravity. Half of them
/// are destroyed in a scattered order, which is the same for every engine; all are destroyed in order of
/// creation.
LifecycleRun run_lifecycle_once(const EngineEntry& engine, const EngineOptions& options, int bodies);

LifecycleRun lifecycle_medians(const std::vector<LifecycleRun>& runs);

/// Returns a table with a row for every phase and for the step after it, and one for a whole cycle in the
/// reused world.
Table lifecycle_table(const std::vector<LifecycleResult>& results);

/// Runs all engines in turn and prints the table.
/// Throws `UsageError` before anything runs if the options cannot be met.
std::vector<LifecycleResult> lifecycle(const LifecycleOptions& options, std::ostream& out);

}  // namespace bench
