#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace drystone {

/// Writes an unsigned number at a place of the bytes, in little-endian order.
template <class Number>
void store_number(std::span<std::byte> bytes, std::size_t at, Number value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
        bytes[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
}

/// Reads an unsigned number that is at a place of the bytes in little-endian order.
template <class Number>
Number load_number(std::span<const std::byte> bytes, std::size_t at) {
    Number value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value |= static_cast<Number>(static_cast<Number>(bytes[at + i]) << (8 * i));
    }
    return value;
}

/// Reads eight bytes as a number in little-endian order.
inline std::uint64_t load_word(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) {
        word = load_number<std::uint64_t>(std::span(bytes, sizeof word), 0);
    }
    return word;
}

}  // namespace drystone
