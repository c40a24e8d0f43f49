#pragma once

#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// How a surface behaves in contact.
struct Material {
    /// Coulomb's coefficient, >= 0; a pair uses the geometric mean.
    float friction = 0.6f;
    /// Part of the approach speed that comes back, in [0, 1]; a pair uses the greater one.
    float restitution = 0.0f;
};

/// Which shapes meet. Two shapes collide when each one's mask holds the other's category.
struct Filter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    /// Shapes of the same group: positive, they always collide; negative, never; zero, as the masks say.
    std::int32_t group = 0;

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// What a shape is made with. Every member has a default.
struct ShapeDefinition {
    /// [kg/m^2], >= 0. Zero adds no mass.
    float density = 1.0f;
    Material material{};
    Filter filter{};
    /// Reports impacts of this shape, see `ContactHit`.
    bool hit_events = false;
    std::uint64_t user_data = 0;
};

}  // namespace drystone
