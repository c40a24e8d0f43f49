#include "solver/sequential_contacts.h"

#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "solver/impulse_changes-inl.h"

#include "solver/contact_yield-inl.h"

#include "solver/contact_kernels-inl.h"

#include "solver/surface_kernels-inl.h"

#include "solver/impact_kernels-inl.h"

/// Calls `visitor(block number, lane)` for the contacts of the batch.
template <class Visitor>
void visit_contacts(const ContactBatch& batch, Visitor&& visitor) {
    for (std::uint32_t i = 0; i < batch.count; ++i) {
        for (int lane = 0; lane < batch.lanes_in(i); ++lane) {
            visitor(i, lane);
        }
    }
}

template <bool round, class Surfaces, class Changes>
void relax_contact(ContactBlock& block, const ImpactBlock* impacts, int lane, BodySolverState* states,
                   const SolverConstants& constants, const Surfaces& surfaces, Changes& changes) {
    const ScalarLane inverse_h{constants.inverse_h};
    if (block.bounces) {
        const BouncingSurfaces<ScalarLane, Surfaces> bouncing{
            surfaces, *impacts, lane, {slow_impact * constants.restitution_threshold}};
        relax_lanes<ScalarLane, round>(block, lane, states, inverse_h, bouncing, changes);
    } else {
        relax_lanes<ScalarLane, round>(block, lane, states, inverse_h, surfaces, changes);
    }
}

template <bool round, class Changes>
void relax_contact(const ContactBatch& batch, std::uint32_t i, int lane, BodySolverState* states,
                   const SolverConstants& constants, Changes& changes) {
    ContactBlock& block = batch.blocks[i];
    const ImpactBlock* const impacts = batch.impacts != nullptr ? batch.impacts + i : nullptr;
    if (block.has_surfaces) {
        relax_contact<round>(block, impacts, lane, states, constants,
                             LaneSurfaces<ScalarLane>{batch.surfaces[i], lane}, changes);
    } else {
        relax_contact<round>(block, impacts, lane, states, constants, DefaultSurfaces<ScalarLane>{}, changes);
    }
}

template <class Changes>
void solve_with(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants,
                Changes& changes) {
    const BiasLanes<ScalarLane> of_moving = bias_of<ScalarLane>(constants.contact, constants);
    const BiasLanes<ScalarLane> of_static = bias_of<ScalarLane>(constants.static_contact, constants);
    visit_contacts(batch, [&](std::uint32_t i, int lane) {
        ContactBlock& block = batch.blocks[i];
        if (block.has_surfaces) {
            solve_lanes<ScalarLane>(block, lane, states,
                                    softness_of_lanes<ScalarLane>(batch.surfaces[i], lane, constants),
                                    changes);
        } else {
            const bool is_static = has_infinite_mass(states, block.state_a[lane], block.state_b[lane]);
            solve_lanes<ScalarLane>(block, lane, states, is_static ? of_static : of_moving, changes);
        }
    });
}

template <class Changes>
void relax_with(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants,
                Changes& changes) {
    visit_contacts(batch, [&](std::uint32_t i, int lane) {
        ContactBlock& block = batch.blocks[i];
        if (block.round) {
            relax_contact<true>(batch, i, lane, states, constants, changes);
        } else {
            relax_contact<false>(batch, i, lane, states, constants, changes);
        }
        if (block.tracks_impacts) {
            track_impacts<ScalarLane>(block, batch.impacts[i], lane);
        }
    });
}

}  // namespace

void warm_start_sequential(const ContactBatch& batch, BodySolverState* states) {
    visit_contacts(batch, [&](std::uint32_t i, int lane) {
        warm_start_lanes<ScalarLane>(batch.blocks[i], lane, states);
        if (batch.blocks[i].has_surfaces) {
            warm_start_rolling<ScalarLane>(batch.blocks[i], batch.surfaces[i], lane, states);
        }
    });
}

void solve_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants) {
    IgnoredChanges changes;
    solve_with(batch, states, constants, changes);
}

void relax_sequential(const ContactBatch& batch, BodySolverState* states, const SolverConstants& constants) {
    IgnoredChanges changes;
    relax_with(batch, states, constants, changes);
}

bool solve_sequential_changing(const ContactBatch& batch, BodySolverState* states,
                               const SolverConstants& constants, float limit) {
    LargeChanges<ScalarLane> changes{{limit}};
    solve_with(batch, states, constants, changes);
    return changes.any();
}

bool relax_sequential_changing(const ContactBatch& batch, BodySolverState* states,
                               const SolverConstants& constants, float limit) {
    LargeChanges<ScalarLane> changes{{limit}};
    relax_with(batch, states, constants, changes);
    return changes.any();
}

void rebound_sequential(const ContactBatch& batch, BodySolverState* states,
                        const SolverConstants& constants) {
    visit_contacts(batch, [&](std::uint32_t i, int lane) {
        const ContactBlock& block = batch.blocks[i];
        if (block.bounces && (block.left_out >> lane & 1) != 0) {
            rebound_lanes<ScalarLane>(batch.blocks[i], batch.impacts[i], lane, states, {1.0f},
                                      {constants.restitution_threshold});
        }
    });
}

void solve_lane(ContactBlock& block, int lane, BodySolverState* states, const SolverConstants& constants) {
    const bool is_static = has_infinite_mass(states, block.state_a[lane], block.state_b[lane]);
    const Softness& softness = is_static ? constants.static_contact : constants.contact;
    IgnoredChanges changes;
    solve_lanes<ScalarLane>(block, lane, states, bias_of<ScalarLane>(softness, constants), changes);
}

void update_lane_separations(ContactBlock& block, int lane, const BodySolverState* states) {
    const auto frame = load_frame<ScalarLane>(block, lane, states);
    ScalarLane separation[2];
    if (block.round) {
        update_separations<ScalarLane, true>(block, lane, states, frame, separation);
    } else {
        update_separations<ScalarLane, false>(block, lane, states, frame, separation);
    }
}

void set_normal_impulses(ContactBlock& block, int lane, const float (&impulse)[2], BodySolverState* states) {
    ContactFrame<ScalarLane> frame = load_frame<ScalarLane>(block, lane, states);
    const NormalRows<ScalarLane> rows = load_normal_rows(block, lane, frame);
    const float first = impulse[0] - block.normal_impulse[0][lane];
    const float second = impulse[1] - block.normal_impulse[1][lane];
    apply_normal<ScalarLane>(frame, rows, {first}, {second});
    store_velocities(block, lane, frame, states);
    block.normal_impulse[0][lane] = impulse[0];
    block.normal_impulse[1][lane] = impulse[1];
}

}  // namespace drystone
