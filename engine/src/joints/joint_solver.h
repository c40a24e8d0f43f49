#pragma once

#include "joints/angle_unwrapper.h"
#include "joints/direct/direct_joints.h"
#include "joints/iterative/joint_changes.h"
#include "joints/iterative/joint_graph.h"
#include "joints/iterative/joint_kernels.h"
#include "joints/iterative/joint_subset.h"
#include "joints/sequential/sequential_joints.h"
#include "parallel/team.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace drystone {

/// Solver of all joints of a world: iteratively in lanes, one by one in double precision, and whole
/// mechanisms by elimination.
class JointConstraintSolver {
public:
    const JointKernels* kernels = &scalar_joint_kernels();

    [[nodiscard]] bool empty() const { return graph_.empty() && sequential_.empty() && direct_.empty(); }
    /// Returns whether all joints are solved in lanes.
    [[nodiscard]] bool has_only_lanes() const { return sequential_.empty() && direct_.empty(); }
    /// Joints in lanes, for passes over the joints of several worlds.
    [[nodiscard]] JointGraph& graph() { return graph_; }
    [[nodiscard]] const JointGraph& graph() const { return graph_; }
    /// Applies changes of joints and bodies since the last call, and marks the bodies that joints hold.
    void follow_changes(JointStore& joints, BodyStore& bodies, float h);
    /// Prepares all joints for the poses at the start of the step.
    void begin_step(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Warm-starts, then runs one pass with bias; before the bodies move.
    void solve(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Returns the mechanisms.
    [[nodiscard]] DirectJoints& direct() { return direct_; }
    /// Saves the impulses of direct joints; after the last sub-step.
    void end_step(JointStore& joints) { direct_.save_impulses(joints); }
    /// Runs one pass without bias; after the bodies have moved.
    void relax(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Records the largest force and torque of monitored joints in the step; at the end of each sub-step.
    void monitor_forces(const SequentialContext& context);

    /// Sets the number of extra iterations of each joint for this step, after `begin_step`. Empty: none.
    void set_extra_iterations(std::span<const std::uint8_t> by_joint) {
        sequential_.set_extra_iterations(by_joint);
    }
    /// Moves those of the joints that have lanes to the subset: until `merge_back`, only the calls below
    /// solve them.
    void extract(JointSubset& to, const JointStore& joints, std::span<const std::uint32_t> numbers,
                 float compliance_scale) {
        to.extract(graph_, joints, numbers, compliance_scale);
    }
    /// Copies the subset's impulses to the joints' own lanes; the joints stay in the subset.
    void copy_subset_impulses(const JointSubset& subset) { subset.copy_impulses_back(graph_); }
    /// Moves the joints of the subset, with their impulses, back to their own lanes.
    void merge_back(JointSubset& subset) { subset.merge_back(graph_); }
    /// Warm-starts the subset, then runs one pass with bias; before `solve`.
    void solve_subset(const JointSubset& subset, const SequentialContext& context,
                      const SolverConstants& constants, Team& team) const;
    /// Runs one pass without bias over the subset; before `relax`.
    void relax_subset(const JointSubset& subset, const SequentialContext& context,
                      const SolverConstants& constants, Team& team) const;
    /// Runs one more pass with bias over the subset and over the other joints that have `extra_iterations`.
    void solve_once_more(const JointSubset& subset, const SequentialContext& context,
                         const SolverConstants& constants, Team& team, int extra_iterations);
    /// Runs one more pass without bias over the same joints except mechanisms.
    void relax_once_more(const JointSubset& subset, const SequentialContext& context,
                         const SolverConstants& constants, Team& team, int extra_iterations);
    /// Returns the joints with force events or break limits, of awake and sleeping bodies alike.
    [[nodiscard]] const std::vector<std::uint32_t>& monitored() const { return monitored_; }
    /// Computes what follows from the state, after it was replaced.
    void restore_derived() {
        graph_.restore_derived();
        direct_.make_room();
    }
    /// Copies impulses and angle from the joint's lane to a copy of its record, to be shown.
    void read(JointRecord& record) const {
        graph_.read(record);
        add_held(record);
    }
    /// Copies impulses and angle from the joint's lane to its record.
    void save(JointStore& joints, std::uint32_t joint) const { graph_.save(joints, joint); }
    /// Returns what a rebuild of all joints cannot find again: bodies that joints hold, energies that
    /// mechanisms lack, the last sub-step [s] and its reciprocal.
    [[nodiscard]] const std::vector<std::uint32_t>& held() const { return held_; }
    [[nodiscard]] std::vector<MechanismDeficit> deficits() const { return direct_.deficits(); }
    [[nodiscard]] float sub_step() const { return h_; }
    /// Sets it for a solver that has no joints yet and will rebuild all.
    void set_rest(std::vector<std::uint32_t> held, const std::vector<MechanismDeficit>& deficits, float h,
                  float inverse_h) {
        held_ = std::move(held);
        direct_.set_deficits(deficits);
        h_ = h;
        inverse_h_ = inverse_h;
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.graph_, self.direct_, self.sequential_, self.turns_, self.changes_, self.new_lanes_,
                self.held_, self.ratchets_, self.monitored_, self.seen_order_, self.h_, self.inverse_h_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return graph_.bytes() + direct_.bytes() + sequential_.bytes() + turns_.bytes() + changes_.bytes() +
               (held_.capacity() + ratchets_.capacity() + monitored_.capacity()) * sizeof(std::uint32_t);
    }
    /// Writes the joint's lane again after values of its rows, but not their kind, have changed.
    void rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    /// Changes the motor of a joint in its rows and its lane, if nothing else of both changes; else returns
    /// false and changes nothing. Motors are often set in every step.
    bool change_motor(JointStore& joints, std::uint32_t joint, const JointMotor& motor);
    /// Returns the reciprocal of the last sub-step's length [1/s], which turns impulses into forces.
    [[nodiscard]] float inverse_h() const { return inverse_h_; }

private:
    void rebuild(JointStore& joints, BodyStore& bodies, float h);
    bool rebuild_changed(JointStore& joints, BodyStore& bodies);
    [[nodiscard]] bool has_changed_in_lanes(const JointStore& joints, const BodyStore& bodies);
    /// Adds what motors and limits demanded of locks that elimination solves to a record that is to be shown.
    static void add_held(JointRecord& record) {
        for (int i = 0; i < 3; ++i) {
            record.impulses.lock[i] += record.impulses.held[i];
        }
    }
    void mark_held_bodies(const JointStore& joints, BodyStore& bodies);
    void mark_held_again(const JointStore& joints, BodyStore& bodies);
    void collect_special(const JointStore& joints);
    void follow_ratchets(JointStore& joints);
    void warm_start_lanes(const JointGraph& graph, const SequentialContext& context, Team& team) const;
    void pass_lanes(const JointGraph& graph, const SequentialContext& context,
                    const SolverConstants& constants, Team& team, JointPass JointKernels::*pass) const;
    template <class Pass>
    static void visit_runs(const JointGraph& graph, Team& team, Pass&& pass);

    JointGraph graph_;
    DirectJoints direct_;
    SequentialJoints sequential_;
    AngleUnwrapper turns_;
    JointChangeSet changes_;
    std::vector<FreedLane> freed_;
    std::uint32_t new_lanes_ = 0;      ///< Lanes freed or written since `rebuild`, not sorted by bodies.
    std::vector<std::uint32_t> held_;  ///< Bodies marked as held by joints.
    std::vector<std::uint32_t> ratchets_;
    std::vector<std::uint32_t> monitored_;
    std::uint32_t seen_order_ = no_index;
    float h_ = 0.0f;
    float inverse_h_ = 0.0f;
};

}  // namespace drystone
