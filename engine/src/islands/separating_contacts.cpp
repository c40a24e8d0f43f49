#include "islands/separating_contacts.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// Part of the speculative margin up to which bodies may sleep in each other.
constexpr float tolerated_depth = 0.25f;
/// Part of the push by which an overlap must shrink for its bodies to count as moving apart.
constexpr float noticed_share = 0.25f;

/// Returns whether the overlap of a point is deep and has shrunk in the last step about as the push says.
bool is_separating(const ContactBlock& block, int lane, int point, const SleepLimits& limits) {
    const float depth = -block.separation[point][lane];
    if (block.normal_mass[point][lane] == 0.0f || depth <= tolerated_depth * limits.speculative_distance) {
        return false;
    }
    const Softness& softness = block.softness;
    const float push =
        std::min(softness.mass_scale * softness.bias_rate * depth, limits.max_push_out_velocity);
    return block.current_separation[point][lane] + depth > noticed_share * push * limits.time_step &&
           push > 0.0f;
}

void reset_still_time(BodyStore& bodies, std::int32_t body) {
    const auto index = static_cast<std::uint32_t>(body);
    if (bodies.is_dynamic(index)) {
        bodies.velocities[index].still_time = 0.0f;
    }
}

void examine(const ContactList& list, const SleepLimits& limits, BodyStore& bodies) {
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        const ContactBlock& block = list.blocks[i];
        for (int lane = 0; lane < list.lanes_in(i); ++lane) {
            const bool separates =
                is_separating(block, lane, 0, limits) || is_separating(block, lane, 1, limits);
            // The depth of a contact with a softness of its own is intended.
            if (separates && (list.surfaces.empty() || list.surfaces[i].is_spring[lane] == 0.0f)) {
                reset_still_time(bodies, list.ids[i].body_a[lane]);
                reset_still_time(bodies, list.ids[i].body_b[lane]);
            }
        }
    }
}

}  // namespace

void keep_awake_by_overlap(const SleepContext& context, const SleepLimits& limits) {
    context.graph.visit_lists(0, ConstraintGraph::overflow + 1,
                              [&](const ContactList& list) { examine(list, limits, context.bodies); });
}

}  // namespace drystone
