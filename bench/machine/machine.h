#pragma once

#include <string>

namespace bench {

/// Machine and build with which a result was made.
struct Machine {
    std::string cpu;
    int logical_cores = 0;
    double load = 0.0;     ///< Load average of the last minute before the runs: above zero, other processes
                           /// were running.
    std::string system;    ///< Kernel and architecture.
    std::string compiler;  ///< Compiler of the bench and of the engine built with it.
    std::string build;     ///< Flags if the build defines them, else what the compiler's macros reveal.
    std::string time;      ///< UTC.
};

Machine describe_machine();

/// Returns the machine, its load, the compiler and the flags, for the head of a report.
std::string summary_line(const Machine& machine);

}  // namespace bench
