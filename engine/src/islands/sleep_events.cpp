#include "islands/sleep_events.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// Sorts the changed bodies by slot and removes duplicates.
void order_changed(IslandStore& islands, std::size_t bodies) {
    std::vector<std::uint32_t>& changed = islands.changed;
    if (changed.size() < bodies / 64) {
        sort_items(changed.begin(), changed.end());
        changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
        return;
    }
    // If there are many, bits are cheaper than a sort.
    islands.changed_bits.resize(bodies / 64 + 1, 0);
    for (const std::uint32_t body : changed) {
        islands.changed_bits[body / 64] |= std::uint64_t{1} << body % 64;
    }
    changed.clear();
    for (std::size_t word = 0; word < islands.changed_bits.size(); ++word) {
        for (std::uint64_t bits = islands.changed_bits[word]; bits != 0; bits &= bits - 1) {
            changed.push_back(static_cast<std::uint32_t>(64 * word) +
                              static_cast<std::uint32_t>(std::countr_zero(bits)));
        }
        islands.changed_bits[word] = 0;
    }
}

}  // namespace

void publish_sleep_events(BodyStore& bodies, IslandStore& islands, std::uint16_t number,
                          SleepEvents& events) {
    std::vector<std::uint32_t>& changed = islands.changed;
    if (changed.empty()) {
        return;
    }
    order_changed(islands, bodies.slots.size());
    for (const std::uint32_t body : changed) {
        BodyRecord& record = bodies.records.edit(body);
        const bool asleep = record.island != no_index;
        if (!bodies.slots.is_live(body) || asleep == record.reported_asleep) {
            continue;
        }
        record.reported_asleep = asleep;
        const BodyId id = bodies.slots.handle<BodyId>(body, number);
        // A body that was disabled in its sleep is not awake either.
        if (asleep || bodies.is_awake(body)) {
            (asleep ? events.fallen_asleep : events.woken).push_back(id);
        }
    }
    changed.clear();
}

}  // namespace drystone
