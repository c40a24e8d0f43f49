#pragma once

#include "machine/machine.h"
#include "quality/quality_run.h"
#include "report/table.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench quality`: how near to the laws of mechanics each engine comes.
namespace bench {

/// The peer that the verdicts are about.
inline constexpr const char* rival_engine = "box2d3";

struct QualityOptions {
    std::vector<std::string> engines;  ///< None: the reference and both Box2Ds, as far as built in.
    EngineOptions engine{};
    std::string only;  ///< Rows whose name holds this; empty: all.
    std::string json;  ///< Also write everything to this file; empty: do not.
};

/// A row with the figures of all engines, in their order.
struct QualityResult {
    std::string scene;
    QualityRow row;
    std::vector<Metric> metrics;
    Verdict verdict = Verdict::None;  ///< None where the reference or the rival is not there.

    /// "pyramid of 20: sag of the top"
    [[nodiscard]] std::string name() const { return scene + ": " + row.name; }
};

struct Quality {
    Machine machine;
    QualityOptions options;
    std::vector<std::string> engines;
    std::vector<QualityResult> results;
};

/// Every scene, in the order of the table.
std::vector<QualityScene> quality_scenes();

/// A line for every row: unit, ideal, the figures with the reference's last, the verdict.
Table quality_table(const Quality& quality);
/// "drystone worse than box2d3 in 3 of 80 rows", or why there are no verdicts.
std::string quality_summary(const Quality& quality);
void write_json(std::ostream& out, const Quality& quality);

/// Plays all scenes that have a wanted row in every engine and prints the table; its last line is the
/// summary. Throws `UsageError` before anything runs where the options cannot be met.
Quality quality(const QualityOptions& options, std::ostream& out);

}  // namespace bench
