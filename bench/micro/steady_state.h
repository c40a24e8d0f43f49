#pragma once

#include "machine/machine.h"
#include "micro/steady_state_cases.h"
#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench steady_state`: frequent tasks of games other than steps of full scenes, compared with
/// Box2D v3.
namespace bench {

struct SteadyStateOptions {
    std::string only{};  ///< Rows whose name contains this text; empty: all.
    SteadyStateSize size{};
    int repeat = 9;         ///< Measurements of each row and engine, interleaved; the table shows medians.
    double seconds = 0.02;  ///< Minimum time of a measurement.
    std::string json{};     ///< Empty: no file.
};

struct SteadyStateResult {
    SteadyStateTask task = SteadyStateTask::RayStatic;
    std::vector<double> drystone;  ///< [ns] per operation, one for each measurement.
    std::vector<double> box2d3;    ///< Empty if this build does not have Box2D v3.
    double drystone_answer = 0.0;
    double box2d3_answer = 0.0;
};

/// Measures a task in both engines, as the options say.
SteadyStateResult measure_steady_state(SteadyStateTask task, const SteadyStateOptions& options);

/// Returns a table with the times of both engines, and the ratio of Drystone's to Box2D v3's.
Table steady_state_table(const std::vector<SteadyStateResult>& results);
/// Summarizes the rows: "drystone slower than box2d3 in 3 of 19 rows"; empty without Box2D v3.
std::string steady_state_verdict(const std::vector<SteadyStateResult>& results);
void write_steady_state_json(std::ostream& out, const Machine& machine,
                             const std::vector<SteadyStateResult>& results);

/// Runs all rows and prints the table. Throws `UsageError` if no row has the text in its name, or the file
/// cannot be written to.
std::vector<SteadyStateResult> steady_state(const SteadyStateOptions& options, std::ostream& out);

}  // namespace bench
