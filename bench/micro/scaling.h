#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/plot.h"
#include "report/statistics.h"
#include "report/table.h"

#include <scenes/scene.h>

#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench scaling`: time of a step as a function of the number of bodies.
namespace bench {

struct ScalingOptions {
    std::string scene = "pyramids";
    std::vector<std::string> engines;  ///< Empty: all built-in engines.
    std::vector<int> bodies{1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000};
    EngineOptions engine{};
    int repeat = 1;
    int steps = 0;        ///< 0: the scene's number.
    double limit = 10.0;  ///< Maximum time of a run [s].
    std::string output;   ///< Empty: no picture.
};

/// Result of one size in one engine.
struct ScalingPoint {
    int bodies = 0;                  ///< Dynamic bodies.
    std::vector<double> step_times;  ///< [ms], of at least one step; of the run with the smallest mean.
    bool stopped = false;            ///< By the limit, before all steps were done.

    /// Returns the mean time of a step [ms].
    [[nodiscard]] double milliseconds() const { return mean_of(step_times); }
    [[nodiscard]] double nanoseconds_per_body() const { return 1e6 * milliseconds() / bodies; }
};

struct ScalingCurve {
    std::string engine;
    std::string version;
    std::vector<ScalingPoint> points;  ///< Ordered by size; the same sizes for every engine.
};

struct Scaling {
    Machine machine;
    ScalingOptions options;
    std::vector<ScalingCurve> curves;
};

/// Returns the scene with that name, with about `bodies` bodies. Throws `UsageError` for an unknown name.
scenes::SceneInfo scaling_scene(const std::string& name, int bodies);

/// Returns the ratio of the mean time of `point` to that of `reference`, over the steps that both did.
double scaling_ratio(const ScalingPoint& point, const ScalingPoint& reference);

/// Returns a table with a row for every size: time per step and per body of each engine, and the ratio to the
/// reference engine if that ran. A time taken over fewer steps than requested is marked with a star.
Table scaling_table(const std::vector<ScalingCurve>& curves);

/// Returns a plot of the time per step over the number of bodies.
Plot scaling_plot(const Scaling& scaling);

/// Runs all sizes in all engines, prints the table and draws the picture. Throws `UsageError` before anything
/// runs if the options cannot be met, and `std::runtime_error` after the table if the picture could not be
/// drawn.
Scaling scaling(const ScalingOptions& options, std::ostream& out);

}  // namespace bench
