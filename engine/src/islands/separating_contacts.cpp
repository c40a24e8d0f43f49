#include "islands/separating_contacts.h"

#include "store/contact_yield.h"

#include <algorithm>

namespace drystone {

namespace {

/// Part of the speculative margin that a contact which sleeps may have yet moved in the time to sleep.
constexpr float tolerated_way = 0.03f;
/// Part of the push by which an overlap must shrink: wedged bodies do not, and one that is heavily loaded
/// moves as slowly as it settles.
constexpr float noticed_share = 0.02f;

/// Returns whether a point is deeper than it will be at rest, when it has settled under its load, and is
/// being pushed out.
bool is_separating(const ContactBlock& block, int lane, int point, const SleepLimits& limits) {
    const float mass = block.normal_mass[point][lane];
    const Softness& softness = block.softness;
    const float rate = softness.mass_scale * softness.bias_rate;
    if (mass == 0.0f || rate == 0.0f) {
        return false;
    }
    const float impulse = block.normal_impulse[point][lane];
    const float bearable = block.bearable[lane];
    const float left = yielding_impulse(impulse, mass, bearable, limits.yield) -
                       settling_end(impulse, mass, bearable, limits.yield);
    const float depth_at_rest = softness.impulse_scale * left / (rate * mass);
    const float depth = -block.separation[point][lane];
    const float push = std::min(rate * (depth - depth_at_rest), limits.max_push_out_velocity);
    return push * limits.time_to_sleep > tolerated_way * limits.speculative_distance &&
           block.current_separation[point][lane] + depth > noticed_share * push * limits.time_step;
}

/// Keeps the still time of a body below the time to sleep.
void hold_still_time(BodyStore& bodies, std::int32_t body, const SleepLimits& limits) {
    const auto index = static_cast<std::uint32_t>(body);
    if (bodies.is_dynamic(index)) {
        float& still_time = bodies.velocities[index].still_time;
        still_time = std::min(still_time, std::max(limits.time_to_sleep - limits.time_step, 0.0f));
    }
}

void examine(const ContactList& list, const SleepLimits& limits, BodyStore& bodies) {
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        const ContactBlock& block = list.blocks[i];
        for (int lane = 0; lane < list.lanes_in(i); ++lane) {
            // The depth of a contact with a softness of its own is intended.
            if (!list.surfaces.empty() && list.surfaces[i].is_spring[lane] != 0.0f) {
                continue;
            }
            if (is_separating(block, lane, 0, limits) || is_separating(block, lane, 1, limits)) {
                hold_still_time(bodies, list.ids[i].body_a[lane], limits);
                hold_still_time(bodies, list.ids[i].body_b[lane], limits);
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
