#include "joints/iterative/joint_changes.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"

#include <algorithm>

namespace drystone {

bool JointChangeSet::find(const JointStore& joints, const BodyStore& bodies) {
    begin(joints, bodies);
    find_changed_slots(joints, bodies);
    for (const std::uint32_t body : joints.touched) {
        add_body(body);
    }
    const bool are_few = follow_joints(joints, bodies);
    for (const std::uint32_t joint : joints_) {
        has_joint_[joint] = 0;
    }
    for (const std::uint32_t body : bodies_) {
        has_body_[body] = 0;
    }
    sort_items(joints_.begin(), joints_.end());
    return are_few;
}

void JointChangeSet::begin(const JointStore& joints, const BodyStore& bodies) {
    joints_.clear();
    bodies_.clear();
    moved_.clear();
    if (has_joint_.size() < joints.slots.size()) {
        grow_resize(has_joint_, joints.slots.size());
    }
    if (has_body_.size() < bodies.slots.size()) {
        grow_resize(has_body_, bodies.slots.size());
        grow_resize(seen_slots_, bodies.slots.size());
    }
}

void JointChangeSet::add_body(std::uint32_t body) {
    if (has_body_[body] == 0) {
        has_body_[body] = 1;
        grow_push_back(bodies_, body);
    }
}

void JointChangeSet::find_changed_slots(const JointStore& joints, const BodyStore& bodies) {
    for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
        const std::uint32_t before = seen_slots_[body];
        const std::uint32_t now = bodies.solver_slots[body];
        if (before == now || !has_joints(joints, body)) {
            continue;
        }
        if (before == 0 || now == 0) {
            add_body(body);
        } else {
            grow_push_back(moved_, body);
        }
    }
}

/// Follows joints from body to body. Bodies that are not in the solver, and were not, do not connect joints.
bool JointChangeSet::follow_joints(const JointStore& joints, const BodyStore& bodies) {
    for (std::size_t i = 0; i < bodies_.size() && joints_.size() <= joints.many(); ++i) {
        const std::uint32_t body = bodies_[i];
        if (!bodies.is_awake(body) && seen_slots_[body] == 0) {
            continue;
        }
        visit_joints_of_body(joints, body, [&](std::uint32_t joint) {
            if (has_joint_[joint] != 0) {
                return;
            }
            has_joint_[joint] = 1;
            grow_push_back(joints_, joint);
            visit_bodies_of_joint(joints, joint, [&](std::uint32_t other) {
                if (bodies.is_awake(other)) {
                    add_body(other);
                }
            });
        });
    }
    return joints_.size() <= joints.many();
}

void JointChangeSet::compact(JointStore& joints, const BodyStore& bodies) {
    seen_slots_ = bodies.solver_slots;
    joints.all_changed = false;
    clear_and_shrink(joints.touched);
    clear_and_shrink(joints.freed);
}

std::size_t JointChangeSet::bytes() const {
    return (seen_slots_.capacity() + joints_.capacity() + bodies_.capacity() + moved_.capacity()) *
               sizeof(std::uint32_t) +
           has_joint_.capacity() + has_body_.capacity();
}

}  // namespace drystone
