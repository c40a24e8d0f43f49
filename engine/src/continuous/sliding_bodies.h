#pragma once

#include <drystone/collision/math.h>

#include "constraint_graph/constraint_graph.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Body that slides along static shapes alone, so fast that it may pass several vertices of them in a step.
struct SlidingBody {
    std::uint32_t body;
    float spin;      ///< [rad/s]
    Vec2 velocity;   ///< [m/s]
    float friction;  ///< Maximum friction of its contacts.
    bool bends;      ///< Its contacts have different normals.
};

/// Stores that sliding bodies are found in.
struct SlidingContext {
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const JointStore& joints;
    const ContactStore& contacts;
    const ConstraintGraph& graph;
    float time_step;
    float speculative_distance;
};

/// Bodies that slide fast along static shapes, with the velocities that they have before contacts are solved.
class SlidingBodies {
public:
    /// Finds the bodies that only static shapes touch and that move farther in the step than the margin of
    /// contacts, and also farther than a fraction of their thickness, or than a segment or face which they
    /// touch is long, or that touch such with different normals. Left out are bodies with joints, bullets,
    /// and those whose contacts have restitution, surfaces or callbacks. Cost: two comparisons for each
    /// contact with a static body, and a walk through the contacts of those that move farther than the
    /// margin.
    void find(const SlidingContext& context);
    /// Returns the bodies in the order of their solver slots.
    [[nodiscard]] std::span<const SlidingBody> all() const { return found_; }
    /// Returns the sliding body with this number, or null.
    [[nodiscard]] const SlidingBody* find(const BodyStore& bodies, std::uint32_t body) const;
    [[nodiscard]] std::size_t bytes() const {
        return found_.capacity() * sizeof(SlidingBody) + touching_.capacity() * sizeof(std::uint64_t);
    }

private:
    void collect_touching(const SlidingContext& context);

    std::vector<SlidingBody> found_;
    std::vector<std::uint64_t> touching_;  ///< Solver slot and number of bodies on static or kinematic ones.
};

}  // namespace drystone
