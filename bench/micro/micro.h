#pragma once

#include "micro/micro_cases.h"
#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench micro`: nanoseconds per geometric query, compared with Box2D v3 on the same inputs in one
/// process.
namespace bench {

struct MicroOptions {
    std::string only{};      ///< Rows whose name contains this text; empty: all.
    int queries = 1000;      ///< Inputs of a row: enough that the branch predictor cannot learn them.
    int repeat = 5;          ///< Measurements of each row and library, interleaved; the table shows medians.
    double seconds = 0.005;  ///< Minimum time of a measurement.
    std::vector<std::string> flags{};  ///< Passed on to Google Benchmark: "--benchmark_out=...".
};

struct MicroResult {
    MicroCase row;
    std::vector<double> drystone;  ///< [ns] per query, one for each measurement.
    std::vector<double> box2d3;    ///< Empty if this build does not have Box2D v3.
    int disagreements = 0;         ///< Queries to which the libraries give different answers.
};

/// Returns whether this build has Box2D v3.
bool has_box2d3_micro();

/// Runs a row in both libraries, untimed, and counts the answers that differ by more than the tolerance: 1
/// mm, 1 % of a sweep, any box of a tree. Returns 0 if there is nothing to compare with.
int count_disagreements(const MicroCase& row);

/// Returns a table with the times of both libraries, and the ratio of Drystone's to Box2D v3's.
Table micro_table(const std::vector<MicroResult>& results);
/// Summarizes the rows: "drystone slower than box2d3 in 3 of 100 rows; at least twice as fast in 50"; empty
/// without Box2D v3.
std::string micro_verdict(const std::vector<MicroResult>& results);

/// Runs all rows and prints the table. Throws `UsageError` if no row has the text in its name, or Google
/// Benchmark does not know a flag.
std::vector<MicroResult> micro(const MicroOptions& options, std::ostream& out);

}  // namespace bench
