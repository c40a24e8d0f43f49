#include "loaded_contacts/loaded_contacts.h"

namespace drystone {

namespace {

/// Sweeps over piles, and the factor on the compliance that they allow, as with extra iterations.
constexpr int sweeps = 4;
constexpr float swept_compliance = 1.0f / static_cast<float>(sweeps);
/// Factor on the compliance of what is solved by elimination. Not zero: contacts at rest then overlap a
/// little, and do not alternate between touching and not.
constexpr float eliminated_compliance = 1.0f / 64.0f;

}  // namespace

void LoadedContacts::extract(Part& part, const LoadSearch& search, std::span<const std::uint32_t> numbers,
                             ConstraintGraph& graph, const StepConstants& step, float compliance_scale) {
    part.used = !numbers.empty();
    if (!part.used) {
        return;
    }
    part.step = step;
    part.step.solver.contact.impulse_scale *= compliance_scale;
    part.step.solver.static_contact.impulse_scale *= compliance_scale;
    part.contacts.extract(graph, search.contacts.contacts, numbers, compliance_scale);
    part.batches.collect(part.contacts.graph(), false);
}

void LoadedContacts::begin_step(const LoadSearch& search, ConstraintGraph& graph, const StepConstants& step) {
    components_.find(search);
    extract(eliminated_, search, components_.contacts(), graph, step, eliminated_compliance);
    extract(swept_, search, components_.dense_contacts(), graph, step, swept_compliance);
    if (eliminated_.used) {
        system_.begin_step(components_, eliminated_.contacts.graph(), search.states,
                           {search.weight, step.solver.h});
    }
}

void LoadedContacts::end_step(ConstraintGraph& graph) {
    visit([&](Part& part) { part.contacts.merge_back(graph); });
}

void LoadedContactSubStep::eliminate(ContactPass pass) const {
    solver_.dominance_proxies.sync_from_body(solver_.states);
    loaded_.system_.solve(solver_.states, loaded_.eliminated_.step.solver, pass, team_);
}

void LoadedContactSubStep::warm_start() const {
    loaded_.visit([&](const LoadedContacts::Part& part) { sweeps_of(part).warm_start(); });
}

void LoadedContactSubStep::solve() const {
    if (loaded_.eliminated_.used) {
        eliminate(ContactPass::Biased);
        sweeps_of(loaded_.eliminated_).solve();
    }
    for (int i = 0; loaded_.swept_.used && i < sweeps; ++i) {
        sweeps_of(loaded_.swept_).solve();
    }
}

void LoadedContactSubStep::relax() const {
    if (loaded_.eliminated_.used) {
        // The first sweep also updates the separations.
        sweeps_of(loaded_.eliminated_).relax();
        eliminate(ContactPass::Relax);
        sweeps_of(loaded_.eliminated_).relax();
    }
    for (int i = 0; loaded_.swept_.used && i < sweeps; ++i) {
        sweeps_of(loaded_.swept_).relax();
    }
}

void LoadedContactSubStep::copy_impulses_back(ConstraintGraph& graph) const {
    loaded_.visit([&](const LoadedContacts::Part& part) { part.contacts.copy_impulses_back(graph); });
}

}  // namespace drystone
