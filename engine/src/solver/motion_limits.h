#pragma once

#include "solver/solver_kernels.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// The few bodies of a step whose motion lanes know nothing of: locked linear axes, gravity and greatest
/// speeds of their own. One by one, between the passes of the solver; nothing is done where there are none.
///
/// A body has one inverse mass for both axes. What a contact adds along a locked axis is taken away after the
/// pass, so where it pushes along that axis it finds the body softer than it is: of an approach a share
/// a / (a + b) is left, with the inverse masses a of the locked body and b of the other. It is repeated until
/// little is left: such contacts are in the overflow of the graph, which is swept some times more.
class LimitedBodies {
public:
    /// Finds those that the solver moves and corrects what they gain in a sub-step. The states must have been
    /// loaded from the bodies.
    void collect(const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration);
    /// After velocities were integrated: holds the bodies to their greatest speeds.
    void clamp_speeds(std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration) const;
    /// After a pass that changes velocities: nothing has pushed a body along a locked axis.
    void apply_axis_locks(std::vector<BodySolverState>& states) const;
    /// How often the overflow is swept again in each pass.
    [[nodiscard]] int extra_sweeps() const { return locked_along_one_ ? 8 : 0; }
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
    bool locked_along_one_ = false;
};

}  // namespace drystone
