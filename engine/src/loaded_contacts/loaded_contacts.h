#pragma once

#include "constraint_graph/contact_subset.h"
#include "loaded_contacts/contact_system.h"
#include "loaded_contacts/loaded_components.h"
#include "solver/solver.h"

#include <cstddef>

namespace drystone {

/// Components that bear loads which the common sweeps over contacts do not carry well, see
/// `LoadedComponents`. Columns, arches and heavy bodies on few light ones are solved by elimination, piles
/// and pyramids are swept more often.
///
/// Their contacts are extracted from the common lanes for the duration of the solver, as by
/// `ExtraIterations`; other stages are not affected. As less is left to converge, the contacts yield less:
/// the softness of contacts keeps few iterations stable.
class LoadedContacts {
public:
    /// Contacts that are solved apart.
    struct Part {
        ContactSubset contacts;
        ContactBatches batches;
        StepConstants step;
        bool used = false;
    };

    /// Returns whether some contact is loaded. Cost: a few operations for each contact.
    [[nodiscard]] bool finds_loads(const LoadSearch& search) { return components_.finds_loads(search); }
    /// Finds the components and extracts their lanes; does nothing if there are none.
    void begin_step(const LoadSearch& search, ConstraintGraph& graph, const StepConstants& step);
    /// Moves the lanes back to the graph.
    void end_step(ConstraintGraph& graph);
    /// Calls `visitor(part)` for each part of this step.
    template <class Visitor>
    void visit(Visitor&& visitor) {
        for (Part* const part : {&eliminated_, &swept_}) {
            if (part->used) {
                visitor(*part);
            }
        }
    }
    [[nodiscard]] std::size_t bytes() const {
        return components_.bytes() + system_.bytes() + eliminated_.contacts.bytes() +
               eliminated_.batches.bytes() + swept_.contacts.bytes() + swept_.batches.bytes();
    }

private:
    friend class LoadedContactSubStep;

    static void extract(Part& part, const LoadSearch& search, std::span<const std::uint32_t> numbers,
                        ConstraintGraph& graph, const StepConstants& step, float compliance_scale);

    LoadedComponents components_;
    ContactSystem system_;
    Part eliminated_;
    Part swept_;
};

/// Passes of a sub-step over these contacts; without any, they do nothing.
class LoadedContactSubStep {
public:
    LoadedContactSubStep(LoadedContacts& loaded, Solver& solver, Team& team)
        : loaded_(loaded), solver_(solver), team_(team) {}

    void warm_start() const;
    void solve() const;
    void relax() const;
    /// Copies the present impulses to the graph.
    void copy_impulses_back(ConstraintGraph& graph) const;

private:
    [[nodiscard]] SubStep sweeps_of(const LoadedContacts::Part& part) const {
        return {solver_, part.batches, part.step, team_};
    }
    void eliminate(ContactPass pass) const;

    LoadedContacts& loaded_;
    Solver& solver_;
    Team& team_;
};

}  // namespace drystone
