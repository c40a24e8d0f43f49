#include "world/recording/recording_file.h"

#include "world/save/little_endian.h"
#include "world/save/save_format.h"

#include <drystone/error.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace drystone {

namespace {

constexpr char magic[] = {'D', 'R', 'Y', 'R', 'E', 'C', 'R', 'D'};
constexpr std::size_t file_header = 12;
constexpr std::size_t chunk_header = 9;

/// Returns the checksum of a save file, four times at once: of the first words of all blocks of four, of the
/// second ones, and so on; then that of these four sums and of what follows the last block.
std::uint64_t wide_checksum(std::span<const std::byte> content) {
    constexpr std::size_t words = 4;
    constexpr std::size_t block = words * sizeof(std::uint64_t);
    std::uint64_t sums[words] = {};
    std::size_t at = 0;
    for (; content.size() - at >= block; at += block) {
        for (std::size_t i = 0; i < words; ++i) {
            const std::uint64_t word = load_word(content.data() + at + i * sizeof(std::uint64_t));
            sums[i] = std::rotl((sums[i] ^ word) * 0x9e3779b97f4a7c15, 29);
        }
    }
    std::array<std::byte, 2 * block> rest{};
    for (std::size_t i = 0; i < words; ++i) {
        store_number(rest, i * sizeof(std::uint64_t), sums[i]);
    }
    std::copy(content.begin() + static_cast<std::ptrdiff_t>(at), content.end(), rest.begin() + block);
    return checksum(std::span(rest).first(block + content.size() - at));
}

std::uint32_t chunk_checksum(ChunkKind kind, std::span<const std::byte> content) {
    const std::uint64_t sum = wide_checksum(content);
    return static_cast<std::uint32_t>(sum ^ sum >> 32) + static_cast<std::uint32_t>(kind);
}

bool are_zero(std::span<const std::byte> bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

RecordingWriter::RecordingWriter(const std::string& path) : file_(path) {
    std::array<std::byte, file_header> header{};
    std::memcpy(header.data(), magic, sizeof magic);
    store_number(header, sizeof magic, recording_version);
    if (!file_.is_open() || !file_.append(header) || !file_.flush()) {
        fail(std::string("Recorder::Recorder: ").append(path).append(" cannot be written"));
    }
    bytes_ = header.size();
}

bool RecordingWriter::write(ChunkKind kind, std::span<const std::byte> content) {
    std::array<std::byte, chunk_header> header{};
    header[0] = static_cast<std::byte>(kind);
    store_number(header, 1, static_cast<std::uint32_t>(content.size()));
    store_number(header, 5, chunk_checksum(kind, content));
    if (!file_.append(header) || !file_.append(content) || !file_.flush()) {
        return false;
    }
    bytes_ += header.size() + content.size();
    ++chunks_;
    return true;
}

RecordingChunks find_chunks(std::span<const std::byte> bytes) {
    if (bytes.size() < file_header || std::memcmp(bytes.data(), magic, sizeof magic) != 0) {
        fail("RecordingPlayer::RecordingPlayer: the bytes are no recording");
    }
    const std::uint32_t version = load_number<std::uint32_t>(bytes, sizeof magic);
    if (version != recording_version) {
        fail("RecordingPlayer::RecordingPlayer", "the version", "2", static_cast<double>(version));
    }
    RecordingChunks result;
    std::span<const std::byte> rest = bytes.subspan(file_header);
    // A file that was not closed may end with zeros, which have the form of empty chunks.
    while (!rest.empty() && !are_zero(rest.first(std::min(rest.size(), chunk_header)))) {
        const bool has_header = rest.size() >= chunk_header;
        const std::size_t size = has_header ? load_number<std::uint32_t>(rest, 1) : 0;
        if (!has_header || size > rest.size() - chunk_header ||
            rest[0] > static_cast<std::byte>(ChunkKind::End)) {
            result.is_cut_off = true;
            break;
        }
        const Chunk chunk{static_cast<ChunkKind>(rest[0]), rest.subspan(chunk_header, size)};
        if (chunk_checksum(chunk.kind, chunk.content) != load_number<std::uint32_t>(rest, 5)) {
            result.is_cut_off = true;
            break;
        }
        result.chunks.push_back(chunk);
        rest = rest.subspan(chunk_header + size);
    }
    result.is_cut_off = result.is_cut_off || !are_zero(rest);
    return result;
}

}  // namespace drystone
