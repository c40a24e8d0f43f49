#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/run.h"
#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench small`: time of a step of worlds of the size that games have.
namespace bench {

struct SmallOptions {
    std::vector<std::string> scenes;   ///< Names; empty: all.
    std::vector<std::string> engines;  ///< Empty: the reference and Box2D v3, if this build has it.
    EngineOptions engine{};
    int repeat = 5;  ///< Runs of each engine, interleaved.
    int steps = 0;   ///< 0: the scene's number.
};

/// Result of one scene in one engine.
struct SmallResult {
    std::string engine;
    std::vector<std::vector<double>> runs;  ///< Times of the timed steps of each run [ms].

    /// Returns the mean over all steps of the least time that any run took for the step [us]. Every run does
    /// the same work in the same step, so what another program added in one of them is left out.
    [[nodiscard]] double microseconds() const;
};

struct SmallRow {
    std::string scene;
    int bodies = 0;  ///< Dynamic bodies at the end.
    std::vector<SmallResult> engines;
};

struct Small {
    Machine machine;
    SmallOptions options;
    std::vector<SmallRow> rows;
};

/// Returns the engines with the given names; with no names, the reference and Box2D v3, if this build has it.
std::vector<EngineEntry> engines_of_small(const std::vector<std::string>& names);

/// Returns a table with a row for every scene, and the ratio of each engine's time to the reference's.
Table small_table(const std::vector<SmallRow>& rows);

/// Runs the scenes in all engines and prints the table. Throws `UsageError` for an unknown engine or scene.
Small small(const SmallOptions& options, std::ostream& out);

}  // namespace bench
