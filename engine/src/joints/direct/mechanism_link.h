#pragma once

#include "joints/direct/block_matrix.h"
#include "joints/direct/direct_rows.h"
#include "joints/direct/joint_arms.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Impulses of a link's rows in the sub-step, as the joint's record keeps them. A locked row has no
/// motor and no limit.
struct LinkImpulses {
    float lock[3] = {};
    float motor[3] = {};
    float limit[3] = {};  ///< Positive: of the lower one.
};

/// A joint between two nodes, or between a node and a body that does not move.
struct MechanismLink {
    static constexpr std::int32_t massless = -1;
    std::uint32_t joint = 0;
    std::int32_t node_a = massless, node_b = massless;
    std::size_t block = 0;               ///< Block of the matrix that couples the two nodes.
    bool closes = false;                 ///< Closes a loop, maybe through the ground.
    std::size_t body_a = 0, body_b = 0;  ///< Indices into `bodies_`.
    DirectJoint own;
    JointArms arms;
    int count = 0;
    DirectRow rows[3];
    double target[3] = {};  ///< Error that a locked row may keep in this sub-step: what is beyond the push.
    double max_impulse[3] = {};  ///< Largest impulse of a motor in a sub-step [N s] or [N m s].
    /// Saturated motors: the sign of their impulse; else 0. A saturated motor is no row of the matrix.
    int saturated[3] = {};
    /// Limits that hold, by degree of freedom: 1, the lower one, -1, the upper one, or 0. A limit that
    /// does not hold is no row of the matrix.
    int holding[3] = {};
    int held_before[3] = {};   ///< Limits that held before a solve, by row.
    double later[3] = {};      ///< Coordinates of limited rows at the end of the sub-step.
    double stiffness[3] = {};  ///< Reciprocal of the row's compliance: impulse over velocity.
    double residual[3] = {};   ///< Velocity that each row lacks.
    double impulse[3] = {};    ///< Impulse of one Newton step.
    double total[3] = {};      ///< Impulse of each locked row in the sub-step.
    LinkImpulses sums;

    /// Returns whether a row must be satisfied exactly: it is locked, or its limit holds.
    [[nodiscard]] bool binds(int row) const {
        return !(rows[row].drives || rows[row].limits) || holding[rows[row].index] != 0;
    }
    /// Returns whether the rows in the matrix are those of a point, along x and y.
    [[nodiscard]] bool is_pin() const {
        return drystone::is_pin(own) && holding[2] == 0 && sums.limit[2] == 0.0f;
    }
    /// Returns the impulse that takes back that of a limit that no longer holds.
    [[nodiscard]] double taken_back(int row) const {
        const int index = rows[row].index;
        return rows[row].limits && holding[index] == 0 ? -static_cast<double>(sums.limit[index]) : 0.0;
    }
    /// Returns whether the first two rows are those of a point, along x and y.
    [[nodiscard]] bool has_point() const {
        return own.kind == JointKind::Point || own.kind == JointKind::Hinge;
    }
    /// Computes the velocities of the rows from those of the bodies.
    void find_velocities(const Twist& a, const Twist& b, double (&velocities)[3]) const;
    /// Adds impulses of the rows to those of the bodies; null: a body that does not move.
    void add_impulses(const double (&impulses)[3], Twist* a, Twist* b) const;

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`: the rows
    /// are computed at the start of each step.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.joint, self.node_a, self.node_b, self.block, self.closes);
    }
};

/// Progress of the choice of limits in a solve.
struct LimitRounds {
    int count = 0;
    int fewest = 1 << 30;  ///< Fewest limits that were wrong.
    int tries = 0;         ///< Rounds in which that number may not fall.
};

}  // namespace drystone
