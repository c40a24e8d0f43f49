#pragma once

#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// What is solved with as many more iterations, whatever components it belongs to.
struct IterationGroup {
    int extra_iterations = 0;
    std::vector<std::uint32_t> contacts;  ///< Those that push and are in lanes.
    std::vector<std::uint32_t> joints;    ///< Those that are solved, in whatever way.
};

/// Finds what hangs together, by contacts that push and by joints between awake dynamic bodies, with a body
/// that asks for more solver iterations. A component gets as many as the body of it that asks for most.
class IterationGroups {
public:
    /// Cost: nothing where nobody asks; else linear in the bodies, contacts and joints of the components
    /// found. Groups and their members come in an order that depends on the calls to the world alone.
    void find(const BodyStore& bodies, const ContactStore& contacts, const JointStore& joints);
    /// Those of the last call, with different numbers of iterations.
    [[nodiscard]] std::span<const IterationGroup> groups() const { return std::span(groups_).first(used_); }
    /// How many more iterations each joint gets, by slot; empty where no body ever asked.
    [[nodiscard]] std::span<const std::uint8_t> by_joint() const { return joint_found_; }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Search;

    IterationGroup& group_of(int extra_iterations);

    std::vector<IterationGroup> groups_;  ///< The first are in use, the others keep their memory.
    std::size_t used_ = 0;
    std::vector<std::uint8_t> body_found_;   ///< By slot; all zero between calls.
    std::vector<std::uint8_t> joint_found_;  ///< Afterwards with the numbers of iterations.
    std::vector<std::uint32_t> bodies_;      ///< Of all components.
    std::vector<std::uint32_t> contacts_;    ///< Of one.
    std::vector<std::uint32_t> joints_;
};

}  // namespace drystone
