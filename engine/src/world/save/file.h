#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace drystone {

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
/// An open file, closed at the end.
using File = std::unique_ptr<std::FILE, FileCloser>;

/// Returns the bytes of a file. Throws `Error` with the function and the path if it cannot be read.
std::vector<std::byte> read_bytes(const char* function, const std::string& path);

}  // namespace drystone
