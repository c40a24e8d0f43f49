#pragma once

#include "parallel/team.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Counts the whole turns of joints with a free angle, which no lane tracks.
///
/// A joint's angle is updated when it has changed by a quarter of a turn: until then `JointRecord::angle` is
/// near enough to identify the turn. Cost per joint and step: two poses and a comparison; the joint's record
/// is read only for an update.
class AngleUnwrapper {
public:
    /// Collects the joints to follow. Call it after lanes were assigned to joints.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    /// Repeats the choice for the joints `some`, in ascending order. Also removes destroyed joints.
    void look_again(const JointStore& joints, const BodyStore& bodies, std::span<const std::uint32_t> some);
    /// Updates the angles of joints that have turned far enough; once per step.
    void follow(JointStore& joints, const BodyStore& bodies, Team& team);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.items_);
    }
    [[nodiscard]] std::size_t bytes() const { return items_.capacity() * sizeof(Item); }

private:
    struct Item {
        std::uint32_t joint = 0;
        std::uint32_t body_a = 0;
        std::uint32_t body_b = 0;
        std::uint16_t generation = 0;  ///< Generation of the joint's slot.
        Rot seen{};                    ///< Rotation of B relative to A at the last update.
    };

    void look_at(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    static void follow(JointStore& joints, const BodyStore& bodies, Item& item);

    std::vector<Item> items_;
};

}  // namespace drystone
