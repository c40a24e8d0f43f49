#include <drystone/world.h>

#include "core/called_function.h"
#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/check_form.h"
#include "world/shapes/shape_boxes.h"

namespace drystone {

Polygon checked_outline(const char* function, const char* argument, const CustomShape& shape) {
    const Polygon outline = in_name_of(function, [&] { return shape.polygon(); });
    static_cast<void>(check_form(function, argument, outline));
    return outline;
}

ShapeId World::create_shape(BodyId body, const CustomShape& shape, const ShapeDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateCustomShape, body, shape, definition);
    const char* const function = "World::create_shape";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    check_shape(world, function, definition);
    const ShapeGeometry outline = checked_outline(function, "shape", shape);
    const std::uint32_t slot =
        add_shape(world, function, owner, {outline, shape.mass(definition.density), &shape}, definition);
    return shape_id(world, slot);
}

std::optional<CustomShape> ConstShapeRef::custom_shape() const {
    const CustomRecord* const record =
        state_->stores.shapes.customs.find(shape_index(*state_, "ShapeRef::custom_shape", id_));
    return record == nullptr ? std::nullopt : record->shape;
}

namespace {

/// Checks the pieces of one shape; returns their masses.
std::vector<MassProperties> check_pieces(const char* function, const char* argument,
                                         std::span<const Polygon> pieces, float density) {
    std::vector<MassProperties> masses;
    for (const Polygon& piece : pieces) {
        static_cast<void>(check_form(function, argument, piece));
        masses.push_back(compute_mass(piece, density));
        check_mass(function, masses.back());
    }
    return masses;
}

/// Adds pieces over whose common edges bodies slide without bumps.
std::vector<ShapeId> add_pieces(WorldState& world, const char* function, std::uint32_t owner,
                                std::span<const Polygon> pieces, std::span<const MassProperties> masses,
                                const ShapeDefinition& definition) {
    std::vector<ShapeId> result;
    result.reserve(pieces.size());
    std::vector<std::uint32_t> made;
    made.reserve(pieces.size());
    // Each is marked twice, and once more where it is taken back.
    world.systems.internal_edge_changes.prepare(3 * pieces.size());
    Undo undo([&, was_stale = world.stores.bodies.records[owner].mass_stale] {
        take_back_shapes(world, made, was_stale);
    });
    const std::uint32_t number = world.stores.shapes.outline_count;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        ShapeDefinition own = definition;
        // The last piece updates the body's mass, once for all pieces.
        own.update_mass = definition.update_mass && i + 1 == pieces.size();
        const ShapeGeometry geometry = pieces[i];
        world.stores.shapes.outlines.prepare(world.stores.shapes.slots.upcoming(0));
        const std::uint32_t shape = add_shape(world, function, owner, {geometry, masses[i]}, own);
        made.push_back(shape);
        world.stores.shapes.outlines.set(shape, number);
        mark_internal_edges_dirty(world, shape);
        result.push_back(shape_id(world, shape));
    }
    ++world.stores.shapes.outline_count;
    undo.keep();
    return result;
}

}  // namespace

std::vector<ShapeId> World::create_outline(BodyId body, std::span<const Vec2> outline,
                                           std::span<const std::vector<Vec2>> holes,
                                           const ShapeDefinition& definition,
                                           const PolygonsOptions& options) {
    const RecordedCall call(*state_, Operation::CreateOutline, body, outline, holes, definition, options);
    const char* const function = "World::create_outline";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    check_shape(world, function, definition);
    const std::vector<Polygon> pieces =
        in_name_of(function, [&] { return make_polygons(outline, holes, options); });
    const std::vector<MassProperties> masses =
        check_pieces(function, "outline with its radius", pieces, definition.density);
    return add_pieces(world, function, owner, pieces, masses, definition);
}

std::vector<ShapeId> World::create_pieces(BodyId body, std::span<const Polygon> pieces,
                                          const ShapeDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreatePieces, body, pieces, definition);
    const char* const function = "World::create_pieces";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    check_shape(world, function, definition);
    if (pieces.empty()) {
        fail(function, "pieces", "at least one", 0.0);
    }
    const std::vector<MassProperties> masses = check_pieces(function, "pieces", pieces, definition.density);
    return add_pieces(world, function, owner, pieces, masses, definition);
}

std::optional<std::uint32_t> ConstShapeRef::outline() const {
    const std::uint32_t* const number =
        state_->stores.shapes.outlines.find(shape_index(*state_, "ShapeRef::outline", id_));
    return number == nullptr ? std::nullopt : std::optional(*number);
}

}  // namespace drystone
