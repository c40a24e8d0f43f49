#pragma once

#include <drystone/detail/owned.h>
#include <drystone/export.h>

#include <cstddef>

namespace drystone {

/// Saved state of a snapshot; private to the library.
struct SnapshotState;

/// State of a world at a moment between steps, made by `World::snapshot` and read by `World::restore`.
///
/// A value: copies are independent, and it may outlive its world. It fits the world it was made of and the
/// clones of that world. Snapshots share memory that is equal where one was made with the other as its base,
/// or is its copy.
class DRYSTONE_API Snapshot {
public:
    Snapshot();
    ~Snapshot();
    /// Shares the memory of the other.
    Snapshot(const Snapshot& other);
    /// Takes the state; the other snapshot is empty afterwards.
    Snapshot(Snapshot&& other) noexcept;
    /// Copies; shares the memory of the state.
    Snapshot& operator=(const Snapshot& other);
    /// Replaces the state by that of the other, which is empty afterwards.
    Snapshot& operator=(Snapshot&& other) noexcept;

    /// Returns whether it holds no state, as one that was just constructed or moved from.
    [[nodiscard]] bool empty() const;
    /// Returns the size of the state [bytes], without custom shapes, fields and ropes, which it shares.
    [[nodiscard]] std::size_t bytes() const;
    /// Returns the part of `bytes` that no other snapshot shares.
    [[nodiscard]] std::size_t own_bytes() const;

private:
    friend class StateHistory;
    friend class World;

    /// Returns the state to write to; makes it if there is none.
    SnapshotState& state();

    detail::Owned<SnapshotState> state_;
};

}  // namespace drystone
