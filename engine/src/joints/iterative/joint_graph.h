#pragma once

#include "joints/iterative/joint_kernels.h"
#include "joints/iterative/spring.h"
#include "parallel/barrier_phases.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// The joints of one colour and kind in lanes.
struct JointList {
    std::uint32_t count = 0;
    int lanes_per_block = block_lanes;
    std::vector<JointBlock> blocks;
    std::vector<JointAnchors> anchors;
    std::vector<DegreeBlock> degrees;
    std::vector<FrameBlock> frames;
    std::vector<DistanceBlock> distances;

    [[nodiscard]] std::size_t bytes() const;
};

/// Joints of awake bodies that are solved in lanes, coloured so that those of a colour share no body.
///
/// Built again, or where joints have changed, whenever they do or bodies enter or leave the solver; between,
/// the lanes keep the impulses. A joint's colour depends on those before it that share its bodies, so joints
/// that hang together can be coloured again without the others, and have the colours that a new graph would
/// give them.
class JointGraph {
public:
    static constexpr int color_count = 24;
    static constexpr int overflow = color_count;  ///< One joint a block.

    /// Gives lanes to the joints that now need them, in the order of their slots. Save them first.
    void rebuild(JointStore& joints, const BodyStore& bodies, float h);
    /// The impulses of all lanes into the records.
    void save(JointStore& joints) const;
    /// Gives lanes to some joints, in the order of their slots, and to no others: all of those that share
    /// bodies which move with them, now or before. They are saved and have no lane.
    void place(JointStore& joints, const BodyStore& bodies, std::span<const std::uint32_t> some, float h);
    /// Takes lanes out whose joints are gone or are to get another: in any order; the joints that are left
    /// move into them. Runs follow in `collect_runs`, as after `place`.
    void take_out(JointStore& joints, const BodyStore& bodies, std::vector<FreedLane>& lanes, float h);
    /// A body has another slot in the solver.
    void follow_slot(const JointStore& joints, const BodyStore& bodies, std::uint32_t body);
    /// None of the joints of the body has a colour any more.
    void forget_colors(std::uint32_t body) {
        if (body < used_.size()) {
            used_[body] = 0;
        }
    }
    /// Writes the joint's lane again, if it has one; its kind is still the same.
    void rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, float h);
    void save(JointStore& joints, std::uint32_t joint) const { read(joints.records[joint]); }
    void read(JointRecord& record) const;
    [[nodiscard]] bool empty() const { return batches_.empty(); }
    /// Joints of a colour.
    [[nodiscard]] std::uint32_t count(int color) const;
    /// The runs in the order of solving, in phases of which the tasks share no body.
    [[nodiscard]] const BarrierPhases& phases() const { return phases_; }
    [[nodiscard]] const JointRun& run(std::size_t i) const { return batches_[i]; }
    [[nodiscard]] JointList& list_of(const JointRecord& record);
    [[nodiscard]] JointList& list(int color, JointKind kind) {
        return lists_[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const JointList& list(int color, JointKind kind) const {
        return lists_[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)];
    }
    /// Makes room for one more lane of a colour, which is there after `open_lanes`; no joint knows of it.
    std::uint32_t count_lane(int color, JointKind kind) { return list(color, kind).count++; }
    /// Takes all lanes out; memory for as many stays.
    void clear_lanes();
    /// Makes the lanes that were counted again, all of them empty. Runs follow in `collect_runs`.
    void open_lanes();
    /// Cuts the lists into runs.
    void collect_runs();
    [[nodiscard]] std::size_t bytes() const;

private:
    void write(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, SpringTable& springs);
    void put_in_order(JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] int take_color(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b);

    std::vector<std::uint32_t> used_;  ///< By body: the colours of its joints, as bits.
    std::array<std::array<JointList, joint_kind_count>, color_count + 1> lists_;
    std::vector<JointRun> batches_;
    BarrierPhases phases_;
};

}  // namespace drystone
