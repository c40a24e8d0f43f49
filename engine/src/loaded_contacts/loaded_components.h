#pragma once

#include "constraint_graph/contact_batches.h"
#include "extra_iterations/iteration_groups.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Error, as a speed, that is not worth a solve: near the precision of float [m/s], [rad/s].
inline constexpr double solved_speed = 1e-5;

/// A component as ranges of the lists of all components.
struct LoadedComponent {
    std::uint32_t first_body = 0, body_count = 0;
    std::uint32_t first_contact = 0, contact_count = 0;
    std::uint32_t first_mechanism = 0, mechanism_count = 0;
    double later = 0.0;  ///< Part of the gain by forces that follows the move of its bodies.
};

class DirectJoints;
struct SequentialContext;

/// Contact of a component that was solved apart.
struct LoadedContact {
    std::uint32_t contact = 0;
    std::uint32_t level = 0;    ///< Level of load that its component had.
    float time_without = 0.0f;  ///< Time for which the component has not had it any more [s].
};

/// The same in the next step.
struct HeldContact : LoadedContact {
    std::uint32_t loaded = 0;  ///< Level of load that the contact has now; that beyond the last: none.
};

/// Input of the search for loaded components in a step.
struct LoadSearch {
    const BodyStore& bodies;
    ContactStore& contacts;
    ConstraintGraph& graph;  ///< Receives what contacts may bear, see `ContactBlock::bearable`.
    const JointStore& joints;
    const ContactBatches& batches;  ///< All contacts that push; need not be collected unless `looks`.
    std::span<const BodySolverState> states;
    float weight = 0.0f;     ///< Change of velocity by the weight of a body in a sub-step [m/s]; without
                             ///< gravity, by the standard one.
    float h = 0.0f;          ///< Sub-step [s].
    float time_step = 0.0f;  ///< [s]
    float load_part = 1.0f;  ///< See `StepConstants`.
    bool looks = true;       ///< New components are looked for in this step, not only those of the last.
    std::span<const std::uint32_t> begun;      ///< Contacts that begin in this step.
    std::span<const std::uint32_t> predicted;  ///< Contacts whose impact in this step was predicted.
};

/// Finds the components in which some contact carries many times the weight of the lighter one of its bodies:
/// heavy bodies on light ones, high stacks, slender columns. Sweeps over contacts converge the slower, the
/// higher this multiple is, and soft contacts yield the further.
///
/// New components are looked for every few steps, and where a heavy body hits or presses a light one. One
/// that was found is left when its loads have been below half of those for which it was found for a while:
/// near a limit, and while its contacts begin to yield, bodies would else move each time that they are solved
/// in another way; and sweeps would throw the bodies up with the impulses of a load that is suddenly gone.
///
/// A component is a set of awake dynamic bodies connected by joints and by contacts that push. Not considered
/// are those with initial overlaps, with mechanisms that are solved directly, with bodies that are locked
/// along an axis, with masses that differ by more than a million, and those of more than `max_bodies` bodies;
/// nor those that touch a dominant body.
class LoadedComponents {
public:
    static constexpr std::size_t max_bodies = 1024;
    static constexpr std::size_t max_seeds = 512;
    /// Greatest level of load, from 0.
    static constexpr std::uint32_t max_level = 3;

    /// Returns whether there may be components in this step. Cost: none.
    [[nodiscard]] bool may_find_loads(const LoadSearch& search) const {
        return search.looks || !kept_.empty() || !search.begun.empty() || !search.predicted.empty();
    }
    /// Finds the loaded contacts by the impulses of the last step and the impacts of this one, and returns
    /// whether there are any: else there are no components. Cost: if it looks for new components a few
    /// operations for each contact, else for each contact of the components of the last step. Where more than
    /// `max_seeds` new contacts are loaded, only the extreme ones count.
    [[nodiscard]] bool finds_loads(const LoadSearch& search);
    /// Finds the components of these contacts, after `finds_loads`. Cost: a search through the components,
    /// which ends as soon as they are not considered. The order of components and their members depends only
    /// on the calls to the world.
    void find_components(const LoadSearch& search);
    /// Finds the components of mechanisms that touch something: their bodies, the contacts in which these are
    /// not far lighter, and those of the bodies that they press; after `finds_loads`. Cost: linear in these.
    void add_mechanisms(const LoadSearch& search, const SequentialContext& context, DirectJoints& joints);
    /// Forgets which contacts are solved together with joints.
    void end_step(ContactStore& contacts);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.kept_);
    }
    /// Returns the components whose contacts are solved by elimination: those under extreme loads that do not
    /// have too many closed loops of contacts.
    [[nodiscard]] std::span<const LoadedComponent> components() const { return components_; }
    /// Returns the solver slots of their bodies, ascending in each.
    [[nodiscard]] std::span<const std::uint32_t> slots() const { return slots_; }
    /// Returns their contacts.
    [[nodiscard]] std::span<const std::uint32_t> contacts() const { return contacts_; }
    /// Returns the mechanisms whose joints are eliminated with them.
    [[nodiscard]] std::span<const std::uint32_t> mechanisms() const { return mechanisms_; }
    /// Returns the other components, and the extra iterations that they need.
    [[nodiscard]] WantedComponents swept() const { return {jointed_, unjointed_, swept_contacts_}; }
    [[nodiscard]] std::size_t bytes() const;

private:
    /// Levels of load, see loaded_components.cpp.
    enum Level : std::uint8_t { High, VeryHigh, Extreme, Impact };
    static constexpr int level_count = max_level + 1;
    class Walk;
    class MechanismWalk;
    struct Limits;

    void collect_seeds(const LoadSearch& search, const Limits& limits);
    void collect_impacts(const LoadSearch& search, std::span<const std::uint32_t> contacts);
    void collect_kept_seeds(const LoadSearch& search, const Limits& limits);
    void clear_components();
    void mark_locked(const BodyStore& bodies, std::uint8_t mark);

    std::vector<LoadedComponent> components_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint32_t> contacts_;
    std::vector<std::uint32_t> mechanisms_;
    std::vector<WantedIterations> jointed_;
    std::vector<IterationComponent> unjointed_;
    std::vector<std::uint32_t> swept_contacts_;      ///< Contacts of `unjointed_`.
    std::vector<std::uint32_t> seeds_[level_count];  ///< Loaded contacts.
    std::vector<HeldContact> held_;                  ///< Contacts whose components had a load a moment ago.
    std::vector<std::uint32_t> impacts_;  ///< Contacts in which a heavy body hits or presses a light one.
    std::vector<LoadedContact> kept_;     ///< Contacts of all components.
    std::vector<std::uint32_t> visited_;  ///< Bodies of all components, also of those not considered.
    std::vector<std::uint32_t> joined_;   ///< Bodies of components with mechanisms.
    std::vector<std::uint8_t> found_;     ///< By body; all zero between calls.
};

}  // namespace drystone
