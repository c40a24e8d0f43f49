#pragma once

#include "joints/placed_body.h"
#include "solver/solver_kernels.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// What the passes of joints that are solved one by one work on.
struct SerialContext {
    const BodyStore& bodies;
    JointStore& joints;
    std::vector<BodySolverState>& states;
    const std::vector<IntegrationBlock>& integration;
};

/// Joints over any number of bodies, cables and gears: one scalar row each, solved one after another in the
/// order of their slots, in double precision.
class SerialJoints {
public:
    /// Collects those with awake bodies.
    void rebuild(const JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool empty() const { return active_.empty(); }
    /// Follows the whole turns of gears, at the start of a step.
    void prepare(const SerialContext& context) const;
    void warm_start(const SerialContext& context);
    /// One pass; `biased` pushes the error out as well.
    void solve(const SerialContext& context, const SolverConstants& constants, bool biased);
    [[nodiscard]] std::size_t bytes() const {
        return active_.capacity() * sizeof(std::uint32_t) + shares_.capacity() * sizeof(Share);
    }

private:
    /// What one body feels of a row.
    struct Share {
        std::uint32_t body;
        DoubleVector direction;
        double torque;
    };

    void collect_row(const SerialContext& context, std::uint32_t joint);
    void collect_cable(const SerialContext& context, std::uint32_t joint);
    void collect_gear(const SerialContext& context, std::uint32_t joint);
    void add_share(std::uint32_t body, const DoubleVector& direction, double torque);
    void apply(const SerialContext& context, double impulse) const;

    std::vector<std::uint32_t> active_;
    // The row of the joint at hand.
    std::vector<Share> shares_;
    double error_ = 0.0;
    bool pulls_only_ = false;
    bool turns_ = false;  ///< Bears a torque.
};

/// Does a gear read the joint's translation, not its angle?
bool is_sliding(const JointRecord& record);

}  // namespace drystone
