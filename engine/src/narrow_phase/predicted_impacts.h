#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Predicted impact of the bodies of a contact within the step, as found by `find_impact`.
struct PredictedImpact {
    std::uint32_t contact = 0;
    Vec2 normal{0.0f, 0.0f};
    /// Arms from the centres of mass to the point of impact, at that time [m].
    Vec2 arm_a{0.0f, 0.0f};
    Vec2 arm_b{0.0f, 0.0f};
    /// Separation at the start of the step along the normal as the solver sees it with these arms: their
    /// approach until the impact, plus the separation left then [m].
    float separation = 0.0f;
};

/// Impacts predicted by the candidate search, for the narrow phase, which writes their contacts.
class PredictedImpacts {
public:
    /// Removes all impacts and makes room for this many workers.
    void clear(int workers);
    /// Adds an impact. At most one thread at a time may use a worker number; contacts are distinct.
    void add(int worker, const PredictedImpact& impact);
    /// Sorts the impacts after the last `add`; required before `find`.
    void finish();
    /// Returns the impact predicted for this contact, or null.
    [[nodiscard]] const PredictedImpact* find(std::uint32_t contact) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    std::vector<std::vector<PredictedImpact>> added_;  ///< By worker.
    std::vector<PredictedImpact> sorted_;              ///< By contact.
    std::vector<PredictedImpact> spare_;
};

}  // namespace drystone
