#pragma once

#include "simd/targets.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drystone {

/// Largest number of lanes in use for which the scalar kernels are faster than a vector of four.
inline constexpr std::size_t few_lanes = 2;

/// Largest number of blocks of sixteen lanes in a pass for which kernels of several widths are mixed. Piles
/// of 250 to 1,000 boxes, with more, took 3.5 % longer when mixed.
inline constexpr std::size_t max_mixed_blocks = 16;

/// Returns the kernels for `lanes` lanes of a pass over `blocks` blocks. In a small pass, these are the
/// narrowest of the chain of `narrower` tables that take all lanes at once: a wide vector gathers, divides
/// and scatters its empty lanes, too. The results are the same.
template <class Kernels>
const Kernels& fitting(const Kernels& kernels, std::size_t lanes, std::size_t blocks) {
    const Kernels* found = &kernels;
    if (blocks > max_mixed_blocks && lanes > few_lanes) {
        return kernels;
    }
    while (found->narrower != nullptr && lanes <= std::max(found->narrower->width, few_lanes)) {
        found = found->narrower;
    }
    return *found;
}

/// Tables of kernels for the instruction sets of this machine, each linked to the next narrower one. A table
/// has a `width`, its number of lanes, and `narrower`.
template <class Kernels>
class LinkedKernels {
public:
    /// \param wide  functions that return the table of each instruction set, see `DRYSTONE_TARGET_FUNCTIONS`
    LinkedKernels(const ByTarget<const Kernels* (*)()>& wide, const Kernels& scalar)
        : targets_(simd_targets()), tables_(targets_.size(), scalar) {
        const Kernels* narrower = &tables_.back();
        for (std::size_t i = targets_.size() - 1; i-- > 0;) {
            tables_[i] = *wide.of(targets_[i])();
            while (narrower->width == tables_[i].width) {
                narrower = narrower->narrower;
            }
            tables_[i].narrower = narrower;
            narrower = &tables_[i];
        }
    }
    /// Returns the table of a target that this machine supports.
    [[nodiscard]] const Kernels& of(SimdTarget target) const {
        const auto found = std::find(targets_.begin(), targets_.end(), resolve(target));
        return tables_[static_cast<std::size_t>(found - targets_.begin())];
    }

private:
    std::vector<SimdTarget> targets_;  ///< From the widest to the scalar one.
    std::vector<Kernels> tables_;
};

}  // namespace drystone
