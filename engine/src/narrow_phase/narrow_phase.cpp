#include "narrow_phase/narrow_phase.h"

#include "core/arrays.h"
#include "core/prefetch.h"
#include "narrow_phase/general_contacts.h"
#include "narrow_phase/impact_prediction.h"
#include "narrow_phase/kernels/pair_kernels.h"
#include "narrow_phase/kernels/point_rows.h"
#include "narrow_phase/kernels/surface_rows.h"
#include "narrow_phase/speculative_contacts.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Looks up where the lanes' bodies are in the solver; that changes when bodies fall asleep and wake.
void refresh_states(const BodyStore& bodies, const ContactNames& names, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        block.state_a[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_a[lane])]);
        block.state_b[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_b[lane])]);
    }
    block.stale_states = false;
}

BlockSoftness usual_softness(const SolverConstants& constants, bool is_static) {
    return {is_static ? constants.static_contact : constants.contact, is_static};
}

/// Notes the contacts of the lanes that have no point any more, by their numbers: lanes have no order of
/// their own.
void note_ended(const ContactNames& names, int lanes, int worker, OrderedOutput& ended) {
    bool any = false;
    for (int lane = 0; lane < block_lanes; ++lane) {
        any = any || names.feature[0][lane] + names.feature[1][lane] == 0.0f;
    }
    for (int lane = 0; any && lane < lanes; ++lane) {
        if (names.feature[0][lane] == 0.0f && names.feature[1][lane] == 0.0f) {
            const auto contact = static_cast<std::uint32_t>(names.contact[lane]);
            ended.add(worker, contact, contact);
        }
    }
}

/// Blocks of sixteen contacts that a worker must get: some 5 us.
constexpr std::size_t blocks_per_worker = 4;

/// Recomputes the contacts of runs of blocks.
class RunUpdate {
public:
    RunUpdate(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
              const ForeseenImpacts& impacts, bool states_moved)
        : input_(input),
          solver_(solver),
          contacts_(contacts),
          impacts_(impacts),
          states_moved_(states_moved) {}

    void update(const BlockRun& run, int worker, OrderedOutput& ended) const {
        const ApproachInput approach{solver_.states.data(), solver_.integration.data(),
                                     solver_.constants.inverse_h};
        for (std::uint32_t i = 0; i < run.count; ++i) {
            ContactBlock& block = run.blocks[i];
            ContactNames& names = run.names[i];
            const int lanes = run.lanes_in(i);
            if (states_moved_ || block.stale_states) {
                refresh_states(input_.bodies, names, block, lanes);
            }
            find_contacts(run, block, names, lanes);
            if (block.foreseen != 0) {
                find_foreseen(run, block, names, lanes);
            }
            block.round = run.kind != ContactKind::Boxes;
            const BlockSoftness usual =
                usual_softness(solver_.constants, ConstraintGraph::is_static_color(run.color));
            block.softness = usual.softness;
            // In all blocks of the list: lanes may still move to another one.
            if (run.surfaces != nullptr && run.is_in_order()) {
                write_surfaces_in_order(names, block, lanes, run.surfaces[i]);
            } else if (run.surfaces != nullptr) {
                write_surface_rows(input_.bodies, names, lanes, usual, solver_.constants, run.surfaces[i]);
            }
            if (block.watches_impacts) {
                input_.kernels.write_approach_speeds(approach, block, run.impacts[i]);
            }
            note_ended(names, lanes, worker, ended);
        }
    }

private:
    /// In the overflow, each contact has the softness of its own bodies.
    void write_surfaces_in_order(const ContactNames& names, const ContactBlock& block, int lanes,
                                 SurfaceBlock& surfaces) const {
        for (int lane = 0; lane < lanes; ++lane) {
            const bool is_static =
                has_infinite_mass(solver_.states.data(), block.state_a[lane], block.state_b[lane]);
            write_surface_lane(input_.bodies, names, lane, usual_softness(solver_.constants, is_static),
                               solver_.constants, surfaces);
        }
    }

    void find_contacts(const BlockRun& run, ContactBlock& block, ContactNames& names, int lanes) const {
        const ContactKind kind = run.kind;
        const ContactInput lane_input{frame_input(input_, kind, input_.speculative_distance),
                                      reinterpret_cast<const float*>(input_.bodies.masses.data())};
        alignas(64) Row kept{};
        // What nothing pushes apart may go as deep as it likes.
        if (run.color != ConstraintGraph::forceless && may_keep(names)) {
            input_.kernels.keep_block(block, names, lane_input, kept);
            if (std::all_of(kept, kept + lanes, [](float lane) { return lane != 0.0f; })) {
                return;
            }
        }
        const CollidePairs collide_lanes = find_kernel(input_.kernels, kind);
        if (kind == ContactKind::Boxes) {
            input_.kernels.update_boxes(&block, &names, 1, lane_input, kept);
        } else {
            ManifoldRows manifolds{};
            if (collide_lanes != nullptr) {
                // In lanes, only shapes that nothing pushes have seams.
                const bool may_be_static = run.color >= ConstraintGraph::dynamic_color_count;
                const bool may_be_hidden = may_be_static && !input_.shapes.seams.empty();
                for (int lane = 0; may_be_hidden && lane < lanes; ++lane) {
                    prefetch(&contacts_.contacts[static_cast<std::size_t>(names.contact[lane])]);
                }
                collide_lanes(names, lane_input, manifolds);
                if (may_be_hidden) {
                    replace_hidden(names, lanes, kept, manifolds);
                }
            }
            for (int lane = 0; collide_lanes == nullptr && lane < lanes; ++lane) {
                const auto number = static_cast<std::size_t>(names.contact[lane]);
                if (kept[lane] == 0.0f) {
                    find_general_manifold(input_, contacts_.contacts[number], contacts_.caches[number],
                                          manifolds, lane);
                }
            }
            input_.kernels.write_block(block, names, manifolds, lane_input, kept);
        }
        for (int lane = lanes; lane < block_lanes; ++lane) {
            ContactList::clear_lane_of(block, names, lane, run.dummy_slot);
        }
    }

    /// The impacts that the lanes of a block will have.
    struct LaneImpacts {
        ForeseenImpact impacts[block_lanes];
        unsigned lanes = 0;  ///< Those that have one, as bits.

        [[nodiscard]] bool has(int lane) const { return (lanes >> lane & 1u) != 0; }
    };

    /// Those that the search of candidates has found.
    [[nodiscard]] LaneImpacts known_impacts(const ContactBlock& block, const ContactNames& names) const {
        LaneImpacts known;
        for (int lane = 0; lane < block_lanes; ++lane) {
            if ((block.foreseen >> lane & 1u) == 0) {
                continue;
            }
            const auto number = static_cast<std::uint32_t>(names.contact[lane]);
            if (const ForeseenImpact* const impact = impacts_.find(number)) {
                known.impacts[lane] = *impact;
                known.lanes |= 1u << lane;
            }
        }
        return known;
    }

    /// Writes the contacts anew that are foreseen, with their points beyond the margin.
    void find_foreseen(const BlockRun& run, ContactBlock& block, ContactNames& names, int lanes) const {
        const ContactInput lane_input{frame_input(input_, run.kind, foreseen_distance),
                                      reinterpret_cast<const float*>(input_.bodies.masses.data())};
        NarrowPhaseInput far = input_;
        far.speculative_distance = foreseen_distance;
        const CollidePairs collide_lanes = find_kernel(input_.kernels, run.kind);
        LaneImpacts ahead = known_impacts(block, names);
        ManifoldRows manifolds{};
        if (collide_lanes != nullptr && ahead.lanes != block.foreseen) {
            collide_lanes(names, lane_input, manifolds);
        }
        alignas(64) Row kept;
        std::fill(std::begin(kept), std::end(kept), 1.0f);
        for (int lane = 0; lane < lanes; ++lane) {
            if ((block.foreseen >> lane & 1u) == 0) {
                continue;
            }
            kept[lane] = 0.0f;
            if (ahead.has(lane)) {
                write_impact(ahead.impacts[lane], manifolds, lane);
                continue;
            }
            const auto number = static_cast<std::uint32_t>(names.contact[lane]);
            const Contact& contact = contacts_.contacts[number];
            if (collide_lanes == nullptr) {
                find_general_manifold(far, contact, contacts_.caches[number], manifolds, lane);
            }
            const Foreseen found =
                drop_far_points(input_, number, contact, manifolds, lane, ahead.impacts[lane]);
            ahead.lanes |= found == Foreseen::Impact ? 1u << lane : 0u;
        }
        input_.kernels.write_block(block, names, manifolds, lane_input, kept);
        for (int lane = 0; lane < lanes; ++lane) {
            if (kept[lane] != 0.0f) {
                continue;
            }
            const Contact& contact = contacts_.contacts[static_cast<std::size_t>(names.contact[lane])];
            if (ahead.has(lane)) {
                write_impact_arms(contact, ahead.impacts[lane], block, lane);
            } else {
                move_arms_to_meeting(input_, contact, manifolds, block, lane);
            }
            names.forget(lane);
        }
        block.foreseen = 0;
    }

    void write_impact_arms(const Contact& contact, const ForeseenImpact& impact, ContactBlock& block,
                           int lane) const {
        write_point_arms({impact.arm_a, impact.arm_b}, impact.normal, input_.bodies.masses[contact.body_a],
                         input_.bodies.masses[contact.body_b], block, lane, 0);
    }

    /// Finds those anew that the lanes found along normals that nothing can touch.
    void replace_hidden(const ContactNames& names, int lanes, const Row& kept,
                        ManifoldRows& manifolds) const {
        for (int lane = 0; lane < lanes; ++lane) {
            if (kept[lane] != 0.0f || !touches(manifolds, lane)) {
                continue;
            }
            const auto number = static_cast<std::size_t>(names.contact[lane]);
            const Vec2 normal{manifolds.normal_x[lane], manifolds.normal_y[lane]};
            if (is_hidden_contact(input_, contacts_.contacts[number], normal)) {
                CollisionCache unused;
                find_general_manifold(input_, contacts_.contacts[number], unused, manifolds, lane);
            }
        }
    }

    /// Whether there is a lane that could keep what was found before.
    [[nodiscard]] static bool may_keep(const ContactNames& names) {
        bool any = false;
        for (int lane = 0; lane < block_lanes; ++lane) {
            any = any || names.found_rotation_a[0][lane] != 0.0f || names.found_rotation_a[1][lane] != 0.0f;
        }
        return any;
    }

    const NarrowPhaseInput& input_;
    const SolverInput& solver_;
    ContactStore& contacts_;
    const ForeseenImpacts& impacts_;
    bool states_moved_;
};

}  // namespace

void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes,
                     const std::function<void()>& meanwhile) {
    const bool states_moved = graph.seen_order != input.bodies.order_version;
    graph.seen_order = input.bodies.order_version;
    const RunUpdate update(input, solver, contacts, changes.impacts, states_moved);
    clear_after_step(changes.ended);
    changes.lost.clear(team.size());
    changes.runs.collect(graph, true);
    const int workers = workers_for(changes.runs.total_blocks(), blocks_per_worker);
    if (team.would_share(workers)) {
        changes.runs.spread();
    }
    team.parallel_for_beside(meanwhile, changes.runs.size(), 1, workers,
                             [&](std::size_t i, std::size_t, int worker) {
                                 update.update(changes.runs[changes.runs.in_spread(i)], worker, changes.lost);
                             });
    changes.lost.append_to(changes.ended);
}

}  // namespace drystone
