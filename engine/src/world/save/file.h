#pragma once

#include <cstdio>
#include <memory>

namespace drystone {

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
/// An open file, closed at the end.
using File = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace drystone
