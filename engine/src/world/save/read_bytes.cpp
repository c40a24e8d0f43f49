#include <drystone/detail/read_bytes.h>

#include "world/save/file.h"

#include <drystone/error.h>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#else
#include <filesystem>
#endif

namespace drystone::detail {
namespace {

/// Size and kind of a file.
struct FileStatus {
    bool is_there = false;
    bool is_regular = false;
    std::uint64_t size = 0;
};

#if defined(__unix__) || defined(__APPLE__)

FileStatus status_of(int result, const struct stat& status) {
    return {result == 0, result == 0 && S_ISREG(status.st_mode), static_cast<std::uint64_t>(status.st_size)};
}

FileStatus find_status(const std::string& path) {
    struct stat status {};
    const int result = ::stat(path.c_str(), &status);
    return status_of(result, status);
}

/// Opens a file without waiting for a writer, as one would at a pipe.
File open_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    std::FILE* const stream = file < 0 ? nullptr : fdopen(file, "rb");
    if (file >= 0 && stream == nullptr) {
        ::close(file);
    }
    return File(stream);
}

/// Returns the status of what was opened: the file at the path may have been replaced since it was looked at.
FileStatus find_status(const File& file, const std::string& /*path*/) {
    struct stat status {};
    const int result = fstat(fileno(file.get()), &status);
    return status_of(result, status);
}

#else

FileStatus find_status(const std::string& path) {
    std::error_code error;
    FileStatus status;
    status.is_regular = std::filesystem::is_regular_file(path, error);
    status.is_there = !error && std::filesystem::exists(path, error);
    status.size = status.is_regular ? std::filesystem::file_size(path, error) : 0;
    status.is_there = status.is_there && !error;
    return status;
}
File open_file(const std::string& path) { return File(std::fopen(path.c_str(), "rb")); }
FileStatus find_status(const File& /*file*/, const std::string& path) { return find_status(path); }

#endif

void check_status(const char* function, const std::string& path, const FileStatus& status,
                  std::uint64_t max_size) {
    if (!status.is_there) {
        fail_file(function, path, "cannot be opened");
    }
    if (!status.is_regular) {
        fail_file(function, path, "is no regular file");
    }
    if (status.size > max_size || status.size > SIZE_MAX) {
        const std::string what = std::string("must be of at most ")
                                     .append(std::to_string(max_size))
                                     .append(" bytes, got ")
                                     .append(std::to_string(status.size));
        fail_file(function, path, what.c_str());
    }
}

}  // namespace

void fail_file(const char* function, const std::string& path, const char* what) {
    fail(std::string(function).append(": ").append(path).append(" ").append(what));
}

std::vector<std::byte> read_bytes(const char* function, const std::string& path, std::uint64_t max_size) {
    // Looked at before it is opened, since opening some devices has effects.
    check_status(function, path, find_status(path), max_size);
    const File file = open_file(path);
    if (!file) {
        fail_file(function, path, "cannot be opened");
    }
    const FileStatus status = find_status(file, path);
    check_status(function, path, status, max_size);
    std::vector<std::byte> bytes(static_cast<std::size_t>(status.size));
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
    if (std::ferror(file.get()) != 0) {
        fail_file(function, path, "cannot be read");
    }
    // Files of /proc say that they are empty, and may have no end.
    if (status.size == 0 && std::fgetc(file.get()) != EOF) {
        fail_file(function, path, "is no regular file: its size is unknown");
    }
    if (std::ferror(file.get()) != 0) {
        fail_file(function, path, "cannot be read");
    }
    return bytes;
}

}  // namespace drystone::detail
