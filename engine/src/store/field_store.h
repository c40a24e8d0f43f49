#pragma once

#include <drystone/collision/clipped_area.h>
#include <drystone/fields.h>

#include "core/slot_pool.h"
#include "store/body_store.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// A field of a world.
struct FieldRecord {
    FieldDefinition definition{};
    std::uint32_t body = no_index;    ///< Body that the field moves with.
    std::vector<HalfPlane> region{};  ///< In the field's frame; empty: everywhere.
    std::vector<Vec2> points{};       ///< Points of the region's core, in the field's frame.
    float radius = 0.0f;

    /// Returns the core of the region.
    [[nodiscard]] ConvexCore core() const {
        return {points.data(), nullptr, static_cast<int>(points.size()), radius};
    }
};

/// Makes the record of a field; `body` is the body that it moves with, or `no_index`.
FieldRecord make_field_record(const FieldDefinition& definition, std::uint32_t body);

struct FieldStore {
    SlotPool slots;
    std::vector<FieldRecord> records;

    std::uint32_t create();
    void destroy(std::uint32_t field) { slots.destroy(field); }
    [[nodiscard]] bool empty() const { return slots.live_count() == 0; }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.records);
    }
    [[nodiscard]] std::size_t bytes() const;
};

}  // namespace drystone
