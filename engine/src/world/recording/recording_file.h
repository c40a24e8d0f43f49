#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace drystone {

// Form of a recording; `docs/recording_format.md` describes it.

inline constexpr std::uint32_t recording_version = 1;

/// Kind of a chunk.
enum class ChunkKind : std::uint8_t {
    Calls,     ///< Calls and ends of steps.
    Step,      ///< The same, with the beginning of a step at the end.
    Keyframe,  ///< The whole world at this moment.
    Restored,  ///< The whole world after `World::restore`: what follows continues from there.
    End,       ///< The recording was closed.
};

/// World in a chunk; the save file follows.
struct KeyframeHeader {
    std::int64_t step = 0;
    bool has_filter = false;
    bool has_mixing = false;
    bool has_pre_solve = false;
};

/// A chunk in the bytes of a recording.
struct Chunk {
    ChunkKind kind = ChunkKind::Calls;
    std::span<const std::byte> content;
};

/// Chunks of a recording.
struct RecordingChunks {
    std::vector<Chunk> chunks;
    bool is_cut_off = false;  ///< The last bytes are no complete chunk, or are damaged.
};

/// Returns the chunks. Throws `Error` unless it is a recording of this version.
RecordingChunks find_chunks(std::span<const std::byte> bytes);

/// Writes chunks to a file.
class RecordingWriter {
public:
    /// Throws `Error` if the file cannot be written.
    explicit RecordingWriter(const std::string& path);

    /// Writes a chunk and passes it on to the operating system. Returns whether that succeeded.
    bool write(ChunkKind kind, std::span<const std::byte> content);
    void close() { file_.reset(); }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::unique_ptr<std::FILE, Closer> file_;
    std::vector<std::byte> chunk_;
    std::uint64_t bytes_ = 0;
};

}  // namespace drystone
