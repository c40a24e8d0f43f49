#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace drystone::scene {

/// Size up to which texts are read [bytes].
inline constexpr std::uint64_t largest_text_file = std::uint64_t{64} << 20;

/// Returns the content of a regular file. Throws `Error` if it cannot be read, or has more than `max_size`
/// bytes. \param function  name of the function that the user called, for errors
std::string read_text(const char* function, const std::filesystem::path& path, std::uint64_t max_size);

}  // namespace drystone::scene
