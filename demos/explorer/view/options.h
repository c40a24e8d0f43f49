#pragma once

#include "session.h"

#include <optional>
#include <string>

namespace explorer {

/// What the command line asks for.
struct Options {
    Question question;
    Shown shown;
    bool headless = false;
    std::string shot;
    /// The step to begin with; negative: counted from the end, so that -1 is the answer.
    int step = 0;
    std::string stage = "decided";
    float zoom = 1.0f;
    bool all = false;
    bool text = false;
    unsigned width = 1280;
    unsigned height = 720;
};

/// Reads the command line. Without a value, the program is to end with `exit_status` (help, errors).
std::optional<Options> read_options(int argc, char** argv, int& exit_status);
/// The session that the options ask for.
Session make_session(const Options& options);

}  // namespace explorer
