#include "step/sleep_events.h"

#include <algorithm>

namespace drystone {

void publish_sleep_events(WorldState& world) {
    std::vector<std::uint32_t>& changed = world.islands.changed;
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t body : changed) {
        BodyRecord& record = world.bodies.records[body];
        const bool asleep = record.island != no_index;
        if (!world.bodies.slots.is_live(body) || asleep == record.told_asleep) {
            continue;
        }
        record.told_asleep = asleep;
        // Who was disabled in its sleep is not awake either.
        if (asleep || world.bodies.is_awake(body)) {
            (asleep ? world.fallen_asleep : world.woken)
                .push_back(world.bodies.slots.handle<BodyId>(body, world.number));
        }
    }
    changed.clear();
}

}  // namespace drystone
