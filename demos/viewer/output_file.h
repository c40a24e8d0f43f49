#pragma once

#include <filesystem>

namespace viewer {

/// Creates the file's folder and checks that the file can be written, without changing an existing one.
/// Throws `UserError` with the reason otherwise.
void check_output_file(const std::filesystem::path& file);

}  // namespace viewer
