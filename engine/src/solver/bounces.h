#pragma once

#include "constraint_graph/contact_batches.h"
#include "solver/bouncing_lane.h"
#include "solver/dominance_proxies.h"
#include "solver/motion_limits.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Impacts of contacts with restitution.
///
/// In each sub-step, impacts are found and solved one after another in the order of their times, as in an
/// event-driven simulation, with the speeds that the bodies have at that time: an impact may cause others,
/// which follow within the same sub-step, until no two bodies approach each other any more. Velocities change
/// before the move, so each body is displaced by its change of velocity times the time before the impact:
/// gaps close and open as if the impact had happened at its time.
///
/// Impacts at exactly the same time that share bodies are solved together, all from the same velocities, and
/// scaled so that they conserve energy if they are elastic: the result does not depend on their order, so a
/// mirror-symmetric scene stays symmetric. If bodies still approach each other, the next round continues.
///
/// The work in a sub-step is limited by the energy that the impacts can give back, and by the number of
/// bodies. What is beyond it, and contacts under a load that would stop the approach by itself, are left
/// out: the passes over all contacts stop them, and a pass at the end of the step restores their approach
/// speeds as in the first sub-step.
///
/// Impulses of impacts are not accumulated for warm starting: they do not last. Nor do impacts see what a
/// warm start adds to the velocities: an accumulated impulse may be that of an impact in the last sub-step,
/// which the pass over all contacts takes back, and which would bounce off other bodies again and again.
/// Source for the rule of
/// repeated impacts: Smith, Kaufman, Vouga, Tamstorf, Grinspun, Reflections on Simultaneous Impact, 2012.
class Bounces {
public:
    struct Context {
        std::vector<BodySolverState>& states;
        std::vector<IntegrationBlock>& integration;
        const DominanceProxies& proxies;
        const LimitedBodies& limited;
        float h = 0.0f;          ///< Sub-step [s].
        float threshold = 0.0f;  ///< Speed from which impacts bounce [m/s].
    };

    /// Forgets the contacts of the last step.
    void clear();
    /// Adds batches, which must stay valid until the end of the step, if they have restitution.
    void add(const ContactBatches& batches);
    /// Returns the batches with restitution.
    [[nodiscard]] const std::vector<const ContactBatches*>& batches() const { return batches_; }
    /// Returns whether contacts of this step have been left out.
    [[nodiscard]] bool any_left_out() const { return any_left_out_; }
    /// Solves the impacts of a sub-step, which the pass over the blocks has found; before the pass over all
    /// contacts that stops what still approaches. The states must hold the velocities without accumulated
    /// impulses, and `IntegrationBlock::start_x` to `start_w` those with them. Cost: some nanoseconds per
    /// block with restitution. If there are impacts, 20 ns per contact with restitution in the first such
    /// sub-step of a step, and about a microsecond for each impact, as long as they are few: see `looks_for`.
    void solve(const Context& context);
    [[nodiscard]] std::size_t bytes() const;

private:
    std::size_t find_meeting(std::size_t bodies);
    void leave_out_meeting();
    void leave_out_queued();
    void collect(const std::vector<BodySolverState>& states);
    bool find_first(const BounceArrays& arrays);
    void connect(std::size_t slots);
    void find_next(const BounceArrays& arrays);
    void choose(const BounceArrays& arrays);
    void solve_chosen(const BounceArrays& arrays, const DominanceProxies& proxies);
    void weigh_groups(const BounceArrays& arrays);
    void join_groups(const BounceArrays& arrays);
    [[nodiscard]] std::uint32_t group_of(std::uint32_t slot);
    void apply_normals(const BounceArrays& arrays);
    void apply_friction(const BounceArrays& arrays);
    void commit(const BounceArrays& arrays, const BouncingLane& lane);
    void queue_contacts_of(std::uint32_t slot);
    void shift_bodies(const BounceArrays& arrays);

    std::vector<const ContactBatches*> batches_;
    std::vector<BouncingLane> lanes_;    ///< All contacts with restitution, in the order of the batches.
    std::vector<std::uint32_t> queue_;   ///< Lanes that may meet next.
    std::vector<std::uint32_t> chosen_;  ///< Lanes whose impact is next for both bodies.
    std::vector<std::uint32_t> moved_;   ///< Slots of the bodies with impacts in this sub-step.
    std::vector<BouncingBody> bodies_;   ///< By slot.
    /// Lanes of each slot, in rows: those of slot i begin at `row_starts_[i]`.
    std::vector<std::uint32_t> row_starts_;
    std::vector<std::uint32_t> rows_;
    bool connected_ = false;  ///< Lanes and rows belong to this step.
    bool any_left_out_ = false;
    std::size_t looks_ = 0;  ///< Number of times that contacts may be looked at in this sub-step.
};

}  // namespace drystone
