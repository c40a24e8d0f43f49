#include "continuous/moved_bodies.h"

#include "continuous/motion.h"

#include <cmath>

namespace drystone {

namespace {

/// Drops those bodies that joints hold and that are not fast by their states alone, see `is_fast`.
std::size_t drop_slow_jointed(const ContinuousContext& context,
                              std::array<std::uint32_t, bodies_per_look>& moved, std::size_t count) {
    const float harmless = harmless_part * context.shapes.min_thickness;
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const BodySolverState& state = context.states[first_slot + moved[i]];
        const float turned = 2.0f * std::abs(state.delta_sin) + 2.0f * std::abs(state.delta_cos);
        const float way = state.delta_x * state.delta_x + state.delta_y * state.delta_y;
        const bool is_slow = way + turned * turned <= 0.5f * harmless * harmless &&
                             hangs_on_joints(context, context.bodies.awake[moved[i]]);
        moved[left] = moved[i];
        left += is_slow ? 0 : 1;
    }
    return left;
}

}  // namespace

std::size_t find_moved(const ContinuousContext& context, std::size_t begin, std::size_t end,
                       std::array<std::uint32_t, bodies_per_look>& moved) {
    // No shape of a moving body is thinner, so most bodies need no test against their own thickness.
    const float harmless = longest_unswept(context.shapes.min_thickness, context.speculative_distance);
    const float squared = harmless * harmless;
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
        const BodySolverState& state = context.states[first_slot + k];
        // A rotation moves no point by more than about twice its normalised sine: g is one over the radius of
        // gyration.
        const float turned = 2.0f * std::abs(state.delta_sin) + 2.0f * std::abs(state.delta_cos);
        const float way = state.delta_x * state.delta_x + state.delta_y * state.delta_y;
        moved[count] = static_cast<std::uint32_t>(k);
        count += way + turned * turned <= 0.5f * squared ? 0 : 1;
    }
    return context.joints.empty() ? count : drop_slow_jointed(context, moved, count);
}

}  // namespace drystone
