#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/repair_outline.h>

#include <cstddef>
#include <span>
#include <vector>

namespace drystone {

namespace detail {
struct RegionAccess;
}

/// A line around an area, and the lines around its holes, each in either direction [m].
struct Outline {
    std::vector<Vec2> points{};              ///< Points of the outline; the last one is joined to the first.
    std::vector<std::vector<Vec2>> holes{};  ///< Points of each hole.
};

/// A set of points of the plane: outlines with holes, in which there may be further outlines.
///
/// Each outline is simple, and valid for `decompose`, `make_polygons` and `World::create_outline`. Outlines
/// do not overlap; two of them may touch in points. Outlines are counter-clockwise, holes clockwise. What is
/// too thin or too small for an outline is left out: parts within 1.5e-6 of their extent of a line, and those
/// of a few roundings of the largest coordinate.
class DRYSTONE_COLLISION_API Region {
public:
    /// Makes an empty region.
    Region() = default;
    /// Makes the region inside an outline, less its holes, of any loops: they may cross and touch themselves
    /// and each other and run in either direction; a loop without area is nothing. The rule is that of the
    /// outline and of each hole. A valid outline keeps its points, without those on straight edges.
    /// Throws `Error` if a coordinate is not finite. Cost: as of `unite`.
    Region(const Outline& outline, FillRule rule = FillRule::NonZero);
    /// Makes the region inside a line, as of an outline without holes.
    explicit Region(std::span<const Vec2> points, FillRule rule = FillRule::NonZero);
    /// Makes the region inside any of the outlines. With `FillRule::EvenOdd`: inside an odd number of loops
    /// of any kind.
    explicit Region(std::span<const Outline> outlines, FillRule rule = FillRule::NonZero);

    /// Returns the number of outlines; 0 of an empty region.
    [[nodiscard]] int size() const { return static_cast<int>(firsts_.size()) - 1; }
    /// Returns the points of an outline, counter-clockwise [m]. Throws `Error` if there is no outline i.
    [[nodiscard]] std::span<const Vec2> outline(int i) const;
    /// Returns the number of holes of an outline. Throws `Error` if there is no outline i.
    [[nodiscard]] int hole_count(int i) const;
    /// Returns the points of a hole of an outline, clockwise [m]. Throws `Error` if there is no such hole.
    [[nodiscard]] std::span<const Vec2> hole(int i, int number) const;

    /// Returns all outlines as values.
    [[nodiscard]] std::vector<Outline> outlines() const;
    /// Returns the area [m^2].
    [[nodiscard]] double area() const;
    /// Returns whether the point is inside. On the border it may be either. Exact. Cost: linear.
    [[nodiscard]] bool contains(const Vec2& point) const;

private:
    friend struct detail::RegionAccess;

    [[nodiscard]] int first_loop(const char* function, int i) const;
    [[nodiscard]] std::span<const Vec2> loop(int number) const {
        const auto begin = static_cast<std::size_t>(starts_[static_cast<std::size_t>(number)]);
        const auto end = static_cast<std::size_t>(starts_[static_cast<std::size_t>(number) + 1]);
        return std::span<const Vec2>(points_).subspan(begin, end - begin);
    }

    std::vector<Vec2> points_;    ///< Points of all loops in sequence.
    std::vector<int> starts_{0};  ///< Loop i has the points [starts_[i], starts_[i + 1]).
    std::vector<int> firsts_{0};  ///< Outline i has the loops [firsts_[i], firsts_[i + 1]).
    bool has_touching_ = false;   ///< Two loops have a point in common.
};

/// Returns the points that are in a, in b, or in both.
///
/// Which edges cross, and on which side points lie, is decided exactly, on the floats as they are. Crossings
/// are rounded to floats, and edges move with them; what crosses thereby is split again, so that no edges
/// cross in the result. All other points are kept. Where a part of the result would touch itself in a point,
/// a corner of some roundings is cut off. It never fails, and the result is the same on every machine.
///
/// Cost: O((n + k) log n) for n points and k crossings of edges that are spread out. Where b is small beside
/// a, most of it is a copy of a: a circle out of a terrain of 1,000 points takes 350,000 instructions.
/// Allocates.
///
/// Source: crossings of pairs found by boxes, rounding as in Halperin and Packer, Iterated Snap Rounding,
/// 2002, without its hot pixels; winding numbers of the faces of the planar graph. Edges that still cross in
/// the third round are nearly on each other, and are joined where an end of one is within a rounding of the
/// other. Should that not be enough in 32 rounds, or a corner too narrow to be cut off, all points are
/// rounded to 16 to 65536 times coarser units.
DRYSTONE_COLLISION_API Region unite(const Region& a, const Region& b);
/// Returns the points that are in both a and b; otherwise as `unite`.
DRYSTONE_COLLISION_API Region intersect(const Region& a, const Region& b);
/// Returns the points of a that are not in b; otherwise as `unite`.
DRYSTONE_COLLISION_API Region subtract(const Region& a, const Region& b);
/// Returns the points that are in one of both only; otherwise as `unite`.
DRYSTONE_COLLISION_API Region exclusive(const Region& a, const Region& b);

/// Options of `offset`.
struct OffsetOptions {
    /// Distance by which the straight edges of a round corner may lie inside of its arc, > 0 [m]; 0: 1/100 of
    /// the offset.
    float tolerance = 0.0f;
};

/// Returns the points within a distance of the region, with round corners; for a negative distance, the
/// points that are farther than that from everything outside [m].
///
/// Corners of arcs lie on them, so that the result lies between the exact one and one whose distance is
/// smaller by the tolerance. The cost is as of `unite`, with the points of the arcs; never more than 256 to a
/// turn. Throws `Error` if the distance is not finite, or the tolerance is negative or not finite.
DRYSTONE_COLLISION_API Region offset(const Region& region, float distance, const OffsetOptions& options = {});

}  // namespace drystone
