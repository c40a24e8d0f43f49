#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace drystone
