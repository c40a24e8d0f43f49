// Gaps that contacts open in mechanisms: a contact does not take the joints of its bodies into account.
#include "joints/direct/direct_joints.h"

namespace drystone {

namespace {

/// Range of gaps at the end of a sub-step [m], [rad] that are closed by another solve. A larger gap comes
/// from an impact with a fast, heavy body: closing it could pull bodies through the obstacle.
constexpr double min_gap = 1e-5;
constexpr double max_gap = 0.06;
/// Largest part of the gap that the solve may leave; else it is undone.
constexpr double worthwhile_part = 0.5;

}  // namespace

void DirectJoints::solve_again(const SequentialContext& context, const SolverConstants& constants,
                               Team& team) {
    close_all_gaps(context, constants, team, [](const Mechanism&) { return true; });
}

void DirectJoints::solve_once_more(const SequentialContext& context, const SolverConstants& constants,
                                   int extra_iterations, Team& team) {
    close_all_gaps(context, constants, team, [&](const Mechanism& mechanism) {
        return mechanism.extra_iterations == extra_iterations;
    });
}

template <class Choice>
void DirectJoints::close_all_gaps(const SequentialContext& context, const SolverConstants& constants,
                                  Team& team, Choice&& choice) {
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        if (!mechanism.conserves && !mechanism.coupled && choice(mechanism)) {
            close_gaps(context, static_cast<double>(constants.h), mechanism);
        }
    });
}

void DirectJoints::set_extra_iterations(std::span<const std::uint8_t> by_joint) {
    for (Mechanism& mechanism : mechanisms_) {
        mechanism.extra_iterations = by_joint.empty() ? 0 : by_joint[links_[mechanism.first_link].joint];
    }
}

void DirectJoints::close_gaps(const SequentialContext& context, double h, Mechanism& mechanism) {
    load_velocities(context, mechanism);
    if (mechanism.error >= 0.0) {
        mechanism.error += shift_bound(h, mechanism);
        if (mechanism.error < min_gap) {
            return;
        }
    }
    const double gap = find_residual(h, true, mechanism);
    mechanism.error = gap;
    if (gap < min_gap || gap > max_gap) {
        return;
    }
    const double gain = mechanism.gain;
    remember(mechanism);
    mechanism.energy = measure_energy(mechanism);
    mechanism.gain -= mechanism.energy;
    solve_mechanism(h, true, mechanism);
    mechanism.gain += measure_energy(mechanism);
    mechanism.error = find_residual(h, true, mechanism);
    if (mechanism.error > worthwhile_part * gap) {
        restore(h, mechanism);
        mechanism.gain = gain;
        mechanism.error = gap;
    }
    store_velocities(context, mechanism);
}

}  // namespace drystone
