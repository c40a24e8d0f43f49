#pragma once

#include "overlays.h"

#include <viewer/model/simulation.h>

#include <optional>
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
    /// Size of the picture or window; 0: that of the screen, or of headless pictures 1280 x 720.
    unsigned width = 0;
    unsigned height = 0;
    RateOverrides rates;
    /// Unset: those that suit the scene.
    std::optional<Overlays> overlays;
    /// Unset: in windows, but not in headless pictures.
    std::optional<bool> panel;
    bool dark = false;
    /// Begins paused.
    bool paused = false;
    /// Samples per pixel.
    unsigned samples = 4;
};

/// Parses the command line. Returns no value if the program must end with `exit_status` (help, errors).
std::optional<Options> read_options(int argc, char** argv, int& exit_status);

}  // namespace viewer
