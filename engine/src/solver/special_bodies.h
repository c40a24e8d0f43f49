#pragma once

#include "solver/solver_kernels.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// The few bodies of a step whose motion lanes know nothing of: locked linear axes, gravity and greatest
/// speeds of their own. One by one, between the passes of the solver; nothing is done where there are none.
class SpecialBodies {
public:
    /// Finds those that the solver moves and corrects what they gain in a sub-step. The states must have been
    /// loaded from the bodies.
    void collect(const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration);
    /// After velocities were integrated: holds the bodies to their greatest speeds.
    void hold_speeds(std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration) const;
    /// After a pass that changes velocities: nothing has pushed a body along a locked axis.
    void hold_axes(std::vector<BodySolverState>& states) const;
    [[nodiscard]] std::size_t bytes() const { return items_.capacity() * sizeof(Item); }

private:
    struct Item {
        std::uint32_t slot;
        bool lock_x;
        bool lock_y;
        bool limited;
        float maximum_linear_speed;
        float maximum_angular_speed;
    };

    std::vector<Item> items_;
};

}  // namespace drystone
