#include <drystone/world.h>

#include "fields/field_step.h"
#include "world/check_field.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

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

}  // namespace

std::uint32_t check_field(const WorldState& world, const char* function, const FieldDefinition& definition) {
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

namespace {

std::uint32_t field_index(const WorldState& world, const char* function, FieldId field) {
    check_usable(world);
    return checked_slot(world.stores.fields.slots, world.number, function, "field", field);
}

}  // namespace

FieldId World::create_field(const FieldDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateField, definition);
    WorldState& world = *state_;
    const std::uint32_t body = check_field(world, "World::create_field", definition);
    prepare_to_wake(sleep_context(world));
    FieldRecord record = make_field_record(definition, body);
    const std::vector<std::uint32_t> asleep = find_asleep_in(field_wake_context(world), record);
    const std::uint32_t field = world.stores.fields.create();
    world.stores.fields.records[field] = std::move(record);
    const BrokenScope broken(world);
    wake_all(field_wake_context(world), asleep);
    return world.stores.fields.slots.handle<FieldId>(field, world.number);
}

void World::destroy_field(FieldId field) {
    const RecordedCall call(*state_, Operation::DestroyField, field);
    WorldState& world = *state_;
    const std::uint32_t index = field_index(world, "World::destroy_field", field);
    check_not_reading(world, "World::destroy_field");
    prepare_to_wake(sleep_context(world));
    const std::vector<std::uint32_t> asleep =
        find_asleep_in(field_wake_context(world), world.stores.fields.records[index]);
    const BrokenScope broken(world);
    wake_all(field_wake_context(world), asleep);
    world.stores.fields.destroy(index);
}

FieldDefinition ConstFieldRef::definition() const {
    return state_->stores.fields.records[field_index(*state_, "FieldRef::definition", id_)].definition;
}

void FieldRef::set_definition(const FieldDefinition& definition) const {
    const RecordedCall call(*state_, Operation::SetFieldDefinition, id_, definition);
    WorldState& world = *state_;
    const std::uint32_t index = field_index(world, "FieldRef::set_definition", id_);
    const std::uint32_t body = check_field(world, "FieldRef::set_definition", definition);
    FieldRecord record = make_field_record(definition, body);
    prepare_to_wake(sleep_context(world));
    FieldRecord& present = world.stores.fields.records[index];
    const FieldWakeContext context = field_wake_context(world);
    const std::vector<std::uint32_t> left = find_asleep_in(context, present);
    const std::vector<std::uint32_t> entered = find_asleep_in(context, record);
    const BrokenScope broken(world);
    present = std::move(record);
    wake_all(context, left);
    wake_all(context, entered);
}

}  // namespace drystone
