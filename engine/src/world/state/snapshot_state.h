#pragma once

#include <drystone/snapshot.h>

#include "core/state_archive.h"

#include <cstdint>

namespace drystone {

struct SnapshotState {
    std::uint16_t number = 0;  ///< Number of the world.
    SavedState saved;
};

}  // namespace drystone
