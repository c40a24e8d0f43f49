#include "joints/iterative/joint_graph.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "joints/iterative/joint_lanes.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// Blocks of one run: about a microsecond of work per pass.
constexpr std::size_t blocks_per_batch = 8;

bool wants_lane(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    return is_solved(joints, bodies, joint) && record.family == JointFamily::Lanes &&
           (bodies.is_awake(record.body_a) || bodies.is_awake(record.body_b)) && needs_lane(record);
}

/// Returns the lower solver slot of the joint's bodies that are in the solver.
std::uint32_t first_slot_of(const BodyStore& bodies, const JointRecord& record) {
    const std::uint32_t a = bodies.solver_slots[record.body_a];
    const std::uint32_t b = bodies.solver_slots[record.body_b];
    return a == 0 || (b != 0 && b < a) ? b : a;
}

}  // namespace

std::size_t JointList::bytes() const {
    return blocks.capacity() * sizeof(JointBlock) + anchors.capacity() * sizeof(JointAnchors) +
           degrees.capacity() * sizeof(DegreeBlock) + frames.capacity() * sizeof(FrameBlock) +
           distances.capacity() * sizeof(DistanceBlock);
}

JointList& JointGraph::list_of(const JointRecord& record) { return list(record.color, lane_kind(record)); }

/// Takes the first colour that is free for both bodies, as far as they are in the solver; else the overflow.
int JointGraph::take_color(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b) {
    const std::uint32_t unused = 0;
    const bool moves_a = bodies.is_awake(body_a);
    const bool moves_b = bodies.is_awake(body_b);
    const int color =
        std::countr_one((moves_a ? used_[body_a] : unused) | (moves_b ? used_[body_b] : unused));
    if (color >= color_count) {
        return overflow;
    }
    const std::uint32_t bit = 1u << color;
    used_[body_a] |= moves_a ? bit : unused;
    used_[body_b] |= moves_b ? bit : unused;
    return color;
}

void JointGraph::clear_lanes() {
    for (auto& lists : lists_) {
        for (JointList& list : lists) {
            list.count = 0;
        }
    }
}

void JointGraph::open_lanes() {
    for (std::size_t color = 0; color < lists_.size(); ++color) {
        for (std::size_t kind = 0; kind < lists_[color].size(); ++kind) {
            JointList& list = lists_[color][kind];
            list.lanes_per_block = color == overflow ? 1 : block_lanes;
            open_blocks(static_cast<JointKind>(kind), list);
        }
    }
}

/// Writes the joint's lane.
void JointGraph::write(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint,
                       SpringTable& springs) {
    const JointRecord& record = joints.records[joint];
    write_lane(joints, joint, bodies.solver_slots[record.body_a], bodies.solver_slots[record.body_b], springs,
               list_of(record));
}

void JointGraph::rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, float h) {
    const JointRecord& record = joints.records[joint];
    if (record.color >= 0) {
        SpringTable springs(h);
        write(joints, bodies, joint, springs);
    }
}

void JointGraph::write_motor(const JointRecord& record, std::size_t degree, float h) {
    const JointKind kind = lane_kind(record);
    if (record.color < 0 || kind == JointKind::Point) {
        return;
    }
    JointList& own = list(record.color, kind);
    const JointLane place(own, record.place);
    DegreeBlock& block =
        own.degrees[degrees_of(kind) * place.block + (kind == JointKind::Frame ? degree : 0)];
    const JointMotor& motor = record.rows.degrees[degree].motor;
    block.motor_speed[place.lane] = motor.speed;
    block.motor_maximum[place.lane] = motor.maximum * h;
}

void JointGraph::read(JointRecord& record) const {
    if (record.color >= 0) {
        read_lane(list(record.color, lane_kind(record)), record);
    }
}

void JointGraph::save(JointStore& joints) const {
    const std::uint32_t end = joints.empty() ? 0 : joints.slots.size();
    for (std::uint32_t joint = 0; joint < end; ++joint) {
        save(joints, joint);
    }
}

void JointGraph::rebuild(JointStore& joints, const BodyStore& bodies, float h) {
    used_.assign(bodies.slots.size(), 0);
    if (joints.empty() && !has_lanes_) {
        return;
    }
    clear_lanes();
    const std::uint32_t end = joints.empty() ? 0 : joints.slots.size();
    bool in_order = true;
    std::uint32_t last = 0;
    for (std::uint32_t joint = 0; joint < end; ++joint) {
        JointRecord& record = joints.records.edit(joint);
        record.color = -1;
        if (wants_lane(joints, bodies, joint)) {
            record.color = take_color(bodies, record.body_a, record.body_b);
            record.place = count_lane(record.color, lane_kind(record));
            const std::uint32_t first = first_slot_of(bodies, record);
            in_order = in_order && first >= last;
            last = first;
        }
    }
    if (!in_order) {
        put_in_order(joints, bodies);
    }
    open_lanes();
    SpringTable springs(h);
    for (std::uint32_t joint = 0; joint < end; ++joint) {
        const JointRecord& record = joints.records[joint];
        if (record.color >= 0) {
            write(joints, bodies, joint, springs);
        }
    }
    collect_runs();
}

/// Sorts the places of joints by their bodies, so that a worker has about the same bodies in all colours. The
/// overflow keeps its order, in which it is solved.
void JointGraph::put_in_order(JointStore& joints, const BodyStore& bodies) {
    for (int color = 0; color < overflow; ++color) {
        for (JointList& list : lists_[static_cast<std::size_t>(color)]) {
            list.count = 0;
        }
    }
    for (const std::uint32_t body : bodies.awake) {
        visit_joints_of_body(joints, body, [&](std::uint32_t joint) {
            JointRecord& record = joints.records.edit(joint);
            if (record.color >= 0 && record.color != overflow &&
                first_slot_of(bodies, record) == bodies.solver_slots[body]) {
                record.place = count_lane(record.color, lane_kind(record));
            }
        });
    }
}

void JointGraph::place(JointStore& joints, const BodyStore& bodies, std::span<const std::uint32_t> some,
                       float h) {
    if (used_.size() < bodies.slots.size()) {
        grow_resize(used_, bodies.slots.size());
    }
    SpringTable springs(h);
    for (const std::uint32_t joint : some) {
        JointRecord& record = joints.records.edit(joint);
        if (wants_lane(joints, bodies, joint)) {
            record.color = take_color(bodies, record.body_a, record.body_b);
            record.place = push_lane(lane_kind(record), list_of(record));
            write(joints, bodies, joint, springs);
        }
    }
}

void JointGraph::take_out(JointStore& joints, const BodyStore& bodies, std::vector<FreedLane>& lanes,
                          float h) {
    // From the ends of the lists, so that no joint to be removed moves into a lane.
    sort_items(lanes.begin(), lanes.end(),
               [](const FreedLane& a, const FreedLane& b) { return a.place > b.place; });
    SpringTable springs(h);
    for (const FreedLane& lane : lanes) {
        JointList& own = list(lane.color, lane.kind);
        const std::uint32_t last = own.count - 1;
        if (lane.place != last) {
            const std::uint32_t joint = joint_in(own, last);
            JointRecord& record = joints.records.edit(joint);
            read(record);
            record.place = lane.place;
            write(joints, bodies, joint, springs);
        }
        pop_lane(lane.kind, own);
    }
}

std::uint32_t JointGraph::count(int color) const {
    std::uint32_t sum = 0;
    for (const JointList& list : lists_[static_cast<std::size_t>(color)]) {
        sum += list.count;
    }
    return sum;
}

void JointGraph::follow_slot(const JointStore& joints, const BodyStore& bodies, std::uint32_t body) {
    visit_joints_of_body(joints, body, [&](std::uint32_t joint) {
        const JointRecord& record = joints.records[joint];
        if (record.color >= 0) {
            write_slots(record.place, bodies.solver_slots[record.body_a], bodies.solver_slots[record.body_b],
                        list_of(record));
        }
    });
}

void JointGraph::collect_runs() {
    batches_.clear();
    phases_.clear();
    for (int i = 0; i <= color_count; ++i) {
        const int color = i == 0 ? overflow : i - 1;
        auto& lists = lists_[static_cast<std::size_t>(color)];
        const std::size_t begin = batches_.size();
        for (std::size_t kind = 0; kind < lists.size(); ++kind) {
            JointList& list = lists[kind];
            // Blocks of the overflow may share bodies: one run per kind, solved in order.
            const std::size_t maximum = color == overflow ? list.blocks.size() : blocks_per_batch;
            for (std::size_t first = 0; first < list.blocks.size(); first += maximum) {
                JointRun run;
                run.kind = static_cast<JointKind>(kind);
                run.color = color;
                const std::size_t lanes = static_cast<std::size_t>(list.lanes_per_block);
                run.joints = std::min(maximum * lanes, list.count - first * lanes);
                run.lanes_per_block = list.lanes_per_block;
                run.blocks = list.blocks.data() + first;
                run.anchors = list.anchors.data() + first;
                const std::size_t degrees_each = run.kind == JointKind::Frame ? 3 : 1;
                run.degrees =
                    run.kind == JointKind::Point ? nullptr : list.degrees.data() + degrees_each * first;
                run.frames = run.kind == JointKind::Frame ? list.frames.data() + first : nullptr;
                run.distances = run.kind == JointKind::Distance ? list.distances.data() + first : nullptr;
                batches_.push_back(run);
            }
        }
        if (color == overflow) {
            phases_.add_single(batches_.size() - begin);
        } else {
            phases_.add(batches_.size() - begin);
        }
    }
    has_lanes_ = !batches_.empty();
}

void JointGraph::find_parts() {
    for (JointRun& run : batches_) {
        run.parts = parts_of(run);
    }
}

void JointGraph::make_lists_unused() {
    for (auto& lists : lists_) {
        for (JointList& list : lists) {
            list.make_unused();
        }
    }
}

std::size_t JointGraph::bytes() const {
    std::size_t sum =
        batches_.capacity() * sizeof(JointRun) + phases_.bytes() + used_.capacity() * sizeof(std::uint32_t);
    for (const auto& lists : lists_) {
        for (const JointList& list : lists) {
            sum += list.bytes();
        }
    }
    return sum;
}

}  // namespace drystone
