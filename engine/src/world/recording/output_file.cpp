#include "world/recording/output_file.h"

#include <algorithm>
#include <cstring>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#endif

namespace drystone {

OutputFile::OutputFile(const std::string& path) : file_(open_empty(path)) { is_mapped_ = file_ && map_end(); }

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

std::FILE* OutputFile::open_empty(const std::string& path) {
    int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
        // Files that may be written, but not read.
        file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    }
    if (file < 0) {
        return nullptr;
    }
    // Another one that has this file open holds the lock; files on some servers cannot be locked.
    struct stat status {};
    const bool is_regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const bool is_free = !is_regular || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    const bool is_empty = !is_regular || (is_free && ftruncate(file, 0) == 0);
    std::FILE* const stream = is_free && is_empty ? fdopen(file, "wb") : nullptr;
    if (stream == nullptr) {
        ::close(file);
    }
    return stream;
}

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

std::FILE* OutputFile::open_empty(const std::string& path) { return std::fopen(path.c_str(), "wb"); }
bool OutputFile::map_end() { return false; }
void OutputFile::unmap() {}
bool OutputFile::write(std::span<const std::byte> /*bytes*/) { return false; }
void OutputFile::close(std::uint64_t /*size*/) { file_.reset(); }

#endif

}  // namespace drystone
