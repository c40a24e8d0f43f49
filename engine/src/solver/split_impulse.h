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

/// Contacts of bodies that overlap deeply from the start. The push that separates them moves the bodies, but
/// does not stay in their velocities (split impulse).
///
/// Overlap is pushed out by velocities, which the relax pass removes. But this pass is a single sweep and
/// leaves about half of the velocities that the push has spread through a chain of bodies: a heap of boxes
/// that were created inside each other would burst. So before the relax pass, each contact gets back its
/// impulses from before the push, and the velocities of its bodies change accordingly, which conserves
/// momentum contact by contact. As a push does not accumulate over the sub-steps, these contacts are swept
/// several times, until it has spread through a chain: else the lower boxes of a heap are pressed into each
/// other, and turn. Source for the separate correction of positions: Cline, Pai, Post-Stabilization for Rigid
/// Body Simulation with Contact and Constraints, ICRA 2003.
class InitialOverlaps {
public:
    /// Input of the search for deep contacts in a step.
    struct Search {
        std::span<const std::uint32_t> begun;  ///< Contacts that began in this step.
        const SolverConstants& constants;
        float margin = 0.0f;     ///< Speculative margin of contacts [m].
        float time_step = 0.0f;  ///< Length of the step [s].
    };

    /// Finds all contacts that push a dynamic body of an initial overlap. This is a contact that was deep
    /// when it began, deeper than its bodies can have moved, and has been deep since: a body was created or
    /// placed there. Bodies that are pressed into each other are solved as usual.
    ///
    /// Excludes contacts with a softness of their own, since springs push as intended; contacts of dynamic
    /// bodies with joints, since the joints react to the push and the reaction would remain; and all contacts
    /// if there are more than 1024. Contacts with extra iterations are not affected, since their lanes are
    /// extracted. Call it once the narrow phase has written the lanes, which must keep their places until the
    /// end of the step. Cost: a comparison for each contact that began, and nothing else if none is deep.
    void find(const Search& search, const BodyStore& bodies, const JointStore& joints, ContactStore& contacts,
              ConstraintGraph& graph);
    [[nodiscard]] bool empty() const { return lanes_.empty(); }
    /// Saves the normal impulses; before the pass that pushes overlap out.
    void mark();
    /// Runs extra sweeps over these contacts, backward and forward in turn; after the pass over all contacts.
    void push_apart(BodySolverState* states, const SolverConstants& constants) const;
    /// Restores the saved impulses and the velocities that belong to them; after the bodies have moved. The
    /// impulses are reduced by the part that a soft constraint gives back: else they would grow without bound
    /// between bodies that cannot separate.
    void undo(BodySolverState* states) const;
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.initial_overlaps_);
    }
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

    /// Contacts that are marked `initial_overlap`; between steps also some that have lost the mark.
    std::vector<std::uint32_t> initial_overlaps_;
    std::vector<std::uint32_t> found_;  ///< Numbers of the contacts.
    std::vector<Lane> lanes_;           ///< Lanes of the contacts in `found_`, in their order.
};

}  // namespace drystone
