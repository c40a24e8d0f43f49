#include "islands/separating_contacts.h"

#include "store/contact_yield.h"

#include <algorithm>
#include <limits>

namespace drystone {

namespace {

/// Overlap, as a part of the extent of a body, that a contact may sleep with.
constexpr float tolerated_depth = 0.0014f;
/// Part of its bias that must push an overlap out, as it is not given back, and part of the push by which it
/// must shrink: what is heavily loaded hardly moves, and wedged bodies do not.
constexpr float noticed_part = 0.3f;
constexpr float noticed_share = 0.5f;

/// Returns whether a point is deep for a body of this extent [m], and is being pushed out.
bool is_separating(const ContactBlock& block, int lane, int point, float extent, const SleepLimits& limits) {
    const float mass = block.normal_mass[point][lane];
    const Softness& softness = block.softness;
    const float rate = softness.mass_scale * softness.bias_rate;
    const float depth = -block.separation[point][lane];
    if (mass == 0.0f || rate == 0.0f || !(depth > tolerated_depth * extent)) {
        return false;
    }
    const float yielding =
        yielding_impulse(block.normal_impulse[point][lane], mass, block.bearable[lane], limits.yield);
    const float yields =
        softness.impulse_scale * std::max(yielding - block.settled[point][lane], 0.0f) / mass;
    const float bias = -bias_of_overlap(-depth, rate, softness.impulse_scale * limits.shallow_speed);
    const float push = std::min(bias - yields, limits.max_push_out_velocity);
    return bias - yields > noticed_part * bias &&
           block.current_separation[point][lane] + depth > noticed_share * push * limits.time_step;
}

/// Returns the extent of the smaller one of the dynamic bodies of a contact [m].
float extent_of(const BodyStore& bodies, std::int32_t body_a, std::int32_t body_b) {
    float smaller = std::numeric_limits<float>::max();
    for (const std::int32_t body : {body_a, body_b}) {
        const auto index = static_cast<std::uint32_t>(body);
        if (bodies.is_dynamic(index)) {
            smaller = std::min(smaller, bodies.damping_and_sleep[index].extent);
        }
    }
    return smaller;
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
            const float extent = extent_of(bodies, list.ids[i].body_a[lane], list.ids[i].body_b[lane]);
            if (is_separating(block, lane, 0, extent, limits) ||
                is_separating(block, lane, 1, extent, limits)) {
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
