#include "world/create.h"

#include <drystone/error.h>

#include <ranges>

namespace drystone::scene {
namespace {

template <class Id>
Id find(const std::map<std::string, Id, std::less<>>& names, std::string_view name, const char* function) {
    const auto at = names.find(name);
    if (at == names.end()) {
        fail(function, "name", "that of something in the scene", name);
    }
    return at->second;
}

/// Destroys what was created, the last first.
void destroy(World& world, const Loaded& loaded) {
    for (const FieldId field : loaded.fields | std::views::reverse) {
        world.destroy_field(field);
    }
    for (const JointId joint : loaded.joints | std::views::reverse) {
        if (world.is_valid(joint)) {  // Gears go with their joints.
            world.destroy_joint(joint);
        }
    }
    for (const LoadedBody& body : loaded.bodies | std::views::reverse) {
        world.destroy_body(body.body);
    }
    for (const TileGridId grid : loaded.tile_grids | std::views::reverse) {
        world.destroy_tile_grid(grid);
    }
}

}  // namespace

BodyId Loaded::body(std::string_view name) const { return find(bodies_by_name, name, "Loaded::body"); }
ShapeId Loaded::shape(std::string_view name) const { return find(shapes_by_name, name, "Loaded::shape"); }
ChainId Loaded::chain(std::string_view name) const { return find(chains_by_name, name, "Loaded::chain"); }
JointId Loaded::joint(std::string_view name) const { return find(joints_by_name, name, "Loaded::joint"); }
FieldId Loaded::field(std::string_view name) const { return find(fields_by_name, name, "Loaded::field"); }
TileGridId Loaded::tile_grid(std::string_view name) const {
    return find(tile_grids_by_name, name, "Loaded::tile_grid");
}

Loaded load(World& world, const Description& description, const LoadOptions& options) {
    if (!is_finite(options.position)) {
        fail("load: position must be finite");
    }
    if (!(options.angle - options.angle == 0.0f)) {
        fail("load", "angle", "finite", static_cast<double>(options.angle));
    }
    WorldDefinition base = world.definition();
    base.threads = 1;
    base.body_capacity = base.shape_capacity = base.contact_capacity = 0;
    if (const std::optional<FailedCreation> failure = try_out(description, options, base)) {
        fail(std::string("load: ").append(path_of(failure->at)).append(": ").append(failure->message));
    }
    Loaded loaded;
    Creation at;
    try {
        create_all(world, description, options, loaded, at);
    } catch (...) {
        destroy(world, loaded);
        throw;
    }
    return loaded;
}

Annotations annotate(const Description& description, const Loaded& loaded) {
    Annotations notes;
    notes.materials = description.materials;
    notes.properties = description.properties;
    for (std::size_t b = 0; b < loaded.bodies.size(); ++b) {
        const BodyEntry& body = description.bodies[b];
        notes.bodies[loaded.bodies[b].body] = body.properties;
        for (std::size_t i = 0; i < body.shapes.size(); ++i) {
            const ShapeEntry& entry = body.shapes[i];
            for (const ShapeId shape : loaded.bodies[b].shapes[i]) {
                notes.shapes[shape] = {entry.name, entry.properties};
                if (const auto* const custom = std::get_if<NamedCustomShape>(&entry.geometry)) {
                    notes.custom_shapes[shape] = custom->custom;
                }
            }
        }
        for (std::size_t i = 0; i < body.chains.size(); ++i) {
            notes.chains[loaded.bodies[b].chains[i]] = {body.chains[i].name, body.chains[i].properties};
        }
    }
    for (std::size_t i = 0; i < loaded.tile_grids.size(); ++i) {
        const TileGridEntry& entry = description.tile_grids[i];
        notes.tile_grids[loaded.tile_grids[i]] = {entry.name, entry.properties};
    }
    for (std::size_t i = 0; i < loaded.joints.size(); ++i) {
        notes.joints[loaded.joints[i]] = {description.joints[i].name, description.joints[i].properties};
    }
    for (std::size_t i = 0; i < loaded.fields.size(); ++i) {
        notes.fields[loaded.fields[i]] = {description.fields[i].name, description.fields[i].properties};
    }
    return notes;
}

}  // namespace drystone::scene
