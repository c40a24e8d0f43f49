#include "world/save/saved_fields.h"

#include <drystone/collision/shapes.h>

#include <type_traits>
#include <variant>

namespace drystone {

SavedRegion save_geometry(const ShapeGeometry& geometry) {
    return std::visit(
        [](const auto& shape) -> SavedRegion {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Polygon>) {
                return PolygonOutline{{shape.vertices().begin(), shape.vertices().end()}, shape.radius()};
            } else {
                return shape;
            }
        },
        geometry);
}

ShapeGeometry restore_geometry(const SavedRegion& saved) {
    return std::visit(
        [](const auto& shape) -> ShapeGeometry {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, PolygonOutline>) {
                return detail::SavedPolygon::restore(shape.vertices, shape.radius);
            } else {
                return shape;
            }
        },
        saved);
}

SavedField save_definition(const FieldDefinition& definition) {
    SavedField saved;
    saved.kind = definition.kind;
    if (definition.region) {
        saved.region = save_geometry(*definition.region);
    }
    saved.pose = definition.pose;
    saved.body = definition.body;
    saved.category = definition.category;
    saved.mask = definition.mask;
    saved.enabled = definition.enabled;
    saved.user_data = definition.user_data;
    return saved;
}

FieldDefinition restore_definition(const SavedField& saved) {
    FieldDefinition definition;
    definition.kind = saved.kind;
    if (saved.region) {
        definition.region = restore_geometry(*saved.region);
    }
    definition.pose = saved.pose;
    definition.body = saved.body;
    definition.category = saved.category;
    definition.mask = saved.mask;
    definition.enabled = saved.enabled;
    definition.user_data = saved.user_data;
    return definition;
}

}  // namespace drystone
