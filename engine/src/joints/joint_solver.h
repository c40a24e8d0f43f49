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
#include <vector>

namespace drystone {

/// All joints of a world as the sub-steps see them: in lanes, one by one, and whole mechanisms at once.
class JointConstraintSolver {
public:
    const JointKernels* kernels = &scalar_joint_kernels();

    [[nodiscard]] bool empty() const { return graph_.empty() && sequential_.empty() && direct_.empty(); }
    /// Follows changes of joints and bodies; tells the bodies whether they are held by joints.
    void follow_changes(JointStore& joints, BodyStore& bodies, float h);
    /// Prepares all for where the bodies are.
    void begin_step(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Warm start and one pass that pushes errors out; before the bodies move.
    void solve(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// After the contacts, before the bodies move: closes gaps that contacts would open in mechanisms.
    void solve_again(const SequentialContext& context, const SolverConstants& constants, Team& team) {
        direct_.solve_again(context, constants, team);
    }
    /// One pass over velocities alone; after the bodies have moved.
    void relax(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// At the end of a sub-step: notes what breakable joints had to bear.
    void monitor_breakable(const SequentialContext& context);

    /// After `begin_step`: so many more iterations are spent on each joint in this step. Empty: on none.
    void set_extra_iterations(std::span<const std::uint8_t> by_joint) {
        sequential_.set_extra_iterations(by_joint);
        direct_.set_extra_iterations(by_joint);
    }
    /// Lends those of the joints that are in lanes: from now on they are solved by the calls below alone.
    void extract(JointSubset& to, const JointStore& joints, std::span<const std::uint32_t> numbers,
                 float compliance_scale) {
        to.extract(graph_, joints, numbers, compliance_scale);
    }
    void copy_subset_impulses(const JointSubset& subset) { subset.copy_impulses_back(graph_); }
    void merge_back(JointSubset& subset) { subset.merge_back(graph_); }
    /// Before `solve`.
    void solve_subset(const JointSubset& subset, const SequentialContext& context,
                      const SolverConstants& constants, Team& team) const;
    /// Before `relax`.
    void relax_subset(const JointSubset& subset, const SequentialContext& context,
                      const SolverConstants& constants, Team& team) const;
    /// One more pass over what is taken out and over those of the others that have so many more iterations;
    /// before the bodies move, mechanisms close the gaps that contacts would open.
    void solve_once_more(const JointSubset& subset, const SequentialContext& context,
                         const SolverConstants& constants, Team& team, int extra_iterations);
    void relax_once_more(const JointSubset& subset, const SequentialContext& context,
                         const SolverConstants& constants, Team& team, int extra_iterations);
    /// Joints that break when they have to bear too much, and are awake or not.
    [[nodiscard]] const std::vector<std::uint32_t>& breakable() const { return breakable_; }
    /// What lanes hold of a joint, into a copy of its record; and into the record itself.
    void read(JointRecord& record) const { graph_.read(record); }
    void save(JointStore& joints, std::uint32_t joint) const { graph_.save(joints, joint); }
    [[nodiscard]] std::size_t bytes() const {
        return graph_.bytes() + direct_.bytes() + sequential_.bytes() + turns_.bytes() + changes_.bytes() +
               (held_.capacity() + ratchets_.capacity() + breakable_.capacity()) * sizeof(std::uint32_t);
    }
    /// Puts a joint whose rows changed in value, but not in kind, into its lane again.
    void rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    /// What is needed to turn impulses into forces: one over the last sub-step [1/s].
    [[nodiscard]] float inverse_h() const { return inverse_h_; }

private:
    void rebuild(JointStore& joints, BodyStore& bodies, float h);
    bool rebuild_changed(JointStore& joints, BodyStore& bodies);
    [[nodiscard]] bool has_changed_in_lanes(const JointStore& joints, const BodyStore& bodies);
    void mark_held_bodies(const JointStore& joints, BodyStore& bodies);
    void mark_held_again(const JointStore& joints, BodyStore& bodies);
    void collect_special(const JointStore& joints);
    void follow_ratchets(JointStore& joints);
    /// A few joints, and those of the overflow, are sooner done one by one than in lanes. Changes no result.
    [[nodiscard]] const JointKernels& kernels_for(const JointRun& run) const;
    void warm_start_lanes(const JointGraph& graph, const SequentialContext& context, Team& team) const;
    void solve_lanes(const JointGraph& graph, const SequentialContext& context,
                     const SolverConstants& constants, Team& team) const;
    void relax_lanes(const JointGraph& graph, const SequentialContext& context,
                     const SolverConstants& constants, Team& team) const;
    template <class Pass>
    static void visit_runs(const JointGraph& graph, Team& team, Pass&& pass);

    JointGraph graph_;
    DirectJoints direct_;
    SequentialJoints sequential_;
    AngleUnwrapper turns_;
    JointChangeSet changes_;
    std::vector<FreedLane> freed_;
    std::uint32_t new_lanes_ = 0;  ///< That are not in the order of their bodies, since all were made again.
    std::vector<std::uint32_t> held_;  ///< Bodies that are marked as held by joints.
    std::vector<std::uint32_t> ratchets_;
    std::vector<std::uint32_t> breakable_;
    std::uint32_t seen_order_ = no_index;
    float h_ = 0.0f;
    float inverse_h_ = 0.0f;
};

}  // namespace drystone
