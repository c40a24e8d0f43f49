#include "core/state_archive.h"

namespace drystone {

namespace {

std::size_t chunks_of(std::size_t size) { return (size + StateChunk::size - 1) / StateChunk::size; }

/// Returns whether the chunk has no other owner; what others read of it is then done.
bool has_one_owner(const std::shared_ptr<StateChunk>& chunk) {
    const bool is_only = chunk.use_count() == 1;
    std::atomic_thread_fence(std::memory_order_acquire);
    return is_only;
}

}  // namespace

StateWriter::StateWriter(const SavedState* base, SavedState& saved) : base_(base), saved_(saved) {
    keep_spare(saved.run);
    keep_spare(saved.chunks);
    saved.arrays.clear();
    saved.objects.clear();
}

void StateWriter::keep_spare(StateChunks& chunks) {
    for (std::shared_ptr<StateChunk>& chunk : chunks) {
        if (has_one_owner(chunk)) {
            saved_.spare.push_back(std::move(chunk));
        }
    }
    chunks.clear();
}

std::shared_ptr<StateChunk> StateWriter::save(const std::shared_ptr<StateChunk>* base, const std::byte* data,
                                              std::size_t size) {
    if (base != nullptr && std::memcmp((*base)->data, data, size) == 0) {
        return *base;
    }
    std::shared_ptr<StateChunk> chunk;
    if (saved_.spare.empty()) {
        chunk = std::make_shared<StateChunk>();
    } else {
        chunk = std::move(saved_.spare.back());
        saved_.spare.pop_back();
    }
    std::memcpy(chunk->data, data, size);
    return chunk;
}

void StateWriter::end_chunk() {
    const std::size_t number = saved_.run.size();
    const bool has_base = base_ != nullptr && number < base_->run.size();
    saved_.run.push_back(save(has_base ? &base_->run[number] : nullptr, staged_.data, used_));
    used_ = 0;
}

void StateWriter::array(const std::byte* data, std::size_t size, KnownChunks* known) {
    const std::size_t number = saved_.arrays.size();
    const bool has_base = base_ != nullptr && number < base_->arrays.size();
    const SavedState::Array base = has_base ? base_->arrays[number] : SavedState::Array{};
    const SavedState::Array array{saved_.chunks.size(), chunks_of(size)};
    if (known != nullptr) {
        known->resize(array.chunk_count);
    }
    for (std::size_t i = 0; i < array.chunk_count; ++i) {
        if (known != nullptr && known->is_present(i)) {
            saved_.chunks.push_back(known->at(i));
            continue;
        }
        if (known != nullptr && known->at(i) != nullptr && has_one_owner(known->at(i))) {
            saved_.spare.push_back(known->at(i));
            known->set(i, nullptr);
        }
        const std::size_t count = std::min(StateChunk::size, size - i * StateChunk::size);
        saved_.chunks.push_back(save(i < base.chunk_count ? &base_->chunks[base.first_chunk + i] : nullptr,
                                     data + i * StateChunk::size, count));
        if (known != nullptr) {
            known->set(i, saved_.chunks.back());
        }
    }
    saved_.arrays.push_back(array);
}

void StateWriter::finish() {
    end_chunk();
    // A burst of chunks is not kept for ever.
    saved_.spare.resize(std::min(saved_.spare.size(), saved_.chunks.size() / 8));
}

void StateReader::array(std::byte* data, std::size_t size, KnownChunks* known) {
    const SavedState::Array& array = saved_.arrays[array_++];
    if (known != nullptr) {
        known->resize(array.chunk_count);
    }
    for (std::size_t i = 0; i < array.chunk_count; ++i) {
        const std::shared_ptr<StateChunk>& chunk = saved_.chunks[array.first_chunk + i];
        if (known != nullptr && known->is_present(i) && known->at(i) == chunk) {
            continue;
        }
        const std::size_t count = std::min(StateChunk::size, size - i * StateChunk::size);
        std::memcpy(data + i * StateChunk::size, chunk->data, count);
        if (known != nullptr) {
            known->set(i, chunk);
        }
    }
}

}  // namespace drystone
