#include "continuous/continuous.h"
#include "continuous/motion.h"

#include <algorithm>

namespace drystone {

namespace {

/// Does the joint lock something, so that its bodies cannot move apart?
bool holds_together(const JointRecord& record) {
    if (record.family != JointFamily::Lanes) {
        return record.family == JointFamily::Cable;
    }
    const auto& degrees = record.rows.degrees;
    switch (record.rows.kind) {
        case JointKind::Point:
        case JointKind::Hinge: return true;
        case JointKind::Distance: return record.rows.rigid;
        case JointKind::Frame: return degrees[0].locked || degrees[1].locked || degrees[2].locked;
    }
    return false;
}

}  // namespace

/// The bodies that hang on one another by joints, as far as the solver moves them and nothing gives way.
void Continuous::collect_joined(const ContinuousContext& context, std::uint32_t first) {
    joined_.assign(1, first);
    seen_[first] = 1;
    const auto join = [&](std::uint32_t body) {
        if (seen_[body] == 0 && context.bodies.is_dynamic(body) && context.bodies.is_awake(body)) {
            seen_[body] = 1;
            joined_.push_back(body);
        }
    };
    std::size_t next = 0;
    while (next < joined_.size()) {
        visit_joints_of_body(context.joints, joined_[next++], [&](std::uint32_t joint) {
            if (holds_together(context.joints.records[joint]) &&
                is_solved(context.joints, context.bodies, joint)) {
                visit_bodies_of_joint(context.joints, joint, join);
            }
        });
    }
}

void Continuous::take_joined_back(const ContinuousContext& context) {
    seen_.clear();
    for (const FastBody& stopped : fast_) {
        if (stopped.fraction == 1.0f || !hangs_on_joints(context, stopped.body)) {
            continue;
        }
        seen_.resize(context.bodies.slots.size(), 0);
        if (seen_[stopped.body] != 0) {
            continue;
        }
        collect_joined(context, stopped.body);
        float first = 1.0f;
        for (const std::uint32_t body : joined_) {
            const FastBody* const fast = find_fast(context.bodies, body);
            first = fast != nullptr ? std::min(first, fast->fraction) : first;
        }
        for (const std::uint32_t body : joined_) {
            const FastBody* const fast = find_fast(context.bodies, body);
            const bool moved = fast != nullptr && fast->fraction < 1.0f;
            put_at(context.bodies, body, moved ? fast->sweep : sweep_of(context, body), first);
        }
    }
}

}  // namespace drystone
