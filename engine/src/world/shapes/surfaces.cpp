#include <drystone/world.h>

#include "contacts/pre_solve.h"
#include "world/checks.h"

#include <utility>

namespace drystone {

namespace {

/// Restores the materials in lanes, which hold the values of the last callback.
void restore_materials(WorldState& world) {
    for (const std::uint32_t index : world.stores.contacts.needs_pre_solve) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (contact.state == ContactState::Touching) {
            world.stores.graph.write_material(index, contact);
        }
    }
}

}  // namespace

void World::set_pre_solve_callback(PreSolve callback) {
    check_not_reading(*state_, "World::set_pre_solve_callback");
    const BrokenScope broken(*state_);
    state_->rules.pre_solve = std::move(callback);
    restore_materials(*state_);
}

bool ConstShapeRef::pre_solve() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::pre_solve", id_)].pre_solve;
}

void ShapeRef::set_pre_solve(bool enabled) const {
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "ShapeRef::set_pre_solve", id_);
    check_not_reading(world, "ShapeRef::set_pre_solve");
    const BrokenScope broken(world);
    if (world.stores.shapes.records[index].pre_solve != enabled) {
        world.stores.shapes.records[index].pre_solve = enabled;
        wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
        refresh_needs_pre_solve(contact_context(world), index);
    }
}

std::optional<Vec2> ConstShapeRef::one_way() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::one_way", id_)].one_way;
}

void ShapeRef::set_one_way(const std::optional<Vec2>& direction) const {
    const char* const function = "ShapeRef::set_one_way";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, id_);
    const std::optional<Vec2> unit = checked_direction(function, "direction", direction);
    check_not_reading(world, function);
    const BrokenScope broken(world);
    world.stores.shapes.records[index].one_way = unit;
    wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
    refresh_needs_pre_solve(contact_context(world), index);
}

}  // namespace drystone
