#include "world/recording/output_file.h"

#include <algorithm>
#include <cstring>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cerrno>
#endif

namespace drystone {

OutputFile::OutputFile(const std::string& path) : file_(std::fopen(path.c_str(), "wb+")) {
    if (!file_) {
        file_.reset(std::fopen(path.c_str(), "wb"));  // Files that may be written, but not read.
    }
    is_mapped_ = file_ && map_next();
}

bool OutputFile::append(std::span<const std::byte> bytes) {
    if (!is_mapped_) {
        size_ += bytes.size();
        return file_ && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
    }
    while (!bytes.empty()) {
        if (used_ == window_size && !map_next()) {
            return false;
        }
        const std::size_t count = std::min(bytes.size(), window_size - used_);
        std::memcpy(window_ + used_, bytes.data(), count);
        used_ += count;
        size_ += count;
        bytes = bytes.subspan(count);
    }
    return true;
}

bool OutputFile::flush() { return is_mapped_ || (file_ && std::fflush(file_.get()) == 0); }

#if defined(__linux__)

bool OutputFile::map_next() {
    unmap();
    const int file = fileno(file_.get());
    const auto begin = static_cast<off_t>(size_);
    // Space is reserved, since a full disk would end the program at a write to memory.
    int error = 0;
    do {
        error = posix_fallocate(file, begin, window_size);
    } while (error == EINTR);
    if (error != 0) {
        return false;
    }
    void* const memory = mmap(nullptr, window_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, begin);
    if (memory == MAP_FAILED) {
        return false;
    }
    window_ = static_cast<std::byte*>(memory);
    used_ = 0;
    return true;
}

void OutputFile::unmap() {
    if (window_ != nullptr) {
        munmap(window_, window_size);
        window_ = nullptr;
        used_ = window_size;
    }
}

void OutputFile::close(std::uint64_t size) {
    unmap();
    if (is_mapped_ && file_) {
        // If this fails, zeros remain, which readers ignore.
        [[maybe_unused]] const int failed = ftruncate(fileno(file_.get()), static_cast<off_t>(size));
    }
    file_.reset();
}

#else

bool OutputFile::map_next() { return false; }
void OutputFile::unmap() {}
void OutputFile::close(std::uint64_t /*size*/) { file_.reset(); }

#endif

}  // namespace drystone
