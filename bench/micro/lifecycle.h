#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/table.h"

#include <array>
#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench lifecycle`: what it costs to make bodies and to destroy them.
namespace bench {

struct LifecycleOptions {
    std::vector<std::string> engines;  ///< None: all that are built in.
    EngineOptions engine{};
    int bodies = 10000;
    int repeat = 9;
};

/// What is timed, in this order; each is followed by a step, since engines put off work until then.
enum class LifecyclePhase : std::uint8_t {
    CreateInNewWorld,  ///< Arrays grow.
    DestroyAllOfNew,
    Create,  ///< The world is kept, here and from here on.
    DestroyHalf,
    CreateAgain,
    DestroyAll,
};
inline constexpr std::size_t lifecycle_phase_count = 6;
using LifecycleTimes =
    std::array<double, lifecycle_phase_count>;  ///< [ns] per body that is made or destroyed.

/// One run, or the medians of many.
struct LifecycleRun {
    LifecycleTimes calls{};
    LifecycleTimes steps{};  ///< Of the step that follows.
};

struct LifecycleResult {
    std::string engine;
    std::string version;
    std::vector<LifecycleRun> runs;
    LifecycleRun medians{};  ///< Of each time by itself.
};

/// How many of `bodies` bodies a phase makes or destroys.
int replaced_bodies(LifecyclePhase phase, int bodies);

/// The numbers from 0 to `count` - 1 in an order that is as good as random and the same every time.
std::vector<int> scattered_order(int count);

/// Boxes of 1 m stand on a grid of 2 m, so that none touch, without gravity. Half of them are destroyed in a
/// scattered order, which is the same for every engine, all in the order in which they were made.
LifecycleRun run_lifecycle_once(const EngineEntry& engine, const EngineOptions& options, int bodies);

LifecycleRun lifecycle_medians(const std::vector<LifecycleRun>& runs);

/// A row for every phase and for the step after it, and one for everything in the world that is kept.
Table lifecycle_table(const std::vector<LifecycleResult>& results);

/// Runs all engines in turn and prints the table.
/// Throws `UsageError` before anything runs where the options cannot be met.
std::vector<LifecycleResult> lifecycle(const LifecycleOptions& options, std::ostream& out);

}  // namespace bench
