#include "fields/field_step.h"

#include <drystone/collision/detail/sort_items.h>

#include "fields/placed_field.h"

#include <algorithm>

namespace drystone {

namespace {

bool accepts(const FieldDefinition& field, const Filter& filter) {
    return (field.mask & filter.category) != 0 && (filter.mask & field.category) != 0;
}

bool moves(const BodyStore& bodies, std::uint32_t body) {
    const BodyVelocity& velocity = bodies.velocities[body];
    return bodies.is_awake(body) && (velocity.x != 0.0f || velocity.y != 0.0f || velocity.w != 0.0f);
}

/// Appends the sleeping bodies whose box meets the region.
void find_in_region(const FieldWakeContext& context, const FieldRecord& record,
                    std::vector<std::uint32_t>& asleep) {
    const Aabb box = compute_aabb(record.core(), place_frame(record, context.bodies, 0.0f));
    const AabbTree& tree = context.broad_phase.tree(BodyType::Dynamic);
    tree.query(box, record.definition.mask, [&](AabbTree::Proxy proxy) {
        const std::uint32_t shape = tree.user_data(proxy);
        const std::uint32_t body = context.shapes.cores[shape].body;
        if (!context.bodies.is_awake(body) &&
            accepts(record.definition, context.shapes.records[shape].filter)) {
            asleep.push_back(body);
        }
        return true;
    });
    sort_items(asleep.begin(), asleep.end());
}

}  // namespace

std::vector<std::uint32_t> find_asleep_in(const FieldWakeContext& context, const FieldRecord& field) {
    std::vector<std::uint32_t> asleep;
    if (!field.definition.enabled) {
        return asleep;
    }
    if (!field.region.empty()) {
        find_in_region(context, field, asleep);
        return asleep;
    }
    for (std::uint32_t body = 0; body < context.bodies.slots.size(); ++body) {
        if (context.bodies.slots.is_live(body) && context.bodies.records[body].island != no_index) {
            asleep.push_back(body);
        }
    }
    return asleep;
}

void wake_all(const FieldWakeContext& context, std::span<const std::uint32_t> bodies) {
    for (const std::uint32_t body : bodies) {
        wake(context.sleep, body);
        context.bodies.velocities[body].still_time = 0.0f;
    }
}

void wake_by_fields(const FieldWakeContext& context) {
    for (std::uint32_t field = 0; field < context.fields.slots.size(); ++field) {
        const FieldRecord& record = context.fields.records[field];
        if (context.fields.slots.is_live(field) && record.definition.enabled && record.body != no_index &&
            !record.region.empty() && moves(context.bodies, record.body)) {
            wake_all(context, find_asleep_in(context, record));
        }
    }
}

void wake_in_fields_of(const FieldWakeContext& context, std::uint32_t body) {
    for (std::uint32_t field = 0; field < context.fields.slots.size(); ++field) {
        if (context.fields.slots.is_live(field) && context.fields.records[field].body == body) {
            wake_all(context, find_asleep_in(context, context.fields.records[field]));
        }
    }
}

}  // namespace drystone
