#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Finds what has to be done again for a world's joints after some of them, or their bodies, came or went:
/// colours and mechanisms depend on what hangs together, and on nothing else. A ragdoll that falls asleep
/// among thousands then costs no more than its own joints, and one look at where the solver has each body.
class JointChangeSet {
public:
    /// Since the last `compact`. False if so much has changed, or hangs together with what has, that all
    /// joints may as well be looked at.
    bool find(const JointStore& joints, const BodyStore& bodies);
    /// All has been done.
    void compact(JointStore& joints, const BodyStore& bodies);

    /// Joints that share bodies in the solver, one with the next, with those of bodies that were touched or
    /// came into the solver or left it; in the order of their slots.
    [[nodiscard]] const std::vector<std::uint32_t>& joints() const { return joints_; }
    /// Their bodies, as far as they are in the solver, or were; and those that were touched.
    [[nodiscard]] const std::vector<std::uint32_t>& bodies() const { return bodies_; }
    /// Other bodies with joints whose slots in the solver have changed.
    [[nodiscard]] const std::vector<std::uint32_t>& moved() const { return moved_; }
    [[nodiscard]] std::size_t bytes() const;

private:
    void begin(const JointStore& joints, const BodyStore& bodies);
    void add_body(std::uint32_t body);
    void find_changed_slots(const JointStore& joints, const BodyStore& bodies);
    bool follow_joints(const JointStore& joints, const BodyStore& bodies);

    std::vector<std::uint32_t> seen_slots_;  ///< By body: where it was in the solver.
    std::vector<std::uint32_t> joints_;
    std::vector<std::uint32_t> bodies_;
    std::vector<std::uint32_t> moved_;
    std::vector<std::uint8_t> has_joint_;  ///< By joint: is it among `joints_`?
    std::vector<std::uint8_t> has_body_;
};

}  // namespace drystone
