#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

namespace viewer {

Progress::Progress(std::string name, int total)
    : name_(std::move(name)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_report_(terminal_ ? 0.1 : 2.0) {}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::update(int done) {
    const double elapsed = seconds();
    if (elapsed < next_report_ || total_ <= 0) {
        return;
    }
    next_report_ = elapsed + (terminal_ ? 0.05 : 5.0);
    const double part = static_cast<double>(done) / total_;
    const double left = done > 0 ? elapsed * (1.0 - part) / part : 0.0;
    if (!terminal_) {
        std::fprintf(stderr, "%s: %d of %d steps, about %.0f s left\n", name_.c_str(), done, total_, left);
        return;
    }
    constexpr int width = 32;
    const int filled = static_cast<int>(part * width);
    std::string bar(static_cast<std::size_t>(filled), '#');
    bar.resize(width, '-');
    std::fprintf(stderr, "\r%s [%s] %3.0f %%  %d/%d  %.0f s left \033[K", name_.c_str(), bar.c_str(),
                 100.0 * part, done, total_, left);
    std::fflush(stderr);
}

void Progress::finish(int done, double step_milliseconds) {
    const double mean = done > 0 ? step_milliseconds / done : 0.0;
    std::fprintf(stderr, "%s%s: %d steps in %.2f s, %.3f ms/step\n", terminal_ ? "\r\033[K" : "",
                 name_.c_str(), done, seconds(), mean);
}

}  // namespace viewer
