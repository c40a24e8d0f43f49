#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Finds the joints to rebuild after joints were added or removed, or bodies entered or left the solver.
/// Colours and mechanisms depend only on connected joints, so a ragdoll that falls asleep among thousands
/// costs its own joints and one comparison of the solver slot of each body.
class JointChangeSet {
public:
    /// Finds the changes since the last `compact`. Returns false if too many joints are affected: then a
    /// rebuild of all joints is as cheap.
    bool find(const JointStore& joints, const BodyStore& bodies);
    /// Marks all changes as done, also those recorded in `joints`.
    void compact(JointStore& joints, const BodyStore& bodies);

    /// Returns the affected joints in the order of their slots: those of bodies that were touched, or entered
    /// or left the solver, and all joints that are connected with them by bodies in the solver.
    [[nodiscard]] const std::vector<std::uint32_t>& joints() const { return joints_; }
    /// Returns the bodies of these joints that are or were in the solver, and the touched bodies.
    [[nodiscard]] const std::vector<std::uint32_t>& bodies() const { return bodies_; }
    /// Returns the other bodies with joints whose solver slot has changed.
    [[nodiscard]] const std::vector<std::uint32_t>& moved() const { return moved_; }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.seen_slots_);
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    void begin(const JointStore& joints, const BodyStore& bodies);
    void add_body(std::uint32_t body);
    void find_changed_slots(const JointStore& joints, const BodyStore& bodies);
    bool follow_joints(const JointStore& joints, const BodyStore& bodies);

    std::vector<std::uint32_t> seen_slots_;  ///< Solver slot of each body at the last `compact`.
    std::vector<std::uint32_t> joints_;
    std::vector<std::uint32_t> bodies_;
    std::vector<std::uint32_t> moved_;
    std::vector<std::uint8_t> has_joint_;  ///< By joint: 1 if it is in `joints_`.
    std::vector<std::uint8_t> has_body_;   ///< By body: 1 if it is in `bodies_`.
};

}  // namespace drystone
