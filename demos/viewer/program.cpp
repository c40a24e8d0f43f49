#include "program.h"

#include "user_error.h"

#include <cstdio>
#include <exception>
#include <filesystem>

#if defined(__unix__) || defined(__APPLE__)
#include <spawn.h>

extern "C" char** environ;
#endif

namespace viewer {
namespace {

/// Returns the folder of this program, which `run_program` sets.
std::filesystem::path& program_folder() {
    static std::filesystem::path folder;
    return folder;
}

}  // namespace

int run_program(const char* name, int (*run)(int argc, char** argv), int argc, char** argv) {
    try {
        std::error_code error;
        const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
        program_folder() = error ? std::filesystem::path(argv[0]).parent_path() : self.parent_path();
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
    } catch (...) {
        std::fprintf(stderr, "%s: unknown error\n", name);
    }
    return 1;
}

void start_program(const std::string& name, const std::vector<std::string>& arguments) {
    const std::string path = (program_folder() / name).string();
#if defined(__unix__) || defined(__APPLE__)
    std::vector<std::string> words{path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    pid_t process = 0;
    if (posix_spawn(&process, path.c_str(), nullptr, nullptr, pointers.data(), environ) == 0) {
        return;
    }
#else
    static_cast<void>(arguments);
#endif
    throw UserError("Cannot start " + path + ".");
}

}  // namespace viewer
