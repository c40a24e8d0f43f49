#include "options.h"

#include <CLI/CLI.hpp>

#include <string>

namespace viewer {
namespace {

void add_options(CLI::App& app, Options& options, std::vector<std::string>& overlays) {
    app.add_option("scene", options.scene,
                   "Name of a scene, as --list shows it, or a save file, recording or scene file")
        ->capture_default_str();
    app.add_flag("--list", options.list, "List all scenes and end; needs no display");
    CLI::Option* headless = app.add_flag(
        "--headless", options.headless,
        "Run without a window; pictures and films still need an X display, for example xvfb-run's");
    app.add_option("--steps", options.steps, "Headless: number of steps (default: the scene's own)")
        ->check(CLI::Range(0, 100000000))
        ->needs(headless);
    app.add_option("--shot", options.shot,
                   "Headless: write a picture after the last step; folders are created")
        ->needs(headless);
    app.add_option("--record", options.record, "Write a film (.mp4) with ffmpeg");
    app.add_option("--record-calls", options.calls,
                   "Headless: record all calls and steps for drystone-replay and the viewer (.recording)")
        ->needs(headless);
    app.add_option("--save", options.save, "Headless: save the world after the last step (.drystone)")
        ->needs(headless);
    app.add_option("--export", options.export_to,
                   "Headless: write the world as a scene file after the last step (.json)")
        ->needs(headless);
    CLI::Option* width = app.add_option("--width", options.width,
                                        "Of the picture (1280 x 720) or window (the screen's) [pixels]")
                             ->check(CLI::Range(160, 7680));
    CLI::Option* height =
        app.add_option("--height", options.height, "Likewise")->check(CLI::Range(120, 4320))->needs(width);
    width->needs(height);
    app.add_option("--sub-steps", options.rates.sub_steps, "Solver steps per step, instead of the scene's")
        ->check(CLI::Range(1, 1000));
    app.add_option("--hertz", options.rates.hertz, "Steps per second, instead of the scene's")
        ->check(CLI::Range(1.0, 100000.0));
    app.add_option("--overlays", overlays,
                   "Comma-separated: " + overlay_names() + "; none hides the shapes, plain the joints")
        ->delimiter(',');
    app.add_flag_callback(
        "--panel", [&options] { options.panel = true; }, "Show the control panel in pictures too");
    app.add_flag_callback(
        "--no-panel", [&options] { options.panel = false; }, "Show no control panel");
    app.add_flag("--paused", options.paused, "Begin paused");
    app.add_flag("--dark", options.dark, "Dark colours");
    app.add_option("--samples", options.samples, "Samples per pixel, for smooth edges")
        ->check(CLI::Range(0, 16))
        ->capture_default_str();
}

}  // namespace

std::optional<Options> read_options(int argc, char** argv, int& exit_status) {
    Options options;
    std::vector<std::string> overlays;
    CLI::App app("Drystone's scenes, in a window or as pictures and films.", "drystone-demo");
    add_options(app, options, overlays);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exit_status = app.exit(error);
        return std::nullopt;
    }
    if (!overlays.empty()) {
        options.overlays = parse_overlays(overlays);
    }
    return options;
}

}  // namespace viewer
