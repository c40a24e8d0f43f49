#include "machine/machine.h"

#include "report/table.h"

#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace bench {
namespace {

std::string cpu_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown CPU";
}

std::string compiler_name() {
#if defined(__clang__)
    return std::string("clang ") + __clang_version__;
#else
    return std::string("g++ ") + __VERSION__;
#endif
}

std::string build_name() {
#ifdef DRYSTONE_BENCH_FLAGS
    return DRYSTONE_BENCH_FLAGS;
#else
    std::string text;
#ifdef __OPTIMIZE__
    text += "optimised";
#else
    text += "not optimised";
#endif
#ifndef NDEBUG
    text += ", assertions on";
#endif
#if defined(__AVX512F__)
    text += ", AVX-512";
#elif defined(__AVX2__)
    text += ", AVX2";
#endif
    return text;
#endif
}

std::string system_name() {
    utsname names{};
    if (uname(&names) != 0) {
        return "unknown system";
    }
    return std::string(names.sysname) + ' ' + names.release + ' ' + names.machine;
}

std::string utc_time() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, length};
}

}  // namespace

Machine describe_machine() {
    double load = 0.0;
    if (getloadavg(&load, 1) != 1) {
        load = 0.0;
    }
    return {.cpu = cpu_model(),
            .logical_cores = static_cast<int>(std::thread::hardware_concurrency()),
            .load = load,
            .system = system_name(),
            .compiler = compiler_name(),
            .build = build_name(),
            .time = utc_time()};
}

std::string summary_line(const Machine& machine) {
    return machine.cpu + ", " + std::to_string(machine.logical_cores) + " logical cores, load " +
           fixed(machine.load, 2) + "; " + machine.compiler + ", " + machine.build;
}

}  // namespace bench
