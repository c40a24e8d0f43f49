#pragma once

#include "world/recording/output_file.h"
#include "world/save/saved_type.h"

#include <compare>
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
    /// `World::restore` of a snapshot that was made at a `SnapshotPlace`: what follows continues from there.
    RestoredTo,
    End,  ///< The recording was closed.
};

/// Place between two calls of a recording at which a snapshot was made.
struct SnapshotPlace {
    std::uint32_t chunk = 0;   ///< Number of the chunk, from 0.
    std::uint32_t offset = 0;  ///< Place in its content [bytes].

    friend auto operator<=>(const SnapshotPlace&, const SnapshotPlace&) = default;
};

/// End of the chunk of a world, after the save file.
struct KeyframeEnd {
    static constexpr std::size_t size = 11;  ///< In the file [bytes].

    bool has_filter = false;
    bool has_mixing = false;
    bool has_pre_solve = false;
    double seconds = 0.0;  ///< Simulated time since the recording began [s].
};

template <>
struct Saved<KeyframeEnd> {
    static std::string name() { return "KeyframeEnd"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("has_filter", self.has_filter);
        archive("has_mixing", self.has_mixing);
        archive("has_pre_solve", self.has_pre_solve);
        archive("seconds", self.seconds);
    }
};

template <>
struct Saved<SnapshotPlace> {
    static std::string name() { return "SnapshotPlace"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("chunk", self.chunk);
        archive("offset", self.offset);
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
    /// Returns the number of chunks.
    [[nodiscard]] std::uint32_t chunks() const { return chunks_; }

private:
    OutputFile file_;
    std::uint64_t bytes_ = 0;
    std::uint32_t chunks_ = 0;
};

}  // namespace drystone
