#include "solver/merged_solver.h"

#include "core/arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace drystone {

namespace {

static_assert(2 * ConstraintGraph::color_count <= 64, "a list has a bit");

/// Rows of a block from its beginning, up to the softness.
constexpr std::size_t lane_rows = ContactBlock::rows;

float* first_row(ContactBlock& block) { return reinterpret_cast<float*>(&block); }

/// Copies all rows of consecutive lanes.
void copy_lanes(ContactBlock& from, int from_lane, ContactBlock& to, int to_lane, int count) {
    const float* const source = first_row(from) + from_lane;
    float* const target = first_row(to) + to_lane;
    for (int lane = 0; lane < count; ++lane) {
        for (std::size_t row = 0; row < lane_rows; ++row) {
            std::memcpy(target + row * block_lanes + lane, source + row * block_lanes + lane, sizeof(float));
        }
    }
}

/// Copies what the passes of the solver change of a lane.
void copy_results(const ContactBlock& from, int from_lane, ContactBlock& to, int to_lane) {
    for (int i = 0; i < 2; ++i) {
        to.normal_impulse[i][to_lane] = from.normal_impulse[i][from_lane];
        to.current_separation[i][to_lane] = from.current_separation[i][from_lane];
        to.friction_impulse[i][to_lane] = from.friction_impulse[i][from_lane];
        to.settled[i][to_lane] = from.settled[i][from_lane];
    }
    to.bearable[to_lane] = from.bearable[from_lane];
    to.settling_age[to_lane] = from.settling_age[from_lane];
    to.load[to_lane] = from.load[from_lane];
    to.friction_load[to_lane] = from.friction_load[from_lane];
}

}  // namespace

bool MergedSolver::fits(const ConstraintGraph& graph) {
    if (graph.used_lists(ConstraintGraph::overflow) != 0) {
        return false;
    }
    bool plain = true;
    graph.visit_lists(0, ConstraintGraph::color_count, [&](const ContactList& list) {
        plain = plain && !list.bounces && !list.reports_hits && list.surfaces.empty();
    });
    return plain;
}

bool MergedSolver::shares_passes(const Solver& solver, const StepConstants& constants,
                                 const StepConstants& own) const {
    // Gravity is among the loads of the bodies.
    const IntegrationConstants& a = constants.integration;
    const IntegrationConstants& b = own.integration;
    return solver.kernels == kernels_ && own.sub_steps == constants.sub_steps &&
           own.solver == constants.solver && a.h == b.h && a.time_step == b.time_step &&
           a.maximum_linear_speed == b.maximum_linear_speed &&
           a.maximum_angular_speed == b.maximum_angular_speed &&
           a.stored_angular_speed == b.stored_angular_speed;
}

void MergedSolver::clear() {
    worlds_.clear();
    states_.assign(first_slot, BodySolverState{});
    integration_.resize(1);
    drystone::clear(integration_.front());
    for (; used_ != 0; used_ &= used_ - 1) {
        List& list = lists_[static_cast<std::size_t>(std::countr_zero(used_))];
        list.blocks.clear();
        list.origins.clear();
        list.count = 0;
    }
}

std::int32_t MergedSolver::add(Solver& solver, ConstraintGraph& graph) {
    kernels_ = solver.kernels;
    const std::size_t blocks = (solver.bodies + block_lanes - 1) / block_lanes;
    const std::size_t first_block = integration_.size();
    prepare_room(worlds_, 1);
    prepare_room(states_, blocks * block_lanes);
    prepare_room(integration_, blocks);
    worlds_.push_back({&solver, first_block, blocks});
    const auto bodies = solver.states.begin() + first_slot;
    states_.insert(states_.end(), bodies, bodies + static_cast<std::ptrdiff_t>(blocks * block_lanes));
    const auto loads = solver.integration.begin() + 1;
    integration_.insert(integration_.end(), loads, loads + static_cast<std::ptrdiff_t>(blocks));
    const std::int32_t shift =
        state_offset(static_cast<std::uint32_t>(first_block * block_lanes) - first_slot);
    for (int color = 0; color < ConstraintGraph::color_count; ++color) {
        for (std::uint32_t lists = graph.used_lists(color); lists != 0; lists &= lists - 1) {
            ContactList& list = graph.colors()[static_cast<std::size_t>(color)]
                                    .lists[static_cast<std::size_t>(std::countr_zero(lists))];
            for (std::size_t i = 0; i < list.blocks.size(); ++i) {
                take_lanes(list.blocks[i], list.lanes_in(i), color, shift);
            }
        }
    }
    return shift;
}

/// Appends lanes of a world's block to the list of the colour. `shift`: distance of the world's states in the
/// common array from their own.
void MergedSolver::take_lanes(ContactBlock& from, int lanes, int color, std::int32_t shift) {
    const std::size_t number = 2 * static_cast<std::size_t>(color) + (from.round ? 1 : 0);
    List& list = lists_[number];
    used_ |= std::uint64_t{1} << number;
    for (int lane = 0; lane < lanes;) {
        const int to_lane = static_cast<int>(list.count % block_lanes);
        prepare_room(list.origins, 1);
        if (to_lane == 0) {
            ContactBlock& block = list.blocks.emplace_back();
            block.softness = from.softness;
            block.fixed_a = from.fixed_a;
            block.round = from.round;
        }
        ContactBlock& to = list.blocks.back();
        const int count = std::min(lanes - lane, block_lanes - to_lane);
        copy_lanes(from, lane, to, to_lane, count);
        for (int i = to_lane; i < to_lane + count; ++i) {
            to.state_a[i] = shifted_state(to.state_a[i], shift);
            to.state_b[i] = shifted_state(to.state_b[i], shift);
        }
        list.origins.push_back(
            {&from, list.count, static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(count)});
        list.count += static_cast<std::uint32_t>(count);
        lane += count;
    }
}

/// Calls `pass(list)` for each list that has contacts, in the order of solving.
template <class Pass>
void MergedSolver::visit_lists(Pass&& pass) {
    for (std::uint64_t lists = used_; lists != 0; lists &= lists - 1) {
        pass(lists_[static_cast<std::size_t>(std::countr_zero(lists))]);
    }
}

void MergedSolver::integrate_velocities(const StepConstants& step, bool with_impulses) {
    kernels_->integrate_velocities(states_.data() + first_slot, integration_.data() + 1,
                                   states_.size() - first_slot, step.integration, !with_impulses);
}

void MergedSolver::settle(const StepConstants& step) {
    visit_lists([&](List& list) { kernels_->settle(list.blocks.data(), nullptr, list.count, step.solver); });
}

void MergedSolver::warm_start() {
    visit_lists(
        [&](List& list) { kernels_->warm_start(list.blocks.data(), nullptr, list.count, states_.data()); });
}

void MergedSolver::solve(const StepConstants& step) {
    visit_lists([&](List& list) {
        kernels_->solve(list.blocks.data(), nullptr, list.count, states_.data(), step.solver);
    });
}

void MergedSolver::integrate_positions(const StepConstants& step) {
    kernels_->integrate_positions(states_.data() + first_slot, integration_.data() + 1,
                                  states_.size() - first_slot, step.integration);
}

void MergedSolver::relax(const StepConstants& step) {
    visit_lists([&](List& list) {
        kernels_->relax(list.blocks.data(), nullptr, nullptr, list.count, states_.data(), step.solver);
    });
}

void MergedSolver::finish() {
    visit_lists([](List& list) {
        for (const Origin& origin : list.origins) {
            for (int i = 0; i < origin.count; ++i) {
                const std::uint32_t place = origin.place + static_cast<std::uint32_t>(i);
                copy_results(list.blocks[ContactList::block(place)], ContactList::lane(place), *origin.block,
                             origin.lane + i);
            }
        }
    });
    for (const Member& member : worlds_) {
        const auto bodies = states_.begin() + static_cast<std::ptrdiff_t>(member.first_block * block_lanes);
        std::copy_n(bodies, member.blocks * block_lanes, member.solver->states.begin() + first_slot);
        std::copy_n(integration_.begin() + static_cast<std::ptrdiff_t>(member.first_block), member.blocks,
                    member.solver->integration.begin() + 1);
    }
}

}  // namespace drystone
