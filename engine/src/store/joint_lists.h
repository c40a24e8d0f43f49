#pragma once

#include "core/definition_array.h"
#include "core/index.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Joints of each body, in the order in which they were attached: linked lists in one array. The links of a
/// joint form a list of their own.
class JointLists {
public:
    /// Returns the number of bodies that have lists; later bodies have no joints.
    [[nodiscard]] std::uint32_t body_count() const { return static_cast<std::uint32_t>(lists_.size()); }
    /// Returns the number of joints of the body.
    [[nodiscard]] std::uint32_t count(std::uint32_t body) const {
        return body < lists_.size() ? lists_[body].count : 0;
    }
    /// Returns the joint that was attached last. The body must have joints.
    [[nodiscard]] std::uint32_t last(std::uint32_t body) const { return links_[lists_[body].last].joint; }
    /// Calls `visitor(joint)` for each joint of the body.
    template <class Visitor>
    void visit(std::uint32_t body, Visitor&& visitor) const {
        std::uint32_t link = body < lists_.size() ? lists_[body].first : no_index;
        while (link != no_index) {
            const Link own = links_[link];
            visitor(own.joint);
            link = own.next;
        }
    }
    /// Makes room for a list of the body and for attaching `count` joints.
    void prepare(std::uint32_t body, std::size_t count) {
        if (body >= lists_.size()) {
            lists_.grow(body + 1);
        }
        prepare_room(links_, count);
    }
    /// Attaches a joint, unless it is attached already. Cost: linear in the number of joints of the body or
    /// of bodies of the joint, whichever is smaller.
    void attach(std::uint32_t joint, std::uint32_t body);
    /// Detaches a joint, if it is attached. Cost: likewise.
    void detach(std::uint32_t joint, std::uint32_t body);
    /// Returns the joints of each body as lists.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> collect() const;
    /// Replaces all lists.
    void set(const std::vector<std::vector<std::uint32_t>>& lists);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.links_, self.lists_, self.of_joint_, self.free_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return links_.capacity() * sizeof(Link) + lists_.capacity() * sizeof(List) +
               of_joint_.capacity() * sizeof(std::uint32_t);
    }

private:
    struct Link {
        std::uint32_t joint = no_index;
        std::uint32_t body = no_index;
        std::uint32_t next = no_index;      ///< Next of the body; of a free link, the next free one.
        std::uint32_t previous = no_index;  ///< Previous one of the body.
        std::uint32_t next_of_joint = no_index;
        std::uint32_t previous_of_joint = no_index;
    };
    struct List {
        std::uint32_t first = no_index;
        std::uint32_t last = no_index;
        std::uint32_t count = 0;
    };

    /// Makes room for a list of the joint.
    void prepare_joint(std::uint32_t joint) {
        while (of_joint_.size() <= joint) {
            of_joint_.push_back(no_index);
        }
    }
    /// Returns the link of the joint in the list of the body; `no_index` if there is none.
    [[nodiscard]] std::uint32_t find(std::uint32_t joint, std::uint32_t body) const;
    /// Appends a link, which is in no list, to that of its body, and puts it before the others of its joint.
    void enter(std::uint32_t link);

    DefinitionArray<Link> links_;
    DefinitionArray<List> lists_;
    DefinitionArray<std::uint32_t> of_joint_;  ///< By joint: its first link, or `no_index`.
    std::uint32_t free_ = no_index;            ///< First free link; the others follow it.
};

}  // namespace drystone
