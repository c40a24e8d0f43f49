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
    is_mapped_ = file_ && map_end();
}

bool OutputFile::append(std::span<const std::byte> bytes) {
    if (is_mapped_) {
        return bytes.size() < written_size ? append_mapped(bytes) : write(bytes);
    }
    size_ += bytes.size();
    return file_ && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
}

bool OutputFile::append_mapped(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        if (size_ >= window_end_ && !map_end()) {
            return false;
        }
        const auto left = static_cast<std::size_t>(window_end_ - size_);
        const std::size_t count = std::min(bytes.size(), left);
        std::memcpy(window_ + (window_size - left), bytes.data(), count);
        size_ += count;
        bytes = bytes.subspan(count);
    }
    return true;
}

bool OutputFile::flush() { return is_mapped_ || (file_ && std::fflush(file_.get()) == 0); }

#if defined(__linux__)

bool OutputFile::map_end() {
    unmap();
    const int file = fileno(file_.get());
    const auto begin = static_cast<off_t>(size_ - size_ % window_size);
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
    window_end_ = static_cast<std::uint64_t>(begin) + window_size;
    return true;
}

void OutputFile::unmap() {
    if (window_ != nullptr) {
        munmap(window_, window_size);
        window_ = nullptr;
        window_end_ = 0;
    }
}

bool OutputFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count =
            pwrite(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(size_));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        size_ += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
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

bool OutputFile::map_end() { return false; }
void OutputFile::unmap() {}
bool OutputFile::write(std::span<const std::byte> /*bytes*/) { return false; }
void OutputFile::close(std::uint64_t /*size*/) { file_.reset(); }

#endif

}  // namespace drystone
