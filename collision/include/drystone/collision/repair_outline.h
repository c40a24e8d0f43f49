#pragma once

#include <drystone/collision/decomposition.h>
#include <drystone/collision/export.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Rule for the points inside of an outline that crosses itself, by the number of times that it winds around
/// them: counter-clockwise turns less clockwise ones.
enum class FillRule : std::uint8_t {
    NonZero,  ///< Points around which it winds at all: parts that overlap are one.
    EvenOdd,  ///< Points around which it winds an odd number of times: parts that overlap are empty.
};

/// Simple outlines with the inside of one that crosses itself. They do not overlap; two of them may touch in
/// points.
struct OutlineRepair {
    /// Fault of the outline that was given; `DecompositionStatus::Ok` if there was nothing to repair.
    OutlineFault fault;
    std::vector<Vec2> points;    ///< Points of all loops in sequence [m].
    std::vector<int> starts{0};  ///< Loop i has the points [starts[i], starts[i + 1]).
    /// Outline i has the loops [firsts[i], firsts[i + 1]): itself, then its holes.
    std::vector<int> firsts{0};
    double dropped_area = 0.0;    ///< Area of parts that are too thin for an outline [m^2].
    bool is_too_complex = false;  ///< True if there are no outlines, as it crosses itself too often.

    /// Returns the number of outlines.
    [[nodiscard]] int size() const { return static_cast<int>(firsts.size()) - 1; }
    /// Returns the points of an outline, counter-clockwise [m].
    [[nodiscard]] std::span<const Vec2> outline(int i) const {
        return loop(firsts[static_cast<std::size_t>(i)]);
    }
    /// Returns the number of holes of an outline.
    [[nodiscard]] int hole_count(int i) const {
        return firsts[static_cast<std::size_t>(i) + 1] - firsts[static_cast<std::size_t>(i)] - 1;
    }
    /// Returns the points of a hole of an outline, clockwise [m].
    [[nodiscard]] std::span<const Vec2> hole(int i, int number) const {
        return loop(firsts[static_cast<std::size_t>(i)] + 1 + number);
    }

private:
    [[nodiscard]] std::span<const Vec2> loop(int number) const {
        const auto begin = static_cast<std::size_t>(starts[static_cast<std::size_t>(number)]);
        const auto end = static_cast<std::size_t>(starts[static_cast<std::size_t>(number) + 1]);
        return std::span<const Vec2>(points).subspan(begin, end - begin);
    }
};

/// Turns an outline of which edges cross or touch into simple outlines with holes, which `decompose`,
/// `make_polygons` and `World::create_outline` take. Repeated points, points on straight edges and spikes are
/// removed; the rule says what is inside.
///
/// Points are rounded to multiples of the rounding of the largest x and y, 1.2e-7 of it at most, and
/// crossings likewise; edges move as far with them. Outlines with parts that nearly touch themselves along an
/// edge are rounded more, up to 4096 times as far. Where an outline would touch itself in a point, a corner
/// of some such units is cut off. An outline that is simple keeps its points. The result is the same on every
/// machine, and does not depend on the first point except for the cut corners.
///
/// None of the points may be infinite or NaN, and they must not lie on a line: `fault` says so, and there are
/// no outlines then. Cost: O(n log n) for n points and crossings that are spread out, O(n^2) at worst; more
/// than 100,000 + 8 n edges between crossings are refused, see `OutlineRepair::is_too_complex`. Allocates.
DRYSTONE_COLLISION_API OutlineRepair repair_outline(std::span<const Vec2> outline,
                                                    FillRule rule = FillRule::NonZero);

}  // namespace drystone
