#pragma once

#include <filesystem>
#include <string>

namespace drystone::scene {

/// Returns the content of a file. Throws `Error` if it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace drystone::scene
