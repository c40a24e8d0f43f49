#pragma once

#include "json/place.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace drystone::scene {

/// Decompresses exactly `size` bytes of "zlib", "gzip" or "zstd". Throws `Error` at the place of the data if
/// there are others, and for a compression that this build does not have. Memory grows with what is there, up
/// to `size` bytes.
std::vector<std::uint8_t> unpack(const Place& data, std::span<const std::uint8_t> packed,
                                 std::string_view compression, std::size_t size);

}  // namespace drystone::scene
