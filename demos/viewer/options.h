#pragma once

#include "overlays.h"

#include <viewer/model/simulation.h>

#include <string>

namespace viewer {

/// Settings of the command line.
struct Options {
    /// Name of a scene, or path of a file to open.
    std::string scene = "pyramid";
    bool list = false;
    bool headless = false;
    /// Number of steps; negative: a number that suits the scene.
    int steps = -1;
    std::string shot;
    std::string record;
    /// Headless: files of calls, of the world and of the scene; empty: none.
    std::string calls;
    std::string save;
    std::string export_to;
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

/// Parses the command line. Returns no value if the program must end with `exit_status` (help, errors).
std::optional<Options> read_options(int argc, char** argv, int& exit_status);

}  // namespace viewer
