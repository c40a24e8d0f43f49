#pragma once

#include <cstdint>

namespace drystone {

/// Packs an epoch and the number of unclaimed items into one word, so that both change together.
inline std::uint64_t make_epoch_counter(std::uint32_t epoch, std::uint32_t unclaimed) {
    return std::uint64_t{epoch} << 32 | unclaimed;
}

inline std::uint32_t epoch_of(std::uint64_t counter) { return static_cast<std::uint32_t>(counter >> 32); }

inline std::uint32_t unclaimed_in(std::uint64_t counter) { return static_cast<std::uint32_t>(counter); }

}  // namespace drystone
