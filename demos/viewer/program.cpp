#include "program.h"

#include <cstdio>
#include <exception>

namespace viewer {

int run_program(const char* name, int (*run)(int argc, char** argv), int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
    } catch (...) {
        std::fprintf(stderr, "%s: unknown error\n", name);
    }
    return 1;
}

}  // namespace viewer
