#pragma once

#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Contacts and joints of all components that have joints, and the same number of extra iterations.
struct IterationGroup {
    int extra_iterations = 0;
    std::vector<std::uint32_t> contacts;  ///< Contacts that push and are in lanes.
    std::vector<std::uint32_t> joints;    ///< Joints that are solved, by any solver.
};

/// Component without joints, as a range of a list of contacts.
struct IterationComponent {
    int extra_iterations = 0;
    std::uint32_t first_contact = 0;
    std::uint32_t contact_count = 0;
};

/// Number of extra iterations for the component of a body.
struct WantedIterations {
    std::uint32_t body = 0;
    int extra_iterations = 0;
};

/// Components that want extra iterations; bodies in them may ask for more.
struct WantedComponents {
    /// One body of each of those with joints, or with iterations that bodies ask for; a search finds the
    /// rest.
    std::span<const WantedIterations> searched;
    std::span<const IterationComponent> found;
    std::span<const std::uint32_t> contacts;  ///< Contacts of those without joints.

    [[nodiscard]] bool empty() const { return searched.empty() && found.empty(); }
};

/// Finds the components that contain a body with extra iterations: awake dynamic bodies connected by joints
/// and by contacts that push. A component gets the maximum of its bodies.
class IterationGroups {
public:
    /// Finds groups and components. Cost: none without bodies that have extra iterations and components that
    /// want some, else linear in the bodies, contacts and joints of the components found. The order of
    /// components, groups and their members depends only on the calls to the world.
    void find(const BodyStore& bodies, const ContactStore& contacts, const JointStore& joints,
              const WantedComponents& wanted);
    /// Returns the groups of the last `find`, each with a different number of iterations.
    [[nodiscard]] std::span<const IterationGroup> groups() const { return std::span(groups_).first(used_); }
    /// Returns the components without joints, and their contacts.
    [[nodiscard]] std::span<const IterationComponent> components() const { return components_; }
    [[nodiscard]] std::span<const std::uint32_t> contacts() const { return component_contacts_; }
    /// Returns the extra iterations of each joint, by slot; empty if no body ever had any.
    [[nodiscard]] std::span<const std::uint8_t> by_joint() const { return joint_found_; }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Search;

    void add_component(const Search& search, const WantedIterations& wanted);
    void add_component(int extra_iterations, std::span<const std::uint32_t> contacts);
    IterationGroup& group_of(int extra_iterations);

    std::vector<IterationGroup> groups_;  ///< The first `used_` are in use, the others keep their memory.
    std::size_t used_ = 0;
    std::vector<std::uint8_t> body_found_;   ///< By slot; all zero between calls.
    std::vector<std::uint8_t> joint_found_;  ///< By slot: marks during `find`, then numbers of iterations.
    std::vector<std::uint32_t> bodies_;      ///< Bodies of all components.
    std::vector<std::uint32_t> contacts_;    ///< Contacts of one component.
    std::vector<std::uint32_t> joints_;
    std::vector<IterationComponent> components_;
    std::vector<std::uint32_t> component_contacts_;
};

}  // namespace drystone
