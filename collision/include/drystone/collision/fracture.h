#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/regions.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Cells around random points: what is broken by a blow, as stone.
struct VoronoiPattern {
    int cells = 20;  ///< Number of points over the box of the region, 1 to 100,000.
    std::optional<Vec2>
        focus{};  ///< Point where the cells are smallest [m]; otherwise the middle of the box.
    /// Spread of the points about the focus, > 0 to 1: 1 is even; at 0.3, half of the points are within half
    /// of their even distances from the focus.
    float spread = 1.0f;
    std::uint32_t seed = 1;  ///< Other seeds give other cells.
};

/// Rows of bricks, each shifted against the one below.
struct BrickPattern {
    Vec2 size{0.5f, 0.25f};   ///< Length and height of a brick, > 0 [m].
    float shift = 0.5f;       ///< Shift of a row against the one below, as part of a length.
    Vec2 origin{0.0f, 0.0f};  ///< A corner of a brick [m].
    float angle = 0.0f;       ///< Angle of the rows [rad].
};

/// Rays from a point, and rings across them: a pane of glass that something has hit.
struct GlassPattern {
    std::optional<Vec2> focus{};  ///< Point where the rays start [m]; otherwise the middle of the box.
    int rays = 12;                ///< Number of rays, 5 to 1,000.
    int rings = 5;                ///< Number of rings that reach the farthest point, 1 to 1,000.
    float irregularity = 0.5f;    ///< Random part of directions and distances, 0 to 1.
    std::uint32_t seed = 1;       ///< Other seeds give other rays.
};

/// Breaks a region into the cells of a pattern: the parts of each cell within it, one cell after another.
///
/// Cells are clipped to the outlines and their holes, so that the parts cover the region once, up to rounding
/// (1e-6 of its size). Parts of neighbours share their points. They are valid for `World::create_outline`.
/// The same pattern gives the same parts on every machine.
///
/// Throws `Error` for values out of their ranges. Cost: that of an `intersect` for each cell; the cells of a
/// Voronoi pattern take O(n^1.5) besides.
DRYSTONE_COLLISION_API std::vector<Outline> fracture(const Region& region, const VoronoiPattern& pattern);
/// Breaks a region into bricks; of at most a million that its box holds.
DRYSTONE_COLLISION_API std::vector<Outline> fracture(const Region& region, const BrickPattern& pattern);
/// Breaks a region into shards of glass.
DRYSTONE_COLLISION_API std::vector<Outline> fracture(const Region& region, const GlassPattern& pattern);
/// Breaks a region into cells of your own. What is in none of them is not in the result.
DRYSTONE_COLLISION_API std::vector<Outline> fracture(const Region& region, std::span<const Outline> cells);

}  // namespace drystone
