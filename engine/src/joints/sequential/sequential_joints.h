#pragma once

#include "joints/body_state64.h"
#include "solver/solver_kernels.h"
#include "store/joint_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// What the passes of joints that are solved one by one work on.
struct SequentialContext {
    const BodyStore& bodies;
    JointStore& joints;
    std::vector<BodySolverState>& states;
    const std::vector<IntegrationBlock>& integration;
};

/// Joints over any number of bodies, cables and gears: one scalar row each, solved one after another in the
/// order of their slots, in double precision.
class SequentialJoints {
public:
    /// Collects those with awake bodies.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool empty() const { return active_.empty(); }
    /// Follows the whole turns of gears, at the start of a step.
    void prepare(const SequentialContext& context) const;
    void warm_start(const SequentialContext& context);
    /// In this step, joints have so many more iterations, and give way less.
    void set_extra_iterations(std::span<const std::uint8_t> by_joint);
    /// One pass; `biased` pushes the error out as well.
    void solve(const SequentialContext& context, const SolverConstants& constants, bool biased);
    /// The same for those that have so many more iterations.
    void solve_again(const SequentialContext& context, const SolverConstants& constants, bool biased,
                     int extra_iterations);
    [[nodiscard]] std::size_t bytes() const {
        return active_.capacity() * sizeof(std::uint32_t) + extra_iterations_.capacity() +
               entries_.capacity() * sizeof(JacobianEntry);
    }

private:
    /// What one body feels of a row.
    struct JacobianEntry {
        std::uint32_t body;
        DoubleVector direction;
        double torque;
    };

    void collect_row(const SequentialContext& context, std::uint32_t joint);
    void collect_cable(const SequentialContext& context, std::uint32_t joint);
    void collect_gear(const SequentialContext& context, std::uint32_t joint);
    void add_entry(std::uint32_t body, const DoubleVector& direction, double torque);
    void apply(const SequentialContext& context, double impulse) const;
    [[nodiscard]] int extra_iterations(std::size_t number) const {
        return extra_iterations_.empty() ? 0 : extra_iterations_[number];
    }
    void solve_one(const SequentialContext& context, const SolverConstants& constants, bool biased,
                   std::size_t number);

    std::vector<std::uint32_t> active_;
    std::vector<std::uint8_t> extra_iterations_;  ///< By number of the active joint; empty: none has any.
    // The row of the joint at hand.
    std::vector<JacobianEntry> entries_;
    double error_ = 0.0;
    bool is_unilateral_ = false;
    bool turns_ = false;  ///< Bears a torque.
};

/// Does a gear read the joint's translation, not its angle?
bool is_sliding(const JointRecord& record);

}  // namespace drystone
