#include <drystone/save_file.h>

#include "world/save/file.h"

#include <drystone/error.h>
#include <drystone/world.h>

#include <cstdio>
#include <string>
#include <vector>

namespace drystone {

namespace {

[[noreturn]] void fail_file(const char* function, const std::string& path, const char* what) {
    fail(std::string(function).append(": ").append(path).append(" ").append(what));
}

}  // namespace

void save_to_file(const World& world, const std::string& path, const SaveOptions& options) {
    const std::vector<std::byte> bytes = world.save(options);
    const std::string part = path + ".part";
    File file(std::fopen(part.c_str(), "wb"));
    if (!file) {
        fail_file("save_to_file", part, "cannot be opened");
    }
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0;
    file.reset();
    if (!written) {
        static_cast<void>(std::remove(part.c_str()));
        fail_file("save_to_file", part, "cannot be written");
    }
    // Where the new name must be free, as on Windows, the old file goes first.
    if (std::rename(part.c_str(), path.c_str()) != 0 &&
        (std::remove(path.c_str()) != 0 || std::rename(part.c_str(), path.c_str()) != 0)) {
        fail_file("save_to_file", path, "cannot be replaced");
    }
}

std::vector<std::byte> read_bytes(const char* function, const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        fail_file(function, path, "cannot be opened");
    }
    std::vector<std::byte> bytes;
    std::vector<std::byte> piece(std::size_t{1} << 16);
    for (std::size_t count = piece.size(); count == piece.size();) {
        count = std::fread(piece.data(), 1, piece.size(), file.get());
        bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
    }
    if (std::ferror(file.get()) != 0) {
        fail_file(function, path, "cannot be read");
    }
    return bytes;
}

World load_from_file(const std::string& path, const LoadOptions& options) {
    return World::load(read_bytes("load_from_file", path), options);
}

}  // namespace drystone
