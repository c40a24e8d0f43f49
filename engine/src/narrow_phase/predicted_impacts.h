#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// How the bodies of a contact will meet within the step, as `find_impact` found it.
struct PredictedImpact {
    std::uint32_t contact = 0;
    Vec2 normal{0.0f, 0.0f};
    /// From the centres of mass to the point where they meet, at that moment [m].
    Vec2 arm_a{0.0f, 0.0f};
    Vec2 arm_b{0.0f, 0.0f};
    /// By so much do these arms come nearer along the normal until then [m].
    float separation = 0.0f;
};

/// The impacts that the search of candidates predicts, for the narrow phase, which writes their contacts.
class PredictedImpacts {
public:
    /// Forgets everything; room for this many workers.
    void clear(int workers);
    /// At most one worker at a time uses a number of a worker; contacts are distinct.
    void add(int worker, const PredictedImpact& impact);
    /// All have been added: from now on they are found.
    void finish();
    /// Null: none was predicted for this contact.
    [[nodiscard]] const PredictedImpact* find(std::uint32_t contact) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    std::vector<std::vector<PredictedImpact>> added_;  ///< By worker.
    std::vector<PredictedImpact> sorted_;              ///< By contact.
    std::vector<PredictedImpact> spare_;
};

}  // namespace drystone
