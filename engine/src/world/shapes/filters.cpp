#include <drystone/world.h>

#include "contacts/contact_classification.h"
#include "contacts/contact_creation.h"
#include "contacts/contact_lifecycle.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/recording/recorded_step.h"
#include "world/shapes/shape_boxes.h"

#include <span>
#include <utility>
#include <vector>

namespace drystone {

namespace {

/// Ends the contacts of a shape; those that still apply begin in the next step.
void refilter_shape(WorldState& world, std::uint32_t shape) {
    const std::uint32_t owner = world.stores.shapes.cores[shape].body;
    wake_touching(sleep_context(world), owner);
    destroy_contacts_of_shape(world, shape);
    world.rules.filter_answers.forget_shape(shape);
    if (world.stores.shapes.is_present(shape)) {
        AabbTree& tree = world.systems.broad_phase.tree(world.stores.bodies.types[owner]);
        tree.set_category_bits(world.stores.shapes.proxies[shape],
                               world.stores.shapes.records[shape].filter.category);
        tree.forget_pairs(world.stores.shapes.proxies[shape]);
    }
}

/// Ends the contacts between two bodies and wakes both.
void end_contacts_between(WorldState& world, std::uint32_t body, std::uint32_t other) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t index) {
        const Contact contact = world.stores.contacts.contacts[index];
        if (contact.body_a == other || contact.body_b == other) {
            wake(sleep_context(world), contact.body_a);
            wake(sleep_context(world), contact.body_b);
            destroy_contact(contact_context(world), index, world.events.contacts.pending_ends);
        }
    });
}

/// A material of shapes, taken back at the end of the scope unless it is kept.
class MaterialChange {
public:
    MaterialChange(ShapeStore& store, std::span<const std::uint32_t> shapes, const Material& material)
        : store_(store), shapes_(shapes) {
        old_.reserve(shapes.size());
        for (const std::uint32_t shape : shapes) {
            old_.push_back(std::exchange(store.records.edit(shape).material, material));
        }
    }
    ~MaterialChange() {
        for (std::size_t i = 0; i < old_.size(); ++i) {
            store_.records.edit(shapes_[i]).material = old_[i];
        }
    }
    MaterialChange(const MaterialChange&) = delete;
    MaterialChange& operator=(const MaterialChange&) = delete;

    void keep() { old_.clear(); }

private:
    ShapeStore& store_;
    std::span<const std::uint32_t> shapes_;
    std::vector<Material> old_;
};

/// Surface values that a contact is going to have.
struct Remixed {
    std::uint32_t contact = no_index;
    MixedMaterial mixed;
};

/// Finds the surface values of the shapes' contacts with their present materials.
std::vector<Remixed> find_mixed(WorldState& world, std::span<const std::uint32_t> shapes) {
    std::vector<Remixed> found;
    const StepScope calling_back(world);
    for (const std::uint32_t shape : shapes) {
        visit_contacts_of_shape(world, shape, [&](std::uint32_t number) {
            found.push_back({number, find_pair_material(contact_context(world), number)});
        });
    }
    return found;
}

}  // namespace

void replace_materials(WorldState& world, std::span<const std::uint32_t> shapes, const Material& material) {
    MaterialChange change(world.stores.shapes, shapes, material);
    const std::vector<Remixed> remixed = find_mixed(world, shapes);
    world.rules.rethrow();
    const std::uint32_t body = world.stores.shapes.cores[shapes.front()].body;
    prepare_change(world, body);
    change.keep();
    const BrokenScope broken(world);
    // The shapes are on one body.
    wake_touching(sleep_context(world), body);
    for (const Remixed& item : remixed) {
        const Contact& contact = world.stores.contacts.contacts[item.contact];
        set_pair_material(contact_context(world), item.contact, item.mixed);
        if (contact.state == ContactState::Touching) {
            world.stores.graph.write_material(item.contact, contact);
        }
    }
}

Material ConstShapeRef::material() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::material", id_)].material;
}

void ShapeRef::set_material(const Material& material) const {
    const RecordedCall call(*state_, Operation::SetMaterial, id_, material);
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "ShapeRef::set_material", id_);
    check_material("ShapeRef::set_material", material);
    check_not_stepping(world, "ShapeRef::set_material");
    replace_materials(world, {&index, 1}, material);
}

Filter ConstShapeRef::filter() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::filter", id_)].filter;
}

void ShapeRef::set_filter(const Filter& filter) const {
    const RecordedCall call(*state_, Operation::SetFilter, id_, filter);
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "ShapeRef::set_filter", id_);
    check_not_reading(world, "ShapeRef::set_filter");
    prepare_change(world, world.stores.shapes.cores[index].body);
    const BrokenScope broken(world);
    if (world.stores.shapes.records[index].filter == filter) {
        return;
    }
    world.stores.shapes.records.edit(index).filter = filter;
    mark_internal_edges_dirty(world, index);
    refilter_shape(world, index);
}

Filter ConstShapeRef::solver_filter() const {
    return state_->stores.shapes.solver_filter(shape_index(*state_, "ShapeRef::solver_filter", id_));
}

void ShapeRef::set_solver_filter(const Filter& filter) const {
    const RecordedCall call(*state_, Operation::SetSolverFilter, id_, filter);
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "ShapeRef::set_solver_filter", id_);
    check_not_reading(world, "ShapeRef::set_solver_filter");
    prepare_change(world, world.stores.shapes.cores[index].body);
    world.stores.shapes.solver_filters.prepare(index);
    const BrokenScope broken(world);
    if (world.stores.shapes.solver_filter(index) == filter) {
        return;
    }
    world.stores.shapes.set_solver_filter(index, filter);
    mark_internal_edges_dirty(world, index);
    visit_contacts_of_shape(
        world, index, [&](std::uint32_t contact) { reclassify_response(contact_context(world), contact); });
}

void ShapeRef::refilter() const {
    const RecordedCall call(*state_, Operation::Refilter, id_);
    const std::uint32_t index = shape_index(*state_, "ShapeRef::refilter", id_);
    check_not_reading(*state_, "ShapeRef::refilter");
    prepare_change(*state_, state_->stores.shapes.cores[index].body);
    const BrokenScope broken(*state_);
    refilter_shape(*state_, index);
}

bool World::collision_enabled(BodyId body_a, BodyId body_b) const {
    const char* const function = "World::collision_enabled";
    const std::uint32_t a = body_index(*state_, function, body_a);
    const std::uint32_t b = body_index(*state_, function, body_b);
    return a != b && !state_->rules.excludes(make_body_pair(a, b));
}

std::vector<std::pair<BodyId, BodyId>> World::disabled_collisions() const {
    const SlotPool& slots = state_->stores.bodies.slots;
    std::vector<std::pair<BodyId, BodyId>> pairs;
    for (const BodyPair& pair : state_->rules.excluded) {
        pairs.emplace_back(slots.handle<BodyId>(pair.a, state_->number),
                           slots.handle<BodyId>(pair.b, state_->number));
    }
    return pairs;
}

void World::set_collision(BodyId body_a, BodyId body_b, bool enabled) {
    const RecordedCall call(*state_, Operation::SetCollision, body_a, body_b, enabled);
    const char* const function = "World::set_collision";
    WorldState& world = *state_;
    const std::uint32_t a = body_index(world, function, body_a);
    const std::uint32_t b = body_index(world, function, body_b);
    if (a == b) {
        fail(function, "body_b", "another body than body_a", describe(body_b));
    }
    check_not_reading(world, function);
    prepare_change(world, a);
    prepare_room(world.rules.excluded, 1);
    prepare_room(world.rules.allowed_again, 1);
    const BrokenScope broken(world);
    const BodyPair pair = make_body_pair(a, b);
    if (world.rules.excludes(pair) == !enabled) {
        return;
    }
    if (enabled) {
        world.rules.allow(pair);
        drystone::wake(sleep_context(world), a);
        drystone::wake(sleep_context(world), b);
    } else {
        world.rules.exclude(pair);
        end_contacts_between(world, a, b);
    }
}

void World::set_collision_filter(CollisionFilter filter) {
    check_not_reading(*state_, "World::set_collision_filter");
    const RecordedCall call(*state_, Operation::SetCollisionFilter, static_cast<bool>(filter));
    state_->rules.filter = recorded(*state_, std::move(filter));
}

void World::set_material_mixing(MaterialMixing mixing) {
    check_not_reading(*state_, "World::set_material_mixing");
    const RecordedCall call(*state_, Operation::SetMaterialMixing, static_cast<bool>(mixing));
    state_->rules.mixing = recorded(*state_, std::move(mixing));
}

}  // namespace drystone
