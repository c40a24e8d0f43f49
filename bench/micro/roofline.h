#pragma once

#include "report/table.h"

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench roofline`: how far Drystone's step is from what the machine allows at all. Source of the
/// model: Williams, Waterman, Patterson, Roofline: An Insightful Visual Performance Model, 2009.
namespace bench {

struct RooflineOptions {
    std::vector<std::string> scenes{"all"};  ///< As of `CompareOptions`.
    int steps = 0;                           ///< Zero: as many as the scene says.
    double seconds = 0.3;                    ///< For each rate of the machine.
};

/// How much there is to do in a step, by the mean over a run.
struct StepCounts {
    double bodies = 0.0;    ///< Awake.
    double shapes = 0.0;    ///< Of awake bodies.
    double contacts = 0.0;  ///< That the solver works on.
    int sub_steps = 4;
};

/// What a step cannot do without.
struct StepWork {
    double bytes = 0.0;       ///< Read and written by all passes over hot rows.
    double operations = 0.0;  ///< Additions, multiplications, comparisons, square roots.
    double footprint = 0.0;   ///< Bytes of the rows themselves: tells which cache they come from.
};

/// Every pass of a step reads the rows of its contacts and of its bodies once, however often a body is
/// gathered, and writes back what it changes; contacts keep their normals. What depends on a step's fortune
/// is left out: pairs that begin and end, candidates, faces found again, joints, sleep. So it is a lower
/// bound.
StepWork count_work(const StepCounts& counts);

/// What one core can do, see machine_rates.h.
struct MachineRates {
    double bandwidth = 0.0;   ///< Of a stream as large as the footprint [bytes/s].
    double arithmetic = 0.0;  ///< [1/s]
};

struct RooflineRow {
    std::string scene;
    StepCounts counts{};
    StepWork work{};
    MachineRates rates{};
    double milliseconds = 0.0;  ///< Of a step, the mean over the run.

    /// The least time of a step that the memory allows [ms], and that arithmetic does.
    [[nodiscard]] double memory_floor() const { return 1e3 * work.bytes / rates.bandwidth; }
    [[nodiscard]] double arithmetic_floor() const { return 1e3 * work.operations / rates.arithmetic; }
    /// How many times the greater of both the step takes.
    [[nodiscard]] double distance() const;
};

Table roofline_table(const std::vector<RooflineRow>& rows);

/// Runs the scenes on one thread, measures the machine and prints the table. Throws `UsageError` for an
/// unknown scene.
std::vector<RooflineRow> roofline(const RooflineOptions& options, std::ostream& out);

}  // namespace bench
