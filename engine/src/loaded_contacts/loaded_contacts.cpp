#include "loaded_contacts/loaded_contacts.h"

namespace drystone {

void LoadedContacts::begin_step(const LoadSearch& search, ConstraintGraph& graph, const StepConstants& step) {
    if (!any()) {
        return;
    }
    step_ = step;
    contacts_.clear();
    contacts_.extract(graph, search.contacts.contacts, components_.contacts());
    batches_.collect(contacts_.graph(), false);
    system_.begin_step(components_, contacts_.graph(), search.states, search.weight);
}

void LoadedContacts::end_step(ConstraintGraph& graph) {
    if (any()) {
        contacts_.merge_back(graph);
    }
}

void LoadedContactSubStep::eliminate(ContactPass pass) const {
    solver_.dominance_proxies.sync_from_body(solver_.states);
    loaded_.system_.solve(solver_.states, loaded_.step_.solver, pass, team_);
}

void LoadedContactSubStep::warm_start() const {
    if (loaded_.any()) {
        sweeps().warm_start();
    }
}

void LoadedContactSubStep::solve() const {
    if (loaded_.any()) {
        if (loaded_.system_.needs_sweeps()) {
            sweeps().solve();
        }
        eliminate(ContactPass::Biased);
    }
}

void LoadedContactSubStep::relax() const {
    if (loaded_.any()) {
        if (loaded_.system_.needs_sweeps()) {
            sweeps().relax();
        }
        eliminate(ContactPass::Relax);
    }
}

void LoadedContactSubStep::copy_impulses_back(ConstraintGraph& graph) const {
    if (loaded_.any()) {
        loaded_.contacts_.copy_impulses_back(graph);
    }
}

}  // namespace drystone
