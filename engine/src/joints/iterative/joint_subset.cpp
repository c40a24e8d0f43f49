#include "joints/iterative/joint_subset.h"

#include "constraint_graph/contact_block.h"
#include "core/arrays.h"
#include "joints/iterative/joint_lanes.h"

namespace drystone {

namespace {

/// Calls `visitor(impulse in there, impulse in here)` for each impulse of a joint of the kind that has a lane
/// in both lists.
template <class ListThere, class ListHere, class Visitor>
void visit_impulses(JointKind kind, ListThere& there, const JointLane& at_there, ListHere& here,
                    const JointLane& at_here, Visitor&& visitor) {
    const auto visit = [&](auto& one, auto& other) { visitor(one[at_there.lane], other[at_here.lane]); };
    visit(there.blocks[at_there.block].impulse_x, here.blocks[at_here.block].impulse_x);
    visit(there.blocks[at_there.block].impulse_y, here.blocks[at_here.block].impulse_y);
    const std::size_t degrees = degrees_of(kind);
    for (std::size_t i = 0; i < degrees; ++i) {
        auto& one = there.degrees[degrees * at_there.block + i];
        auto& other = here.degrees[degrees * at_here.block + i];
        visit(one.spring_impulse, other.spring_impulse);
        visit(one.motor_impulse, other.motor_impulse);
        visit(one.lower_impulse, other.lower_impulse);
        visit(one.upper_impulse, other.upper_impulse);
    }
    if (kind == JointKind::Frame) {
        visit(there.frames[at_there.block].angle_impulse, here.frames[at_here.block].angle_impulse);
    }
}

/// Copies all that the passes over joints read.
void copy_joint(JointKind kind, const JointList& from, const JointLane& source, JointList& to,
                const JointLane& target) {
    const auto copy = [&](const auto& one, auto& other) { copy_lane(one, source.lane, other, target.lane); };
    copy(from.blocks[source.block], to.blocks[target.block]);
    const std::size_t degrees = degrees_of(kind);
    for (std::size_t i = 0; i < degrees; ++i) {
        copy(from.degrees[degrees * source.block + i], to.degrees[degrees * target.block + i]);
    }
    if (kind == JointKind::Frame) {
        copy(from.frames[source.block], to.frames[target.block]);
    } else if (kind == JointKind::Distance) {
        copy(from.distances[source.block], to.distances[target.block]);
    }
}

}  // namespace

void JointSubset::extract(JointGraph& from, const JointStore& joints, std::span<const std::uint32_t> numbers,
                          float compliance_scale) {
    graph_.clear_lanes();
    for (const std::uint32_t number : numbers) {
        const JointRecord& record = joints.records[number];
        if (record.color >= 0) {
            const JointKind kind = lane_kind(record);
            const std::uint32_t own_place = graph_.count_lane(record.color, kind);
            grow_push_back(moved_, {number, record.color, kind, record.place, own_place});
        }
    }
    if (moved_.empty() && graph_.empty()) {
        return;
    }
    graph_.open_lanes();
    for (const MovedLane& moved : moved_) {
        fill(from, joints, moved, compliance_scale);
    }
    graph_.collect_runs();
    graph_.find_parts();
}

void JointSubset::fill(JointGraph& from, const JointStore& joints, const MovedLane& moved,
                       float compliance_scale) {
    JointList& theirs = from.list(moved.color, moved.kind);
    JointList& own = graph_.list(moved.color, moved.kind);
    const JointLane source(theirs, moved.place);
    const JointLane target(own, moved.own_place);
    copy_joint(moved.kind, theirs, source, own, target);
    if (has_default_softness(joints.settings(moved.joint))) {
        own.blocks[target.block].impulse_scale[target.lane] *= compliance_scale;
    }
    // Couples the dummy body with itself, so that the lane has no effect.
    theirs.blocks[source.block].state_a[source.lane] = 0;
    theirs.blocks[source.block].state_b[source.lane] = 0;
    visit_impulses(moved.kind, theirs, source, own, target, [](float& impulse, float) { impulse = 0.0f; });
}

void JointSubset::copy_impulses_back(JointGraph& graph) const {
    for (const MovedLane& moved : moved_) {
        JointList& theirs = graph.list(moved.color, moved.kind);
        const JointList& own = graph_.list(moved.color, moved.kind);
        visit_impulses(moved.kind, theirs, {theirs, moved.place}, own, {own, moved.own_place},
                       [](float& there, float here) { there = here; });
    }
}

void JointSubset::merge_back(JointGraph& graph) {
    copy_impulses_back(graph);
    for (const MovedLane& moved : moved_) {
        JointList& theirs = graph.list(moved.color, moved.kind);
        const JointList& own = graph_.list(moved.color, moved.kind);
        const JointLane target(theirs, moved.place);
        const JointLane source(own, moved.own_place);
        theirs.blocks[target.block].state_a[target.lane] = own.blocks[source.block].state_a[source.lane];
        theirs.blocks[target.block].state_b[target.lane] = own.blocks[source.block].state_b[source.lane];
    }
    moved_.clear();
}

}  // namespace drystone
