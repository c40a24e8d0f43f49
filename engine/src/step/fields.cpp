#include "step/fields.h"

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

void wake_in_region(WorldState& world, const FieldRecord& record) {
    const Aabb box = compute_aabb(record.core(), place_frame(record, world.bodies, 0.0f));
    const AabbTree& tree = world.broad_phase.tree(BodyType::Dynamic);
    std::vector<std::uint32_t> asleep;
    tree.query(box, record.definition.mask, [&](AabbTree::Proxy proxy) {
        const std::uint32_t shape = tree.user_data(proxy);
        const std::uint32_t body = world.shapes.cores[shape].body;
        if (!world.bodies.is_awake(body) && accepts(record.definition, world.shapes.records[shape].filter)) {
            asleep.push_back(body);
        }
        return true;
    });
    std::sort(asleep.begin(), asleep.end());
    for (const std::uint32_t body : asleep) {
        wake(sleep_context(world), body);
        world.bodies.velocities[body].still_time = 0.0f;
    }
}

}  // namespace

void wake_by_fields(WorldState& world) {
    for (std::uint32_t field = 0; field < world.fields.slots.size(); ++field) {
        const FieldRecord& record = world.fields.records[field];
        if (world.fields.slots.is_live(field) && record.definition.enabled && record.body != no_index &&
            !record.region.empty() && moves(world.bodies, record.body)) {
            wake_in_region(world, record);
        }
    }
}

void wake_in_field(WorldState& world, std::uint32_t field) {
    const FieldRecord& record = world.fields.records[field];
    if (!record.definition.enabled) {
        return;
    }
    if (!record.region.empty()) {
        wake_in_region(world, record);
        return;
    }
    for (std::uint32_t body = 0; body < world.bodies.slots.size(); ++body) {
        if (world.bodies.slots.is_live(body) && world.bodies.records[body].island != no_index) {
            wake(sleep_context(world), body);
            world.bodies.velocities[body].still_time = 0.0f;
        }
    }
}

void wake_in_fields_of(WorldState& world, std::uint32_t body) {
    for (std::uint32_t field = 0; field < world.fields.slots.size(); ++field) {
        if (world.fields.slots.is_live(field) && world.fields.records[field].body == body) {
            wake_in_field(world, field);
        }
    }
}

void apply_fields(WorldState& world, float time_step, int sub_steps) {
    const FieldContext context{.fields = world.fields,
                               .shapes = world.shapes,
                               .bodies = world.bodies,
                               .gravity = world.settings.gravity,
                               .time_step = time_step,
                               .sub_steps = sub_steps};
    world.field_pass.apply(context, *world.team);
}

}  // namespace drystone
