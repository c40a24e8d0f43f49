#pragma once

#include "constraint_graph/constraint_graph.h"
#include "constraint_graph/contact_batches.h"
#include "constraint_graph/contacts_by_color.h"
#include "narrow_phase/far_spins.h"
#include "narrow_phase/kernels/narrow_kernels.h"
#include "narrow_phase/predicted_impacts.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <array>
#include <functional>
#include <vector>

namespace drystone {

/// A contact and a pseudorandom key that orders contacts without a pattern.
struct ShuffledItem {
    std::uint64_t key = 0;
    std::uint32_t contact = 0;
};

/// Changes among the contacts, in the order in which the contacts were tested.
struct ContactChanges {
    std::vector<std::uint32_t> begun;      ///< Candidates that touch.
    std::vector<std::uint32_t> separated;  ///< Candidates whose fat boxes no longer overlap: to be destroyed.
    std::vector<std::uint32_t> ended;      ///< Contacts of the graph that no longer touch.
    /// The contacts of `begun` that have points beyond the margin, see speculative_contacts.h.
    std::vector<std::uint32_t> speculative;
    std::vector<std::uint32_t> swept;  ///< Contacts whose impact in this step was predicted, sorted.

    std::vector<std::uint32_t> hits;     ///< Contacts that were hit and report it.
    std::vector<ShuffledItem> shuffled;  ///< The contacts of `begun` in colouring order.
    std::vector<ShuffledItem> shuffled_spare;

    /// A run of candidates of one kind that a worker tests in one go.
    struct CandidateRange {
        ContactKind kind;
        std::uint32_t begin;
        std::uint32_t end;
    };
    std::vector<CandidateRange> ranges;

    // Output of the workers before it is sorted.
    DeterministicCollector found;
    DeterministicCollector lost;
    DeterministicCollector far;
    DeterministicCollector predicted;
    PredictedImpacts impacts;
    FarSpins far_spins;
    ContactBatches batches;
    ContactsByColor by_color;

    [[nodiscard]] std::size_t bytes() const {
        return (begun.capacity() + separated.capacity() + ended.capacity() + speculative.capacity() +
                swept.capacity() + hits.capacity()) *
                   sizeof(std::uint32_t) +
               (shuffled.capacity() + shuffled_spare.capacity()) * sizeof(ShuffledItem) +
               ranges.capacity() * sizeof(CandidateRange) + found.bytes() + lost.bytes() + far.bytes() +
               predicted.bytes() + impacts.bytes() + far_spins.bytes() + batches.bytes() + by_color.bytes();
    }
};

/// Input of the narrow phase.
struct NarrowPhaseInput {
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const NarrowKernels& kernels;
    float speculative_distance;
    float time_step = 0.0f;                ///< Contacts are speculative for this long [s].
    const float* support_turns = nullptr;  ///< `SupportTurns::rows`
    /// Bodies that hang on joints turn about these in predictions. `nullptr`: none do.
    const JointStore* joints = nullptr;
    /// Shapes within one-way shapes, sorted. `nullptr`: none are.
    const std::vector<PassingPair>* passing = nullptr;
};

/// Solver state that the narrow phase reads.
struct SolverInput {
    const std::vector<BodySolverState>& states;
    const SolverConstants& constants;
    const std::vector<IntegrationBlock>& integration;
};

/// Returns whether the fat boxes of the two shapes in the broad phase overlap.
inline bool fat_boxes_overlap(const Contact& contact, const ShapeStore& shapes) {
    return overlaps(shapes.fat_boxes[contact.shape_a], shapes.fat_boxes[contact.shape_b]);
}

/// Tests every candidate: whether it touches now or will within the step, and whether its fat boxes still
/// overlap. Cost: one manifold per candidate, in lanes except for `ContactKind::General`.
class CandidateSearch {
public:
    /// All arguments must outlive the search.
    CandidateSearch(const NarrowPhaseInput& input, ContactStore& contacts, Team& team,
                    ContactChanges& changes);

    /// Tests the present candidates while one worker runs `make`, which may add candidates but must not
    /// reallocate anything that the search reads; see `ContactStore::has_room`. If there are too few
    /// candidates to share, only `make` runs, and `finish` tests all candidates together.
    void look_beside(const std::function<void()>& make);
    /// Tests the remaining candidates and writes `begun`, `speculative` and `separated`.
    void finish();

private:
    [[nodiscard]] int workers_for_rest() const;
    void collect_ranges(int workers);
    void look_at(std::size_t range, int worker);

    const NarrowPhaseInput& input_;
    ContactStore& contacts_;
    Team& team_;
    ContactChanges& changes_;
    /// Number of candidates of each kind that have been tested.
    std::array<std::uint32_t, contact_kind_count> done_{};
};

/// Marks speculative contacts in their blocks, for `update_contacts`. Nothing may move between lanes until
/// then.
void mark_predicted(const ContactStore& contacts, ConstraintGraph& graph, const ContactChanges& changes);

/// Recomputes every contact of the graph from the poses of its bodies, straight into the contact blocks:
/// manifold (as GJK, EPA and clipping on the shapes' cores give it), arms, effective masses, and impulses
/// carried over by feature. Writes `ended`; those contacts have no mass and no impulse. One worker runs
/// `meanwhile`, which must not change anything that is read here. Cost: one manifold per contact, in lanes
/// except for `ContactKind::General`.
void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes,
                     const std::function<void()>& meanwhile);

}  // namespace drystone
