#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace drystone {

/// A piece of a saved array. Saved states share those that are equal.
struct StateChunk {
    static constexpr std::size_t size = 4096;
    // Leaves the bytes as they are, also in make_shared.
    StateChunk() {}  // NOLINT(modernize-use-equals-default)
    std::byte data[size];
    std::atomic<std::uint32_t> arrays{0};  ///< Arrays that know it, see `KnownChunks`.
};

/// Chunks that saved states share.
using StateChunks = std::vector<std::shared_ptr<StateChunk>>;

/// Returns the number of saved states that have the chunk; each of them has it once.
inline std::size_t count_states(const std::shared_ptr<StateChunk>& chunk) {
    return static_cast<std::size_t>(chunk.use_count()) - chunk->arrays.load(std::memory_order_relaxed);
}

/// Chunks of a saved state that hold the bytes of an array, as far as these have not changed since.
class KnownChunks {
public:
    KnownChunks() = default;
    ~KnownChunks() { resize(0); }
    KnownChunks(KnownChunks&& other) noexcept { swap(other); }
    KnownChunks& operator=(KnownChunks&& other) noexcept {
        swap(other);
        return *this;
    }
    KnownChunks(const KnownChunks&) = delete;
    KnownChunks& operator=(const KnownChunks&) = delete;

    [[nodiscard]] bool empty() const { return chunks_.empty(); }
    /// Returns whether the chunk has the present bytes.
    [[nodiscard]] bool is_present(std::size_t i) const {
        return chunks_[i] != nullptr && !changed_[i].load(std::memory_order_relaxed);
    }
    /// Returns the chunk that had the bytes; may be null.
    [[nodiscard]] std::shared_ptr<StateChunk>& at(std::size_t i) { return chunks_[i]; }
    /// Sets the number of chunks.
    void resize(std::size_t count) {
        if (count == chunks_.size()) {
            return;
        }
        std::vector<std::atomic<bool>> changed(count);
        for (std::size_t i = 0; i < chunks_.size(); ++i) {
            if (i < count) {
                changed[i].store(changed_[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
            } else {
                set(i, nullptr);
            }
        }
        chunks_.resize(count);
        changed_.swap(changed);
    }
    /// Sets the chunk that has the present bytes.
    void set(std::size_t i, const std::shared_ptr<StateChunk>& chunk) {
        changed_[i].store(false, std::memory_order_relaxed);
        std::shared_ptr<StateChunk>& own = chunks_[i];
        if (own == chunk) {
            return;
        }
        if (own != nullptr) {
            own->arrays.fetch_sub(1, std::memory_order_relaxed);
        }
        if (chunk != nullptr) {
            chunk->arrays.fetch_add(1, std::memory_order_relaxed);
        }
        own = chunk;
    }
    /// Notes that bytes will be changed. May be called on several threads at once.
    void change(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin / StateChunk::size; i < changed_.size() && i * StateChunk::size < end;
             ++i) {
            if (!changed_[i].load(std::memory_order_relaxed)) {
                changed_[i].store(true, std::memory_order_relaxed);
            }
        }
    }
    void change_all() { change(0, changed_.size() * StateChunk::size); }

private:
    void swap(KnownChunks& other) noexcept {
        chunks_.swap(other.chunks_);
        changed_.swap(other.changed_);
    }

    StateChunks chunks_;
    std::vector<std::atomic<bool>> changed_;
};

}  // namespace drystone
