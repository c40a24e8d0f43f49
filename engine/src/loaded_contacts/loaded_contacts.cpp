#include "loaded_contacts/loaded_contacts.h"

namespace drystone {

void LoadedContacts::begin_step(const LoadSearch& search, DirectJoints& joints, ConstraintGraph& graph,
                                const StepConstants& step) {
    if (!any()) {
        return;
    }
    step_ = step;
    contacts_.clear();
    contacts_.extract(graph, search.contacts.contacts, components_.contacts());
    batches_.collect(contacts_.graph(), false);
    system_.begin_step(components_, contacts_.graph(), joints, search.states, search.weight);
}

void LoadedContacts::end_step(ContactStore& contacts, ConstraintGraph& graph) {
    if (any()) {
        components_.end_step(contacts);
        contacts_.merge_back(graph);
    }
}

void LoadedContactSubStep::eliminate(ConstraintPass pass, bool mechanisms) const {
    if (!loaded_.any()) {
        return;
    }
    solver_.dominance_proxies.sync_from_body(solver_.states);
    loaded_.system_.solve(context_, joints_, loaded_.step_.solver, pass, mechanisms, team_);
}

void LoadedContactSubStep::warm_start() const {
    if (loaded_.any()) {
        loaded_.system_.split_impulses();
        sweeps().warm_start();
    }
}

void LoadedContactSubStep::solve_mechanisms() const { eliminate(ConstraintPass::Biased, true); }

void LoadedContactSubStep::relax_mechanisms() const { eliminate(ConstraintPass::Relax, true); }

void LoadedContactSubStep::solve() const { eliminate(ConstraintPass::Biased, false); }

void LoadedContactSubStep::relax() const { eliminate(ConstraintPass::Relax, false); }

void LoadedContactSubStep::copy_impulses_back(ConstraintGraph& graph) const {
    if (loaded_.any()) {
        loaded_.contacts_.copy_impulses_back(graph);
    }
}

}  // namespace drystone
