#pragma once

#include "broad_phase/broad_phase.h"
#include "islands/islands.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <cstdint>
#include <span>
#include <vector>

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

/// Returns the sleeping bodies on which a field acts, in ascending order: if it has a region, only bodies
/// whose box meets it, else all; none if it is disabled. A body may be listed several times.
std::vector<std::uint32_t> find_asleep_in(const FieldWakeContext& context, const FieldRecord& field);

/// Wakes the bodies and lets none of them sleep before its time has passed again. Cannot run out of memory
/// after `prepare_to_wake`.
void wake_all(const FieldWakeContext& context, std::span<const std::uint32_t> bodies);

/// Wakes the bodies on which fields act that move with a body; before and after the body is moved, enabled or
/// disabled.
void wake_in_fields_of(const FieldWakeContext& context, std::uint32_t body);

}  // namespace drystone
