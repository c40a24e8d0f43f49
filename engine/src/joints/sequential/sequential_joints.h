#pragma once

#include "joints/body_state64.h"
#include "solver/solver_kernels.h"
#include "store/joint_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Stores and solver data that the passes over joints read and write.
struct SequentialContext {
    const BodyStore& bodies;
    JointStore& joints;
    std::vector<BodySolverState>& states;
    std::vector<IntegrationBlock>& integration;
};

/// Joints over any number of bodies, cables and gears: one scalar row each, solved one after another in the
/// order of their slots, in double precision.
class SequentialJoints {
public:
    /// Collects the cables and gears with awake bodies.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool empty() const { return active_.empty(); }
    /// Updates the unwrapped angles of gears; at the start of a step.
    void prepare(const SequentialContext& context) const;
    void warm_start(const SequentialContext& context);
    /// Sets the number of extra iterations of each joint for this step, which are also less compliant. Empty:
    /// none.
    void set_extra_iterations(std::span<const std::uint8_t> by_joint);
    /// Runs one pass; `biased` also pushes errors out.
    void solve(const SequentialContext& context, const SolverConstants& constants, bool biased);
    /// Runs one pass over the joints that have `extra_iterations`.
    void solve_again(const SequentialContext& context, const SolverConstants& constants, bool biased,
                     int extra_iterations);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.active_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return active_.capacity() * sizeof(std::uint32_t) + extra_iterations_.capacity() +
               entries_.capacity() * sizeof(JacobianEntry) +
               entry_of_body_.capacity() * sizeof(std::uint32_t);
    }

private:
    /// Entry of a row's Jacobian for one body.
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
    std::vector<std::uint8_t> extra_iterations_;  ///< By index into `active_`; empty: none.
    // Row of the current joint.
    std::vector<JacobianEntry> entries_;
    std::vector<std::uint32_t> entry_of_body_;  ///< By body: place in `entries_`, or `no_index`.
    double error_ = 0.0;                        ///< [m] or [rad]
    bool is_unilateral_ = false;                ///< Cables: the row only pulls.
    bool turns_ = false;  ///< The impulse is a torque times h, bounded by the maximum torque.
};

/// Returns whether a gear couples the joint's translation, not its angle.
bool is_sliding(const JointRecord& record);

}  // namespace drystone
