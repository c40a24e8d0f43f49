#pragma once

#include "fields/placed_field.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <vector>

namespace drystone {

/// Stores that fields read, and the bodies whose forces they change.
struct FieldContext {
    const FieldStore& fields;
    const ShapeStore& shapes;
    BodyStore& bodies;
    Vec2 gravity{0.0f, 0.0f};  ///< Gravity of the world.
    float time_step = 0.0f;
    int sub_steps = 1;
};

/// Pass that applies fields to bodies, once per step, through the forces of the step.
///
/// In a step of n equal sub-steps, a steady acceleration a moves a body that touches something by
/// (n + 1) / (2 n) a dt^2, and one that touches nothing by a dt^2 / 2: as if it had drifted for
/// (n - 1) / (2 n) dt, or for dt / 2, been pushed at once, and drifted for the rest. So the fields are
/// evaluated at the body's position after the first drift. For fields that depend on position alone, this
/// makes the step symplectic: the energy oscillates, but does not grow or decay.
class Fields {
public:
    /// Adds to the forces on all awake dynamic bodies. The bodies are shared among the team's workers; each
    /// gets its own forces, so the result does not depend on the sharing.
    void apply(const FieldContext& context, Team& team);
    /// Forgets the shapes for which memory was reserved, after they were replaced.
    void forget_shapes() { seen_shapes_ = no_index; }
    [[nodiscard]] std::size_t bytes() const { return placed_.bytes(); }

private:
    void reserve_clippers(const ShapeStore& shapes, int workers);

    PlacedFields placed_;
    std::vector<AreaClipper> clippers_;              ///< One per worker.
    std::vector<std::vector<std::uint32_t>> found_;  ///< Fields near a body; one per worker.
    std::uint32_t seen_shapes_ = no_index;
    std::size_t reserved_planes_ = 0;
};

}  // namespace drystone
