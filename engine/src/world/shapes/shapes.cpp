#include <drystone/world.h>

#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/queries/query_tests.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/check_form.h"
#include "world/shapes/shape_boxes.h"

#include <algorithm>

namespace drystone {

namespace {

/// Returns whether three of the vertices span so much area that the hull has area whatever the rounding.
bool has_plain_area(const Polygon& polygon) {
    const std::span<const Vec2> vertices = polygon.vertices();
    const Vec2d a = to_double(vertices[0]);
    const Vec2d b = to_double(vertices[vertices.size() / 3]) - a;
    const Vec2d c = to_double(vertices[2 * vertices.size() / 3]) - a;
    double extent = 0.0;
    for (const Vec2& vertex : vertices) {
        extent = std::max(extent, coordinate_sum(abs(to_double(vertex) - a)));
    }
    return b.x * c.y - b.y * c.x > 1e-3 * extent * extent;
}

/// Returns whether the vertices have a convex hull of some area.
bool has_hull(const Polygon& polygon) {
#if defined(__cpp_exceptions)
    try {
        static_cast<void>(make_hull(polygon.vertices(), polygon.radius()));
    } catch (const Error&) {
        return false;
    }
#else
    static_cast<void>(make_hull(polygon.vertices(), polygon.radius()));
#endif
    return true;
}

/// Returns the mass that the shape adds to its body; zero, without computing it, if the body is not dynamic
/// and the mass is surely finite.
MassProperties added_mass(const WorldState& world, std::uint32_t owner, const ShapeGeometry& geometry,
                          float density, float reach) {
    // The mass of a square around the shape, and its inertia about any point inside, are bounds.
    const double across = 1.0 + 2.0 * static_cast<double>(reach);
    const bool is_finite_anyway = static_cast<double>(density) * across * across * across * across < 1e38;
    return is_finite_anyway && !world.stores.bodies.is_dynamic(owner) ? MassProperties{}
                                                                      : compute_mass(geometry, density);
}

void hang_on_body(WorldState& world, std::uint32_t shape, std::uint32_t body) {
    BodyRecord& record = world.stores.bodies.records.edit(body);
    world.stores.shapes.records.edit(shape).next = record.first_shape;
    world.stores.shapes.records.edit(shape).previous = no_index;
    if (record.first_shape != no_index) {
        world.stores.shapes.records.edit(record.first_shape).previous = shape;
    }
    record.first_shape = shape;
}

void take_off_body(WorldState& world, std::uint32_t shape, std::uint32_t body) {
    const ShapeRecord& record = world.stores.shapes.records[shape];
    if (record.previous != no_index) {
        world.stores.shapes.records.edit(record.previous).next = record.next;
    } else {
        world.stores.bodies.records.edit(body).first_shape = record.next;
    }
    if (record.next != no_index) {
        world.stores.shapes.records.edit(record.next).previous = record.previous;
    }
}

void fill_record(WorldState& world, std::uint32_t shape, const ShapeDefinition& definition) {
    ShapeRecord& record = world.stores.shapes.records.edit(shape);
    record.filter = definition.filter;
    world.stores.shapes.set_solver_filter(shape, definition.solver_filter);
    record.contact_events = definition.contact_events;
    record.hit_events = definition.hit_events;
    record.pre_solve = definition.pre_solve;
    record.material = definition.material;
    record.user_data = definition.user_data;
    record.density = definition.density;
    record.sensor = definition.sensor;
    record.sensor_events = definition.sensor_events;
    record.sees_sensors = definition.sees_sensors;
    record.force_events = definition.force_events;
    record.force_threshold = definition.force_threshold;
    if (record.sensor) {
        world.stores.sensors.add(shape_id(world, shape));
    }
    if (record.force_events) {
        world.systems.contact_force_events.add(shape);
    }
}

/// Adds a new shape's mass to its body now, or marks the body's mass as stale.
void add_mass(WorldState& world, std::uint32_t body, const MassProperties& added, bool now) {
    BodyRecord& record = world.stores.bodies.records.edit(body);
    if (added.mass == 0.0f || !world.stores.bodies.is_dynamic(body) || record.own_mass) {
        return;
    }
    if (!now) {
        record.mass_stale = true;
    } else if (record.mass_stale) {
        update_mass(world, body);
    } else {
        set_body_mass(world, body, combine(body_mass(world.stores.bodies, body), added));
    }
}

/// Replaces the geometry of a shape; `custom` is the shape whose outline it is, or null.
void replace_geometry(WorldState& world, std::uint32_t shape, const ShapeGeometry& geometry,
                      const CustomShape* custom) {
    const std::uint32_t owner = world.stores.shapes.cores[shape].body;
    const bool enabled = world.stores.shapes.is_present(shape);
    wake_touching(sleep_context(world), owner);
    destroy_contacts_of_shape(world, shape);
    if (enabled) {
        remove_box(world, shape);
    }
    world.stores.shapes.replace(shape, geometry);
    if (custom != nullptr) {
        world.stores.shapes.customs.set(shape, {*custom});
    }
    if (!world.stores.shapes.records[shape].sensor) {
        world.stores.shapes.record_thickness(shape);
    }
    const BodyMass& mass = world.stores.bodies.masses[owner];
    world.stores.shapes.set_mass_center(shape, Vec2{mass.center_x, mass.center_y});
    drystone::update_mass(world, owner);
    if (enabled) {
        insert_box(world, shape);
    }
}

}  // namespace

float check_form(const char* function, const char* argument, const ShapeGeometry& geometry) {
    const float reach = check_extent(function, argument, geometry);
    const Polygon* const polygon = std::get_if<Polygon>(&geometry);
    if (polygon != nullptr && !has_plain_area(*polygon) && !has_hull(*polygon)) {
        fail(function, argument, "thick enough for its points to have a convex hull",
             static_cast<double>(reach));
    }
    return reach;
}

void check_mass(const char* function, const MassProperties& mass) {
    check_finite(function, "mass of the shape [kg]", mass.mass);
    check_finite(function, "inertia of the shape [kg m^2]", mass.inertia);
}

float check_extent(const char* function, const char* argument, const ShapeGeometry& geometry) {
    check_geometry(geometry, function);
    return with_core(geometry, [&](const ConvexCore& core) {
        const Aabb box = compute_aabb(core, Pose{});
        const float reach = std::max(max_coordinate(abs(box.lower)), max_coordinate(abs(box.upper)));
        if (!(reach <= largest_reach)) {
            fail(function, argument, "within 1e15 m of the origin of its frame", static_cast<double>(reach));
        }
        return reach;
    });
}

void check_shape(const WorldState& world, const char* function, const ShapeDefinition& definition) {
    check_not_negative(function, "density", definition.density);
    check_material(function, definition.material);
    static_cast<void>(checked_direction(function, "one_way", definition.one_way));
    check_not_negative(function, "force_threshold", definition.force_threshold);
    check_not_reading(world, function);
}

std::uint32_t add_shape(WorldState& world, const char* function, std::uint32_t owner, const NewShape& made,
                        const ShapeDefinition& definition) {
    check_mass(function, made.mass);
    const MassProperties& added = made.mass;
    prepare_new_shape(world, owner, definition);
    if (made.custom != nullptr) {
        world.stores.shapes.customs.prepare(world.stores.shapes.slots.upcoming(0));
    }
    const std::uint32_t shape = world.stores.shapes.create(made.geometry, owner);
    const BrokenScope broken(world);
    if (made.custom != nullptr) {
        world.stores.shapes.customs.set(shape, {*made.custom});
    }
    if (world.stores.bodies.types[owner] != BodyType::Static && !definition.sensor) {
        world.stores.shapes.record_thickness(shape);
    }
    fill_record(world, shape, definition);
    world.stores.shapes.records.edit(shape).one_way =
        checked_direction(function, "one_way", definition.one_way);
    hang_on_body(world, shape, owner);
    const BodyMass& mass = world.stores.bodies.masses[owner];
    const Vec2 old_center{mass.center_x, mass.center_y};
    add_mass(world, owner, added, definition.update_mass);
    const Vec2 center{mass.center_x, mass.center_y};
    world.stores.shapes.set_mass_center(shape, center);
    if (world.stores.bodies.records[owner].enabled) {
        insert_box(world, shape);
    }
    if (center != old_center) {
        update_extent(world, owner);
        move_boxes(world, owner);
    } else {
        float& extent = world.stores.bodies.damping_and_sleep.edit(owner).extent;
        extent = std::max(extent, reach_of(world, shape));
    }
    return shape;
}

ShapeId World::create_shape(BodyId body, const ShapeGeometry& geometry, const ShapeDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateShape, body, geometry, definition);
    const char* const function = "World::create_shape";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    const float reach = check_form(function, "geometry", geometry);
    check_shape(world, function, definition);
    const MassProperties mass = added_mass(world, owner, geometry, definition.density, reach);
    const std::uint32_t shape = add_shape(world, function, owner, {geometry, mass}, definition);
    return shape_id(world, shape);
}

void World::destroy_shape(ShapeId shape, bool update_mass) {
    const RecordedCall call(*state_, Operation::DestroyShape, shape, update_mass);
    WorldState& world = *state_;
    const std::uint32_t index = own_shape_index(world, "World::destroy_shape", shape);
    check_not_reading(world, "World::destroy_shape");
    prepare_change(world, world.stores.shapes.cores[index].body);
    const BrokenScope broken(world);
    drop_shape(world, index, update_mass);
}

namespace {

/// Destroys a shape that has no contacts.
void remove_shape(WorldState& world, std::uint32_t index, std::uint32_t owner) {
    if (world.stores.shapes.is_present(index)) {
        remove_box(world, index);
    }
    if (!world.stores.shapes.is_disabled(index)) {
        take_off_body(world, index, owner);
    }
    forget_shape(world, index);
    world.stores.shapes.destroy(index);
}

}  // namespace

void take_back_shapes(WorldState& world, std::span<const std::uint32_t> shapes, bool mass_was_stale) {
    for (std::size_t i = shapes.size(); i-- > 0;) {
        const std::uint32_t owner = world.stores.shapes.cores[shapes[i]].body;
        remove_shape(world, shapes[i], owner);
        world.stores.bodies.records.edit(owner).mass_stale = mass_was_stale;
        update_extent(world, owner);
    }
}

void drop_shape(WorldState& world, std::uint32_t index, bool update_mass) {
    const std::uint32_t owner = world.stores.shapes.cores[index].body;
    wake_touching(sleep_context(world), owner);
    destroy_contacts_of_shape(world, index);
    remove_shape(world, index, owner);
    if (update_mass) {
        drystone::update_mass(world, owner);
    } else {
        world.stores.bodies.records.edit(owner).mass_stale = true;
        update_extent(world, owner);
    }
}

void drop_shapes(WorldState& world, std::uint32_t body, std::span<const std::uint32_t> shapes,
                 const ContactsOfShapes& contacts) {
    wake_touching(sleep_context(world), body);
    for (const std::uint32_t contact : contacts.all()) {
        destroy_contact(contact_context(world), contact, world.events.contacts.pending_ends);
    }
    for (const std::uint32_t shape : shapes) {
        remove_shape(world, shape, body);
    }
    drystone::update_mass(world, body);
}

void ShapeRef::set_geometry(const ShapeGeometry& geometry) const {
    const RecordedCall call(*state_, Operation::SetGeometry, id_, geometry);
    const char* const function = "ShapeRef::set_geometry";
    WorldState& world = *state_;
    const std::uint32_t index = own_shape_index(world, function, id_);
    static_cast<void>(check_form(function, "geometry", geometry));
    check_mass(function, compute_mass(geometry, world.stores.shapes.records[index].density));
    check_not_reading(world, function);
    prepare_change(world, world.stores.shapes.cores[index].body);
    world.systems.broad_phase.tree(world.stores.bodies.types[world.stores.shapes.cores[index].body])
        .prepare_insertions(1);
    world.stores.shapes.prepare_replacement(geometry);
    const BrokenScope broken(world);
    replace_geometry(world, index, geometry, nullptr);
}

void ShapeRef::set_geometry(const CustomShape& geometry) const {
    const RecordedCall call(*state_, Operation::SetCustomGeometry, id_, geometry);
    const char* const function = "ShapeRef::set_geometry";
    WorldState& world = *state_;
    const std::uint32_t index = own_shape_index(world, function, id_);
    const ShapeGeometry outline = checked_outline(function, "geometry", geometry);
    check_mass(function, geometry.mass(world.stores.shapes.records[index].density));
    check_not_reading(world, function);
    prepare_change(world, world.stores.shapes.cores[index].body);
    world.stores.shapes.customs.prepare(index);
    world.systems.broad_phase.tree(world.stores.bodies.types[world.stores.shapes.cores[index].body])
        .prepare_insertions(1);
    world.stores.shapes.prepare_replacement(outline);
    const BrokenScope broken(world);
    replace_geometry(world, index, outline, &geometry);
}

bool ConstShapeRef::is_enabled() const {
    return !state_->stores.shapes.is_disabled(shape_index(*state_, "ShapeRef::is_enabled", id_));
}

void ShapeRef::set_enabled(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetShapeEnabled, id_, enabled);
    const char* const function = "ShapeRef::set_enabled";
    WorldState& world = *state_;
    const std::uint32_t index = own_shape_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, world.stores.shapes.cores[index].body);
    prepare_room(world.stores.shapes.disabled, 1);
    world.systems.broad_phase.tree(world.stores.bodies.types[world.stores.shapes.cores[index].body])
        .prepare_insertions(1);
    const BrokenScope broken(world);
    std::vector<std::uint32_t>& disabled = world.stores.shapes.disabled;
    const auto place = std::lower_bound(disabled.begin(), disabled.end(), index);
    if (enabled == !world.stores.shapes.is_disabled(index)) {
        return;
    }
    const std::uint32_t owner = world.stores.shapes.cores[index].body;
    wake_touching(sleep_context(world), owner);
    if (enabled) {
        disabled.erase(place);
        hang_on_body(world, index, owner);
    } else {
        destroy_contacts_of_shape(world, index);
        if (world.stores.shapes.is_present(index)) {
            remove_box(world, index);
        }
        take_off_body(world, index, owner);
        disabled.insert(place, index);
    }
    ++world.stores.shapes.version;
    drystone::update_mass(world, owner);
    if (enabled) {
        // The centre of mass may have moved while the shape was disabled.
        const BodyMass& mass = world.stores.bodies.masses[owner];
        world.stores.shapes.set_mass_center(index, Vec2{mass.center_x, mass.center_y});
        if (world.stores.bodies.records[owner].enabled) {
            insert_box(world, index);
        }
    }
}

void ShapeRef::set_density(float density, bool update_mass) const {
    const RecordedCall call(*state_, Operation::SetDensity, id_, density, update_mass);
    const char* const function = "ShapeRef::set_density";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, id_);
    check_not_negative(function, "density", density);
    check_mass(function, world.stores.shapes.mass(index, density));
    check_not_reading(world, function);
    prepare_change(world, world.stores.shapes.cores[index].body);
    const BrokenScope broken(world);
    const std::uint32_t owner = world.stores.shapes.cores[index].body;
    world.stores.shapes.records.edit(index).density = density;
    if (update_mass) {
        wake_touching(sleep_context(world), owner);
        drystone::update_mass(world, owner);
    } else {
        world.stores.bodies.records.edit(owner).mass_stale = true;
    }
}

ShapeGeometry ConstShapeRef::geometry() const {
    return state_->stores.shapes.geometry(shape_index(*state_, "ShapeRef::geometry", id_));
}

Aabb ConstShapeRef::fat_aabb() const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::fat_aabb", id_);
    const std::uint32_t owner = state_->stores.shapes.cores[index].body;
    if (!state_->stores.shapes.is_present(index)) {
        return with_margin(tight_box(*state_, index));
    }
    return state_->systems.broad_phase.tree(state_->stores.bodies.types[owner])
        .box(state_->stores.shapes.proxies[index]);
}

}  // namespace drystone
