#pragma once

#include <drystone/scene/description.h>
#include <drystone/scene/export.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace drystone::scene {

/// Reads a description from the text of a scene file. Everything is checked as a world would: what is
/// returned can be loaded. Throws `Error` with file, line and path of the faulty value:
///
///     level.json:12: bodies[3].shapes[0].radius: must be finite and > 0, got -1
///
/// Texts of more than 64 MB or 4 million values, and values nested more than 16 deep are refused. Cost:
/// linear in the size of the text, and one load into a world that is thrown away.
/// \param name  name of the text in errors
DRYSTONE_SCENE_API Description parse(std::string_view text, std::string_view name = "scene");

/// Returns the text of a scene file. Numbers are the shortest that read back to the same bits; values that
/// equal their defaults are left out. Throws `Error` for indices out of range, and for user properties that
/// are not finite.
DRYSTONE_SCENE_API std::string format(const Description& description);

/// Reads a file. Throws `Error` if it cannot be read, is no regular file (a folder, a pipe, a device), or has
/// more than `max_size` bytes, and as `parse`.
DRYSTONE_SCENE_API Description read_file(const std::filesystem::path& path,
                                         std::uint64_t max_size = std::uint64_t{64} << 20);
/// Writes a file. Throws `Error` if it cannot be written.
DRYSTONE_SCENE_API void write_file(const std::filesystem::path& path, const Description& description);

/// Returns the JSON schema (draft 7) of scene files.
DRYSTONE_SCENE_API std::string schema();

}  // namespace drystone::scene
