#include "command_line.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    try {
        return bench::run_command_line(argc, argv, std::cout, std::cerr);
    } catch (const std::exception& error) {
        std::cerr << "drystone-bench: " << error.what() << '\n';
    } catch (...) {
        std::cerr << "drystone-bench: ended by an unknown exception\n";
    }
    return 1;
}
