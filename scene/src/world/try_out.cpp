#include "world/create.h"

#include <drystone/error.h>

namespace drystone::scene {
namespace {

/// Checks the materials that have names, also those that nothing uses.
void try_materials(World& world, const Description& description, Creation& at) {
    if (description.materials.empty()) {
        return;
    }
    const ShapeRef shape = world[world.create_shape(world.create_body(), Circle{})];
    std::size_t index = 0;
    for (const auto& [name, material] : description.materials) {
        at = {Creation::Kind::Material, index++};
        shape.set_material(material);
    }
}

/// Returns options with something in place of custom shapes.
LoadOptions options_with_any_shapes(const Description& description) {
    LoadOptions options;
    for (const BodyEntry& body : description.bodies) {
        for (const ShapeEntry& shape : body.shapes) {
            if (const auto* const custom = std::get_if<NamedCustomShape>(&shape.geometry)) {
                options.custom_shapes.emplace(custom->custom, CustomShape(make_box(0.5f, 0.5f)));
            }
        }
    }
    return options;
}

}  // namespace

std::string path_of(const Creation& at) {
    constexpr const char* lists[] = {"settings", "materials", "tile_grids",
                                     "bodies",   "bodies",    "bodies",
                                     "joints",   "fields",    "disabled_collisions"};
    std::string path = lists[static_cast<std::size_t>(at.kind)];
    if (at.kind == Creation::Kind::Settings) {
        return path;
    }
    path.append("[").append(std::to_string(at.index)).append("]");
    if (at.kind == Creation::Kind::Shape || at.kind == Creation::Kind::Chain) {
        path.append(at.kind == Creation::Kind::Shape ? ".shapes[" : ".chains[");
        path.append(std::to_string(at.part)).append("]");
    }
    return path;
}

std::optional<FailedCreation> try_out(const Description& description, const LoadOptions& options,
                                      const WorldDefinition& base) {
    Creation at;
    try {
        World world(base);
        try_materials(world, description, at);
        try_all(world, description, options, at);
    } catch (const Error& error) {
        return FailedCreation{at, error.what()};
    }
    return std::nullopt;
}

std::optional<FailedCreation> try_out(const Description& description) {
    return try_out(description, options_with_any_shapes(description), description.settings);
}

std::vector<FailedCreation> try_out_all(const Description& description) {
    std::vector<FailedCreation> failures;
    const LoadOptions options = options_with_any_shapes(description);
    Creation at;
    try {
        World world(description.settings);
        try_materials(world, description, at);
        try_each(world, description, options, at, failures);
    } catch (const Error& error) {
        failures.push_back({at, error.what()});
    }
    return failures;
}

}  // namespace drystone::scene
