#include "fields/field_step.h"

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

void wake_in_region(const FieldWakeContext& context, const FieldRecord& record) {
    const Aabb box = compute_aabb(record.core(), place_frame(record, context.bodies, 0.0f));
    const AabbTree& tree = context.broad_phase.tree(BodyType::Dynamic);
    std::vector<std::uint32_t> asleep;
    tree.query(box, record.definition.mask, [&](AabbTree::Proxy proxy) {
        const std::uint32_t shape = tree.user_data(proxy);
        const std::uint32_t body = context.shapes.cores[shape].body;
        if (!context.bodies.is_awake(body) &&
            accepts(record.definition, context.shapes.records[shape].filter)) {
            asleep.push_back(body);
        }
        return true;
    });
    std::sort(asleep.begin(), asleep.end());
    for (const std::uint32_t body : asleep) {
        wake(context.sleep, body);
        context.bodies.velocities[body].still_time = 0.0f;
    }
}

}  // namespace

void wake_by_fields(const FieldWakeContext& context) {
    for (std::uint32_t field = 0; field < context.fields.slots.size(); ++field) {
        const FieldRecord& record = context.fields.records[field];
        if (context.fields.slots.is_live(field) && record.definition.enabled && record.body != no_index &&
            !record.region.empty() && moves(context.bodies, record.body)) {
            wake_in_region(context, record);
        }
    }
}

void wake_in_field(const FieldWakeContext& context, std::uint32_t field) {
    const FieldRecord& record = context.fields.records[field];
    if (!record.definition.enabled) {
        return;
    }
    if (!record.region.empty()) {
        wake_in_region(context, record);
        return;
    }
    for (std::uint32_t body = 0; body < context.bodies.slots.size(); ++body) {
        if (context.bodies.slots.is_live(body) && context.bodies.records[body].island != no_index) {
            wake(context.sleep, body);
            context.bodies.velocities[body].still_time = 0.0f;
        }
    }
}

void wake_in_fields_of(const FieldWakeContext& context, std::uint32_t body) {
    for (std::uint32_t field = 0; field < context.fields.slots.size(); ++field) {
        if (context.fields.slots.is_live(field) && context.fields.records[field].body == body) {
            wake_in_field(context, field);
        }
    }
}

}  // namespace drystone
