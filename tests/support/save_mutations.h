#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace drystone::test {

/// Offsets in the header of a save file.
inline constexpr std::size_t save_schema_size_at = 12;
inline constexpr std::size_t save_size_at = 16;
inline constexpr std::size_t save_checksum_at = 24;
inline constexpr std::size_t save_header_size = 32;

/// Reads a little-endian number of up to eight bytes; those beyond the end count as 0.
inline std::uint64_t number_at(const std::vector<std::byte>& bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    if (std::endian::native == std::endian::little && size == sizeof value && bytes.size() >= size &&
        at <= bytes.size() - size) {
        std::memcpy(&value, bytes.data() + at, sizeof value);
        return value;
    }
    for (std::size_t i = size; i > 0; --i) {
        value =
            value << 8 | (at + i - 1 < bytes.size() ? std::to_integer<std::uint64_t>(bytes[at + i - 1]) : 0);
    }
    return value;
}

inline void write_number(std::vector<std::byte>& bytes, std::size_t at, std::size_t size,
                         std::uint64_t value) {
    for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
        bytes[at + i] = static_cast<std::byte>(value >> 8 * i & 0xff);
    }
}

/// Checksum of a part of a save file, by its description in `docs/save_format.md`.
inline std::uint64_t documented_checksum(const std::vector<std::byte>& bytes, std::size_t first,
                                         std::size_t end) {
    std::uint64_t hash = end - first;
    for (std::size_t at = first; at < end; at += 8) {
        hash ^= number_at(bytes, at, std::min<std::size_t>(8, end - at));
        hash = std::rotl(hash * 0x9e3779b97f4a7c15ull, 29);
    }
    return hash;
}

/// Makes size and checksum of a changed save file right.
inline void seal(std::vector<std::byte>& bytes) {
    write_number(bytes, save_size_at, 8, bytes.size());
    const std::uint64_t hash = documented_checksum(bytes, save_header_size, bytes.size()) ^
                               std::rotl(documented_checksum(bytes, 0, save_checksum_at), 32);
    write_number(bytes, save_checksum_at, 8, hash);
}

/// Returns the offset of the content of a save file.
inline std::size_t content_of(const std::vector<std::byte>& bytes) {
    return save_header_size + static_cast<std::size_t>(number_at(bytes, save_schema_size_at, 4));
}

/// Changes bytes from `first` on, at a place, in a way that `choice` and `value` decide: a bit, a byte, or a
/// number that is likely to lead out of an array.
inline void mutate_bytes(std::vector<std::byte>& bytes, std::size_t first, std::uint32_t place,
                         std::uint8_t choice, std::uint32_t value) {
    if (first >= bytes.size()) {
        return;
    }
    const std::size_t at = first + place % (bytes.size() - first);
    const std::uint64_t old = number_at(bytes, at, 4);
    switch (choice % 14) {
        case 0: bytes[at] ^= static_cast<std::byte>(1u << value % 8); break;
        case 1: bytes[at] = static_cast<std::byte>(value & 0xff); break;
        case 2: write_number(bytes, at, 4, value); break;
        case 3: write_number(bytes, at, 4, value % 64); break;
        case 4: write_number(bytes, at, 4, old + 1); break;
        case 5: write_number(bytes, at, 4, old - 1); break;
        case 6: write_number(bytes, at, 4, 0xffffffffu); break;
        case 7: write_number(bytes, at, 4, 0); break;
        case 8: write_number(bytes, at, 4, 0x7fc00000u + value % 2 * 0x80000000u); break;  // Not a number.
        case 9: write_number(bytes, at, 4, 0x7f800000u + value % 2 * 0x80000000u); break;  // Infinite.
        case 10: write_number(bytes, at, 4, std::uint64_t{1} << value % 32); break;
        case 11: {  // A number from elsewhere.
            write_number(bytes, at, 4, number_at(bytes, first + value % (bytes.size() - first), 4));
            break;
        }
        case 12: {  // Exchanges two numbers, as of a list.
            const std::size_t other = at + 4 * (value % 4);
            const std::uint64_t its = number_at(bytes, other, 4);
            write_number(bytes, other, 4, old);
            write_number(bytes, at, 4, its);
            break;
        }
        default:
            if (value % 2 == 0) {
                bytes.erase(
                    bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + value / 2 % 16)));
            } else {
                bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), value / 2 % 16, bytes[at]);
            }
            break;
    }
}

/// Changes the content of a save file, or its schema, likewise.
inline void mutate(std::vector<std::byte>& bytes, std::uint32_t place, std::uint8_t choice,
                   std::uint32_t value) {
    constexpr std::uint8_t few = 16;  // Changes of the schema.
    mutate_bytes(bytes, choice < few ? save_header_size : content_of(bytes), place, choice, value);
}

}  // namespace drystone::test
