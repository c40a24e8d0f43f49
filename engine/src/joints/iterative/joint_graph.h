#pragma once

#include "joints/iterative/joint_kernels.h"
#include "joints/iterative/spring.h"
#include "parallel/barrier_phases.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace drystone {

/// Lanes of the joints of one colour and kind.
struct JointList {
    std::uint32_t count = 0;
    int lanes_per_block = block_lanes;
    std::vector<JointBlock> blocks;
    std::vector<JointAnchors> anchors;
    std::vector<DegreeBlock> degrees;
    std::vector<FrameBlock> frames;
    std::vector<DistanceBlock> distances;

    /// Returns whether the list has no lanes, see `MayBeUnused`.
    [[nodiscard]] bool is_unused() const { return blocks.empty(); }
    void make_unused() {
        blocks.clear();
        anchors.clear();
        degrees.clear();
        frames.clear();
        distances.clear();
        count = 0;
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.count, self.lanes_per_block, self.blocks, self.anchors, self.degrees, self.frames,
                self.distances);
    }
    [[nodiscard]] std::size_t bytes() const;
};

/// Joints of awake bodies that are solved in lanes, coloured so that joints of one colour share no awake
/// body.
///
/// Rebuilt, as a whole or for the affected joints, when joints change or bodies enter or leave the solver. In
/// between, the lanes keep the impulses. A joint's colour depends only on earlier joints that share its
/// bodies: connected joints can be coloured again without the others, and get the colours that a full rebuild
/// would give them.
class JointGraph {
public:
    static constexpr int color_count = 24;
    static constexpr int overflow = color_count;  ///< For joints that found no colour; one per block.

    /// Assigns lanes to all joints that need them, in the order of their slots. Call `save` before.
    void rebuild(JointStore& joints, const BodyStore& bodies, float h);
    /// Copies impulses and angles from all lanes to the records.
    void save(JointStore& joints) const;
    /// Assigns lanes to the joints `some`, which are in the order of their slots. They must be saved and have
    /// no lane, and include all joints that are or were connected with them by moving bodies. Call
    /// `collect_runs` afterwards.
    void place(JointStore& joints, const BodyStore& bodies, std::span<const std::uint32_t> some, float h);
    /// Removes lanes, in any order. Joints at the ends of the lists move into them. Call `collect_runs`
    /// afterwards.
    void take_out(JointStore& joints, const BodyStore& bodies, std::vector<FreedLane>& lanes, float h);
    /// Updates the lanes of the body's joints after its solver slot has changed.
    void follow_slot(const JointStore& joints, const BodyStore& bodies, std::uint32_t body);
    /// Frees all colours of the body; none of its joints may have a lane.
    void forget_colors(std::uint32_t body) {
        if (body < used_.size()) {
            used_[body] = 0;
        }
    }
    /// Writes the joint's lane again, if it has one. The kind of its rows must not have changed.
    void rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, float h);
    /// Writes the motor of a degree of freedom to the joint's lane, if it has one.
    void write_motor(const JointRecord& record, std::size_t degree, float h);
    /// Copies impulses and angle from the joint's lane, if it has one, to its record.
    void save(JointStore& joints, std::uint32_t joint) const { read(joints.records.edit(joint)); }
    void read(JointRecord& record) const;
    [[nodiscard]] bool empty() const { return batches_.empty(); }
    /// Returns the number of joints of a colour.
    [[nodiscard]] std::uint32_t count(int color) const;
    /// Returns the phases of solving, in order: the overflow, then colour after colour. An item is the index
    /// of a run; the tasks of a phase share no body.
    [[nodiscard]] const BarrierPhases& phases() const { return phases_; }
    [[nodiscard]] const JointRun& run(std::size_t i) const { return batches_[i]; }
    [[nodiscard]] std::span<const JointRun> runs() const { return batches_; }
    [[nodiscard]] JointList& list_of(const JointRecord& record);
    [[nodiscard]] JointList& list(int color, JointKind kind) {
        return lists_[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const JointList& list(int color, JointKind kind) const {
        return lists_[static_cast<std::size_t>(color)][static_cast<std::size_t>(kind)];
    }
    /// Reserves one more lane and returns its place. The lane exists after `open_lanes`.
    std::uint32_t count_lane(int color, JointKind kind) { return list(color, kind).count++; }
    /// Removes all lanes; their memory stays for `open_lanes`.
    void clear_lanes();
    /// Makes the reserved lanes, all empty. Call `collect_runs` afterwards.
    void open_lanes();
    /// Divides the lists into runs and phases.
    void collect_runs();
    /// Finds the parts that the joints of each run have; once a step, after the last change of a lane.
    void find_parts();
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.used_, self.has_lanes_, self.lists_);
    }
    /// The same without the lists if no joint has a lane, see `ListsUsedState`.
    template <class Self, class Visitor>
    static void visit_used_state(Self& self, Visitor&& visitor) {
        const bool had_lanes = self.has_lanes_;
        visitor(self.used_, self.has_lanes_);
        if (self.has_lanes_) {
            visitor(self.lists_);
        } else if constexpr (!std::is_const_v<Self>) {
            if (had_lanes) {
                self.make_lists_unused();
            }
        }
    }
    /// Divides the lists into runs and phases after the state was replaced.
    void restore_derived() {
        if (has_lanes_ || !batches_.empty()) {
            collect_runs();
        }
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    void write(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint, SpringTable& springs);
    void put_in_order(JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] int take_color(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b);
    void make_lists_unused();

    std::vector<std::uint32_t> used_;  ///< Colours of each body's joints, as bits.
    bool has_lanes_ = false;           ///< Some list had lanes when runs were last collected.
    std::array<std::array<JointList, joint_kind_count>, color_count + 1> lists_;
    std::vector<JointRun> batches_;
    BarrierPhases phases_;
};

}  // namespace drystone
