#include <drystone/world.h>

#include "fields/field_step.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/shapes/shape_boxes.h"

#include <string>
#include <variant>

namespace drystone {

namespace {

/// Checks of the field kinds: one overload for each.
struct KindCheck {
    const char* function;

    void check_enum(const char* argument, unsigned value, unsigned last) const {
        if (value > last) {
            fail(function, argument, "one of its enumerators", static_cast<double>(value));
        }
    }
    void check_unit(FieldUnit unit) const {
        check_enum("kind.unit", static_cast<unsigned>(unit), static_cast<unsigned>(FieldUnit::Force));
    }
    template <class Central>
    void check_central(const Central& kind) const {
        check_finite(function, "kind.strength", kind.strength);
        check_not_negative(function, "kind.softening", kind.softening);
        check_enum("kind.decay", static_cast<unsigned>(kind.decay),
                   static_cast<unsigned>(FieldDecay::InverseSquare));
        check_unit(kind.unit);
    }
    void operator()(const DirectionalField& kind) const {
        check_finite(function, "kind.strength", kind.strength);
        check_unit(kind.unit);
    }
    void operator()(const RadialField& kind) const { check_central(kind); }
    void operator()(const VortexField& kind) const { check_central(kind); }
    void operator()(const WindField& kind) const {
        check_finite(function, "kind.velocity", kind.velocity);
        check_not_negative(function, "kind.density", kind.density);
        check_not_negative(function, "kind.drag", kind.drag);
        check_finite(function, "kind.lift", kind.lift);
    }
    void operator()(const BuoyancyField& kind) const {
        check_not_negative(function, "kind.density", kind.density);
        check_finite(function, "kind.flow", kind.flow);
        check_not_negative(function, "kind.linear_drag", kind.linear_drag);
        check_not_negative(function, "kind.angular_drag", kind.angular_drag);
        if (kind.surface) {
            check_place(function, "kind.surface.point", kind.surface->point);
            static_cast<void>(checked_direction(function, "kind.surface.normal", kind.surface->normal));
        }
    }
};

void check_region(const char* function, const ShapeGeometry& region) {
    static_cast<void>(check_extent(function, "region", region));
    if (std::holds_alternative<Segment>(region)) {
        fail(function, "region", "a shape with an area", std::string("a segment"));
    }
}

/// Returns the slot of the body that the field moves with, or `no_index`.
std::uint32_t check(const WorldState& world, const char* function, const FieldDefinition& definition) {
    std::visit(KindCheck{function}, definition.kind);
    if (definition.region) {
        check_region(function, *definition.region);
    }
    const Rot& rotation = definition.pose.rotation;
    const float length = rotation.c * rotation.c + rotation.s * rotation.s;
    if (!is_finite(definition.pose) || !(length > 0.99f && length < 1.01f)) {
        fail(function, "pose", "finite, with a rotation of length 1", describe(definition.pose.position));
    }
    check_place(function, "pose", definition.pose.position);
    const std::uint32_t body =
        definition.body.is_null() ? no_index : body_index(world, function, definition.body);
    check_not_reading(world, function);
    return body;
}

std::uint32_t field_index(const WorldState& world, const char* function, FieldId field) {
    check_usable(world);
    return checked_slot(world.stores.fields.slots, world.number, function, "field", field);
}

}  // namespace

FieldId World::create_field(const FieldDefinition& definition) {
    WorldState& world = *state_;
    const std::uint32_t body = check(world, "World::create_field", definition);
    prepare_to_wake(sleep_context(world));
    const std::uint32_t field = world.stores.fields.create();
    Undo undo([&] { world.stores.fields.destroy(field); });
    world.stores.fields.define(field, definition, body);
    wake_in_field(field_wake_context(world), field);
    undo.keep();
    return world.stores.fields.slots.handle<FieldId>(field, world.number);
}

void World::destroy_field(FieldId field) {
    WorldState& world = *state_;
    const std::uint32_t index = field_index(world, "World::destroy_field", field);
    check_not_reading(world, "World::destroy_field");
    const BrokenScope broken(world);
    wake_in_field(field_wake_context(world), index);
    world.stores.fields.destroy(index);
}

FieldDefinition ConstFieldRef::definition() const {
    return state_->stores.fields.records[field_index(*state_, "FieldRef::definition", id_)].definition;
}

void FieldRef::set_definition(const FieldDefinition& definition) const {
    WorldState& world = *state_;
    const std::uint32_t index = field_index(world, "FieldRef::set_definition", id_);
    const std::uint32_t body = check(world, "FieldRef::set_definition", definition);
    wake_in_field(field_wake_context(world), index);
    world.stores.fields.define(index, definition, body);
    wake_in_field(field_wake_context(world), index);
}

}  // namespace drystone
