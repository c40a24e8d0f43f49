#pragma once

// Loads that the search for loaded components looks for.
#include "loaded_contacts/loaded_components.h"

#include <algorithm>
#include <cstdint>

namespace drystone {

/// Weights of the lighter body from which a contact is loaded. High: sweeps over a column would not
/// damp its sway. Very high: those over a pile or a pyramid would not, either. Extreme: sweeps over a column
/// would need far more iterations. Impact: likewise, in the step of an impact and in the next one.
inline constexpr float level_loads[] = {12.0f, 24.0f, 100.0f, 100.0f};
/// Ratio of masses from which a moving body is loaded, too.
inline constexpr float unequal_masses = 16.0f;
/// Time for which a component is kept without its load [s]: some times that of a contact to yield.
inline constexpr float kept_time = 0.1f;

/// Changes of velocity of the lighter body from which a contact has each level of load [m/s].
struct LoadedComponents::Limits {
    float velocities[level_count];

    explicit Limits(const LoadSearch& search) {
        const float part = search.load_part;
        for (int level = 0; level < level_count; ++level) {
            velocities[level] = part * level_loads[level] * search.weight;
        }
        // Nor do they share loads out in a pile, whose softer contacts yield as far under a smaller load.
        velocities[VeryHigh] = std::max(velocities[High], part * velocities[VeryHigh]);
    }
    /// Returns the highest level below `end` whose limit, times `part`, the change of velocity exceeds. It
    /// must exceed that of the lowest level.
    [[nodiscard]] Level level_of(float velocity, float part, std::uint32_t end) const {
        while (end > 1 && !(velocity > part * velocities[end - 1])) {
            --end;
        }
        return static_cast<Level>(end - 1);
    }
};

}  // namespace drystone
