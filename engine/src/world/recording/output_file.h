#pragma once

#include "world/save/file.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

namespace drystone {

/// A file that bytes are appended to. After `flush`, the operating system has them all: they are in the file
/// whatever happens to the program.
///
/// On Linux, the end of the file is mapped into memory, so that appending a few bytes takes no system call;
/// until it is closed, the file is longer by zeros than what was appended. Elsewhere, and for what cannot be
/// mapped, as a pipe, `flush` writes. While it is open, others must not shorten the file: access to a mapped
/// page outside of its file ends the program. On Linux, a lock keeps another `OutputFile` from doing so.
class OutputFile {
public:
    /// Bytes that are mapped at a time, and the maximum length of the zeros. A multiple of the size of a
    /// page.
    static constexpr std::size_t window_size = std::size_t{1} << 18;
    /// Size from which bytes are written at once: less time than the faults of new pages take.
    static constexpr std::size_t written_size = 4096;

    /// Replaces the file by an empty one. `is_open` tells whether that succeeded; on Linux it does not while
    /// another `OutputFile` has it open.
    explicit OutputFile(const std::string& path);
    ~OutputFile() { close(size_); }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    [[nodiscard]] bool is_open() const { return file_ != nullptr; }
    /// Appends bytes. Returns whether that succeeded; if not, some of them may be in the file.
    bool append(std::span<const std::byte> bytes);
    /// Passes what was appended on to the operating system. Returns whether that succeeded.
    bool flush();
    /// Closes the file. A mapped one is cut to `size`, at most the number of bytes that were appended.
    void close(std::uint64_t size);

private:
    /// Returns the open file, empty; null if that failed.
    static std::FILE* open_empty(const std::string& path);
    /// Maps the window of the file in which its end is, and reserves space for it.
    bool map_end();
    void unmap();
    /// Writes bytes of a mapped file by a system call.
    bool write(std::span<const std::byte> bytes);
    bool append_mapped(std::span<const std::byte> bytes);

    File file_;
    std::uint64_t size_ = 0;
    bool is_mapped_ = false;
    std::byte* window_ = nullptr;
    std::uint64_t window_end_ = 0;  ///< Place in the file.
};

}  // namespace drystone
