#pragma once

#include "solver/solver_kernels.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Bodies with locked linear axes, or with gravity or maximum speeds of their own, which the lanes do not
/// handle. They are handled one by one between the passes of the solver; without such bodies there is no
/// cost.
///
/// A body has one inverse mass for both axes. Velocity that a contact adds along a locked axis is removed
/// after the pass, so a contact that pushes along this axis finds the body softer than it is: a share a / (a
/// + b) of an approach speed is left, with the inverse masses a of the locked body and b of the other.
/// Repetition reduces it: such contacts are in the overflow of the graph, which is swept several times more.
class LimitedBodies {
public:
    /// Collects those that are awake and dynamic, and corrects their change of velocity in a sub-step. The
    /// states must have been loaded from the bodies.
    void collect(const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration);
    /// Limits the bodies to their maximum speeds; after the integration of velocities.
    void clamp_speeds(std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration) const;
    /// Limits the velocities that the last sub-step has left to the bodies' maximum speeds.
    void clamp_stored_speeds(std::vector<BodySolverState>& states,
                             const std::vector<IntegrationBlock>& integration) const;
    /// Removes velocity along locked axes; after each pass that changes velocities.
    void apply_axis_locks(std::vector<BodySolverState>& states) const;
    /// Calls `visitor(slot, lock_x, lock_y)` for the bodies with a locked axis.
    template <class Visitor>
    void visit_locks(Visitor&& visitor) const {
        for (const Item& item : items_) {
            if (item.lock_x || item.lock_y) {
                visitor(item.slot, item.lock_x, item.lock_y);
            }
        }
    }
    /// Returns the number of extra sweeps over the overflow in each pass.
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
