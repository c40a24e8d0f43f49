#pragma once

#include "engines/engine_list.h"
#include "report/table.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench instructions`: instructions and cache misses of a step of small worlds, counted by
/// callgrind. Unlike times they do not depend on what else the machine does.
namespace bench {

struct InstructionsOptions {
    std::string only{};                  ///< Rows whose name contains this text; empty: all.
    std::vector<std::string> engines{};  ///< Empty: the reference and Box2D v3, if this build has it.
    bool markdown = false;               ///< Prints the table in Markdown.
    /// Steps the world of the row with exactly this name in the first engine, and prints nothing: what the
    /// command runs under callgrind.
    std::string play{};
};

/// World whose steps are counted.
struct CountedWorld {
    std::function<void()> before{};  ///< Called before each step, and not counted; may be empty.
    std::function<void()> step{};
};

struct InstructionsRow {
    std::string name;
    int first_steps = 60;  ///< Steps that are not counted.
    int steps = 60;        ///< Steps that are.
    /// Returns the world in an engine; none if the engine lacks something.
    std::function<std::optional<CountedWorld>(const EngineEntry& engine)> make;
};

std::vector<InstructionsRow> instructions_rows();

/// Means over the counted steps. The caches are of 32 kB and eight ways, the branch predictor is callgrind's.
struct CallgrindCounts {
    double instructions = 0.0;
    double instruction_misses = 0.0;  ///< Lines that the first cache of instructions did not hold.
    double data_misses = 0.0;         ///< Likewise, of data: reads and writes.
    double branch_misses = 0.0;       ///< Conditional and indirect branches.
};

struct InstructionsResult {
    std::string name;
    std::vector<std::optional<CallgrindCounts>> engines;
};

/// Reads the sums of a file of callgrind. None: it has no such sums.
std::optional<CallgrindCounts> read_callgrind(std::istream& file, int steps);

Table instructions_table(const std::vector<InstructionsResult>& results,
                         const std::vector<EngineEntry>& engines);

/// Counts all rows and prints the table. Throws `UsageError` if valgrind is missing, or no row has the name.
std::vector<InstructionsResult> instructions(const InstructionsOptions& options, std::ostream& out);

}  // namespace bench
