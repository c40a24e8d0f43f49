#include <drystone/save_file.h>

#include "core/called_function.h"
#include "world/save/file.h"

#include <drystone/detail/read_bytes.h>
#include <drystone/world.h>

#include <cstdio>
#include <string>
#include <vector>

namespace drystone {

using detail::fail_file;

void save_to_file(const World& world, const std::string& path, const SaveOptions& options) {
    const std::vector<std::byte> bytes = in_name_of("save_to_file", [&] { return world.save(options); });
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

World load_from_file(const std::string& path, const LoadOptions& options) {
    const std::vector<std::byte> bytes = detail::read_bytes("load_from_file", path, options.max_file_size);
    return in_name_of("load_from_file", [&] { return World::load(bytes, options); });
}

}  // namespace drystone
