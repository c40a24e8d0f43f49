#pragma once

#include "machine/machine.h"
#include "quality/quality_run.h"
#include "report/table.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench quality`: deviation of each engine from the laws of mechanics.
namespace bench {

/// Name of the engine that the verdicts compare the reference with.
inline constexpr const char* rival_engine = "box2d3";

struct QualityOptions {
    std::vector<std::string> engines;  ///< Empty: the reference and both Box2Ds, if built in.
    EngineOptions engine{};
    QualityTimes times{};
    std::string only;  ///< Rows whose name contains this; empty: all.
    std::string json;  ///< JSON file that everything is also written to; empty: none.
};

/// Row with the metrics of all engines, in their order.
struct QualityResult {
    std::string scene;
    QualityRow row;
    std::vector<Metric> metrics;
    Verdict verdict = Verdict::None;  ///< None if the reference or the rival did not run.

    /// Returns the name of scene and row: "pyramid of 20: sag of the top".
    [[nodiscard]] std::string name() const { return scene + ": " + row.name; }
};

struct Quality {
    Machine machine;
    QualityOptions options;
    std::vector<std::string> engines;
    std::vector<QualityResult> results;
};

/// Returns all scenes, in the order of the table.
std::vector<QualityScene> quality_scenes();

/// Returns a table with a line for every row: unit, ideal, the metrics with the reference's last, the
/// verdict.
Table quality_table(const Quality& quality);
/// Summarizes the verdicts: "drystone worse than box2d3 in 3 of 80 rows", or why there are none.
std::string quality_summary(const Quality& quality);
void write_json(std::ostream& out, const Quality& quality);

/// Plays all scenes that have a requested row in every engine and prints the table; its last line is the
/// summary. Throws `UsageError` before anything runs if the options cannot be met.
Quality quality(const QualityOptions& options, std::ostream& out);

}  // namespace bench
