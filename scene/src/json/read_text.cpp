#include "json/read_text_file.h"

#include <drystone/error.h>

#include <fstream>
#include <sstream>

namespace drystone::scene {

std::string read_text_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text) {
        fail(std::string("cannot read ").append(path.string()));
    }
    return text.str();
}

}  // namespace drystone::scene
