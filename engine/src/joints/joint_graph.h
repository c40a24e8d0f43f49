#pragma once

#include "joints/joint_kernels.h"
#include "joints/spring.h"
#include "parallel/rounds.h"
#include "store/bit_set.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <array>
#include <cstdint>
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
/// Built anew whenever a joint changes or bodies enter or leave the solver; between, the lanes keep the
/// impulses.
class JointGraph {
public:
    static constexpr int color_count = 24;
    static constexpr int overflow = color_count;  ///< One joint a block.

    /// Gives lanes to the joints that now need them, in the order of their slots. Save them first.
    void rebuild(JointStore& joints, const BodyStore& bodies, float h);
    /// The impulses of all lanes into the records.
    void save(JointStore& joints) const;
    /// Writes the joint's lane again, if it has one; its kind is still the same.
    void rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, float h);
    void save(JointStore& joints, std::uint32_t joint) const { read(joints.records[joint]); }
    void read(JointRecord& record) const;
    [[nodiscard]] bool empty() const { return runs_.empty(); }
    /// The runs in the order of solving, in rounds of which the tasks share no body.
    [[nodiscard]] const Rounds& rounds() const { return rounds_; }
    [[nodiscard]] const JointRun& run(std::size_t i) const { return runs_[i]; }
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
    /// Makes the lanes that were counted anew, all of them empty. Runs follow in `collect_runs`.
    void open_lanes();
    /// Cuts the lists into runs.
    void collect_runs();
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] int find_color(std::uint32_t slot_a, std::uint32_t slot_b);
    /// A colour and the next lane there.
    void find_place(JointRecord& record, const BodyStore& bodies);

    std::array<BitSet, color_count> bodies_;
    std::array<std::array<JointList, joint_kind_count>, color_count + 1> lists_;
    std::vector<JointRun> runs_;
    Rounds rounds_;
};

}  // namespace drystone
