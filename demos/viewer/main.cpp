#include "app.h"
#include "headless.h"
#include "listing.h"
#include "options.h"
#include "program.h"

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
    if (options->headless) {
        viewer::run_headless(*options);
    } else {
        viewer::run_window(*options);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) { return viewer::run_program("drystone-demo", run, argc, argv); }
