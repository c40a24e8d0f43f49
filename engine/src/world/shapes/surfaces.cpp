#include <drystone/world.h>

#include "contacts/pre_solve.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/recording/recorded_step.h"
#include "world/shapes/shape_boxes.h"

#include <cstddef>
#include <cstdint>
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

/// Makes room for waking what touches the shape's body and for listing its contacts as checked before the
/// solver.
void prepare_pre_solve(WorldState& world, std::uint32_t shape) {
    prepare_to_wake(sleep_context(world));
    std::size_t contacts = 0;
    visit_contacts_of_shape(world, shape, [&](std::uint32_t) { ++contacts; });
    prepare_room(world.stores.contacts.needs_pre_solve, contacts);
}

}  // namespace

void World::set_pre_solve_callback(PreSolve callback) {
    check_not_reading(*state_, "World::set_pre_solve_callback");
    const RecordedCall call(*state_, Operation::SetPreSolveCallback, static_cast<bool>(callback));
    const BrokenScope broken(*state_);
    state_->rules.pre_solve = recorded(*state_, std::move(callback));
    restore_materials(*state_);
}

bool ConstShapeRef::pre_solve() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::pre_solve", id_)].pre_solve;
}

void ShapeRef::set_pre_solve(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetPreSolve, id_, enabled);
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "ShapeRef::set_pre_solve", id_);
    check_not_reading(world, "ShapeRef::set_pre_solve");
    prepare_pre_solve(world, index);
    const BrokenScope broken(world);
    if (world.stores.shapes.records[index].pre_solve != enabled) {
        world.stores.shapes.records.edit(index).pre_solve = enabled;
        wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
        refresh_needs_pre_solve(contact_context(world), index);
    }
}

std::optional<Vec2> ConstShapeRef::one_way() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::one_way", id_)].one_way;
}

void ShapeRef::set_one_way(const std::optional<Vec2>& direction) const {
    const RecordedCall call(*state_, Operation::SetOneWay, id_, direction);
    const char* const function = "ShapeRef::set_one_way";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, id_);
    const std::optional<Vec2> unit = checked_direction(function, "direction", direction);
    check_not_reading(world, function);
    prepare_pre_solve(world, index);
    world.systems.internal_edge_changes.prepare(1);
    const BrokenScope broken(world);
    world.stores.shapes.records.edit(index).one_way = unit;
    if (world.stores.shapes.is_present(index)) {
        mark_internal_edges_dirty(world, index);
    }
    wake_touching(sleep_context(world), world.stores.shapes.cores[index].body);
    refresh_needs_pre_solve(contact_context(world), index);
}

}  // namespace drystone
