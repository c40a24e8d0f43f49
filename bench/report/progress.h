#pragma once

#include <chrono>
#include <string>

namespace bench {

/// Progress line on the standard error stream that is overwritten if that is a terminal; silent elsewhere.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows the progress. Cheap enough to be called after every step: writes at most ten times a second.
    void show(const std::string& label, int done, int total);
    void clear();

private:
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_{};
};

}  // namespace bench
