#include "app.h"
#include "options.h"
#include "pictures.h"
#include "program.h"

namespace {

int run(int argc, char** argv) {
    int exit_status = 0;
    const auto options = explorer::read_options(argc, argv, exit_status);
    if (!options) {
        return exit_status;
    }
    if (options->headless) {
        explorer::run_headless(*options);
    } else {
        explorer::run_window(*options);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) { return viewer::run_program("drystone-explorer", run, argc, argv); }
