#include <drystone/error.h>
#include <drystone/scene/text.h>

#include <fstream>
#include <sstream>

namespace drystone::scene {

Description read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text) {
        fail(std::string("cannot read ").append(path.string()));
    }
    return parse(text.view(), path.string());
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
