#include "extra_iterations/iteration_groups.h"

#include "core/arrays.h"

#include <algorithm>

namespace drystone {

/// Search through one component.
struct IterationGroups::Search {
    IterationGroups& to;
    const BodyStore& bodies;
    const ContactStore& contacts;
    const JointStore& joints;

    void add_body(std::uint32_t body) const {
        if (bodies.is_dynamic(body) && bodies.is_awake(body) && to.body_found_[body] == 0) {
            to.body_found_[body] = 1;
            grow_push_back(to.bodies_, body);
        }
    }
    void add_contact(std::uint32_t index, std::uint32_t from) const {
        const Contact& contact = contacts.contacts[index];
        if (contact.state != ContactState::Touching || !contact.pushes_b()) {
            return;
        }
        // B is dynamic, so the search visits it exactly once.
        if (contact.body_b == from && !contact.coupled) {
            grow_push_back(to.contacts_, index);
        }
        add_body(contact.body_a == from ? contact.body_b : contact.body_a);
    }
    void add_joint(std::uint32_t joint) const {
        if (to.joint_found_[joint] != 0 || !is_solved(joints, bodies, joint)) {
            return;
        }
        to.joint_found_[joint] = 1;
        grow_push_back(to.joints_, joint);
        visit_pushed_bodies(joints, joint, [&](std::uint32_t body) { add_body(body); });
    }
    /// Returns the maximum of the bodies' extra iterations in the component.
    [[nodiscard]] int run(std::uint32_t start) const {
        int maximum = 0;
        std::size_t next = to.bodies_.size();
        add_body(start);
        for (; next < to.bodies_.size(); ++next) {
            const std::uint32_t body = to.bodies_[next];
            maximum = std::max<int>(maximum, bodies.records[body].extra_iterations);
            visit_contacts_of_body(bodies, contacts, body,
                                   [&](std::uint32_t contact) { add_contact(contact, body); });
            visit_joints_of_body(joints, body, [&](std::uint32_t joint) { add_joint(joint); });
        }
        return maximum;
    }
};

IterationGroup& IterationGroups::group_of(int extra_iterations) {
    const auto end = groups_.begin() + static_cast<std::ptrdiff_t>(used_);
    const auto found = std::find_if(groups_.begin(), end, [&](const IterationGroup& group) {
        return group.extra_iterations == extra_iterations;
    });
    if (found != end) {
        return *found;
    }
    if (used_ == groups_.size()) {
        groups_.emplace_back();
    }
    IterationGroup& group = groups_[used_++];
    group.extra_iterations = extra_iterations;
    group.contacts.clear();
    group.joints.clear();
    return group;
}

void IterationGroups::add_component(int extra_iterations, std::span<const std::uint32_t> contacts) {
    if (contacts.empty()) {
        return;
    }
    grow_push_back(components_, {extra_iterations, static_cast<std::uint32_t>(component_contacts_.size()),
                                 static_cast<std::uint32_t>(contacts.size())});
    component_contacts_.insert(component_contacts_.end(), contacts.begin(), contacts.end());
}

/// Adds the component of a body, unless it was found before.
void IterationGroups::add_component(const Search& search, const WantedIterations& wanted) {
    if (!search.bodies.is_dynamic(wanted.body) || !search.bodies.is_awake(wanted.body) ||
        body_found_[wanted.body] != 0) {
        return;
    }
    contacts_.clear();
    joints_.clear();
    const int iterations = std::max(search.run(wanted.body), wanted.extra_iterations);
    if (joints_.empty()) {
        add_component(iterations, contacts_);
        return;
    }
    IterationGroup& group = group_of(iterations);
    group.contacts.insert(group.contacts.end(), contacts_.begin(), contacts_.end());
    group.joints.insert(group.joints.end(), joints_.begin(), joints_.end());
}

void IterationGroups::find(const BodyStore& bodies, const ContactStore& contacts, const JointStore& joints,
                           const WantedComponents& wanted) {
    for (const IterationGroup& group : groups()) {
        for (const std::uint32_t joint : group.joints) {
            joint_found_[joint] = 0;
        }
    }
    used_ = 0;
    components_.clear();
    component_contacts_.clear();
    if (bodies.with_extra_iterations.empty() && wanted.empty()) {
        return;
    }
    grow_resize(body_found_, bodies.slots.size());
    grow_resize(joint_found_, joints.slots.size());
    const Search search{*this, bodies, contacts, joints};
    for (const WantedIterations& component : wanted.searched) {
        add_component(search, component);
    }
    for (const std::uint32_t body : bodies.with_extra_iterations) {
        add_component(search, {body, 0});
    }
    for (const IterationComponent& component : wanted.found) {
        add_component(component.extra_iterations,
                      wanted.contacts.subspan(component.first_contact, component.contact_count));
    }
    for (const std::uint32_t body : bodies_) {
        body_found_[body] = 0;
    }
    bodies_.clear();
    for (const IterationGroup& group : groups()) {
        for (const std::uint32_t joint : group.joints) {
            joint_found_[joint] = static_cast<std::uint8_t>(group.extra_iterations);
        }
    }
}

std::size_t IterationGroups::bytes() const {
    std::size_t sum =
        groups_.capacity() * sizeof(IterationGroup) + body_found_.capacity() + joint_found_.capacity() +
        (bodies_.capacity() + contacts_.capacity() + joints_.capacity() + component_contacts_.capacity()) *
            sizeof(std::uint32_t) +
        components_.capacity() * sizeof(IterationComponent);
    for (const IterationGroup& group : groups_) {
        sum += (group.contacts.capacity() + group.joints.capacity()) * sizeof(std::uint32_t);
    }
    return sum;
}

}  // namespace drystone
