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

/// `drystone-bench scaling`: how the time of a step grows with the number of bodies.
namespace bench {

struct ScalingOptions {
    std::string scene = "pyramids";
    std::vector<std::string> engines;  ///< None: all that are built in.
    std::vector<int> bodies{1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000};
    EngineOptions engine{};
    int repeat = 1;
    int steps = 0;        ///< 0: as the scene says.
    double limit = 10.0;  ///< Longest run [s].
    std::string output;   ///< Empty: no picture.
};

/// One size in one engine.
struct ScalingPoint {
    int bodies = 0;                  ///< Dynamic ones.
    std::vector<double> step_times;  ///< [ms], of at least one step; of the run with the least mean.
    bool stopped = false;            ///< At the limit, before all steps were done.

    /// Per step.
    [[nodiscard]] double milliseconds() const { return mean_of(step_times); }
    [[nodiscard]] double nanoseconds_per_body() const { return 1e6 * milliseconds() / bodies; }
};

struct ScalingCurve {
    std::string engine;
    std::string version;
    std::vector<ScalingPoint> points;  ///< By size, the same sizes for every engine.
};

struct Scaling {
    Machine machine;
    ScalingOptions options;
    std::vector<ScalingCurve> curves;
};

/// The scene of that name with about `bodies` bodies. Throws `UsageError` for an unknown name.
scenes::SceneInfo scaling_scene(const std::string& name, int bodies);

/// Mean time of `point` to that of `reference`, over the steps that both did.
double scaling_ratio(const ScalingPoint& point, const ScalingPoint& reference);

/// A row for every size: time per step and per body of each engine, and the ratio to the reference engine
/// where that ran. A time taken over fewer steps than asked for carries a star.
Table scaling_table(const std::vector<ScalingCurve>& curves);

/// Time per step over the number of bodies.
Plot scaling_plot(const Scaling& scaling);

/// Runs all sizes in all engines, prints the table and draws the picture.
/// Throws `UsageError` before anything runs where the options cannot be met, and `std::runtime_error` after
/// the table where the picture could not be drawn.
Scaling scaling(const ScalingOptions& options, std::ostream& out);

}  // namespace bench
