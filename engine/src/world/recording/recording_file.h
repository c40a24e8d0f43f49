#pragma once

#include "world/recording/output_file.h"
#include "world/save/saved_type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drystone {

// Form of a recording; `docs/recording_format.md` describes it.

inline constexpr std::uint32_t recording_version = 2;

/// Kind of a chunk.
enum class ChunkKind : std::uint8_t {
    Calls,     ///< Calls and ends of steps.
    Step,      ///< The same, with the beginning of a step at the end.
    Keyframe,  ///< The whole world at this moment.
    Restored,  ///< The whole world after `World::restore`: what follows continues from there.
    End,       ///< The recording was closed.
};

/// Header of the save file in the chunk of a world.
struct KeyframeHeader {
    bool has_filter = false;
    bool has_mixing = false;
    bool has_pre_solve = false;
};

template <>
struct Saved<KeyframeHeader> {
    static std::string name() { return "Keyframe"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("has_filter", self.has_filter);
        archive("has_mixing", self.has_mixing);
        archive("has_pre_solve", self.has_pre_solve);
    }
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
    /// Closes the file after the last complete chunk.
    void close() { file_.close(bytes_); }
    /// Returns the size of the complete chunks, and of what is before them.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    OutputFile file_;
    std::uint64_t bytes_ = 0;
};

}  // namespace drystone
