#pragma once

#include "parallel/team.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Counts the whole turns of joints whose angle no lane follows, because nothing acts on it.
///
/// A joint's angle is looked at again when it has changed by a quarter of a turn: until then
/// `JointRecord::angle` is near enough to tell which turn it is in. Costs two poses and a comparison a joint
/// and step, without a look at its record.
class AngleUnwrapper {
public:
    /// After joints were given their lanes, or none.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    /// The same for some joints. Of others, those that are gone are forgotten.
    void look_again(const JointStore& joints, const BodyStore& bodies, std::span<const std::uint32_t> some);
    void follow(JointStore& joints, const BodyStore& bodies, Team& team);
    [[nodiscard]] std::size_t bytes() const { return items_.capacity() * sizeof(Item); }

private:
    struct Item {
        std::uint32_t joint = 0;
        std::uint32_t body_a = 0;
        std::uint32_t body_b = 0;
        std::uint16_t generation = 0;  ///< Of the joint's slot.
        Rot seen{};                    ///< Of B against A, where the angle was noted.
    };

    void look_at(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    static void follow(JointStore& joints, const BodyStore& bodies, Item& item);

    std::vector<Item> items_;
};

}  // namespace drystone
