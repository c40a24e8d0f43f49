#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace drystone {

/// Converts the content of a save file to another schema, see `Schema`: members are found by their names.
/// Those that are not in the file are zero, empty or absent, and those that only the file has are dropped.
/// Numbers may become wider. Throws `Error` for schemas and content that are damaged or cannot be converted;
/// the result is at most a fixed multiple of the content's size, plus 1 MB.
std::vector<std::byte> convert_content(std::span<const std::byte> content, std::string_view from,
                                       std::string_view to);

}  // namespace drystone
