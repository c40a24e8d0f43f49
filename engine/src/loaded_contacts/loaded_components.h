#pragma once

#include "constraint_graph/contact_batches.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// A component as ranges of the lists of all components.
struct LoadedComponent {
    std::uint32_t first_body = 0, body_count = 0;
    std::uint32_t first_contact = 0, contact_count = 0;
};

/// Input of the search for loaded components in a step.
struct LoadSearch {
    const BodyStore& bodies;
    const ContactStore& contacts;
    const JointStore& joints;
    const ContactBatches& batches;  ///< All contacts that push.
    std::span<const BodySolverState> states;
    float weight = 0.0f;  ///< Change of velocity by the weight of a body in a sub-step [m/s].
};

/// Finds the components in which some contact carries many times the weight of the lighter one of its bodies:
/// heavy bodies on light ones, high stacks, slender columns. Sweeps over contacts converge the slower, the
/// higher this multiple is, and soft contacts yield the further.
///
/// A component is a set of awake dynamic bodies connected by contacts that push. Not considered are those
/// with joints, with initial overlaps, with bodies that are locked along an axis or have extra iterations of
/// their own, with masses that differ by more than a million, and those of more than `max_bodies` bodies;
/// nor those that touch a moving kinematic or a dominant body, which may squeeze them with any force. Without
/// gravity nothing is loaded.
class LoadedComponents {
public:
    static constexpr std::size_t max_bodies = 1024;
    static constexpr std::size_t max_seeds = 512;

    /// Finds the components by the impulses of the last step. Cost: a few operations for each contact; and
    /// for loaded contacts a search through their components, which ends as soon as these are not considered.
    /// Where more than `max_seeds` contacts are loaded, only the extreme ones count. The order of components
    /// and their members depends only on the calls to the world.
    void find(const LoadSearch& search);
    /// Returns whether some contact is loaded: else there are no components. Cost: a few operations for each
    /// contact.
    [[nodiscard]] bool finds_loads(const LoadSearch& search);
    /// Returns the components that elimination suits: those with few closed loops of contacts, and small ones
    /// with extreme loads.
    [[nodiscard]] std::span<const LoadedComponent> components() const { return components_; }
    /// Returns the solver slots of their bodies, ascending in each.
    [[nodiscard]] std::span<const std::uint32_t> slots() const { return slots_; }
    /// Returns their contacts.
    [[nodiscard]] std::span<const std::uint32_t> contacts() const { return contacts_; }
    /// Returns the contacts of the other components.
    [[nodiscard]] std::span<const std::uint32_t> dense_contacts() const { return dense_contacts_; }
    [[nodiscard]] std::size_t bytes() const {
        return components_.capacity() * sizeof(LoadedComponent) + found_.capacity() +
               (seeds_[High].capacity() + seeds_[VeryHigh].capacity() + seeds_[Extreme].capacity() +
                visited_.capacity() + slots_.capacity() + contacts_.capacity() + dense_contacts_.capacity()) *
                   sizeof(std::uint32_t);
    }

private:
    /// Levels of load, see loaded_components.cpp.
    enum Level : std::uint8_t { High, VeryHigh, Extreme };
    static constexpr int level_count = 3;
    class Walk;

    void collect_seeds(const LoadSearch& search);
    void find_components(const LoadSearch& search);
    void mark_locked(const BodyStore& bodies, std::uint8_t mark);

    std::vector<LoadedComponent> components_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint32_t> contacts_;
    std::vector<std::uint32_t> dense_contacts_;
    std::vector<std::uint32_t> seeds_[level_count];  ///< Loaded contacts.
    std::vector<std::uint32_t> visited_;  ///< Bodies of all components, also of those not considered.
    std::vector<std::uint8_t> found_;     ///< By body; all zero between calls.
};

}  // namespace drystone
