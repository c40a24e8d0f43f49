#include "joints/iterative/merged_joints.h"

#include "constraint_graph/contact_block.h"
#include "core/arrays.h"
#include "joints/iterative/joint_lanes.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

/// Calls `copy(block of the run, block of the list)` for each block of rows that the passes over the joints
/// of a kind use.
template <class Copy>
void visit_blocks(const JointRun& run, std::size_t source, JointList& list, std::size_t target, Copy&& copy) {
    copy(run.blocks[source], list.blocks[target]);
    const std::size_t degrees = degrees_of(run.kind);
    for (std::size_t i = 0; i < degrees; ++i) {
        copy(run.degrees[degrees * source + i], list.degrees[degrees * target + i]);
    }
    if (run.kind == JointKind::Frame) {
        copy(run.frames[source], list.frames[target]);
    } else if (run.kind == JointKind::Distance) {
        copy(run.distances[source], list.distances[target]);
    }
}

// Copy the impulses of a lane.

void copy_impulses(const JointBlock& from, int from_lane, JointBlock& to, int to_lane) {
    to.impulse_x[to_lane] = from.impulse_x[from_lane];
    to.impulse_y[to_lane] = from.impulse_y[from_lane];
}

void copy_impulses(const DegreeBlock& from, int from_lane, DegreeBlock& to, int to_lane) {
    to.spring_impulse[to_lane] = from.spring_impulse[from_lane];
    to.motor_impulse[to_lane] = from.motor_impulse[from_lane];
    to.lower_impulse[to_lane] = from.lower_impulse[from_lane];
    to.upper_impulse[to_lane] = from.upper_impulse[from_lane];
}

void copy_impulses(const FrameBlock& from, int from_lane, FrameBlock& to, int to_lane) {
    to.angle_impulse[to_lane] = from.angle_impulse[from_lane];
}

void copy_impulses(const DistanceBlock&, int, DistanceBlock&, int) {}

void add_parts(const DegreeParts& more, DegreeParts& parts) {
    parts.spring = parts.spring || more.spring;
    parts.motor = parts.motor || more.motor;
    parts.limits = parts.limits || more.limits;
}

void add_parts(const JointParts& more, JointParts& parts) {
    for (int i = 0; i < 3; ++i) {
        add_parts(more.degrees[i], parts.degrees[i]);
    }
    parts.locks = parts.locks || more.locks;
    parts.holds = parts.holds || more.holds;
    parts.isotropic = parts.isotropic || more.isotropic;
}

/// Returns the list's joints as a run; the passes need no anchors.
JointRun whole_list(JointKind kind, JointList& list, const JointParts& parts) {
    JointRun run;
    run.kind = kind;
    run.joints = list.count;
    run.blocks = list.blocks.data();
    run.degrees = list.degrees.data();
    run.frames = list.frames.data();
    run.distances = list.distances.data();
    run.parts = parts;
    return run;
}

JointKind kind_of(std::size_t number) { return static_cast<JointKind>(number % joint_kind_count); }

}  // namespace

void MergedJoints::clear() {
    for (const std::uint16_t number : used_) {
        List& list = lists_[number];
        list.lanes.make_unused();
        list.parts = {};
        list.origins.clear();
    }
    used_.clear();
}

void MergedJoints::add(JointGraph& graph, const JointKernels& kernels, std::int32_t shift) {
    kernels_ = &kernels;
    for (const JointRun& run : graph.runs()) {
        const std::size_t number =
            static_cast<std::size_t>(run.color) * joint_kind_count + static_cast<std::size_t>(run.kind);
        List& list = lists_[number];
        const auto place = std::lower_bound(used_.begin(), used_.end(), number);
        if (place == used_.end() || *place != number) {
            used_.insert(place, static_cast<std::uint16_t>(number));
        }
        add_parts(run.parts, list.parts);
        for (std::uint32_t block = 0; run.lanes_in(block) != 0; ++block) {
            take_lanes(run, block, shift, list);
        }
    }
}

/// Appends the lanes of a block of the run to the list. If memory runs out, what is there stays in order.
void MergedJoints::take_lanes(const JointRun& run, std::uint32_t block, std::int32_t shift, List& list) {
    JointList& lanes = list.lanes;
    const std::uint32_t first = lanes.count;
    const int count = run.lanes_in(block);
    prepare_room(list.origins, 1);
    for (int lane = 0; lane < count; ++lane) {
        const JointLane target(lanes, lanes.count);
        if (target.lane == 0) {
            const std::size_t blocks = target.block + 1;
            grow_resize(lanes.blocks, blocks);
            grow_resize(lanes.degrees, degrees_of(run.kind) * blocks);
            grow_resize(lanes.frames, run.kind == JointKind::Frame ? blocks : 0);
            grow_resize(lanes.distances, run.kind == JointKind::Distance ? blocks : 0);
        }
        visit_blocks(run, block, lanes, target.block,
                     [&](const auto& from, auto& to) { copy_lane(from, lane, to, target.lane); });
        JointBlock& own = lanes.blocks[target.block];
        own.state_a[target.lane] = shifted_state(own.state_a[target.lane], shift);
        own.state_b[target.lane] = shifted_state(own.state_b[target.lane], shift);
        ++lanes.count;
    }
    list.origins.push_back({&run, block, first, static_cast<std::uint8_t>(count)});
}

/// Calls `pass(run)` for each list that has joints, in the order of solving.
template <class Pass>
void MergedJoints::visit_runs(Pass&& pass) {
    for (const std::uint16_t number : used_) {
        List& list = lists_[number];
        pass(whole_list(kind_of(number), list.lanes, list.parts));
    }
}

void MergedJoints::solve(BodySolverState* states, const SolverConstants& constants) {
    visit_runs(
        [&](const JointRun& run) { kernels_for(run, *kernels_, used_.size()).warm_start(run, states); });
    visit_runs([&](const JointRun& run) {
        kernels_for(run, *kernels_, used_.size()).solve(run, states, constants);
    });
}

void MergedJoints::relax(BodySolverState* states, const SolverConstants& constants) {
    visit_runs([&](const JointRun& run) {
        kernels_for(run, *kernels_, used_.size()).relax(run, states, constants);
    });
}

void MergedJoints::finish() {
    for (const std::uint16_t number : used_) {
        JointList& lanes = lists_[number].lanes;
        for (const Origin& origin : lists_[number].origins) {
            for (int lane = 0; lane < origin.count; ++lane) {
                const JointLane source(lanes, origin.place + static_cast<std::uint32_t>(lane));
                visit_blocks(*origin.run, origin.block, lanes, source.block,
                             [&](auto& to, const auto& from) { copy_impulses(from, source.lane, to, lane); });
            }
        }
    }
}

}  // namespace drystone
