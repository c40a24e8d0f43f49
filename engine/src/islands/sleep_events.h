#pragma once

#include <drystone/handles.h>

#include "islands/islands.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Bodies that fell asleep and woke, sorted by slot.
struct SleepEvents {
    std::vector<BodyId> fallen_asleep;
    std::vector<BodyId> woken;
};

/// Appends the bodies whose sleep state has changed since the last call. Must be the last stage of a step,
/// since disabling quarantined bodies wakes others. `number` is the number of the world.
void publish_sleep_events(BodyStore& bodies, IslandStore& islands, std::uint16_t number, SleepEvents& events);

}  // namespace drystone
