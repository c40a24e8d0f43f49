#include "app.h"
#include "headless.h"
#include "listing.h"
#include "options.h"

#include <cstdio>
#include <exception>

namespace {

int run(int argc, char** argv) {
    int exit_status = 0;
    const auto options = viewer::read_options(argc, argv, exit_status);
    if (!options) {
        return exit_status;
    }
    if (options->list) {
        viewer::list_scenes();
        return 0;
    }
    const scenes::SceneInfo& info = viewer::require_scene(options->scene);
    if (options->headless) {
        viewer::run_headless(info, *options);
    } else {
        viewer::run_window(info, *options);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "drystone-demo: %s\n", error.what());
    } catch (...) {
        std::fprintf(stderr, "drystone-demo: unknown error\n");
    }
    return 1;
}
