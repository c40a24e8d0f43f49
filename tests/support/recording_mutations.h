#pragma once

#include "support/save_mutations.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace drystone::test {

/// A chunk of a recording, by its description in `docs/recording_format.md`.
struct RecordedChunk {
    std::uint8_t kind = 0;
    std::vector<std::byte> content{};
};

inline constexpr std::size_t recording_header_size = 12;
inline constexpr std::size_t chunk_header_size = 9;

/// Returns the checksum of a chunk, by its description.
inline std::uint64_t documented_chunk_checksum(const RecordedChunk& chunk) {
    constexpr std::size_t word = 8;
    constexpr std::size_t block = 4 * word;
    const std::size_t whole = chunk.content.size() / block * block;
    std::vector<std::byte> rest(block);
    for (std::size_t part = 0; part < block; part += word) {
        std::uint64_t hash = 0;
        for (std::size_t at = part; at < whole; at += block) {
            hash = std::rotl((hash ^ number_at(chunk.content, at, word)) * 0x9e3779b97f4a7c15ull, 29);
        }
        write_number(rest, part, word, hash);
    }
    rest.insert(rest.end(), chunk.content.begin() + static_cast<std::ptrdiff_t>(whole), chunk.content.end());
    const std::uint64_t hash = documented_checksum(rest, 0, rest.size());
    return ((hash ^ hash >> 32) + chunk.kind) & 0xffffffffu;
}

/// Splits a recording into its chunks.
inline std::vector<RecordedChunk> split_recording(const std::vector<std::byte>& bytes) {
    std::vector<RecordedChunk> chunks;
    for (std::size_t at = recording_header_size; at + chunk_header_size <= bytes.size();) {
        const auto size = static_cast<std::size_t>(number_at(bytes, at + 1, 4));
        RecordedChunk& chunk = chunks.emplace_back();
        chunk.kind = std::to_integer<std::uint8_t>(bytes[at]);
        at += chunk_header_size;
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        chunk.content.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
        at += size;
    }
    return chunks;
}

/// Makes a recording of chunks, with right checksums. `header`: the bytes before the first chunk.
inline std::vector<std::byte> join_recording(const std::vector<std::byte>& header,
                                             const std::vector<RecordedChunk>& chunks) {
    std::vector<std::byte> bytes(header.begin(),
                                 header.begin() + static_cast<std::ptrdiff_t>(recording_header_size));
    for (const RecordedChunk& chunk : chunks) {
        const std::size_t at = bytes.size();
        bytes.resize(at + chunk_header_size);
        bytes[at] = static_cast<std::byte>(chunk.kind);
        write_number(bytes, at + 1, 4, chunk.content.size());
        write_number(bytes, at + 5, 4, documented_chunk_checksum(chunk));
        bytes.insert(bytes.end(), chunk.content.begin(), chunk.content.end());
    }
    return bytes;
}

/// Changes a chunk of a recording: its content, kind or place. Of a world, the save file keeps right
/// checksums.
inline void mutate_recording(std::vector<RecordedChunk>& chunks, std::uint32_t place, std::uint8_t choice,
                             std::uint32_t value) {
    constexpr std::uint8_t keyframe = 2;
    constexpr std::uint8_t restored = 3;
    constexpr std::ptrdiff_t callback_flags = 3;
    if (chunks.empty()) {
        return;
    }
    const std::size_t index = place % chunks.size();
    RecordedChunk& chunk = chunks[index];
    if (choice == 255) {
        chunk.kind = static_cast<std::uint8_t>(value % 8);
    } else if (choice == 254) {
        chunks.erase(chunks.begin() + static_cast<std::ptrdiff_t>(index));
    } else if (choice == 253) {
        const RecordedChunk copy = chunks[value % chunks.size()];
        chunks.insert(chunks.begin() + static_cast<std::ptrdiff_t>(index), copy);
    } else if (chunk.kind == keyframe || chunk.kind == restored) {
        std::vector<std::byte> save(
            chunk.content.begin() + std::min<std::ptrdiff_t>(callback_flags, std::ssize(chunk.content)),
            chunk.content.end());
        mutate(save, place / 16, choice, value);
        seal(save);
        chunk.content.resize(static_cast<std::size_t>(callback_flags));
        chunk.content.insert(chunk.content.end(), save.begin(), save.end());
    } else {
        mutate_bytes(chunk.content, 0, place / 16, choice, value);
    }
}

}  // namespace drystone::test
