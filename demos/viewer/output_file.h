#pragma once

#include <filesystem>

namespace viewer {

/// Makes the file's folder and makes sure that the file can be written, without changing one that exists.
/// Throws `UserError` with the reason otherwise.
void check_output_file(const std::filesystem::path& file);

}  // namespace viewer
