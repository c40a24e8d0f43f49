#pragma once

#include "constraint_graph/contact_subset.h"
#include "loaded_contacts/constraint_system.h"
#include "loaded_contacts/loaded_components.h"
#include "solver/solver.h"

#include <cstddef>
#include <span>

namespace drystone {

/// Components that bear loads which the common sweeps over contacts do not carry well, see
/// `LoadedComponents`. The contacts of columns, of arches and of heavy bodies on few light ones are solved by
/// elimination, together with the joints of mechanisms that touch something; those of piles and pyramids get
/// extra iterations, and so do other joints.
///
/// The contacts that are eliminated are extracted from the common lanes for the duration of the solver, as by
/// `ExtraIterations`; other stages are not affected. As less is left to converge, the contacts yield less:
/// the softness of contacts keeps few iterations stable.
class LoadedContacts {
public:
    /// Returns whether some contact may be loaded in this step. Cost: none.
    [[nodiscard]] bool may_find_loads(const LoadSearch& search) const {
        return components_.may_find_loads(search);
    }
    /// Finds the loaded contacts of this step, once; returns whether there are any.
    [[nodiscard]] bool finds_loads(const LoadSearch& search) { return components_.finds_loads(search); }
    /// Adds the components of mechanisms that touch something; after that.
    void add_mechanisms(const LoadSearch& search, const SequentialContext& context, DirectJoints& joints) {
        components_.add_mechanisms(search, context, joints);
    }
    /// Finds the components of the loaded contacts.
    void find_components(const LoadSearch& search) { components_.find_components(search); }
    /// Returns the components that need extra iterations.
    [[nodiscard]] WantedComponents swept() const { return components_.swept(); }
    /// Extracts the lanes of the others; does nothing if there are none.
    void begin_step(const LoadSearch& search, DirectJoints& joints, ConstraintGraph& graph,
                    const StepConstants& step);
    /// Moves the lanes back to the graph.
    void end_step(ContactStore& contacts, ConstraintGraph& graph);
    /// Returns whether some components are eliminated in this step.
    [[nodiscard]] bool any() const { return !components_.components().empty(); }
    /// Returns the batches of their contacts.
    [[nodiscard]] const ContactBatches& batches() const { return batches_; }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        LoadedComponents::visit_state(self.components_, visitor);
    }
    [[nodiscard]] std::size_t bytes() const {
        return components_.bytes() + system_.bytes() + contacts_.bytes() + batches_.bytes();
    }

private:
    friend class LoadedContactSubStep;

    LoadedComponents components_;
    ConstraintSystem system_;
    ContactSubset contacts_;
    ContactBatches batches_;
    StepConstants step_;
};

/// Passes of a sub-step over these contacts; without any, they do nothing.
class LoadedContactSubStep {
public:
    LoadedContactSubStep(LoadedContacts& loaded, Solver& solver, DirectJoints& joints,
                         const SequentialContext& context, Team& team)
        : loaded_(loaded), solver_(solver), joints_(joints), context_(context), team_(team) {}

    void warm_start() const;
    /// Solves the components with mechanisms, before contacts are swept, as some of these press them.
    void solve_mechanisms() const;
    void relax_mechanisms() const;
    /// Solves the others, after it.
    void solve() const;
    void relax() const;
    /// Copies the present impulses to the graph.
    void copy_impulses_back(ConstraintGraph& graph) const;

private:
    [[nodiscard]] SubStep sweeps() const { return {solver_, loaded_.batches_, loaded_.step_, team_}; }
    void eliminate(ConstraintPass pass, bool mechanisms) const;

    LoadedContacts& loaded_;
    Solver& solver_;
    DirectJoints& joints_;
    const SequentialContext& context_;
    Team& team_;
};

}  // namespace drystone
