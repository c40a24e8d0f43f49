// Solution of the contacts of mechanisms together with the joints.
#include <drystone/collision/assert.h>

#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

/// Passes over the contacts of a mechanism.
constexpr int sweeps = 8;
/// Alternations of contacts and joints before the bodies move.
constexpr int rounds = 2;
/// Largest number of times that they are repeated with the damping that the tension after them demands.
constexpr int repetitions = 2;

}  // namespace

/// Applies the pending impulses to the nodes of a mechanism, with the impulses of the joints that follow.
void DirectJoints::apply_pending(Mechanism& mechanism) {
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        changes_[i] = pending_[i];
        pending_[i] = {};
    }
    matrix_.solve_back(mechanism.first_node, mechanism.node_count, changes_.data() + mechanism.first_node);
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            link.impulse[k] = -link.stiffness[k] * change_along(link, k);
        }
    }
    apply_step(1.0, mechanism);
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        changes_[i] = {};
    }
}

/// Applies the impulses that the contacts begin with to nodes.
void DirectJoints::warm_start_nodes(const SequentialContext& context, CoupledGroup& group) {
    for_each_contact(group, [&](const CoupledContact& own) {
        push_contact(context, own, own.impulses, Sides::Nodes, group);
        push_rolling(context, own, own.rolling_impulse, Sides::Nodes, group);
    });
}

void DirectJoints::warm_start_others(const SequentialContext& context) {
    for (CoupledGroup& group : groups_) {
        for_each_contact(group, [&](CoupledContact& own) {
            push_contact(context, own, own.impulses, Sides::Others, group);
            push_rolling(context, own, own.rolling_impulse, Sides::Others, group);
        });
    }
}

/// Computes the responses of the contacts of a group, if the factors of a mechanism have changed.
void DirectJoints::prepare_contacts(const CoupledGroup& group) {
    DRYSTONE_ASSERT(group.mechanism_count > 0, "contacts are coupled with a mechanism");
    bool changed = false;
    for_each_mechanism(group, [&](Mechanism& mechanism) {
        if (std::exchange(mechanism.refactored, false)) {
            matrix_.invert(mechanism.first_node, mechanism.node_count);
            changed = true;
        }
    });
    if (changed) {
        for_each_contact(group, [&](CoupledContact& contact) { prepare_contact(contact); });
    }
}

/// Solves the contacts in turn until none changes. Returns whether none changed in the first pass.
bool DirectJoints::sweep_contacts(const SequentialContext& context, const SolverConstants& constants,
                                  bool biased, CoupledGroup& group) {
    const double limit = good_enough * static_cast<double>(constants.inverse_h);
    for_each_contact(group, [&](CoupledContact& contact) { set_goals(context, constants, biased, contact); });
    int sweep = 0;
    for (; sweep < sweeps; ++sweep) {
        double change = 0.0;
        for_each_contact(group, [&](CoupledContact& contact) {
            change = std::max(change, solve_contact(context, biased, contact, group));
        });
        if (change <= limit) {
            break;
        }
    }
    for_each_mechanism(group, [&](Mechanism& mechanism) { apply_pending(mechanism); });
    return sweep == 0;
}

/// Solves the joints of the mechanisms of a group. Returns the largest result of `solve_mechanism`.
double DirectJoints::solve_coupled(double h, bool biased, const CoupledGroup& group) {
    double largest = 0.0;
    for_each_mechanism(group, [&](Mechanism& mechanism) {
        if (mechanism.loops) {
            mechanism.energy = measure_energy(mechanism);
        }
        largest = std::max(largest, solve_mechanism(h, biased, mechanism));
        clear_changes(mechanism);
    });
    return largest;
}

void DirectJoints::clear_changes(const Mechanism& mechanism) {
    std::fill_n(changes_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_node), mechanism.node_count,
                Twist{});
}

/// Gathers the velocities of the nodes of a group after other passes, and gives them back.
void DirectJoints::load_group(const SequentialContext& context, const CoupledGroup& group) {
    for_each_mechanism(group, [&](const Mechanism& mechanism) { load_velocities(context, mechanism); });
}

void DirectJoints::store_group(const SequentialContext& context, const CoupledGroup& group) {
    for_each_mechanism(group, [&](const Mechanism& mechanism) { store_velocities(context, mechanism); });
}

/// Keeps, or brings back, what a solve of a group changes.
void DirectJoints::remember_group(const SequentialContext& context, const CoupledGroup& group) {
    for_each_mechanism(group, [&](const Mechanism& mechanism) { remember(mechanism); });
    for_each_contact(group, [&](CoupledContact& contact) {
        contact.a.before = context.states[contact.a.slot];
        contact.b.before = context.states[contact.b.slot];
        std::copy_n(contact.impulses, 4, contact.impulses_before);
        contact.rolling_before = contact.rolling_impulse;
    });
}

void DirectJoints::restore_group(const SequentialContext& context, double h, const CoupledGroup& group) {
    for_each_contact(group, [&](CoupledContact& contact) {
        context.states[contact.a.slot] = contact.a.before;
        context.states[contact.b.slot] = contact.b.before;
        std::copy_n(contact.impulses_before, 4, contact.impulses);
        contact.rolling_impulse = contact.rolling_before;
    });
    for_each_mechanism(group, [&](Mechanism& mechanism) { restore(h, mechanism); });
}

/// Solves contacts and joints of a group in turn, before the bodies move.
void DirectJoints::alternate(const SequentialContext& context, const SolverConstants& constants,
                             CoupledGroup& group) {
    for_each_mechanism(group, [&](const Mechanism& mechanism) { clear_changes(mechanism); });
    count_gain(-1.0, group);
    prepare_contacts(group);
    warm_start_nodes(context, group);
    for (int round = 0; round < rounds; ++round) {
        if (sweep_contacts(context, constants, true, group) && round > 0) {
            break;  // The joints changed no contact.
        }
        if (solve_coupled(static_cast<double>(constants.h), true, group) <= good_enough) {
            break;  // The contacts opened no joint.
        }
        prepare_contacts(group);
    }
    count_gain(1.0, group);
}

void DirectJoints::solve_with_contacts(const SequentialContext& context, const SolverConstants& constants) {
    const auto h = static_cast<double>(constants.h);
    for (CoupledGroup& group : groups_) {
        load_group(context, group);
        take_gains(group);
        const double gain = group.gain;
        remember_group(context, group);
        alternate(context, constants, group);
        // The tension of an impact is known only after it: links would be flung to the side.
        for (int i = 0; i < repetitions; ++i) {
            bool repeat = false;
            for_each_mechanism(group,
                               [&](Mechanism& mechanism) { repeat = raise_damping(h, mechanism) || repeat; });
            if (!repeat) {
                break;
            }
            restore_group(context, h, group);
            group.gain = gain;
            for_each_mechanism(group, [&](Mechanism& mechanism) {
                mechanism.gain = 0.0;
                if (mechanism.stiff) {
                    damp_bending(mechanism);
                    factor_mechanism(h, Links::Damped, mechanism);
                }
            });
            alternate(context, constants, group);
        }
        take_gains(group);
        store_group(context, group);
        add_work(context, group);
    }
}

void DirectJoints::relax_with_contacts(const SequentialContext& context, const SolverConstants& constants) {
    for (CoupledGroup& group : groups_) {
        load_group(context, group);
        take_gains(group);
        count_gain(-1.0, group);
        solve_coupled(static_cast<double>(constants.h), false, group);
        prepare_contacts(group);
        sweep_contacts(context, constants, false, group);
        count_gain(1.0, group);
        take_gains(group);
        store_group(context, group);
        keep_budget(context, group);
        begin_budget(context, group);
    }
    give_impulses();
}

}  // namespace drystone
