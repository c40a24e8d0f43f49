#pragma once

#include <drystone/collision/vec2.h>

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone::scene {

/// Point in whole units of a fine grid, so that unions are exact.
struct GridPoint {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend auto operator<=>(const GridPoint&, const GridPoint&) = default;
};
using GridLine = std::vector<GridPoint>;

/// Largest coordinate that `merge_areas` takes.
inline constexpr std::int32_t largest_grid_coordinate = 1 << 28;

/// Outline of a union: counter-clockwise; its holes are clockwise.
struct MergedOutline {
    std::vector<Vec2d> points;
    std::vector<std::vector<Vec2d>> holes;
};

/// Returns the outlines of the union of polygons of either orientation, without points in the middle of
/// straight edges. No outline touches itself, another one or its holes: where corners meet in one point, all
/// but one of them are cut by `cut`, or by a quarter of a shorter edge. Intersections of slanted edges are
/// rounded to the grid. Order: by the leftmost point of each outline. Cost: about O(n log n) for n edges.
std::vector<MergedOutline> merge_areas(std::span<const GridLine> areas, double cut);

/// A line of points; a loop's last point is joined to the first.
struct MergedLine {
    GridLine points;
    bool is_loop = false;
};

/// Joins lines whose ends meet two by two, in either direction. Lines without length are dropped.
std::vector<MergedLine> merge_lines(std::span<const GridLine> lines);

}  // namespace drystone::scene
