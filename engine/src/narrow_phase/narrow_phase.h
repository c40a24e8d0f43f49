#pragma once

#include "constraint_graph/constraint_graph.h"
#include "constraint_graph/contact_batches.h"
#include "constraint_graph/contacts_by_color.h"
#include "narrow_phase/kernels/narrow_kernels.h"
#include "narrow_phase/predicted_impacts.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"
#include "store/contact_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <array>
#include <functional>
#include <vector>

namespace drystone {

/// A contact and a number that orders contacts without a pattern.
struct ShuffledItem {
    std::uint64_t key = 0;
    std::uint32_t contact = 0;
};

/// What changed among the contacts, in the order in which they were looked at.
struct ContactChanges {
    std::vector<std::uint32_t> begun;      ///< Candidates that touch.
    std::vector<std::uint32_t> separated;  ///< Candidates whose fat boxes no longer overlap: to be destroyed.
    std::vector<std::uint32_t> ended;      ///< Contacts of the graph that no longer touch.
    /// Those of `begun` that have points beyond the margin, see speculative_contacts.h.
    std::vector<std::uint32_t> speculative;

    std::vector<std::uint32_t> hits;     ///< Contacts that were hit and report it.
    std::vector<ShuffledItem> shuffled;  ///< The contacts of `begun` in the order of colouring.
    std::vector<ShuffledItem> shuffled_spare;

    /// Candidates of one kind that follow each other: what a worker looks at in one go.
    struct CandidateRange {
        ContactKind kind;
        std::uint32_t begin;
        std::uint32_t end;
    };
    std::vector<CandidateRange> ranges;

    // What the workers write before it is put in order.
    DeterministicCollector found;
    DeterministicCollector lost;
    DeterministicCollector far;
    PredictedImpacts impacts;
    ContactBatches batches;
    ContactsByColor by_color;

    [[nodiscard]] std::size_t bytes() const {
        return (begun.capacity() + separated.capacity() + ended.capacity() + speculative.capacity() +
                hits.capacity()) *
                   sizeof(std::uint32_t) +
               (shuffled.capacity() + shuffled_spare.capacity()) * sizeof(ShuffledItem) +
               ranges.capacity() * sizeof(CandidateRange) + found.bytes() + lost.bytes() + far.bytes() +
               impacts.bytes() + batches.bytes() + by_color.bytes();
    }
};

/// What the narrow phase reads.
struct NarrowPhaseInput {
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const NarrowKernels& kernels;
    float speculative_distance;
    float time_step = 0.0f;  ///< Contacts are speculative for so long [s].
};

/// What the narrow phase reads of the solver.
struct SolverInput {
    const std::vector<BodySolverState>& states;
    const SolverConstants& constants;
    const std::vector<IntegrationBlock>& integration;
};

/// Whether the boxes that the broad phase keeps of the two shapes overlap.
inline bool fat_boxes_overlap(const Contact& contact, const ShapeStore& shapes) {
    return overlaps(shapes.fat_boxes[contact.shape_a], shapes.fat_boxes[contact.shape_b]);
}

/// Looks at every candidate: does it touch by now, or will within the step, and are its fat boxes still
/// together? Cost: one manifold per candidate, in lanes between boxes.
class CandidateSearch {
public:
    /// All must outlive the search.
    CandidateSearch(const NarrowPhaseInput& input, ContactStore& contacts, Team& team,
                    ContactChanges& changes);

    /// Looks at those that are there while one worker does `make`, which may add others, but must not move
    /// anything in memory that is read of candidates; see `ContactStore::has_room`. Where they are too few to
    /// be shared, `make` is all that is done: all candidates are looked at together then.
    void look_beside(const std::function<void()>& make);
    /// Looks at all others and writes `begun`, `speculative` and `separated`.
    void finish();

private:
    [[nodiscard]] int workers_for_rest() const;
    void collect_ranges(int workers);
    void look_at(std::size_t range, int worker);

    const NarrowPhaseInput& input_;
    ContactStore& contacts_;
    Team& team_;
    ContactChanges& changes_;
    /// So many candidates of each kind have been looked at.
    std::array<std::uint32_t, contact_kind_count> done_{};
};

/// Notes in their blocks which contacts are speculative, for `update_contacts`. Nothing may move between
/// lanes until then.
void mark_predicted(const ContactStore& contacts, ConstraintGraph& graph, const ContactChanges& changes);

/// Recomputes every contact of the graph from the poses of its bodies: GJK and EPA on the shapes' cores,
/// clipping, arms and effective masses, and the carrying over of impulses by feature, all straight into the
/// contact blocks. Writes `ended`; those contacts have no mass and no impulse. One worker does `meanwhile`,
/// which must not change what is read here. Cost: one manifold per contact, in lanes between boxes.
void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes,
                     const std::function<void()>& meanwhile);

}  // namespace drystone
