#include "output_file.h"

#include "user_error.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace viewer {

void check_output_file(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        throw UserError("Cannot write " + file.string() + ": it is a folder.");
    }
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            throw UserError("Cannot create the folder " + file.parent_path().string() + ": " +
                            error.message() + ".");
        }
    }
    const bool existed = std::filesystem::exists(file, error);
    errno = 0;
    const bool writable = std::ofstream(file, std::ios::app).good();
    const int reason = errno;
    if (!existed) {
        std::filesystem::remove(file, error);
    }
    if (!writable) {
        throw UserError("Cannot write " + file.string() + ": " + std::strerror(reason) + ".");
    }
}

}  // namespace viewer
