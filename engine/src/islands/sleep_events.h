#pragma once

#include <drystone/handles.h>

#include "islands/islands.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Bodies that fell asleep and woke, in slot order.
struct SleepEvents {
    std::vector<BodyId> fallen_asleep;
    std::vector<BodyId> woken;
};

/// Appends the bodies whose sleep has changed since the last call. The last stage of a step, since disabling
/// quarantined bodies wakes others. `number` is that of the world.
void publish_sleep_events(BodyStore& bodies, IslandStore& islands, std::uint16_t number, SleepEvents& events);

}  // namespace drystone
