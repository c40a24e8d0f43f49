#include "narrow_phase/narrow_phase.h"

#include "core/arrays.h"
#include "core/prefetch.h"
#include "narrow_phase/general_contacts.h"
#include "narrow_phase/impact_prediction.h"
#include "narrow_phase/kernels/pair_kernels.h"
#include "narrow_phase/kernels/point_rows.h"
#include "narrow_phase/kernels/surface_rows.h"
#include "narrow_phase/speculative_contacts.h"
#include "simd/linked_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace drystone {

namespace {

/// Looks up the solver slots of the lanes' bodies; they change when bodies fall asleep or wake.
void refresh_states(const BodyStore& bodies, const ContactIds& ids, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        block.state_a[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(ids.body_a[lane])]);
        block.state_b[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(ids.body_b[lane])]);
    }
    block.stale_states = false;
}

BlockSoftness default_softness(const SolverConstants& constants, bool is_static) {
    return {is_static ? constants.static_contact : constants.contact, is_static};
}

constexpr std::int32_t lane_bits[block_lanes] = {1 << 0,  1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                                 1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                                 1 << 12, 1 << 13, 1 << 14, 1 << 15};

/// Returns the lanes for which `condition(lane)` is true, as bits. Compilers vectorise this sum of constants,
/// other than a sum of shifts, if the condition has no branch.
template <class Condition>
std::uint32_t find_lanes(Condition&& condition) {
    std::int32_t found = 0;
    for (int lane = 0; lane < block_lanes; ++lane) {
        found |= condition(lane) ? lane_bits[lane] : 0;
    }
    return static_cast<std::uint32_t>(found);
}

/// Returns the lanes that have no points left, as bits.
std::uint32_t find_pointless(const ContactIds& ids, int lanes) {
    // Features are not negative.
    const std::uint32_t bits =
        find_lanes([&](int lane) { return ids.feature[0][lane] + ids.feature[1][lane] == 0.0f; });
    return bits & ((1u << lanes) - 1u);
}

/// Returns the lanes that have no points within the margin, as bits.
std::uint32_t find_leaving(const ContactBlock& block, const ContactIds& ids, float margin, int lanes) {
    const auto is_near = [&](int i, int lane) {
        return (ids.feature[i][lane] != 0.0f) & (block.separation[i][lane] <= margin);
    };
    const std::uint32_t near = find_lanes([&](int lane) { return is_near(0, lane) | is_near(1, lane); });
    return ~near & ((1u << lanes) - 1u);
}

/// Records the contacts of the lanes that have no points left, by contact number: lanes have no stable order.
void record_ended(const ContactIds& ids, std::uint32_t pointless, int worker, DeterministicCollector& ended) {
    for (std::uint32_t bits = pointless; bits != 0; bits &= bits - 1) {
        const auto contact = static_cast<std::uint32_t>(ids.contact[std::countr_zero(bits)]);
        ended.add(worker, contact, contact);
    }
}

/// Records the contacts of a block whose impacts are predicted.
void record_predicted(const ContactBlock& block, const ContactIds& ids, int lanes, int worker,
                      DeterministicCollector& predicted) {
    for (std::uint32_t bits = block.speculative & ((1u << lanes) - 1u); bits != 0; bits &= bits - 1) {
        const auto contact = static_cast<std::uint32_t>(ids.contact[std::countr_zero(bits)]);
        predicted.add(worker, contact, contact);
    }
}

/// Minimum number of blocks of sixteen contacts per worker: about 5 us.
constexpr std::size_t blocks_per_worker = 4;

/// Recomputes the contacts of runs of blocks.
class RunUpdate {
public:
    RunUpdate(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
              const PredictedImpacts& impacts, const FarSpins& far_spins, bool states_moved)
        : input_(input),
          solver_(solver),
          contacts_(contacts),
          impacts_(impacts),
          motion_input_(candidate_input(input)),
          far_spins_(far_spins),
          states_moved_(states_moved) {}

    void update(const ContactBatch& batch, int worker, ContactChanges& changes) const {
        const ApproachInput approach{solver_.states.data(), solver_.integration.data(),
                                     solver_.constants.inverse_h};
        for (std::uint32_t i = 0; i < batch.count; ++i) {
            ContactBlock& block = batch.blocks[i];
            ContactIds& ids = batch.ids[i];
            const int lanes = batch.lanes_in(i);
            const NarrowKernels& kernels =
                fitting(input_.kernels, static_cast<std::size_t>(lanes), changes.batches.total_blocks());
            if (states_moved_ || block.stale_states) {
                refresh_states(input_.bodies, ids, block, lanes);
            }
            find_contacts(kernels, batch, block, ids, lanes);
            std::uint32_t pointless = find_pointless(ids, lanes);
            if (batch.color != ConstraintGraph::no_response) {
                // Kinematic bodies have no contacts in the colours of dynamic ones.
                const bool are_dynamic = batch.color < ConstraintGraph::dynamic_color_count;
                mark_passing(kernels, block, ids, lanes,
                             are_dynamic ? far_spins_.any_dynamic() : far_spins_.any());
            }
            if (block.speculative != 0) {
                if (batch.color != ConstraintGraph::no_response) {
                    record_predicted(block, ids, lanes, worker, changes.predicted);
                }
                find_predicted(kernels, batch, block, ids, lanes);
                pointless = find_pointless(ids, lanes);
            }
            block.round = batch.kind != ContactKind::Boxes;
            const BlockSoftness defaults =
                default_softness(solver_.constants, ConstraintGraph::is_static_color(batch.color));
            block.softness = defaults.softness;
            // For all blocks of the list, because lanes may still move to another block.
            if (batch.surfaces != nullptr && batch.is_overflow()) {
                write_surfaces_in_order(ids, block, lanes, batch.surfaces[i]);
            } else if (batch.surfaces != nullptr) {
                write_surface_rows(input_.bodies, ids, lanes, defaults, solver_.constants, batch.surfaces[i]);
            }
            if (block.tracks_impacts) {
                kernels.write_approach_speeds(approach, block, batch.impacts[i], lanes);
            }
            record_ended(ids, pointless, worker, changes.lost);
        }
    }

private:
    /// Writes the surfaces of an overflow block, where each contact has the softness of its own bodies.
    void write_surfaces_in_order(const ContactIds& ids, const ContactBlock& block, int lanes,
                                 SurfaceBlock& surfaces) const {
        for (int lane = 0; lane < lanes; ++lane) {
            const bool is_static =
                has_infinite_mass(solver_.states.data(), block.state_a[lane], block.state_b[lane]);
            write_surface_lane(input_.bodies, ids, lane, default_softness(solver_.constants, is_static),
                               solver_.constants, surfaces);
        }
    }

    void find_contacts(const NarrowKernels& kernels, const ContactBatch& batch, ContactBlock& block,
                       ContactIds& ids, int lanes) const {
        const ContactKind kind = batch.kind;
        const float max_separation = max_margins_of_points * input_.speculative_distance;
        const ContactInput lane_input = contact_input(kind, max_separation, input_.speculative_distance);
        alignas(64) Row reused{};
        // Contacts without response may sink to any depth, so their manifolds are not reused.
        if (batch.color != ConstraintGraph::no_response && may_reuse(ids)) {
            if (input_.support_turns != nullptr) {
                kernels.turn_manifolds(block, ids, input_.support_turns, lanes);
            }
            kernels.reuse_manifolds(block, ids, lane_input, reused, lanes);
            const std::uint32_t changed = find_lanes([&](int lane) { return reused[lane] == 0.0f; });
            if ((changed & ((1u << lanes) - 1u)) == 0) {
                return;
            }
        }
        // Empty lanes keep their zeros.
        std::fill(reused + lanes, reused + block_lanes, 1.0f);
        const CollidePairs collide_lanes = find_kernel(kernels, kind);
        if (kind == ContactKind::Boxes) {
            kernels.update_boxes(&block, &ids, 1, lane_input, reused);
        } else {
            ManifoldRows manifolds{};
            if (collide_lanes != nullptr) {
                // In lanes, only shapes on static and kinematic bodies have internal edges.
                const bool may_be_static = batch.color >= ConstraintGraph::dynamic_color_count;
                const bool may_be_hidden = may_be_static && !input_.shapes.internal_edges.empty();
                for (int lane = 0; may_be_hidden && lane < lanes; ++lane) {
                    prefetch(&contacts_.contacts[static_cast<std::size_t>(ids.contact[lane])]);
                }
                collide_lanes(ids, lane_input, manifolds, lanes);
                if (may_be_hidden) {
                    replace_hidden(ids, lanes, reused, max_separation, manifolds);
                }
            }
            for (int lane = 0; collide_lanes == nullptr && lane < lanes; ++lane) {
                const auto number = static_cast<std::size_t>(ids.contact[lane]);
                if (reused[lane] == 0.0f) {
                    find_general_manifold(input_, contacts_.contacts[number], contacts_.caches[number],
                                          manifolds, lane, max_separation);
                }
            }
            kernels.write_block(block, ids, manifolds, lane_input, reused);
        }
    }

    /// Marks contacts as predicted whose bodies could pass through each other within the step: those that
    /// have no point within the margin left, which are no candidates in this step, and those that leave their
    /// points by turning.
    /// \param may_turn  a body of the block may turn so far
    void mark_passing(const NarrowKernels& kernels, ContactBlock& block, const ContactIds& ids, int lanes,
                      bool may_turn) const {
        std::uint32_t asked = find_leaving(block, ids, input_.speculative_distance, lanes);
        if (may_turn) {
            for (int lane = 0; lane < lanes; ++lane) {
                const bool turns = far_spins_.has(ids.body_a[lane]) || far_spins_.has(ids.body_b[lane]);
                asked |= static_cast<std::uint32_t>(turns) << lane;
            }
        }
        if (asked == 0) {
            return;
        }
        alignas(64) Row moved{};
        kernels.find_motions(ids, motion_input_, moved, lanes);
        const float thin = input_.shapes.min_thickness;
        const std::uint32_t far = find_lanes([&](int lane) { return moved[lane] > thin; });
        for (std::uint32_t bits = asked & far; bits != 0; bits &= bits - 1) {
            const int lane = std::countr_zero(bits);
            const Contact& contact = contacts_.contacts[static_cast<std::size_t>(ids.contact[lane])];
            if (may_pass(input_, contact)) {
                block.speculative = static_cast<std::uint16_t>(block.speculative | 1u << lane);
            }
        }
    }

    /// Predicted impacts of the lanes of a block.
    struct LaneImpacts {
        PredictedImpact impacts[block_lanes];
        unsigned lanes = 0;  ///< Bit mask of the lanes that have one.

        [[nodiscard]] bool has(int lane) const { return (lanes >> lane & 1u) != 0; }
    };

    /// Returns the impacts that the candidate search has found.
    [[nodiscard]] LaneImpacts known_impacts(const ContactBlock& block, const ContactIds& ids) const {
        LaneImpacts known;
        for (int lane = 0; lane < block_lanes; ++lane) {
            if ((block.speculative >> lane & 1u) == 0) {
                continue;
            }
            const auto number = static_cast<std::uint32_t>(ids.contact[lane]);
            if (const PredictedImpact* const impact = impacts_.find(number)) {
                known.impacts[lane] = *impact;
                known.lanes |= 1u << lane;
            }
        }
        return known;
    }

    /// Rewrites the speculative contacts of a block, including their points beyond the margin.
    void find_predicted(const NarrowKernels& kernels, const ContactBatch& batch, ContactBlock& block,
                        ContactIds& ids, int lanes) const {
        const ContactInput lane_input = contact_input(batch.kind, speculative_range, speculative_range);
        const NarrowPhaseInput far = far_input(input_);
        const CollidePairs collide_lanes = find_kernel(kernels, batch.kind);
        const bool may_be_hidden =
            batch.color >= ConstraintGraph::dynamic_color_count && !input_.shapes.internal_edges.empty();
        LaneImpacts ahead = known_impacts(block, ids);
        ManifoldRows manifolds{};
        if (collide_lanes != nullptr && ahead.lanes != block.speculative) {
            collide_lanes(ids, lane_input, manifolds, lanes);
        }
        alignas(64) Row reused;
        std::fill(std::begin(reused), std::end(reused), 1.0f);
        for (int lane = 0; lane < lanes; ++lane) {
            if ((block.speculative >> lane & 1u) == 0) {
                continue;
            }
            reused[lane] = 0.0f;
            if (ahead.has(lane)) {
                write_impact(ahead.impacts[lane], manifolds, lane);
                continue;
            }
            const auto number = static_cast<std::uint32_t>(ids.contact[lane]);
            const Contact& contact = contacts_.contacts[number];
            if (collide_lanes == nullptr) {
                find_general_manifold(far, contact, contacts_.caches[number], manifolds, lane,
                                      speculative_range);
            } else if (may_be_hidden && touches(manifolds, lane) &&
                       is_hidden_contact(input_, contact, manifolds, lane)) {
                CollisionCache unused;
                find_general_manifold(far, contact, unused, manifolds, lane, speculative_range);
            }
            const SpeculativeResult found =
                drop_distant_points(input_, number, contact, manifolds, lane, ahead.impacts[lane]);
            ahead.lanes |= found == SpeculativeResult::Impact ? 1u << lane : 0u;
        }
        kernels.write_block(block, ids, manifolds, lane_input, reused);
        for (int lane = 0; lane < lanes; ++lane) {
            if (reused[lane] != 0.0f) {
                continue;
            }
            const Contact& contact = contacts_.contacts[static_cast<std::size_t>(ids.contact[lane])];
            if (ahead.has(lane)) {
                write_impact_arms(contact, ahead.impacts[lane], block, lane);
            } else {
                move_arms_to_impact(input_, contact, manifolds, block, lane);
            }
            ids.forget(lane);
        }
        block.speculative = 0;
    }

    void write_impact_arms(const Contact& contact, const PredictedImpact& impact, ContactBlock& block,
                           int lane) const {
        write_point_arms({impact.arm_a, impact.arm_b}, impact.normal, input_.bodies.masses[contact.body_a],
                         input_.bodies.masses[contact.body_b], block, lane, 0);
    }

    /// Recomputes the manifolds that lanes found along hidden normals.
    void replace_hidden(const ContactIds& ids, int lanes, const Row& reused, float max_separation,
                        ManifoldRows& manifolds) const {
        for (int lane = 0; lane < lanes; ++lane) {
            if (reused[lane] != 0.0f || !touches(manifolds, lane)) {
                continue;
            }
            const auto number = static_cast<std::size_t>(ids.contact[lane]);
            if (is_hidden_contact(input_, contacts_.contacts[number], manifolds, lane)) {
                CollisionCache unused;
                find_general_manifold(input_, contacts_.contacts[number], unused, manifolds, lane,
                                      max_separation);
            }
        }
    }

    [[nodiscard]] ContactInput contact_input(ContactKind kind, float max_separation, float margin) const {
        return {frame_input(input_, kind, max_separation),
                reinterpret_cast<const float*>(input_.bodies.masses.data()),
                reinterpret_cast<const float*>(input_.bodies.velocities.data()), input_.time_step, margin};
    }

    /// Returns whether any lane could reuse its previous manifold.
    [[nodiscard]] static bool may_reuse(const ContactIds& ids) {
        return find_lanes([&](int lane) {
                   const float c = ids.cached_rotation_a[0][lane];
                   const float s = ids.cached_rotation_a[1][lane];
                   return c * c + s * s != 0.0f;
               }) != 0;
    }

    const NarrowPhaseInput& input_;
    const SolverInput& solver_;
    ContactStore& contacts_;
    const PredictedImpacts& impacts_;
    CandidateInput motion_input_;
    const FarSpins& far_spins_;
    bool states_moved_;
};

}  // namespace

void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes,
                     const std::function<void()>& meanwhile) {
    const bool states_moved = graph.seen_order != input.bodies.order_version;
    graph.seen_order = input.bodies.order_version;
    changes.far_spins.find(input.bodies, input.time_step, input.shapes.min_thickness);
    const RunUpdate update(input, solver, contacts, changes.impacts, changes.far_spins, states_moved);
    clear_and_shrink(changes.ended);
    changes.lost.clear(team.size());
    clear_and_shrink(changes.swept);
    changes.predicted.clear(team.size());
    changes.batches.collect(graph, true);
    const int workers = workers_for(changes.batches.total_blocks(), blocks_per_worker);
    if (team.would_share(workers)) {
        changes.batches.interleave();
    }
    team.parallel_for_beside(
        meanwhile, changes.batches.size(), 1, workers, [&](std::size_t i, std::size_t, int worker) {
            update.update(changes.batches[changes.batches.in_interleaved_order(i)], worker, changes);
        });
    changes.lost.append_to(changes.ended);
    changes.predicted.append_to(changes.swept);
}

}  // namespace drystone
