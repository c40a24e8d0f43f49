#pragma once

#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench roofline`: compares Drystone's step with the limits of the machine. Source of the model:
/// Williams, Waterman, Patterson, Roofline: An Insightful Visual Performance Model, 2009.
namespace bench {

struct RooflineOptions {
    std::vector<std::string> scenes{"all"};  ///< As in `CompareOptions`.
    int steps = 0;                           ///< Zero: the scene's number.
    double seconds = 0.3;                    ///< Duration of the measurement of each machine rate.
};

/// Size of a step's work: means over a run.
struct StepCounts {
    double bodies = 0.0;    ///< Awake bodies.
    double shapes = 0.0;    ///< Shapes of awake bodies.
    double contacts = 0.0;  ///< Contacts in the solver.
    int sub_steps = 4;
};

/// Minimum work of a step.
struct StepWork {
    double bytes = 0.0;       ///< Read and written by all passes over hot rows.
    double operations = 0.0;  ///< Additions, multiplications, comparisons, square roots.
    double footprint = 0.0;   ///< Bytes of the rows themselves: determines which cache they fit in.
};

/// Counts the work of a step. Every pass reads the rows of its contacts and of its bodies once, however often
/// a body is gathered, and writes back the rows it changes; contacts keep their normals. Work that varies
/// from step to step is left out: pairs that begin and end, candidates, recomputed faces, joints, sleep. The
/// result is therefore a lower bound.
StepWork count_work(const StepCounts& counts);

/// Peak rates of one core, see machine_rates.h.
struct MachineRates {
    double bandwidth = 0.0;   ///< For a stream as large as the footprint [bytes/s].
    double arithmetic = 0.0;  ///< [1/s]
};

struct RooflineRow {
    std::string scene;
    StepCounts counts{};
    StepWork work{};
    MachineRates rates{};
    double milliseconds = 0.0;  ///< Time of a step, the mean over the run.

    /// Minimum time of a step by memory bandwidth, and by arithmetic [ms].
    [[nodiscard]] double memory_floor() const { return 1e3 * work.bytes / rates.bandwidth; }
    [[nodiscard]] double arithmetic_floor() const { return 1e3 * work.operations / rates.arithmetic; }
    /// Returns the ratio of the step's time to the larger of both minimum times.
    [[nodiscard]] double distance() const;
};

Table roofline_table(const std::vector<RooflineRow>& rows);

/// Runs the scenes on one thread, measures the machine and prints the table. Throws `UsageError` for an
/// unknown scene.
std::vector<RooflineRow> roofline(const RooflineOptions& options, std::ostream& out);

}  // namespace bench
