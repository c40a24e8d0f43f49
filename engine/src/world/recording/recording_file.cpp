#include "world/recording/recording_file.h"

#include "world/save/little_endian.h"
#include "world/save/save_format.h"

#include <drystone/error.h>

#include <algorithm>
#include <cstring>

namespace drystone {

namespace {

constexpr char magic[] = {'D', 'R', 'Y', 'R', 'E', 'C', 'R', 'D'};
constexpr std::size_t file_header = 12;
constexpr std::size_t chunk_header = 9;

std::uint32_t chunk_checksum(ChunkKind kind, std::span<const std::byte> content) {
    const std::uint64_t sum = checksum(content);
    return static_cast<std::uint32_t>(sum ^ sum >> 32) + static_cast<std::uint32_t>(kind);
}

}  // namespace

RecordingWriter::RecordingWriter(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {
    std::byte header[file_header];
    std::memcpy(header, magic, sizeof magic);
    store_number(header, sizeof magic, recording_version);
    if (!file_ || std::fwrite(header, 1, sizeof header, file_.get()) != sizeof header ||
        std::fflush(file_.get()) != 0) {
        fail(std::string("Recorder: ").append(path).append(" cannot be written"));
    }
    bytes_ = sizeof header;
}

bool RecordingWriter::write(ChunkKind kind, std::span<const std::byte> content) {
    chunk_.resize(chunk_header);
    chunk_[0] = static_cast<std::byte>(kind);
    store_number(chunk_, 1, static_cast<std::uint32_t>(content.size()));
    store_number(chunk_, 5, chunk_checksum(kind, content));
    chunk_.insert(chunk_.end(), content.begin(), content.end());
    if (std::fwrite(chunk_.data(), 1, chunk_.size(), file_.get()) != chunk_.size() ||
        std::fflush(file_.get()) != 0) {
        return false;
    }
    bytes_ += chunk_.size();
    return true;
}

RecordingChunks find_chunks(std::span<const std::byte> bytes) {
    if (bytes.size() < file_header || std::memcmp(bytes.data(), magic, sizeof magic) != 0) {
        fail("RecordingPlayer: the bytes are no recording");
    }
    const std::uint32_t version = load_number<std::uint32_t>(bytes, sizeof magic);
    if (version != recording_version) {
        fail("RecordingPlayer", "the version", "1", static_cast<double>(version));
    }
    RecordingChunks result;
    std::span<const std::byte> rest = bytes.subspan(file_header);
    while (!rest.empty()) {
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
    return result;
}

}  // namespace drystone
