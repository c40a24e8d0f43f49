#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Counts the whole turns of joints whose angle no lane follows, because nothing acts on it.
///
/// A joint's angle is looked at again when it has changed by a quarter of a turn: until then
/// `JointRecord::angle` is near enough to tell which turn it is in. Costs two poses and a comparison a joint
/// and step.
class TurnCounter {
public:
    /// After joints were given their lanes, or none.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    void follow(JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] std::size_t bytes() const { return items_.capacity() * sizeof(Item); }

private:
    struct Item {
        std::uint32_t joint = 0;
        Rot seen{};  ///< Of B against A, where the angle was noted.
    };
    std::vector<Item> items_;
};

}  // namespace drystone
