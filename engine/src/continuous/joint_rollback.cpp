#include "continuous/continuous.h"
#include "continuous/impacts.h"
#include "continuous/motion.h"

#include <algorithm>

namespace drystone {

namespace {

/// Returns whether the joint locks a degree, so that its bodies cannot move apart.
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

/// Follows joints that are solved and hold their bodies together, from one dynamic awake body to the next.
bool Continuous::collect_jointed(const ContinuousContext& context, std::uint32_t first) {
    jointed_.assign(1, first);
    seen_[first] = 1;
    bool free = true;
    const auto join = [&](std::uint32_t body) {
        if (!context.bodies.is_dynamic(body) || !context.bodies.is_awake(body)) {
            free = false;
        } else if (seen_[body] == 0) {
            seen_[body] = 1;
            jointed_.push_back(body);
        }
    };
    std::size_t next = 0;
    while (next < jointed_.size()) {
        visit_joints_of_body(context.joints, jointed_[next++], [&](std::uint32_t joint) {
            if (holds_together(context.joints.records[joint]) &&
                is_solved(context.joints, context.bodies, joint)) {
                visit_bodies_of_joint(context.joints, joint, join);
            }
        });
    }
    return free;
}

/// Moves the collected bodies, which are where they were when the leader was stopped, on along the static
/// shape that it met. Does nothing if something else stopped the leader. All bodies are shifted alike, so
/// joints hold.
void Continuous::slide_jointed(const ContinuousContext& context, const FastBody& leader) {
    const BodyPose stopped = context.bodies.poses[leader.body];
    put_at(context.bodies, leader.body, leader.sweep, 1.0f);
    const FixedImpact met =
        first_fixed_impact(context, BodyType::Static, leader.body, leader.sweep, 1.0f, 0.0f, std::nullopt);
    context.bodies.poses[leader.body] = stopped;
    if (met.fraction != leader.fraction) {
        return;
    }
    const Vec2 before = center_of(context, leader.body);
    collide_and_slide(context, jointed_, leader.sweep.center_end - leader.sweep.center_start, met);
    const Vec2 shift = center_of(context, leader.body) - before;
    for (const std::uint32_t body : jointed_) {
        remove_work_of_lost_way(context, body, -shift);
    }
}

void Continuous::roll_back_jointed(const ContinuousContext& context, bool may_slide) {
    constexpr float together = 0.5f;
    seen_.clear();
    for (const FastBody& stopped : fast_) {
        if (stopped.fraction == 1.0f || !hangs_on_joints(context, stopped.body)) {
            continue;
        }
        seen_.resize(context.bodies.slots.size(), 0);
        if (seen_[stopped.body] != 0) {
            continue;
        }
        const bool free = collect_jointed(context, stopped.body);
        const FastBody* leader = &stopped;
        for (const std::uint32_t body : jointed_) {
            const FastBody* const fast = find_fast(context.bodies, body);
            leader = fast != nullptr && fast->fraction < leader->fraction ? fast : leader;
        }
        const float first = leader->fraction;
        const Vec2 lead = leader->sweep.center_end - leader->sweep.center_start;
        bool slides = may_slide && free;
        for (const std::uint32_t body : jointed_) {
            const FastBody* const fast = find_fast(context.bodies, body);
            const Sweep way = fast != nullptr ? fast->sweep : sweep_of(context, body);
            slides = slides && length(way.center_end - way.center_start - lead) <= together * length(lead);
            stop_at(context, body, way, first);
            if (fast != nullptr) {
                fast_[static_cast<std::size_t>(fast - fast_.data())].fraction = first;
            }
        }
        if (slides) {
            slide_jointed(context, *leader);
        }
    }
}

}  // namespace drystone
