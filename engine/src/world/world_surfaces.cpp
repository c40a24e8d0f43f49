#include <drystone/world.h>

#include "step/contact_screening.h"
#include "world/checks.h"

#include <utility>

namespace drystone {

namespace {

/// Lanes hold what the last callback wanted: they go back to their materials.
void restore_materials(WorldState& world) {
    for (const std::uint32_t index : world.stores.contacts.watched) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (contact.state == ContactState::Touching) {
            world.stores.graph.write_material(index, contact);
        }
    }
}

}  // namespace

void World::set_pre_solve(PreSolve callback) {
    check_not_reading(*state_, "World::set_pre_solve");
    state_->rules.pre_solve = std::move(callback);
    restore_materials(*state_);
}

bool World::pre_solve(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::pre_solve", shape)].pre_solve;
}

void World::set_pre_solve(ShapeId shape, bool enabled) {
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "World::set_pre_solve", shape);
    check_not_reading(world, "World::set_pre_solve");
    if (world.stores.shapes.records[index].pre_solve != enabled) {
        world.stores.shapes.records[index].pre_solve = enabled;
        wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
        watch_anew(contact_context(world), index);
    }
}

std::optional<Vec2> World::one_way(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::one_way", shape)].one_way;
}

void World::set_one_way(ShapeId shape, const std::optional<Vec2>& direction) {
    const char* const function = "World::set_one_way";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, shape);
    const std::optional<Vec2> unit = checked_direction(function, "direction", direction);
    check_not_reading(world, function);
    world.stores.shapes.records[index].one_way = unit;
    wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
    watch_anew(contact_context(world), index);
}

}  // namespace drystone
