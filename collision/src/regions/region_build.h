#pragma once

#include "regions/edge_soup.h"
#include "regions/region_graph.h"
#include "regions/region_rule.h"

#include <drystone/collision/regions.h>

namespace drystone::detail {

/// Builds regions from loops.
struct RegionAccess {
    static const std::vector<Vec2>& points(const Region& region) { return region.points_; }
    static const std::vector<int>& starts(const Region& region) { return region.starts_; }
    static std::span<const Vec2> loop(const Region& region, int number) { return region.loop(number); }
    static bool has_touching(const Region& region) { return region.has_touching_; }
    /// Appends all loops to a soup.
    static void append(const Region& region, EdgeSoup& soup);
    /// Adds an outline, the first loop, with holes.
    static void add_part(Region& region, std::span<const std::span<const Vec2>> loops);
    static void set_touching(Region& region, bool has_touching) { region.has_touching_ = has_touching; }
};

/// Returns the inside of the loops of both operands. `is_simple`: an operand is a region in which no loops
/// touch, or nothing.
Region build_region(const EdgeSoup& soup, bool is_a_simple, bool is_b_simple, const RegionRule& rule);

/// Returns the union of regions, joined in pairs, so that none is copied often.
Region unite_all(std::vector<Region> regions);

/// Returns the outlines and holes of loops that do not touch themselves. Leaves out those that would not be
/// valid. `is_simple`: points at which no edges met are on no straight edge.
Region collect_parts(const BorderLoops& loops, double unit, bool is_simple);

/// Returns twice the area of a loop [m^2].
double twice_loop_area(std::span<const Vec2> loop);

}  // namespace drystone::detail
