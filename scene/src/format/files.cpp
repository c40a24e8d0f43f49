#include "json/read_text.h"

#include <drystone/error.h>
#include <drystone/scene/text.h>

#include <fstream>

namespace drystone::scene {

Description read_file(const std::filesystem::path& path, std::uint64_t max_size) {
    return parse(read_text("scene::read_file", path, max_size), path.string());
}

void write_file(const std::filesystem::path& path, const Description& description) {
    const std::string text = format(description);
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
        fail(std::string("cannot write ").append(path.string()));
    }
}

}  // namespace drystone::scene
