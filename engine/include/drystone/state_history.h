#pragma once

#include <drystone/export.h>
#include <drystone/snapshot.h>

#include <cstddef>
#include <vector>

namespace drystone {

class World;

/// The last frames of a world, for rollback: a ring of snapshots that share what did not change.
///
///     StateHistory history(8);
///     history.save(world);             // before each step
///     world.step(dt);
///     ...
///     history.restore(world, 3);       // the world as it was before the last four steps
class DRYSTONE_API StateHistory {
public:
    /// Throws `Error` unless `capacity`, the number of frames, is in [1, 10000000].
    explicit StateHistory(int capacity);
    StateHistory(const StateHistory& other) = default;             ///< Shares the memory of the frames.
    StateHistory& operator=(const StateHistory& other) = default;  ///< Likewise.
    /// Takes the frames; the other has no frame and no capacity afterwards, and `save` throws `Error`.
    StateHistory(StateHistory&& other) noexcept;
    StateHistory& operator=(StateHistory&& other) noexcept;  ///< Likewise.
    ~StateHistory() = default;

    /// Appends the present state; the oldest frame goes where the ring is full. Steady worlds allocate
    /// nothing once it was full. Cost: as `World::snapshot` with a base.
    void save(const World& world);
    /// Returns the number of frames.
    [[nodiscard]] int size() const { return size_; }
    /// Returns the number of frames that are kept at most.
    [[nodiscard]] int capacity() const { return static_cast<int>(frames_.size()); }
    /// Returns the frame that was saved `frames_back` frames before the last; 0 is the last. Throws `Error`
    /// for one that is not there.
    [[nodiscard]] const Snapshot& frame(int frames_back) const;
    /// Restores the world to a frame, and forgets that frame and the later ones: the world saves them again
    /// as it repeats its steps. Throws `Error` for one that is not there, and like `World::restore`.
    void restore(World& world, int frames_back);
    /// Forgets all frames.
    void clear() { size_ = 0; }
    /// Returns the memory of all frames [bytes]; what several share counts once.
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] std::size_t place(int frames_back) const;

    std::vector<Snapshot> frames_;
    std::size_t next_ = 0;  ///< Place of the next frame.
    int size_ = 0;
};

}  // namespace drystone
