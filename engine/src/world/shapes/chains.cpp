#include <drystone/world.h>

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_lifecycle.h"
#include "core/called_function.h"
#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drystone {

namespace {

void check_reach(const char* function, const char* argument, const Vec2& point) {
    if (!(max_coordinate(abs(point)) <= largest_reach)) {
        fail(function, argument, "within 1e15 m of the body's origin", describe(point));
    }
}

void check_reach(const char* function, const Chain& chain) {
    for (const Vec2& point : chain.points()) {
        check_reach(function, "points", point);
    }
    // Those of a loop are its points.
    check_reach(function, "ghost_before", chain.segment(0).ghost_before.value_or(Vec2{}));
    check_reach(function, "ghost_after",
                chain.segment(chain.segment_count() - 1).ghost_after.value_or(Vec2{}));
}

Chain checked_chain(const char* function, const ChainDefinition& definition) {
    Chain chain = in_name_of(function, [&] {
        return make_chain(definition.points, {definition.is_loop, definition.sides, definition.ghost_before,
                                              definition.ghost_after});
    });
    check_reach(function, chain);
    const std::size_t count = definition.materials.size();
    if (count > 1 && count != static_cast<std::size_t>(chain.segment_count())) {
        fail(function, "materials", "none, one, or one for each segment", static_cast<double>(count));
    }
    for (const Material& material : definition.materials) {
        check_material(function, material);
    }
    return chain;
}

Material material_of(const ChainDefinition& definition, std::size_t segment) {
    const std::vector<Material>& all = definition.materials;
    return all.empty() ? Material{} : all[all.size() == 1 ? 0 : segment];
}

/// Returns the chain segment of a shape.
const ChainSegment& segment_of(const WorldState& world, std::uint32_t shape) {
    return world.stores.shapes.given_segments.find(shape)->segment;
}

/// Returns segment i of a chain as it is stored.
GivenSegment given_segment(const Chain& chain, int i) {
    const ChainSegment segment = chain.segment(i);
    const bool begins = !chain.is_loop() && i == 0;
    const bool ends = !chain.is_loop() && i + 1 == chain.segment_count();
    return {segment, begins && segment.ghost_before, ends && segment.ghost_after};
}

/// Returns the edge of a segment without neighbours other than those of the chain.
InternalEdges edge_of(const GivenSegment& given) { return {{ActiveEdge{given.segment, 0}}, 0, {}}; }

void set_segment(ShapeStore& shapes, std::uint32_t shape, const GivenSegment& given) {
    shapes.given_segments.set(shape, given);
    shapes.internal_edges.set(shape, edge_of(given));
}

/// A segment that changes.
struct ChangedSegment {
    std::uint32_t shape = no_index;
    GivenSegment given;
    InternalEdges edge;
};

/// Returns the settings of a chain; an open chain has the user's ghosts.
ChainSettings settings_of(const WorldState& world, const ChainRecord& record) {
    const ChainSegment& first = segment_of(world, record.shapes.front());
    ChainSettings settings{.is_loop = record.is_loop, .sides = first.sides};
    if (!record.is_loop) {
        settings.ghost_before = first.ghost_before;
        settings.ghost_after = segment_of(world, record.shapes.back()).ghost_after;
    }
    return settings;
}

std::vector<Vec2> points_of(const WorldState& world, const ChainRecord& record) {
    std::vector<Vec2> points;
    points.reserve(record.shapes.size() + 1);
    for (const std::uint32_t shape : record.shapes) {
        points.push_back(segment_of(world, shape).a);
    }
    if (!record.is_loop) {
        points.push_back(segment_of(world, record.shapes.back()).b);
    }
    return points;
}

bool is_same(const ChainSegment& a, const ChainSegment& b) {
    return a.a == b.a && a.b == b.b && a.ghost_before == b.ghost_before && a.ghost_after == b.ghost_after &&
           a.sides == b.sides;
}

void check_kept(const char* function, const ChainRecord& record, const Chain& geometry) {
    if (geometry.is_loop() != record.is_loop) {
        fail(function, "geometry", record.is_loop ? "a loop, as the chain is" : "open, as the chain is",
             geometry.is_loop() ? "a loop" : "an open chain");
    }
    if (geometry.segment_count() != static_cast<int>(record.shapes.size())) {
        fail(function, "points",
             std::string("as many as the chain has: ")
                 .append(std::to_string(record.shapes.size() + (record.is_loop ? 0 : 1)))
                 .c_str(),
             static_cast<double>(geometry.points().size()));
    }
}

/// Writes the segment to all arrays, and updates its box in the trees.
void write_segment(WorldState& world, ChangedSegment& changed) {
    ShapeStore& shapes = world.stores.shapes;
    const std::uint32_t shape = changed.shape;
    const GivenSegment& given = changed.given;
    const bool present = shapes.is_present(shape);
    if (present) {
        mark_internal_edges_dirty(world, shape);
    }
    const SmallCore core = make_core(given.segment);
    for (std::uint32_t i = 0; i < 2; ++i) {
        shapes.points.edit(shapes.cores[shape].first_point + i) = core.points[i];
        shapes.normals.edit(shapes.cores[shape].first_point + i) = core.normals[i];
    }
    shapes.given_segments.set(shape, given);
    shapes.internal_edges.set(shape, std::move(changed.edge));
    const BodyMass& mass = world.stores.bodies.masses[shapes.cores[shape].body];
    shapes.set_mass_center(shape, Vec2{mass.center_x, mass.center_y});
    if (present) {
        mark_internal_edges_dirty(world, shape);
        move_box(world, shape);
    }
}

void replace_geometry(WorldState& world, const ChainRecord& record, const Chain& geometry) {
    std::vector<ChangedSegment> segments;
    std::vector<std::uint32_t> changed;
    for (std::size_t i = 0; i < record.shapes.size(); ++i) {
        const GivenSegment given = given_segment(geometry, static_cast<int>(i));
        if (!is_same(given.segment, segment_of(world, record.shapes[i]))) {
            segments.push_back({record.shapes[i], given, edge_of(given)});
            changed.push_back(record.shapes[i]);
        }
    }
    if (changed.empty()) {
        return;
    }
    prepare_change(world, record.body);
    const BrokenScope broken(world);
    for (ChangedSegment& segment : segments) {
        write_segment(world, segment);
    }
    ++world.stores.shapes.version;
    sort_items(changed.begin(), changed.end());
    recheck_contacts_of_shapes(world, record.body, changed);
    update_extent(world, record.body);
}

}  // namespace

ChainId World::create_chain(BodyId body, const ChainDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateChain, body, definition);
    const char* const function = "World::create_chain";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    const Chain chain = checked_chain(function, definition);
    check_not_reading(world, function);
    std::vector<std::uint32_t> shapes;
    shapes.reserve(static_cast<std::size_t>(chain.segment_count()));
    std::vector<std::uint32_t> made;
    made.reserve(shapes.capacity());
    // Each is marked once, and once more where it is taken back.
    world.systems.internal_edge_changes.prepare(2 * shapes.capacity());
    Undo undo([&, was_stale = world.stores.bodies.records[owner].mass_stale] {
        take_back_shapes(world, made, was_stale);
    });
    world.stores.chains.prepare();
    for (int i = 0; i < chain.segment_count(); ++i) {
        const GivenSegment given = given_segment(chain, i);
        const ShapeDefinition surface{.density = 0.0f,
                                      .material = material_of(definition, static_cast<std::size_t>(i)),
                                      .filter = definition.filter,
                                      .contact_events = definition.contact_events,
                                      .hit_events = definition.hit_events,
                                      .user_data = definition.user_data};
        const ShapeId shape = create_shape(body, Segment{given.segment.a, given.segment.b}, surface);
        shapes.push_back(shape.index1 - 1);
        made.push_back(shapes.back());
        set_segment(world.stores.shapes, shapes.back(), given);
        world.stores.chains.of_shape.prepare(shapes.back(), shapes.size());
    }
    world.systems.internal_edge_changes.prepare(1);
    undo.keep();
    const BrokenScope broken(world);
    if (world.stores.bodies.is_dynamic(owner)) {
        mark_internal_edges_dirty(world, shapes.front());
    }
    const std::uint32_t index = world.stores.chains.create(owner, std::move(shapes), definition.is_loop);
    return world.stores.chains.slots.handle<ChainId>(index, world.number);
}

void World::destroy_chain(ChainId chain) {
    const RecordedCall call(*state_, Operation::DestroyChain, chain);
    WorldState& world = *state_;
    const std::uint32_t index = chain_index(world, "World::destroy_chain", chain);
    check_not_reading(world, "World::destroy_chain");
    prepare_change(world, world.stores.chains.records[index].body);
    const std::uint32_t body = world.stores.chains.records[index].body;
    const std::vector<std::uint32_t> shapes = world.stores.chains.records[index].shapes;
    const ContactsOfShapes contacts(world, body, shapes);
    const BrokenScope broken(world);
    world.stores.chains.destroy(index);
    drop_shapes(world, body, shapes, contacts);
}

void ChainRef::set_material(const Material& material) const {
    const RecordedCall call(*state_, Operation::SetChainMaterial, id_, material);
    const char* const function = "ChainRef::set_material";
    WorldState& world = *state_;
    const std::uint32_t index = chain_index(world, function, id_);
    check_material(function, material);
    check_not_stepping(world, function);
    replace_materials(world, world.stores.chains.records[index].shapes, material);
}

ChainDefinition ConstChainRef::definition() const {
    const WorldState& world = *state_;
    const ChainRecord& record = world.stores.chains.records[chain_index(world, "ChainRef::definition", id_)];
    const ChainSettings settings = settings_of(world, record);
    const ShapeRecord& first = world.stores.shapes.records[record.shapes.front()];
    ChainDefinition definition{.points = points_of(world, record),
                               .is_loop = record.is_loop,
                               .sides = settings.sides,
                               .ghost_before = settings.ghost_before,
                               .ghost_after = settings.ghost_after,
                               .filter = first.filter,
                               .contact_events = first.contact_events,
                               .hit_events = first.hit_events,
                               .user_data = first.user_data};
    for (const std::uint32_t shape : record.shapes) {
        definition.materials.push_back(world.stores.shapes.records[shape].material);
    }
    return definition;
}

Chain ConstChainRef::geometry() const {
    const WorldState& world = *state_;
    const ChainRecord& record = world.stores.chains.records[chain_index(world, "ChainRef::geometry", id_)];
    return make_chain(points_of(world, record), settings_of(world, record));
}

void ChainRef::set_geometry(const Chain& geometry) const {
    const RecordedCall call(*state_, Operation::SetChainGeometry, id_, geometry);
    const char* const function = "ChainRef::set_geometry";
    WorldState& world = *state_;
    const ChainRecord& record = world.stores.chains.records[chain_index(world, function, id_)];
    check_kept(function, record, geometry);
    check_reach(function, geometry);
    check_not_reading(world, function);
    replace_geometry(world, record, geometry);
}

void ChainRef::set_points(std::span<const Vec2> points) const {
    const RecordedCall call(*state_, Operation::SetChainPoints, id_, points);
    const char* const function = "ChainRef::set_points";
    WorldState& world = *state_;
    const ChainRecord& record = world.stores.chains.records[chain_index(world, function, id_)];
    const Chain geometry =
        in_name_of(function, [&] { return make_chain(points, settings_of(world, record)); });
    check_kept(function, record, geometry);
    check_reach(function, geometry);
    check_not_reading(world, function);
    replace_geometry(world, record, geometry);
}

}  // namespace drystone
