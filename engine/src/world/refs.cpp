#include <drystone/world.h>

#include "world/checks.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

/// Returns the handles of the live slots.
template <class Id>
std::vector<Id> live_handles(const SlotPool& slots, std::uint16_t world) {
    std::vector<Id> result;
    result.reserve(slots.live_count());
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        if (slots.is_live(slot)) {
            result.push_back(slots.handle<Id>(slot, world));
        }
    }
    return result;
}

/// Returns the handle of a slot, null for `no_index`.
template <class Id>
Id handle_or_null(const SlotPool& slots, std::uint32_t slot, std::uint16_t world) {
    return slot == no_index ? Id{} : slots.handle<Id>(slot, world);
}

BodyId body_id(const WorldState& world, std::uint32_t body) {
    return handle_or_null<BodyId>(world.stores.bodies.slots, body, world.number);
}

BodyId owner_of(const WorldState& world, ShapeId shape) {
    return body_id(world, world.stores.shapes.cores[shape_index(world, "ShapeRef::body", shape)].body);
}

BodyId owner_of(const WorldState& world, ChainId chain) {
    return body_id(world, world.stores.chains.records[chain_index(world, "ChainRef::body", chain)].body);
}

ChainId chain_of(const WorldState& world, ShapeId shape) {
    const std::uint32_t* const chain =
        world.stores.chains.of_shape.find(shape_index(world, "ShapeRef::chain", shape));
    return handle_or_null<ChainId>(world.stores.chains.slots, chain == nullptr ? no_index : *chain,
                                   world.number);
}

TileGridId tile_grid_of(const WorldState& world, ShapeId shape) {
    const TileShape* const tiles =
        world.stores.tile_grids.of_shape.find(shape_index(world, "ShapeRef::tile_grid", shape));
    return handle_or_null<TileGridId>(world.stores.tile_grids.slots,
                                      tiles == nullptr ? no_index : tiles->grid, world.number);
}

BodyId body_a_of(const WorldState& world, JointId joint) {
    return body_id(world, world.stores.joints.records[joint_index(world, "JointRef::body_a", joint)].body_a);
}

BodyId body_b_of(const WorldState& world, JointId joint) {
    return body_id(world, world.stores.joints.records[joint_index(world, "JointRef::body_b", joint)].body_b);
}

/// Returns the shapes of a body. Its list begins with the shape that was added last, so it is reversed.
std::vector<ShapeId> shapes_of(const WorldState& world, BodyId body) {
    const std::uint32_t index = body_index(world, "BodyRef::shapes", body);
    std::vector<ShapeId> result;
    for (std::uint32_t shape = world.stores.bodies.records[index].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        result.push_back(shape_id(world, shape));
    }
    std::reverse(result.begin(), result.end());
    for (const std::uint32_t shape : world.stores.shapes.disabled) {
        if (world.stores.shapes.cores[shape].body == index) {
            result.push_back(shape_id(world, shape));
        }
    }
    return result;
}

std::vector<ShapeId> shapes_of(const WorldState& world, ChainId chain) {
    std::vector<ShapeId> result;
    for (const std::uint32_t shape :
         world.stores.chains.records[chain_index(world, "ChainRef::shapes", chain)].shapes) {
        result.push_back(shape_id(world, shape));
    }
    return result;
}

std::vector<JointId> joints_of(const WorldState& world, BodyId body) {
    std::vector<JointId> result;
    visit_joints_of_body(world.stores.joints, body_index(world, "BodyRef::joints", body),
                         [&](std::uint32_t joint) {
                             result.push_back(world.stores.joints.slots.handle<JointId>(joint, world.number));
                         });
    return result;
}

/// Returns `make(id)` for each id.
template <class Id, class Make>
auto map(const std::vector<Id>& ids, const Make& make) {
    std::vector<decltype(make(Id{}))> result;
    result.reserve(ids.size());
    for (const Id& id : ids) {
        result.push_back(make(id));
    }
    return result;
}

}  // namespace

bool World::is_valid(BodyId body) const { return state_->stores.bodies.slots.holds(body, state_->number); }
bool World::is_valid(ShapeId shape) const { return state_->stores.shapes.slots.holds(shape, state_->number); }
bool World::is_valid(JointId joint) const { return state_->stores.joints.slots.holds(joint, state_->number); }
bool World::is_valid(ChainId chain) const { return state_->stores.chains.slots.holds(chain, state_->number); }
bool World::is_valid(TileGridId grid) const {
    return state_->stores.tile_grids.slots.holds(grid, state_->number);
}
bool World::is_valid(FieldId field) const { return state_->stores.fields.slots.holds(field, state_->number); }
bool World::is_valid(ContactId contact) const {
    return state_->stores.contacts.slots.holds(contact, state_->number);
}

bool ConstBodyRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.bodies.slots.holds(id_, state_->number);
}
bool ConstShapeRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.shapes.slots.holds(id_, state_->number);
}
bool ConstJointRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.joints.slots.holds(id_, state_->number);
}
bool ConstChainRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.chains.slots.holds(id_, state_->number);
}
bool ConstTileGridRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.tile_grids.slots.holds(id_, state_->number);
}
bool ConstFieldRef::is_valid() const {
    check_usable(*state_);
    return state_->stores.fields.slots.holds(id_, state_->number);
}

BodyRef World::operator[](BodyId body) {
    body_index(*state_, "World::operator[]", body);
    return {state_.get(), body};
}
ConstBodyRef World::operator[](BodyId body) const {
    body_index(*state_, "World::operator[]", body);
    return {state_.get(), body};
}
ShapeRef World::operator[](ShapeId shape) {
    shape_index(*state_, "World::operator[]", shape);
    return {state_.get(), shape};
}
ConstShapeRef World::operator[](ShapeId shape) const {
    shape_index(*state_, "World::operator[]", shape);
    return {state_.get(), shape};
}
JointRef World::operator[](JointId joint) {
    joint_index(*state_, "World::operator[]", joint);
    return {state_.get(), joint};
}
ConstJointRef World::operator[](JointId joint) const {
    joint_index(*state_, "World::operator[]", joint);
    return {state_.get(), joint};
}
ChainRef World::operator[](ChainId chain) {
    chain_index(*state_, "World::operator[]", chain);
    return {state_.get(), chain};
}
ConstChainRef World::operator[](ChainId chain) const {
    chain_index(*state_, "World::operator[]", chain);
    return {state_.get(), chain};
}
TileGridRef World::operator[](TileGridId grid) {
    tile_grid_index(*state_, "World::operator[]", grid);
    return {state_.get(), grid};
}
ConstTileGridRef World::operator[](TileGridId grid) const {
    tile_grid_index(*state_, "World::operator[]", grid);
    return {state_.get(), grid};
}
FieldRef World::operator[](FieldId field) {
    checked_slot(state_->stores.fields.slots, state_->number, "World::operator[]", "field", field);
    return {state_.get(), field};
}
ConstFieldRef World::operator[](FieldId field) const {
    checked_slot(state_->stores.fields.slots, state_->number, "World::operator[]", "field", field);
    return {state_.get(), field};
}

std::vector<BodyRef> World::bodies() {
    return map(live_handles<BodyId>(state_->stores.bodies.slots, state_->number), [this](BodyId id) {
        return BodyRef{state_.get(), id};
    });
}
std::vector<ConstBodyRef> World::bodies() const {
    return map(live_handles<BodyId>(state_->stores.bodies.slots, state_->number), [this](BodyId id) {
        return ConstBodyRef{state_.get(), id};
    });
}
std::vector<ShapeRef> World::shapes() {
    return map(live_handles<ShapeId>(state_->stores.shapes.slots, state_->number), [this](ShapeId id) {
        return ShapeRef{state_.get(), id};
    });
}
std::vector<ConstShapeRef> World::shapes() const {
    return map(live_handles<ShapeId>(state_->stores.shapes.slots, state_->number), [this](ShapeId id) {
        return ConstShapeRef{state_.get(), id};
    });
}
std::vector<JointRef> World::joints() {
    return map(live_handles<JointId>(state_->stores.joints.slots, state_->number), [this](JointId id) {
        return JointRef{state_.get(), id};
    });
}
std::vector<ConstJointRef> World::joints() const {
    return map(live_handles<JointId>(state_->stores.joints.slots, state_->number), [this](JointId id) {
        return ConstJointRef{state_.get(), id};
    });
}
std::vector<TileGridRef> World::tile_grids() {
    return map(live_handles<TileGridId>(state_->stores.tile_grids.slots, state_->number),
               [this](TileGridId id) {
                   return TileGridRef{state_.get(), id};
               });
}
std::vector<ConstTileGridRef> World::tile_grids() const {
    return map(live_handles<TileGridId>(state_->stores.tile_grids.slots, state_->number),
               [this](TileGridId id) {
                   return ConstTileGridRef{state_.get(), id};
               });
}
std::vector<FieldRef> World::fields() {
    return map(live_handles<FieldId>(state_->stores.fields.slots, state_->number), [this](FieldId id) {
        return FieldRef{state_.get(), id};
    });
}
std::vector<ConstFieldRef> World::fields() const {
    return map(live_handles<FieldId>(state_->stores.fields.slots, state_->number), [this](FieldId id) {
        return ConstFieldRef{state_.get(), id};
    });
}

BodyRef ShapeRef::body() const { return {state_, owner_of(*state_, id_)}; }
ConstBodyRef ConstShapeRef::body() const { return {state_, owner_of(*state_, id_)}; }
ChainRef ShapeRef::chain() const { return {state_, chain_of(*state_, id_)}; }
ConstChainRef ConstShapeRef::chain() const { return {state_, chain_of(*state_, id_)}; }
TileGridRef ShapeRef::tile_grid() const { return {state_, tile_grid_of(*state_, id_)}; }
ConstTileGridRef ConstShapeRef::tile_grid() const { return {state_, tile_grid_of(*state_, id_)}; }
BodyRef ChainRef::body() const { return {state_, owner_of(*state_, id_)}; }
ConstBodyRef ConstChainRef::body() const { return {state_, owner_of(*state_, id_)}; }
BodyRef JointRef::body_a() const { return {state_, body_a_of(*state_, id_)}; }
ConstBodyRef ConstJointRef::body_a() const { return {state_, body_a_of(*state_, id_)}; }
BodyRef JointRef::body_b() const { return {state_, body_b_of(*state_, id_)}; }
ConstBodyRef ConstJointRef::body_b() const { return {state_, body_b_of(*state_, id_)}; }

std::vector<ShapeRef> BodyRef::shapes() const {
    return map(shapes_of(*state_, id_), [this](ShapeId id) { return ShapeRef{state_, id}; });
}
std::vector<ConstShapeRef> ConstBodyRef::shapes() const {
    return map(shapes_of(*state_, id_), [this](ShapeId id) { return ConstShapeRef{state_, id}; });
}
std::vector<ShapeRef> ChainRef::shapes() const {
    return map(shapes_of(*state_, id_), [this](ShapeId id) { return ShapeRef{state_, id}; });
}
std::vector<ConstShapeRef> ConstChainRef::shapes() const {
    return map(shapes_of(*state_, id_), [this](ShapeId id) { return ConstShapeRef{state_, id}; });
}
std::vector<JointRef> BodyRef::joints() const {
    return map(joints_of(*state_, id_), [this](JointId id) { return JointRef{state_, id}; });
}
std::vector<ConstJointRef> ConstBodyRef::joints() const {
    return map(joints_of(*state_, id_), [this](JointId id) { return ConstJointRef{state_, id}; });
}

}  // namespace drystone
