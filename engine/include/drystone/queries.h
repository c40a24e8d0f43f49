#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// What a query may find: shapes whose category is in the mask and whose mask holds the query's category.
struct QueryFilter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
};

/// A ray from `origin` to `origin + translation` [m].
struct RayCast {
    Vec2 origin{0.0f, 0.0f};
    Vec2 translation{0.0f, 0.0f};
    QueryFilter filter{};
};

struct RayHit {
    ShapeId shape;
    /// Where the ray meets the surface [m].
    Vec2 point{0.0f, 0.0f};
    /// Of the surface there, of unit length.
    Vec2 normal{0.0f, 0.0f};
    /// Part of the translation that was covered, in [0, 1].
    float fraction = 0.0f;
};

}  // namespace drystone
