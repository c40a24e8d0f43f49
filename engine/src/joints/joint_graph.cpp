#include "joints/joint_graph.h"

#include "joints/joint_lanes.h"

#include <algorithm>

namespace drystone {

namespace {

/// Blocks that are one piece of work.
constexpr std::size_t blocks_per_run = 8;

}  // namespace

std::size_t JointList::bytes() const {
    return blocks.capacity() * sizeof(JointBlock) + anchors.capacity() * sizeof(JointAnchors) +
           degrees.capacity() * sizeof(DegreeBlock) + frames.capacity() * sizeof(FrameBlock) +
           distances.capacity() * sizeof(DistanceBlock);
}

JointList& JointGraph::list_of(const JointRecord& record) { return list(record.color, lane_kind(record)); }

int JointGraph::find_color(std::uint32_t slot_a, std::uint32_t slot_b) {
    for (int color = 0; color < color_count; ++color) {
        BitSet& used = bodies_[static_cast<std::size_t>(color)];
        if ((slot_a == 0 || !used.test(slot_a)) && (slot_b == 0 || !used.test(slot_b))) {
            if (slot_a != 0) {
                used.set(slot_a);
            }
            if (slot_b != 0) {
                used.set(slot_b);
            }
            return color;
        }
    }
    return overflow;
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

void JointGraph::find_place(JointRecord& record, const BodyStore& bodies) {
    record.color = find_color(bodies.solver_slots[record.body_a], bodies.solver_slots[record.body_b]);
    record.place = count_lane(record.color, lane_kind(record));
}

void JointGraph::rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, float h) {
    const JointRecord& record = joints.records[joint];
    if (record.color >= 0) {
        SpringTable springs(h);
        write_lane(joints, joint, bodies.solver_slots[record.body_a], bodies.solver_slots[record.body_b],
                   springs, list_of(record));
    }
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
    clear_lanes();
    for (BitSet& used : bodies_) {
        used.clear_all();
    }
    const std::uint32_t end = joints.empty() ? 0 : joints.slots.size();
    for (std::uint32_t joint = 0; joint < end; ++joint) {
        JointRecord& record = joints.records[joint];
        record.color = -1;
        if (!is_solved(joints, bodies, joint) || record.family != JointFamily::Lanes) {
            continue;
        }
        const bool awake = bodies.is_awake(record.body_a) || bodies.is_awake(record.body_b);
        if (awake && needs_lane(record)) {
            find_place(record, bodies);
        }
    }
    open_lanes();
    SpringTable springs(h);
    for (std::uint32_t joint = 0; joint < end; ++joint) {
        const JointRecord& record = joints.records[joint];
        if (record.color >= 0) {
            write_lane(joints, joint, bodies.solver_slots[record.body_a], bodies.solver_slots[record.body_b],
                       springs, list_of(record));
        }
    }
    collect_runs();
}

void JointGraph::collect_runs() {
    runs_.clear();
    rounds_.clear();
    for (int i = 0; i <= color_count; ++i) {
        const int color = i == 0 ? overflow : i - 1;
        auto& lists = lists_[static_cast<std::size_t>(color)];
        const std::size_t begin = runs_.size();
        for (std::size_t kind = 0; kind < lists.size(); ++kind) {
            JointList& list = lists[kind];
            // The blocks of the overflow may share bodies: one run, in order.
            const std::size_t most = color == overflow ? list.blocks.size() : blocks_per_run;
            for (std::size_t first = 0; first < list.blocks.size(); first += most) {
                JointRun run;
                run.kind = static_cast<JointKind>(kind);
                run.count = std::min(most, list.blocks.size() - first);
                run.blocks = list.blocks.data() + first;
                run.anchors = list.anchors.data() + first;
                const std::size_t degrees_each = run.kind == JointKind::Frame ? 3 : 1;
                run.degrees =
                    run.kind == JointKind::Point ? nullptr : list.degrees.data() + degrees_each * first;
                run.frames = run.kind == JointKind::Frame ? list.frames.data() + first : nullptr;
                run.distances = run.kind == JointKind::Distance ? list.distances.data() + first : nullptr;
                runs_.push_back(run);
            }
        }
        if (color == overflow) {
            rounds_.add_in_order(runs_.size() - begin);
        } else {
            rounds_.add(runs_.size() - begin);
        }
    }
}

std::size_t JointGraph::bytes() const {
    std::size_t sum = runs_.capacity() * sizeof(JointRun) + rounds_.bytes();
    for (const auto& lists : lists_) {
        for (const JointList& list : lists) {
            sum += list.bytes();
        }
    }
    for (const BitSet& used : bodies_) {
        sum += used.bytes();
    }
    return sum;
}

}  // namespace drystone
