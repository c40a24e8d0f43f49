#pragma once

#include "simd/targets.h"

#include <hwy/targets.h>

#include <cstddef>

namespace drystone {

/// Returns the index of the target in a Highway dispatch table, as made by HWY_EXPORT. Changes no global
/// state, so that worlds with different targets can coexist.
inline std::size_t dispatch_index(SimdTarget target) {
    hwy::ChosenTarget chosen;
    chosen.Update(highway_targets(target));
    return chosen.GetIndex();
}

}  // namespace drystone
