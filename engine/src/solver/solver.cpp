#include "solver/solver.h"

#include "simd/linked_kernels.h"
#include "solver/sequential_contacts.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace drystone {

namespace {

/// Bodies of one task of integration; whole blocks of lanes.
constexpr std::size_t bodies_per_chunk = 8 * block_lanes;
/// Smallest share of a worker: one or two microseconds of work. The worker has solved contacts of these
/// bodies and has them in its cache.
constexpr std::size_t bodies_per_worker = 32 * block_lanes;

/// Calls `pass(batch)` for every run of blocks, colour after colour in the order of solving. The overflow
/// comes first; its runs, one for each kind of contact, share bodies, so one thread solves them in order.
template <class Pass>
void visit_runs(const ContactBatches& batches, Team& team, Pass&& pass) {
    team.parallel_phases(batches.phases(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end;) {
            pass(batches.take(i, end));
        }
    });
}

/// Runs a pass over all runs, then the extra sweeps that locked bodies need over those of the
/// overflow.
template <class Pass>
void sweep(Solver& solver, const ContactBatches& batches, Team& team, Pass&& pass) {
    solver.dominance_proxies.sync_from_body(solver.states);
    visit_runs(batches, team, pass);
    solver.limited_bodies.apply_axis_locks(solver.states);
    for (int i = 0; i < solver.limited_bodies.extra_sweeps(); ++i) {
        solver.dominance_proxies.sync_from_body(solver.states);
        for (std::size_t batch = 0; batch < batches.overflow_count(); ++batch) {
            pass(batches[batch]);
        }
        solver.limited_bodies.apply_axis_locks(solver.states);
    }
}

}  // namespace

void Solver::assign_body_ranges() {
    body_chunks.clear();
    body_chunks.add((bodies + bodies_per_chunk - 1) / bodies_per_chunk,
                    workers_for(bodies, bodies_per_worker));
}

const SolverKernels& SubStep::kernels_for(const ContactBatch& batch) const {
    return fitting(kernels_, batch.contacts, batches_.total_blocks());
}

/// Calls `pass(kernels, states, integration, count)` for chunks of the bodies in the solver.
template <class Pass>
void SubStep::visit_bodies(Pass&& pass) const {
    const std::size_t blocks = (solver_.bodies + block_lanes - 1) / block_lanes;
    team_.parallel_phases(solver_.body_chunks, [&](std::size_t first, std::size_t last, int) {
        const std::size_t begin = first * bodies_per_chunk;
        const std::size_t count = std::min(last * bodies_per_chunk, solver_.bodies) - begin;
        const std::size_t slot = first_slot + begin;
        pass(fitting(kernels_, count, blocks), states() + slot,
             solver_.integration.data() + slot / block_lanes, count);
    });
}

void SubStep::integrate_velocities(bool with_impulses) const {
    visit_bodies([&](const SolverKernels& kernels, BodySolverState* states, IntegrationBlock* integration,
                     std::size_t count) {
        kernels.integrate_velocities(states, integration, count, step_.integration, !with_impulses);
    });
    solver_.limited_bodies.clamp_speeds(solver_.states, solver_.integration);
}

void SubStep::apply_axis_locks() const { solver_.limited_bodies.apply_axis_locks(solver_.states); }

void SubStep::settle() const {
    // No body is read: lanes of the overflow are independent, too.
    visit_runs(batches_, team_, [&](const ContactBatch& batch) {
        kernels_for(batch).settle(batch.blocks, batch.surfaces, batch.contacts, step_.solver);
    });
}

void SubStep::warm_start() const {
    visit_runs(batches_, team_, [&](const ContactBatch& batch) {
        if (batch.is_overflow()) {
            warm_start_sequential(batch, states());
        } else {
            kernels_for(batch).warm_start(batch.blocks, batch.surfaces, batch.contacts, states());
        }
    });
    apply_axis_locks();
}

void SubStep::solve() const {
    sweep(solver_, batches_, team_, [&](const ContactBatch& batch) {
        if (batch.is_overflow()) {
            solve_sequential(batch, states(), step_.solver);
        } else {
            kernels_for(batch).solve(batch.blocks, batch.surfaces, batch.contacts, states(), step_.solver);
        }
    });
}

bool SubStep::solve_changing(float limit) const {
    std::atomic<bool> changed{false};
    sweep(solver_, batches_, team_, [&](const ContactBatch& batch) {
        const bool changes =
            batch.is_overflow()
                ? solve_sequential_changing(batch, states(), step_.solver, limit)
                : kernels_for(batch).solve_changing(batch.blocks, batch.surfaces, batch.contacts, states(),
                                                    step_.solver, limit);
        if (changes) {
            changed.store(true, std::memory_order_relaxed);
        }
    });
    return changed.load(std::memory_order_relaxed);
}

bool SubStep::relax_changing(float limit) const {
    std::atomic<bool> changed{false};
    sweep(solver_, batches_, team_, [&](const ContactBatch& batch) {
        const bool changes =
            batch.is_overflow()
                ? relax_sequential_changing(batch, states(), step_.solver, limit)
                : kernels_for(batch).relax_changing(batch.blocks, batch.impacts, batch.surfaces,
                                                    batch.contacts, states(), step_.solver, limit);
        if (changes) {
            changed.store(true, std::memory_order_relaxed);
        }
    });
    return changed.load(std::memory_order_relaxed);
}

void SubStep::integrate_positions() const {
    visit_bodies([&](const SolverKernels& kernels, BodySolverState* states, IntegrationBlock* integration,
                     std::size_t count) {
        kernels.integrate_positions(states, integration, count, step_.integration);
    });
}

void SubStep::mark_initial_overlaps() const { solver_.initial_overlaps.mark(); }

void SubStep::push_initial_overlaps_apart() const {
    if (!solver_.initial_overlaps.empty()) {
        solver_.initial_overlaps.push_apart(states(), step_.solver);
        apply_axis_locks();
    }
}

void SubStep::undo_push_apart() const {
    if (!solver_.initial_overlaps.empty()) {
        solver_.initial_overlaps.undo(states());
        apply_axis_locks();
    }
}

void SubStep::relax() const {
    sweep(solver_, batches_, team_, [&](const ContactBatch& batch) {
        if (batch.is_overflow()) {
            relax_sequential(batch, states(), step_.solver);
        } else {
            kernels_for(batch).relax(batch.blocks, batch.impacts, batch.surfaces, batch.contacts, states(),
                                     step_.solver);
        }
    });
}

/// Calls `change(velocity, start)` for each component of the bodies' velocities, with that of
/// `IntegrationBlock::start_x` to `start_w`.
template <class Change>
void SubStep::change_velocities(Change&& change) const {
    visit_bodies(
        [&](const SolverKernels&, BodySolverState* states, IntegrationBlock* integration, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                IntegrationBlock& block = integration[i / block_lanes];
                const std::size_t lane = i % block_lanes;
                change(states[i].velocity_x, block.start_x[lane]);
                change(states[i].velocity_y, block.start_y[lane]);
                change(states[i].angular_velocity, block.start_w[lane]);
            }
        });
}

void SubStep::keep_warm_start() const {
    if (!solver_.bounces.batches().empty()) {
        change_velocities([](float velocity, float& start) { start = velocity - start; });
    }
}

void SubStep::solve_bounces(bool kept) const {
    if (solver_.bounces.batches().empty()) {
        return;
    }
    const auto swap = [](float& velocity, float& start) { std::swap(velocity, start); };
    if (kept) {
        change_velocities([](float& velocity, float& warm) { velocity -= std::exchange(warm, velocity); });
    } else {
        change_velocities(swap);
    }
    apply_axis_locks();
    find_and_solve_bounces();
    change_velocities(swap);
    apply_axis_locks();
}

void SubStep::find_and_solve_bounces() const {
    solver_.dominance_proxies.sync_from_body(solver_.states);
    for (const ContactBatches* batches : solver_.bounces.batches()) {
        visit_runs(*batches, team_, [&](const ContactBatch& batch) {
            if (batch.bounces) {
                kernels_for(batch).find_impacts(batch.blocks, batch.impacts, batch.surfaces, batch.contacts,
                                                states(), step_.solver);
            }
        });
    }
    solver_.bounces.solve({solver_.states, solver_.integration, solver_.dominance_proxies,
                           solver_.limited_bodies, step_.solver.h, step_.solver.restitution_threshold});
}

void SubStep::rebound() const {
    if (!solver_.bounces.any_left_out()) {
        return;
    }
    for (const ContactBatches* batches : solver_.bounces.batches()) {
        sweep(solver_, *batches, team_, [&](const ContactBatch& batch) {
            if (batch.bounces && batch.is_overflow()) {
                rebound_sequential(batch, states(), step_.solver);
            } else if (batch.bounces) {
                kernels_for(batch).rebound(batch.blocks, batch.impacts, batch.contacts, states(),
                                           step_.solver);
            }
        });
    }
}

}  // namespace drystone
