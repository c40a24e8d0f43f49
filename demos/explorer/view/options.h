#pragma once

#include "session.h"

#include <optional>
#include <string>

namespace explorer {

/// Settings of the command line.
struct Options {
    Question question;
    Shown shown;
    bool headless = false;
    std::string shot;
    /// Initial step; negative: counted from the end, so that -1 is the answer.
    int step = 0;
    std::string stage = "decided";
    float zoom = 1.0f;
    bool all = false;
    /// Key of a lesson; empty: two shapes.
    std::string lesson;
    /// Headless: files of all steps side by side, and of a film of them; empty: none.
    std::string row;
    std::string film;
    bool text = false;
    /// Size of the picture or window; 0: that of the screen, or of headless pictures 1280 x 720.
    unsigned width = 0;
    unsigned height = 0;
};

/// Parses the command line. Returns no value if the program must end with `exit_status` (help, errors).
std::optional<Options> read_options(int argc, char** argv, int& exit_status);
/// Makes the session for the options.
Session make_session(const Options& options);

}  // namespace explorer
