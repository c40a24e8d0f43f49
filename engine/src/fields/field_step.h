#pragma once

#include "broad_phase/broad_phase.h"
#include "islands/islands.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <cstdint>

namespace drystone {

/// Stores that tell which sleeping bodies a field acts on, and what waking them changes.
struct FieldWakeContext {
    SleepContext sleep;
    const FieldStore& fields;
    BodyStore& bodies;
    const ShapeStore& shapes;
    const BroadPhase& broad_phase;
};

/// Wakes the bodies whose box meets the region of a field that moves with its body, and on which it acts.
void wake_by_fields(const FieldWakeContext& context);

/// Wakes the sleeping bodies on which a field acts, or acted: after it was made or changed. Those whose box
/// meets its region count, all where it has none.
void wake_in_field(const FieldWakeContext& context, std::uint32_t field);

/// The same for all fields that move with a body: before and after it was moved, enabled or disabled.
void wake_in_fields_of(const FieldWakeContext& context, std::uint32_t body);

}  // namespace drystone
