#pragma once

#include "broad_phase/broad_phase.h"
#include "islands/islands.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <cstdint>

namespace drystone {

/// Stores for the search of sleeping bodies on which a field acts, and for waking them.
struct FieldWakeContext {
    SleepContext sleep;
    const FieldStore& fields;
    BodyStore& bodies;
    const ShapeStore& shapes;
    const BroadPhase& broad_phase;
};

/// Wakes the bodies on which moving fields act: those whose box meets the region of a field that is attached
/// to a moving body.
void wake_by_fields(const FieldWakeContext& context);

/// Wakes the sleeping bodies on which a field acts or acted; call it after a field was created or changed. If
/// the field has a region, only bodies whose box meets it are woken, else all.
void wake_in_field(const FieldWakeContext& context, std::uint32_t field);

/// Calls `wake_in_field` for all fields that move with a body; before and after the body is moved, enabled or
/// disabled.
void wake_in_fields_of(const FieldWakeContext& context, std::uint32_t body);

}  // namespace drystone
