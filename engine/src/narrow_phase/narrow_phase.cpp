#include "narrow_phase/narrow_phase.h"

#include "memory/arrays.h"
#include "narrow_phase/foresight.h"
#include "narrow_phase/general_contacts.h"
#include "narrow_phase/pair_kernels.h"
#include "narrow_phase/surface_rows.h"
#include "store/prefetch.h"

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

/// How fast forces make the bodies of a lane leave each other along the normal [m/s^2].
float leaving_acceleration(const SolverInput& solver, const ContactBlock& block, int lane) {
    const auto gain = [&](std::int32_t state) {
        const std::size_t slot = slot_of_state(state);
        const IntegrationBlock& own = solver.integration[slot / block_lanes];
        return block.normal_x[lane] * own.gain_x[slot % block_lanes] +
               block.normal_y[lane] * own.gain_y[slot % block_lanes];
    };
    return solver.constants.inverse_h * (gain(block.state_b[lane]) - gain(block.state_a[lane]));
}

/// The speed after the gap has closed: v^2 - 2 a s of the fall through it.
float speed_of_impact(float approach, float acceleration, float gap) {
    if (!(approach < 0.0f) || !(gap > 0.0f)) {
        return approach;
    }
    return -std::sqrt(std::max(0.0f, approach * approach - 2.0f * acceleration * gap));
}

/// Normal velocities with which the bodies would meet in this step, for restitution.
void write_approach_speeds(const SolverInput& solver, const ContactBlock& block, ImpactBlock& impacts,
                           int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        const BodySolverState& a = solver.states[slot_of_state(block.state_a[lane])];
        const BodySolverState& b = solver.states[slot_of_state(block.state_b[lane])];
        const float approach = block.normal_x[lane] * (b.velocity_x - a.velocity_x) +
                               block.normal_y[lane] * (b.velocity_y - a.velocity_y);
        const float acceleration = leaving_acceleration(solver, block, lane);
        for (int i = 0; i < 2; ++i) {
            const float of_point = approach + (b.angular_velocity * block.normal_arm_b[i][lane] -
                                               a.angular_velocity * block.normal_arm_a[i][lane]);
            impacts.greatest_impulse[i][lane] = 0.0f;
            impacts.approach_speed[i][lane] =
                speed_of_impact(of_point, acceleration, block.separation[i][lane]);
        }
    }
}

/// Do all contacts of the block have a body of infinite mass? Those of colours have one all or none.
bool is_static_block(const ContactBlock& block, int color, const std::vector<BodySolverState>& states) {
    const bool overflow_static =
        color == ConstraintGraph::overflow && (states[slot_of_state(block.state_a[0])].inverse_mass == 0.0f ||
                                               states[slot_of_state(block.state_b[0])].inverse_mass == 0.0f);
    return ConstraintGraph::is_static_color(color) || overflow_static;
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

/// Recomputes the contacts of runs of blocks.
class RunUpdate {
public:
    RunUpdate(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
              bool states_moved)
        : input_(input), solver_(solver), contacts_(contacts), states_moved_(states_moved) {}

    void update(const BlockRun& run, int worker, OrderedOutput& ended) const {
        for (std::uint32_t i = 0; i < run.count; ++i) {
            ContactBlock& block = run.blocks[i];
            ContactNames& names = run.names[i];
            prefetch_object(&block + 1);
            prefetch_object(&names + 1);
            const int lanes = run.lanes_in(i);
            if (states_moved_ || block.stale_states) {
                refresh_states(input_.bodies, names, block, lanes);
            }
            find_contacts(run, block, names, lanes);
            if (block.foreseen != 0) {
                find_foreseen(run, block, names, lanes);
            }
            block.round = run.kind != ContactKind::Boxes;
            const bool is_static = is_static_block(block, run.color, solver_.states);
            block.softness = is_static ? solver_.constants.static_contact : solver_.constants.contact;
            // In all blocks of the list: lanes may still move to another one.
            if (run.surfaces != nullptr) {
                write_surface_rows(input_.bodies, names, lanes, {block.softness, is_static},
                                   solver_.constants, run.surfaces[i]);
            }
            if (block.watches_impacts) {
                write_approach_speeds(solver_, block, run.impacts[i], lanes);
            }
            note_ended(names, lanes, worker, ended);
        }
    }

private:
    void find_contacts(const BlockRun& run, ContactBlock& block, ContactNames& names, int lanes) const {
        const ContactKind kind = run.kind;
        const ContactInput lane_input{frame_input(input_, kind, input_.speculative_distance),
                                      reinterpret_cast<const float*>(input_.bodies.masses.data())};
        alignas(64) Row kept{};
        if (may_keep(names)) {
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
                const bool may_be_static =
                    ConstraintGraph::is_static_color(run.color) || run.color == ConstraintGraph::overflow;
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

    /// Writes the contacts anew that are foreseen, with their points beyond the margin.
    void find_foreseen(const BlockRun& run, ContactBlock& block, ContactNames& names, int lanes) const {
        const ContactInput lane_input{frame_input(input_, run.kind, foreseen_distance),
                                      reinterpret_cast<const float*>(input_.bodies.masses.data())};
        NarrowPhaseInput far = input_;
        far.speculative_distance = foreseen_distance;
        const CollidePairs collide_lanes = find_kernel(input_.kernels, run.kind);
        ManifoldRows manifolds{};
        if (collide_lanes != nullptr) {
            collide_lanes(names, lane_input, manifolds);
        }
        alignas(64) Row kept;
        std::fill(std::begin(kept), std::end(kept), 1.0f);
        for (int lane = 0; lane < lanes; ++lane) {
            if ((block.foreseen >> lane & 1u) == 0) {
                continue;
            }
            const auto number = static_cast<std::size_t>(names.contact[lane]);
            const Contact& contact = contacts_.contacts[number];
            if (collide_lanes == nullptr) {
                find_general_manifold(far, contact, contacts_.caches[number], manifolds, lane);
            }
            drop_far_points(input_, contact, manifolds, lane);
            kept[lane] = 0.0f;
        }
        input_.kernels.write_block(block, names, manifolds, lane_input, kept);
        for (int lane = 0; lane < lanes; ++lane) {
            if (kept[lane] == 0.0f) {
                const auto number = static_cast<std::size_t>(names.contact[lane]);
                move_arms_to_meeting(input_, contacts_.contacts[number], manifolds, block, lane);
                names.forget(lane);
            }
        }
        block.foreseen = 0;
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
    bool states_moved_;
};

}  // namespace

void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes) {
    const bool states_moved = graph.seen_order != input.bodies.order_version;
    graph.seen_order = input.bodies.order_version;
    const RunUpdate update(input, solver, contacts, states_moved);
    clear_after_step(changes.ended);
    changes.lost.clear(team.size());
    changes.runs.collect(graph);
    team.parallel_for(changes.runs.size(), 1, [&](std::size_t begin, std::size_t end, int worker) {
        for (std::size_t i = begin; i < end; ++i) {
            update.update(changes.runs[changes.runs.spread(i)], worker, changes.lost);
        }
    });
    changes.lost.append_to(changes.ended);
}

}  // namespace drystone
