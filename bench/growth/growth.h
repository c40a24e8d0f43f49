#pragma once

#include "growth/growth_rows.h"
#include "machine/machine.h"
#include "report/table.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench growth`: how time and memory grow with each count of a world.
namespace bench {

struct GrowthOptions {
    std::string only{};     ///< Rows whose name contains this text; empty: all.
    int doublings = 3;      ///< Counts of a row after the first one.
    int repeat = 3;         ///< Runs of each count; the minimum counts.
    double limit = 2.0;     ///< Longest run [s]: a row ends with the first count that takes longer.
    bool markdown = false;  ///< Prints the table in Markdown.
    std::string json{};     ///< Empty: no file.
};

/// Minimum of several runs with one count.
struct GrowthPoint {
    int count = 0;
    double seconds = 0.0;
    double bytes = 0.0;
};

struct GrowthResult {
    std::string name;
    std::string reason;
    std::vector<GrowthPoint> points;  ///< By count.
};

/// Largest exponent that needs no reason: N log N has less over three doublings, with room for the noise of a
/// busy machine.
inline constexpr double largest_exponent = 1.2;

/// Return the slope of the logarithm over that of the count: least squares of the last four counts. Counts
/// that take less than the clock can tell are left out. None: fewer than two are left.
std::optional<double> time_exponent(const GrowthResult& result);
std::optional<double> memory_exponent(const GrowthResult& result);

/// Returns whether time or memory grow too fast.
bool exceeds(const GrowthResult& result);
/// Returns whether they do and no reason is known.
bool is_fault(const GrowthResult& result);

/// Runs a row.
GrowthResult measure_growth(const GrowthRow& row, const GrowthOptions& options);

Table growth_table(const std::vector<GrowthResult>& results);
void write_growth_json(std::ostream& out, const Machine& machine, const std::vector<GrowthResult>& results);

/// Runs all rows and prints the table. Throws `UsageError` if no row has the text in its name, or the file
/// cannot be written to.
std::vector<GrowthResult> growth(const GrowthOptions& options, std::ostream& out);

}  // namespace bench
