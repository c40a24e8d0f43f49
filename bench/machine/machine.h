#pragma once

#include <string>

namespace bench {

/// Where and with what a result was made.
struct Machine {
    std::string cpu;
    int logical_cores = 0;
    double load = 0.0;     ///< Of the last minute, before the runs: above zero, others were at work too.
    std::string system;    ///< Kernel and architecture.
    std::string compiler;  ///< Of the bench and of the engine built with it.
    std::string build;     ///< Flags where the build tells them, else what the compiler lets on.
    std::string time;      ///< UTC.
};

Machine describe_machine();

/// The machine, its load, the compiler and the flags, for the head of a report.
std::string summary_line(const Machine& machine);

}  // namespace bench
