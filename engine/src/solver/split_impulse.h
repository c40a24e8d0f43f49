#pragma once

#include "constraint_graph/constraint_graph.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// The contacts of bodies that overlap deeply: what pushes these apart moves them, and stays in no velocity.
///
/// Overlap is pushed out by velocities, and the pass without bias takes them away again. But that is one
/// sweep, and of what has gone through a chain of pushed bodies it leaves about half: a heap of boxes that
/// were made in each other bursts. So each contact gets back, before that pass, the impulse that it had
/// before the push, and its bodies what the push gave them: momentum is kept contact by contact. And as what
/// is pushed again in every sub-step does not add up over the sub-steps, it is swept until it has gone
/// through a chain: else the lower boxes of a heap are pressed into each other, and turn. Source: that
/// positions are best corrected apart from velocities, Cline, Pai, Post-Stabilization for Rigid Body
/// Simulation with Contact and Constraints, ICRA 2003.
class InitialOverlaps {
public:
    /// What a step looks for deep contacts with.
    struct Search {
        std::span<const std::uint32_t> begun;  ///< Contacts that began in this step.
        const SolverConstants& constants;
        float margin = 0.0f;     ///< In which contacts are made [m].
        float time_step = 0.0f;  ///< [s]
    };

    /// Finds all contacts that push a dynamic body of a contact that began deep, deeper than the bodies can
    /// have moved, and has been deep since: who was made, or put, there. What presses itself in is stopped as
    /// ever. Not among them: surfaces with a softness of their own, for springs push as they should; bodies
    /// with joints, which answer a push, and would be left with the answer; and what is solved with extra
    /// effort, whose lanes are taken out; and none at all where they would be more than a thousand. Call it
    /// once the narrow phase has written the lanes, which must stay where they are until the end of the step.
    /// Cost: a comparison for each contact that began, and nothing else where none is deep.
    void find(const Search& search, const BodyStore& bodies, const JointStore& joints, ContactStore& contacts,
              ConstraintGraph& graph);
    [[nodiscard]] bool empty() const { return lanes_.empty(); }
    /// Before overlap is pushed out: the impulses as they are.
    void mark();
    /// After all contacts have been swept once: these some times more, there and back.
    void push_apart(BodySolverState* states, const SolverConstants& constants) const;
    /// After the bodies have been moved. Of the impulses goes what a soft constraint gives back: between what
    /// cannot yield they would grow without end.
    void undo(BodySolverState* states) const;
    [[nodiscard]] std::size_t bytes() const {
        return lanes_.capacity() * sizeof(Lane) +
               (initial_overlaps_.capacity() + found_.capacity()) * sizeof(std::uint32_t);
    }

private:
    struct Lane {
        ContactBlock* block;
        int lane;
        float impulse[2];
    };

    void follow_initial_overlaps(const Search& search, const BodyStore& bodies, ContactStore& contacts,
                                 const ConstraintGraph& graph);
    void forget_initial_overlaps(ContactStore& contacts);
    void add_contacts_of(std::uint32_t body, const BodyStore& bodies, const ContactStore& contacts,
                         const JointStore& joints);

    /// Contacts that are marked `initial_overlap`; between steps also some that are so no longer.
    std::vector<std::uint32_t> initial_overlaps_;
    std::vector<std::uint32_t> found_;  ///< Numbers of the contacts.
    std::vector<Lane> lanes_;           ///< In their order.
};

}  // namespace drystone
