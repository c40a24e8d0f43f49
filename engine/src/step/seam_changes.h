#pragma once

#include <drystone/collision/math.h>

#include <cstdint>
#include <vector>

namespace drystone {

/// Where shapes may have begun or ceased to continue each other since the last step.
struct SeamChanges {
    std::vector<Aabb> boxes;            ///< Around static shapes that came, went or were changed.
    std::vector<std::uint32_t> bodies;  ///< That move and whose pieces of outlines came or went.
};

}  // namespace drystone
