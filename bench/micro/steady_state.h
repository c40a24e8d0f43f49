#pragma once

#include "machine/machine.h"
#include "micro/steady_state_cases.h"
#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench everyday`: what games do all the time beside stepping full scenes, beside Box2D v3.
namespace bench {

struct EverydayOptions {
    std::string only{};  ///< Rows whose name holds this text; empty: all.
    EverydaySize size{};
    int repeat = 9;         ///< Measurements of each row and engine, in turn; medians are shown.
    double seconds = 0.02;  ///< Least time of a measurement.
    std::string json{};     ///< Empty: no file.
};

struct EverydayResult {
    EverydayTask task = EverydayTask::RayStatic;
    std::vector<double> drystone;  ///< [ns] per operation, one for each measurement.
    std::vector<double> box2d3;    ///< Empty where this build has no Box2D v3.
    double drystone_answer = 0.0;
    double box2d3_answer = 0.0;
};

/// Every task once in either engine, timed as the options say.
EverydayResult measure_everyday(EverydayTask task, const EverydayOptions& options);

/// Times of both engines, and how many times ours that of Box2D v3 is.
Table everyday_table(const std::vector<EverydayResult>& results);
/// "drystone slower than box2d3 in 3 of 19 rows"; empty without Box2D v3.
std::string everyday_verdict(const std::vector<EverydayResult>& results);
void write_everyday_json(std::ostream& out, const Machine& machine,
                         const std::vector<EverydayResult>& results);

/// Runs all rows and prints the table. Throws `UsageError` where no row has the text in its name, or the file
/// cannot be written to.
std::vector<EverydayResult> everyday(const EverydayOptions& options, std::ostream& out);

}  // namespace bench
