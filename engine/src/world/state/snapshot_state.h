#pragma once

#include <drystone/snapshot.h>

#include "core/state_archive.h"

#include <compare>
#include <cstdint>

namespace drystone {

/// Place in a recording, between two calls.
struct RecordedPlace {
    std::uint64_t recording = 0;  ///< Number of the recording in this program; 0: none.
    std::uint32_t chunk = 0;
    std::uint32_t offset = 0;  ///< In the content of the chunk [bytes].

    friend auto operator<=>(const RecordedPlace&, const RecordedPlace&) = default;
};

struct SnapshotState {
    std::uint16_t number = 0;  ///< Number of the world.
    RecordedPlace place;       ///< Place at which it was made, if the world was recorded.
    SavedState saved;
};

}  // namespace drystone
