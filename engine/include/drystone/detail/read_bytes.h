#pragma once

#include <drystone/export.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drystone::detail {

/// Returns the bytes of a regular file. All files that are read go through here.
///
/// Throws `Error` with the function and the path if the file cannot be opened or read, if it is a folder, a
/// device, a pipe, a socket, or a file whose size is not known before it is read, as those in /proc, and if
/// it is larger than `max_size` bytes. Opening never waits. Memory: the size of the file. What is appended
/// while it is read is left out. \param function  name of the function that the user called, for errors
DRYSTONE_API std::vector<std::byte> read_bytes(const char* function, const std::string& path,
                                               std::uint64_t max_size);

/// Throws `Error`: "function: path what".
[[noreturn]] DRYSTONE_API void fail_file(const char* function, const std::string& path, const char* what);

}  // namespace drystone::detail
