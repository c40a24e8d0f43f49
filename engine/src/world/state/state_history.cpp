#include <drystone/state_history.h>

#include "world/state/snapshot_state.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/error.h>
#include <drystone/world.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace drystone {

namespace {

/// Maximum number of frames: more is taken for a mistake.
constexpr int max_capacity = 10'000'000;

}  // namespace

StateHistory::StateHistory(int capacity) {
    if (capacity < 1 || capacity > max_capacity) {
        fail("StateHistory::StateHistory", "capacity", "in [1, 10000000]", static_cast<double>(capacity));
    }
    frames_.resize(static_cast<std::size_t>(capacity));
}

StateHistory::StateHistory(StateHistory&& other) noexcept
    : frames_(std::exchange(other.frames_, {})),
      next_(std::exchange(other.next_, 0)),
      size_(std::exchange(other.size_, 0)) {}

StateHistory& StateHistory::operator=(StateHistory&& other) noexcept {
    StateHistory taken(std::move(other));
    frames_.swap(taken.frames_);
    next_ = taken.next_;
    size_ = taken.size_;
    return *this;
}

void StateHistory::save(const World& world) {
    if (frames_.empty()) {
        fail("StateHistory::save: the history was moved from");
    }
    // A ring of one frame has no other frame to share with.
    if (size_ == 0 || frames_.size() == 1) {
        world.snapshot(frames_[next_]);
    } else {
        world.snapshot(frames_[next_], frame(0));
    }
    next_ = (next_ + 1) % frames_.size();
    size_ = std::min(size_ + 1, capacity());
}

std::size_t StateHistory::place(int frames_back) const {
    return (next_ + frames_.size() - 1 - static_cast<std::size_t>(frames_back)) % frames_.size();
}

const Snapshot& StateHistory::frame(int frames_back) const {
    if (frames_back < 0 || frames_back >= size_) {
        fail("StateHistory::frame", "frames_back", "in [0, size())", static_cast<double>(frames_back));
    }
    return frames_[place(frames_back)];
}

void StateHistory::restore(World& world, int frames_back) {
    if (frames_back < 0 || frames_back >= size_) {
        fail("StateHistory::restore", "frames_back", "in [0, size())", static_cast<double>(frames_back));
    }
    world.restore(frames_[place(frames_back)]);
    next_ = place(frames_back);
    size_ -= frames_back + 1;
}

std::size_t StateHistory::bytes() const {
    std::vector<const StateChunk*> chunks;
    for (const Snapshot& frame : frames_) {
        if (!frame.empty()) {
            const SavedState& saved = frame.state_->saved;
            for (const StateChunks* const list : {&saved.run, &saved.chunks, &saved.spare}) {
                std::transform(list->begin(), list->end(), std::back_inserter(chunks),
                               [](const auto& chunk) { return chunk.get(); });
            }
        }
    }
    sort_items(chunks.begin(), chunks.end());
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    return chunks.size() * StateChunk::size;
}

}  // namespace drystone
