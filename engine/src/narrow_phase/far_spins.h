#pragma once

#include "store/body_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Awake bodies that move a point by their turn within the step so far that it may pass through a thin shape,
/// and the velocities of all awake bodies.
class FarSpins {
public:
    /// Finds them and records the velocities. Cost: about a nanosecond for each awake body.
    /// \param min_thickness  of all shapes on moving bodies [m]
    void find(const BodyStore& bodies, float time_step, float min_thickness);
    [[nodiscard]] bool has(std::int32_t body) const { return flags_[static_cast<std::size_t>(body)] != 0; }
    [[nodiscard]] bool any() const { return !found_.empty(); }
    /// Returns whether a dynamic body is among them.
    [[nodiscard]] bool any_dynamic() const { return any_dynamic_; }
    /// Returns the velocities at the last `find`, in the order of `BodyStore::awake` at that time.
    [[nodiscard]] std::span<const BodyVelocity> velocities() const { return velocities_; }
    [[nodiscard]] std::size_t bytes() const {
        return velocities_.capacity() * sizeof(BodyVelocity) + flags_.capacity() +
               found_.capacity() * sizeof(std::uint32_t);
    }

private:
    std::vector<std::uint8_t> flags_;  ///< By body: 1 for those in `found_`.
    std::vector<std::uint32_t> found_;
    std::vector<BodyVelocity> velocities_;  ///< See `velocities`.
    bool any_dynamic_ = false;
};

}  // namespace drystone
