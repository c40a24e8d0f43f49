#pragma once

#include <drystone/fwd.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drystone {

// Form of a save file; `docs/save_format.md` describes it.

/// Version of the form. It changes only if the header does: the schema in a file describes all else.
inline constexpr std::uint32_t save_version = 1;

/// Writes `World::save` of a world that is not inside a step.
void save_world_state(const WorldState& world, const SaveOptions& options, std::vector<std::byte>& into);

/// Returns the description of all types in a save file, see `Schema`.
std::string save_schema();

/// Replaces the bytes by a header and the schema; the content follows.
void begin_save(std::vector<std::byte>& bytes);
/// Fills the header once the content is complete.
void finish_save(std::vector<std::byte>& bytes);
/// Returns the content of a save file; if the file is of another version, converted into `converted`. Throws
/// `Error` unless the header, the size, the checksum and the schema are right.
std::span<const std::byte> save_content(std::span<const std::byte> bytes, std::vector<std::byte>& converted);

/// Computes the checksum of a save file: bytes as little-endian words of 64 bits, the last one filled with
/// zeros; h = rotate_left((h ^ word) * 0x9e3779b97f4a7c15, 29) from h = number of bytes.
std::uint64_t checksum(std::span<const std::byte> bytes);
/// Writes the checksum into the header, after a change of the bytes.
void write_checksum(std::span<std::byte> bytes);

}  // namespace drystone
