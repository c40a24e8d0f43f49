#pragma once

#include "simd/targets.h"

#include <hwy/targets.h>

#include <cstddef>

namespace drystone {

/// Where Highway's table of a function, made by HWY_EXPORT, has the one for this target. Nothing global is
/// changed, so worlds with different targets can live side by side.
inline std::size_t dispatch_index(SimdTarget target) {
    hwy::ChosenTarget chosen;
    chosen.Update(highway_targets(target));
    return chosen.GetIndex();
}

}  // namespace drystone
