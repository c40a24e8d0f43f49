#include "joints/iterative/joint_lanes.h"

#include "constraint_graph/contact_block.h"
#include "core/arrays.h"
#include "core/growth_policy.h"
#include "joints/direct/direct_rows.h"
#include "joints/iterative/spring.h"
#include "joints/joint_softness.h"

#include <algorithm>

namespace drystone {

namespace {

/// Writes a degree of freedom of a joint. Its motor and its limits may be solved directly.
void write_degree(const JointRecord& record, std::size_t index, SpringTable& springs, DegreeBlock& block,
                  int lane) {
    const JointDegree& degree = record.rows.degrees[index];
    const JointImpulses& impulses = record.impulses;
    const bool drives = !is_motor_direct(record, index);
    const bool limits = !is_limit_direct(record, index);
    const float h = springs.h();
    const SpringFactors& spring = springs.factors(degree.spring.frequency, degree.spring.damping_ratio);
    block.spring_gain[lane] = spring.gain;
    block.spring_last_scale[lane] = spring.last_scale;
    block.spring_mass_scale[lane] = spring.mass_scale;
    block.spring_kept[lane] = spring.kept;
    block.spring_target[lane] = degree.spring.target;
    // Without a spring, the maximum of 0 clears an impulse that is left from one.
    const float maximum = degree.spring.frequency > 0.0f ? degree.spring.maximum * h : 0.0f;
    block.spring_minimum[lane] = degree.sense == SpringSense::Push ? 0.0f : -maximum;
    block.spring_maximum[lane] = degree.sense == SpringSense::Pull ? 0.0f : maximum;
    block.motor_speed[lane] = degree.motor.speed;
    block.motor_maximum[lane] = drives ? degree.motor.maximum * h : 0.0f;
    block.lower[lane] = limits ? degree.limit.lower : -JointDegree::far_away;
    block.upper[lane] = limits ? degree.limit.upper : JointDegree::far_away;
    block.spring_impulse[lane] = impulses.spring[index];
    block.motor_impulse[lane] = drives ? impulses.motor[index] : 0.0f;
    block.lower_impulse[lane] = limits ? impulses.lower[index] : 0.0f;
    block.upper_impulse[lane] = limits ? impulses.upper[index] : 0.0f;
    block.angle[lane] = record.angle;
}

void read_degree(const DegreeBlock& block, int lane, std::size_t index, JointRecord& record) {
    JointImpulses& impulses = record.impulses;
    impulses.spring[index] = block.spring_impulse[lane];
    if (!is_motor_direct(record, index)) {
        impulses.motor[index] = block.motor_impulse[lane];
    }
    if (!is_limit_direct(record, index)) {
        impulses.lower[index] = block.lower_impulse[lane];
        impulses.upper[index] = block.upper_impulse[lane];
    }
}

void write_anchors(const JointRecord& record, std::uint32_t joint, JointAnchors& anchors, int lane) {
    const JointRows& rows = record.rows;
    const Rot reference = Rot::from_angle(rows.reference_angle);
    anchors.joint[lane] = static_cast<std::int32_t>(joint);
    anchors.body_a[lane] = static_cast<std::int32_t>(record.body_a);
    anchors.body_b[lane] = static_cast<std::int32_t>(record.body_b);
    anchors.anchor_a_x[lane] = rows.anchor_a.x;
    anchors.anchor_a_y[lane] = rows.anchor_a.y;
    anchors.anchor_b_x[lane] = rows.anchor_b.x;
    anchors.anchor_b_y[lane] = rows.anchor_b.y;
    anchors.axis_c[lane] = rows.axis.c;
    anchors.axis_s[lane] = rows.axis.s;
    anchors.reference_c[lane] = reference.c;
    anchors.reference_s[lane] = reference.s;
}

void write_frame(const JointRecord& record, const JointSettings& settings, float h, FrameBlock& frame,
                 int lane) {
    const bool is_hinge = record.rows.kind == JointKind::Hinge;
    const auto is_locked = [&](std::size_t i) {
        const bool locked = record.rows.degrees[i].locked || (is_hinge && i < 2);
        return locked ? (record.direct ? -1.0f : 1.0f) : 0.0f;
    };
    frame.lock_along[lane] = is_locked(0);
    frame.lock_across[lane] = is_locked(1);
    frame.lock_angle[lane] = is_locked(2);
    frame.angle_impulse[lane] = record.direct ? 0.0f : record.impulses.lock[2];
    frame.maximum_force[lane] = settings.maximum_force * h;
    frame.maximum_torque[lane] = settings.maximum_torque * h;
    frame.isotropic[lane] = record.rows.isotropic ? 1.0f : 0.0f;
}

/// Returns whether a lane has another value than `absent`.
bool any_other(const float (&values)[block_lanes], int lanes, float absent = 0.0f) {
    return std::any_of(values, values + lanes, [&](float value) { return value != absent; });
}

/// Adds the parts of some lanes. A part that has an impulse is there: the next pass clears it.
void add_parts(const DegreeBlock& degree, int lanes, DegreeParts& parts) {
    parts.spring = parts.spring || any_other(degree.spring_minimum, lanes) ||
                   any_other(degree.spring_maximum, lanes) || any_other(degree.spring_impulse, lanes);
    parts.motor =
        parts.motor || any_other(degree.motor_maximum, lanes) || any_other(degree.motor_impulse, lanes);
    parts.limits = parts.limits || any_other(degree.lower, lanes, -JointDegree::far_away) ||
                   any_other(degree.upper, lanes, JointDegree::far_away) ||
                   any_other(degree.lower_impulse, lanes) || any_other(degree.upper_impulse, lanes);
}

void add_parts(const JointBlock& block, const FrameBlock& frame, int lanes, JointParts& parts) {
    parts.isotropic = parts.isotropic || any_other(frame.isotropic, lanes);
    for (int lane = 0; lane < lanes; ++lane) {
        const float locks[3] = {frame.lock_along[lane], frame.lock_across[lane], frame.lock_angle[lane]};
        const bool eliminated = *std::min_element(locks, locks + 3) < 0.0f;
        const bool has_impulse = block.impulse_x[lane] != 0.0f || block.impulse_y[lane] != 0.0f ||
                                 frame.angle_impulse[lane] != 0.0f;
        parts.locks =
            parts.locks || (!eliminated && (has_impulse || *std::max_element(locks, locks + 3) > 0.0f));
        parts.holds = parts.holds || eliminated || parts.locks;
    }
}

/// Replaces the blocks by `count` default ones. Keeps some spare memory, so that a few joints that come and
/// go cause no allocation, and frees more than that.
template <class Block>
void remake(std::vector<Block>& blocks, std::size_t count) {
    blocks.clear();
    if (count > blocks.capacity() || blocks.capacity() > count + count / 8 + 16) {
        std::vector<Block>().swap(blocks);
    }
    blocks.resize(count);
}

/// Changes the number of blocks to `count`. Frees spare memory if less than about half is needed.
template <class Block>
void change_count(std::vector<Block>& blocks, std::size_t count) {
    constexpr std::size_t kept_anyway = 16;
    if (blocks.capacity() > kept_anyway + 2 * count) {
        shrink_to(blocks, blocks.size());
    }
    grow_resize(blocks, count);
}

void empty(JointAnchors& anchors) { std::fill(std::begin(anchors.joint), std::end(anchors.joint), -1); }

/// Calls `visitor(array, size)` for each array of a list of `count` blocks of joints.
template <class Visitor>
void visit_arrays(JointKind kind, JointList& list, std::size_t count, Visitor&& visitor) {
    visitor(list.blocks, count);
    visitor(list.anchors, count);
    visitor(list.degrees, degrees_of(kind) * count);
    visitor(list.frames, kind == JointKind::Frame ? count : 0);
    visitor(list.distances, kind == JointKind::Distance ? count : 0);
}

void change_count(JointKind kind, JointList& list, std::size_t count) {
    visit_arrays(kind, list, count, [](auto& blocks, std::size_t size) { change_count(blocks, size); });
}

}  // namespace

bool needs_lane(const JointRecord& record) {
    if (!record.direct) {
        return true;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        JointDegree degree = record.rows.degrees[i];
        if (is_limit_direct(record, i)) {
            degree.limit = JointDegree{}.limit;
        }
        if (!degree.is_free()) {
            return true;
        }
    }
    return record.rows.tooth != 0.0f;
}

void open_blocks(JointKind kind, JointList& list) {
    const auto lanes = static_cast<std::size_t>(list.lanes_per_block);
    const std::size_t count = (list.count + lanes - 1) / lanes;
    visit_arrays(kind, list, count, [](auto& blocks, std::size_t size) { remake(blocks, size); });
    for (JointAnchors& anchors : list.anchors) {
        empty(anchors);
    }
}

std::uint32_t push_lane(JointKind kind, JointList& list) {
    const std::uint32_t place = list.count++;
    const JointLane own(list, place);
    if (own.lane == 0) {
        change_count(kind, list, own.block + 1);
        empty(list.anchors.back());
    }
    return place;
}

void pop_lane(JointKind kind, JointList& list) {
    const JointLane own(list, --list.count);
    if (own.lane == 0) {
        change_count(kind, list, own.block);
        return;
    }
    visit_arrays(kind, list, 1, [&](auto& blocks, std::size_t each) {
        for (std::size_t i = 0; i < each; ++i) {
            clear_lane(blocks[each * own.block + i], own.lane);
        }
    });
    list.anchors[own.block].joint[own.lane] = -1;
}

std::uint32_t joint_in(const JointList& list, std::uint32_t place) {
    const JointLane own(list, place);
    return static_cast<std::uint32_t>(list.anchors[own.block].joint[own.lane]);
}

void write_slots(std::uint32_t place, std::uint32_t slot_a, std::uint32_t slot_b, JointList& list) {
    const JointLane own(list, place);
    list.blocks[own.block].state_a[own.lane] = state_offset(slot_a);
    list.blocks[own.block].state_b[own.lane] = state_offset(slot_b);
}

void write_lane(const JointStore& joints, std::uint32_t joint, std::uint32_t slot_a, std::uint32_t slot_b,
                SpringTable& springs, JointList& list) {
    const float h = springs.h();
    const JointRecord& record = joints.records[joint];
    const JointSettings& settings = joints.settings(joint);
    const JointLane own(list, record.place);
    const std::size_t i = own.block;
    const int lane = own.lane;
    const Softness softness = softness_of(settings, h);
    JointBlock& block = list.blocks[i];
    write_slots(record.place, slot_a, slot_b, list);
    block.bias_rate[lane] = softness.bias_rate;
    block.mass_scale[lane] = softness.mass_scale;
    block.impulse_scale[lane] = softness.impulse_scale;
    block.impulse_x[lane] = record.direct ? 0.0f : record.impulses.lock[0];
    block.impulse_y[lane] = record.direct ? 0.0f : record.impulses.lock[1];
    write_anchors(record, joint, list.anchors[i], lane);
    const auto write = [&](std::size_t degree, DegreeBlock& target) {
        write_degree(record, degree, springs, target, lane);
    };
    switch (lane_kind(record)) {
        case JointKind::Point: break;
        case JointKind::Hinge: write(2, list.degrees[i]); break;
        case JointKind::Frame:
            write_frame(record, settings, h, list.frames[i], lane);
            for (std::size_t degree = 0; degree < 3; ++degree) {
                write(degree, list.degrees[3 * i + degree]);
            }
            break;
        case JointKind::Distance:
            write(0, list.degrees[i]);
            list.distances[i].length[lane] = record.rows.length;
            list.distances[i].rigid[lane] = record.rows.rigid && !record.direct ? 1.0f : 0.0f;
            list.distances[i].maximum_force[lane] = settings.maximum_force * h;
            break;
    }
}

JointParts parts_of(const JointRun& run) {
    JointParts parts;
    const std::size_t degrees = degrees_of(run.kind);
    for (std::size_t i = 0; run.lanes_in(i) != 0; ++i) {
        const int lanes = run.lanes_in(i);
        for (std::size_t degree = 0; degree < degrees; ++degree) {
            add_parts(run.degrees[degrees * i + degree], lanes, parts.degrees[degree]);
        }
        if (run.kind == JointKind::Frame) {
            add_parts(run.blocks[i], run.frames[i], lanes, parts);
        }
    }
    if (parts.isotropic) {
        DegreeParts& first = parts.degrees[0];
        DegreeParts& second = parts.degrees[1];
        first.spring = second.spring = first.spring || second.spring;
        first.motor = second.motor = first.motor || second.motor;
    }
    return parts;
}

namespace {

/// Reads what motors and limits of a direct joint add to the impulses of its locks.
void read_held(const JointList& list, const JointLane& own, JointRecord& record) {
    const JointBlock& block = list.blocks[own.block];
    const FrameBlock& frame = list.frames[own.block];
    const Vec2 along{block.impulse_x[own.lane], block.impulse_y[own.lane]};
    const Vec2 held = record.rows.kind == JointKind::Hinge
                          ? rotate(Rot{frame.axis_x[own.lane], frame.axis_y[own.lane]}, along)
                          : along;
    record.impulses.held[0] = held.x;
    record.impulses.held[1] = held.y;
    record.impulses.held[2] = frame.angle_impulse[own.lane];
}

}  // namespace

void read_lane(const JointList& list, JointRecord& record) {
    const JointLane own(list, record.place);
    const std::size_t i = own.block;
    const int lane = own.lane;
    if (!record.direct) {
        record.impulses.lock[0] = list.blocks[i].impulse_x[lane];
        record.impulses.lock[1] = list.blocks[i].impulse_y[lane];
    }
    switch (lane_kind(record)) {
        case JointKind::Point: break;
        case JointKind::Hinge:
            read_degree(list.degrees[i], lane, 2, record);
            record.angle = list.degrees[i].angle[lane];
            break;
        case JointKind::Frame:
            if (record.direct) {
                read_held(list, own, record);
            } else {
                record.impulses.lock[2] = list.frames[i].angle_impulse[lane];
            }
            for (std::size_t degree = 0; degree < 3; ++degree) {
                read_degree(list.degrees[3 * i + degree], lane, degree, record);
            }
            record.angle = list.degrees[3 * i + 2].angle[lane];
            break;
        case JointKind::Distance: read_degree(list.degrees[i], lane, 0, record); break;
    }
}

}  // namespace drystone
