#pragma once

#include <chrono>
#include <string>

namespace viewer {

/// Progress of a long run, on the standard error stream: a bar that is redrawn on a terminal; elsewhere an
/// occasional line, once the run has taken two seconds.
class Progress {
public:
    Progress(std::string name, int total);
    void update(int done);
    /// Clears the bar and prints a summary. `step_milliseconds` is the time of the steps alone.
    void finish(int done, double step_milliseconds);

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] double seconds() const;

    std::string name_;
    int total_;
    bool terminal_;
    Clock::time_point start_;
    double next_report_;
};

}  // namespace viewer
