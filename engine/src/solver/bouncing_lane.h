#pragma once

#include "constraint_graph/contact_block.h"
#include "store/solver_state.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace drystone {

/// Change of a body's velocity (x, y, w), with w mass-normalised as in `BodySolverState`. In double, so that
/// a sum of a few changes hardly depends on their order.
struct VelocityChange {
    double x = 0.0;
    double y = 0.0;
    double w = 0.0;
};

/// Data of a body while the impacts of a sub-step are solved.
struct BouncingBody {
    static constexpr float never = std::numeric_limits<float>::max();

    VelocityChange change;    ///< By the impacts of this round.
    VelocityChange released;  ///< Part of the warm start that came from impulses that are now dropped.
    /// Displacement that the move of the sub-step must not contain, since velocities change during it [m].
    float shift_x = 0.0f;
    float shift_y = 0.0f;
    float shift_w = 0.0f;
    double free_x = 1.0;  ///< 0 if the axis is locked.
    double free_y = 1.0;
    float last = 0.0f;          ///< Time of its last impact in this sub-step [s].
    float earliest = never;     ///< Time of its next impact, as far as known.
    std::uint32_t impacts = 0;  ///< Number of its impacts in this round.
    bool moved = false;         ///< In this sub-step.
    bool is_locked = false;     ///< A body of the group has a locked axis.
    std::uint32_t members = 0;  ///< Number of impacts of the group.
    std::uint32_t group = 0;    ///< Representative of the bodies whose impacts are simultaneous.
    double approach = 0.0;      ///< Group sum: impulse times normal velocity [J].
    double energy = 0.0;        ///< Group sum: twice the kinetic energy of the changes [J].
    double restitution = 0.0;   ///< Group sum: restitution times impulse times normal velocity [J].
};

/// Contact with restitution, in a lane of the constraint graph.
struct BouncingLane {
    ContactBlock* block = nullptr;
    ImpactBlock* impacts = nullptr;
    SurfaceBlock* surfaces = nullptr;  ///< Null if the block has none.
    int lane = 0;
    std::uint32_t contact = 0;
    std::uint32_t slot_a = 0;
    std::uint32_t slot_b = 0;
    float time = BouncingBody::never;  ///< Time of the impact within the sub-step [s].
    float impulse[2] = {0.0f, 0.0f};   ///< Without restitution, then with it [N s].
    float tangent[2] = {0.0f, 0.0f};   ///< Friction impulse that belongs to it, if `at_one_point` [N s].
    float approach[2] = {0.0f, 0.0f};  ///< Normal velocity at the impact [m/s].
    bool at_one_point = false;  ///< Normal impulse and friction are those of one point, found together.
    bool queued = false;
    bool hit = false;      ///< In this sub-step.
    bool bounces = false;  ///< The next impact is fast enough to bounce.

    [[nodiscard]] double restitution() const {
        return bounces ? static_cast<double>(impacts->restitution[lane]) : 0.0;
    }
};

/// Arrays that the impacts of a sub-step are solved in.
struct BounceArrays {
    std::vector<BodySolverState>& states;
    std::vector<IntegrationBlock>& integration;
    std::vector<BouncingBody>& bodies;  ///< By slot.
    float h = 0.0f;                     ///< Sub-step [s].
    float threshold = 0.0f;             ///< Speed from which impacts bounce [m/s].
};

inline bool is_dynamic(const BounceArrays& arrays, std::uint32_t slot) {
    return arrays.states[slot].inverse_mass > 0.0f;
}

/// Calls `visitor(slot)` for the dynamic bodies of a lane.
template <class Visitor>
void visit_dynamic(const BounceArrays& arrays, const BouncingLane& lane, Visitor&& visitor) {
    if (is_dynamic(arrays, lane.slot_a)) {
        visitor(lane.slot_a);
    }
    if (is_dynamic(arrays, lane.slot_b)) {
        visitor(lane.slot_b);
    }
}

/// Finds when and how fast the points meet, and writes it to the lane: `BouncingBody::never` if they do not
/// within the sub-step, or too slowly to bounce and neither body had an impact in it.
void find_impact(const BounceArrays& arrays, BouncingLane& lane);
/// Computes the impulses that stop the approach of the contact alone.
void find_inelastic_impulses(const BounceArrays& arrays, BouncingLane& lane);
/// Replaces the impulses by those of an impact with friction, see `solve_point_impact`, if only one point has
/// one: friction there changes the approach speed, and the normal impulse changes the slip.
void find_impulses_at_one_point(const BounceArrays& arrays, BouncingLane& lane);
/// Adds the changes of velocity by `scale` times the impulses, with friction `at_one_point`, to the bodies'
/// changes.
void add_changes(const BounceArrays& arrays, const BouncingLane& lane, double scale);
/// Adds the changes of velocity by friction, limited by the normal impulses, multiplied by `share`.
void add_friction_changes(const BounceArrays& arrays, BouncingLane& lane, double share);
/// Drops the accumulated impulses of the lane at its first impact.
void release_impulses(const BounceArrays& arrays, BouncingLane& lane);

/// Updates the separations of the lane to the displacements of its bodies.
void shift_separations(const BounceArrays& arrays, BouncingLane& lane);

}  // namespace drystone
