#pragma once

#include "micro/micro_cases.h"
#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench micro`: nanoseconds per geometric query beside Box2D v3's, on the same inputs in one
/// process.
namespace bench {

struct MicroOptions {
    std::string only{};      ///< Rows whose name holds this text; empty: all.
    int queries = 1000;      ///< Inputs of a row: enough that branches are not learnt by heart.
    int repeat = 5;          ///< Measurements of each row and library, interleaved; medians are shown.
    double seconds = 0.005;  ///< Least time of a measurement.
    std::vector<std::string> flags{};  ///< Passed on to Google Benchmark: "--benchmark_out=...".
};

struct MicroResult {
    MicroCase row;
    std::vector<double> drystone;  ///< [ns] per query, one for each measurement.
    std::vector<double> box2d3;    ///< Empty where this build has no Box2D v3.
    int disagreements = 0;         ///< Queries that the libraries answer differently.
};

/// Is Box2D v3 in this build?
bool has_box2d3_micro();

/// Runs a row in both libraries, without a clock, and counts the answers that differ by more than they may:
/// 1 mm, 1 % of a sweep, or any box of a tree. 0 where there is nothing to compare with.
int count_disagreements(const MicroCase& row);

/// Times of both libraries, and how many times ours that of Box2D v3 is.
Table micro_table(const std::vector<MicroResult>& results);
/// "drystone slower than box2d3 in 3 of 100 rows; at least twice as fast in 50"; empty without Box2D v3.
std::string micro_verdict(const std::vector<MicroResult>& results);

/// Runs all rows and prints the table. Throws `UsageError` where no row has the text in its name, or Google
/// Benchmark does not know a flag.
std::vector<MicroResult> micro(const MicroOptions& options, std::ostream& out);

}  // namespace bench
