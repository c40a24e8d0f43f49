#include "joints/iterative/joint_subset.h"

#include "constraint_graph/contact_block.h"
#include "core/arrays.h"
#include "joints/iterative/joint_lanes.h"

namespace drystone {

namespace {

/// Calls `visitor(impulses there, impulses here)` for each row that the solver changes of a joint of the
/// kind, where it is `there` in one list and `here` in another.
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

/// Copies all that the passes read.
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

void LentJoints::borrow(JointGraph& from, const JointStore& joints, std::span<const std::uint32_t> numbers,
                        float give) {
    graph_.clear_lanes();
    for (const std::uint32_t number : numbers) {
        const JointRecord& record = joints.records[number];
        if (record.color >= 0) {
            const JointKind kind = lane_kind(record);
            const std::uint32_t own_place = graph_.count_lane(record.color, kind);
            push_sparingly(loans_, {number, record.color, kind, record.place, own_place});
        }
    }
    if (loans_.empty() && graph_.empty()) {
        return;
    }
    graph_.open_lanes();
    for (const Loan& loan : loans_) {
        fill(from, joints, loan, give);
    }
    graph_.collect_runs();
}

void LentJoints::fill(JointGraph& from, const JointStore& joints, const Loan& loan, float give) {
    JointList& theirs = from.list(loan.color, loan.kind);
    JointList& own = graph_.list(loan.color, loan.kind);
    const JointLane source(theirs, loan.place);
    const JointLane target(own, loan.own_place);
    copy_joint(loan.kind, theirs, source, own, target);
    if (has_usual_softness(joints.settings(loan.joint))) {
        own.blocks[target.block].impulse_scale[target.lane] *= give;
    }
    // The dummy with itself, which nothing moves.
    theirs.blocks[source.block].state_a[source.lane] = 0;
    theirs.blocks[source.block].state_b[source.lane] = 0;
    visit_impulses(loan.kind, theirs, source, own, target, [](float& impulse, float) { impulse = 0.0f; });
}

void LentJoints::show_impulses(JointGraph& graph) const {
    for (const Loan& loan : loans_) {
        JointList& theirs = graph.list(loan.color, loan.kind);
        const JointList& own = graph_.list(loan.color, loan.kind);
        visit_impulses(loan.kind, theirs, {theirs, loan.place}, own, {own, loan.own_place},
                       [](float& there, float here) { there = here; });
    }
}

void LentJoints::give_back(JointGraph& graph) {
    show_impulses(graph);
    for (const Loan& loan : loans_) {
        JointList& theirs = graph.list(loan.color, loan.kind);
        const JointList& own = graph_.list(loan.color, loan.kind);
        const JointLane target(theirs, loan.place);
        const JointLane source(own, loan.own_place);
        theirs.blocks[target.block].state_a[target.lane] = own.blocks[source.block].state_a[source.lane];
        theirs.blocks[target.block].state_b[target.lane] = own.blocks[source.block].state_b[source.lane];
    }
    loans_.clear();
}

}  // namespace drystone
