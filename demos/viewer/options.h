#pragma once

#include "overlays.h"
#include "simulation.h"

#include <string>

namespace viewer {

/// What the command line asks for.
struct Options {
    std::string scene = "pyramid";
    bool list = false;
    bool headless = false;
    /// Negative: as many as suit the scene.
    int steps = -1;
    std::string shot;
    std::string record;
    unsigned width = 1280;
    unsigned height = 720;
    RateOverrides rates;
    Overlays overlays;
    /// Unset: in windows, but not in headless pictures.
    std::optional<bool> panel;
    bool dark = false;
    /// Samples per pixel.
    unsigned samples = 4;
};

/// Reads the command line. Without a value, the program is to end with `exit_status` (help, errors).
std::optional<Options> read_options(int argc, char** argv, int& exit_status);

}  // namespace viewer
