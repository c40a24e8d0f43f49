#pragma once

#include "store/body_store.h"
#include "store/shape_store.h"

#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Finds how a segment, a capsule or a polygon is continued by nearby shapes of equal radius. Works on the
/// cores, because all surfaces lie at that radius from them.
class InternalEdgeFinder {
public:
    InternalEdgeFinder(const BodyStore& bodies, const ShapeStore& shapes)
        : bodies_(bodies), shapes_(shapes) {}

    /// Edges that turn by less are straight [sine of the angle].
    static constexpr double straight_on = 1e-3;

    /// Returns whether the shape can continue others and be continued. Sensors are no surface.
    [[nodiscard]] static bool is_continuable(const ShapeStore& shapes, std::uint32_t shape);
    /// Returns whether a continuable shape and another one may form one surface, if their positions fit.
    [[nodiscard]] static bool may_continue(const ShapeStore& shapes, std::uint32_t shape,
                                           std::uint32_t other);
    /// Finds the internal edges between a shape and its neighbours, all of them continuable. If the result
    /// has no edges and no hidden faces, the shape is treated as if it were alone.
    InternalEdges find(std::uint32_t shape, std::span<const std::uint32_t> neighbors);
    /// Returns a segment of a chain with ghosts where neighbours continue it: at open ends to which the user
    /// gave no ghosts, and at corners where a neighbour's surface is met before the next segment.
    InternalEdges find_of_chain(std::uint32_t shape, std::span<const std::uint32_t> neighbors);
    /// Returns whether an edge of the last examined shape continues straight in a neighbour.
    [[nodiscard]] bool is_level() const { return is_level_; }
    /// Returns whether any face so far was met by too many neighbours and made active as a whole.
    [[nodiscard]] bool is_crowded() const { return is_crowded_; }

private:
    /// A neighbour's vertices in the frame of the shape, counter-clockwise.
    struct Neighbor {
        std::vector<Vec2d> points;
        Vec2d lower;  ///< Bounding box of the vertices, slightly enlarged.
        Vec2d upper;
        /// Only the right side of the border is solid.
        bool is_one_sided = false;
        /// Direction from which a neighbour is solid that lets through what the shape itself stops.
        std::optional<Vec2d> one_way;
    };
    /// A stretch of an edge between two lengths along it [m].
    struct Interval {
        double from;
        double to;
    };
    struct Edge {
        Vec2d from;
        Vec2d direction;
        double length;
    };

    void place(std::uint32_t shape, std::span<const std::uint32_t> neighbors);
    [[nodiscard]] Edge edge(int face) const;
    void find_active(const Edge& edge);
    void add_covered(const Edge& edge, const Neighbor& neighbor);
    /// One end of an edge of the examined shape.
    struct End {
        Vec2d at;
        Vec2d along;   ///< Direction out of the edge.
        double sense;  ///< 1 at the end of the edge, -1 at its beginning, where the outside is to the left.

        /// Returns a measure from -2 to 2 that grows with the angle by which a direction is turned to the
        /// outside.
        [[nodiscard]] double outward_turn(const Vec2d& way) const {
            const double outward = -sense * cross(along, way);
            const double back = outward < 0.0 ? -2.0 : 2.0;
            return dot(along, way) >= 0.0 ? outward : back - outward;
        }
    };
    void collect_ways(const End& end);
    void add_ways(const End& end, const Neighbor& neighbor, const Vec2d& p, const Vec2d& q);
    [[nodiscard]] static bool is_solid_edge(const Neighbor& neighbor, const Vec2d& p, const Vec2d& q);
    [[nodiscard]] bool holds(const End& end, const Neighbor& neighbor, const Vec2d& way,
                             bool is_forward) const;
    [[nodiscard]] bool goes_straight_on(const Vec2d& along) const;
    [[nodiscard]] bool is_active_at(int face, bool at_end) const;
    /// Returns the neighbours of the placed polygon that let through what it stops.
    [[nodiscard]] std::vector<std::uint32_t> find_one_way(std::span<const std::uint32_t> neighbors) const;

    /// Continuation of an edge at one of its ends: closed, around a corner with a ghost vertex, or free.
    struct Continuation {
        bool is_closed = false;
        bool is_open = false;
        Vec2d ghost{0.0, 0.0};
    };
    [[nodiscard]] Continuation continue_polygon(const Vec2d& end, const Vec2d& along, double sense) const;
    [[nodiscard]] Continuation continue_segment(const Vec2d& end, const Vec2d& along) const;
    void add_active_edges(int face, InternalEdges& internal_edges, bool& is_alone);
    InternalEdges find_of_segment();
    std::optional<Vec2> find_ghost(const End& end, const std::optional<Vec2>& given) const;

    const BodyStore& bodies_;
    const ShapeStore& shapes_;
    std::vector<Vec2d> own_;
    std::vector<Neighbor> neighbors_;
    std::size_t neighbor_count_ = 0;
    std::vector<Interval> covered_;
    std::vector<Interval> active_;
    std::vector<std::vector<Interval>> active_of_;  ///< By face.
    std::vector<Vec2d> ways_;                       ///< Unit directions of neighbours' borders from an end.
    ChainSides sides_ = ChainSides::Right;          ///< Solid sides of the examined shape's edges.
    bool is_level_ = false;
    bool is_crowded_ = false;
    bool is_on_border_ = false;  ///< The end lies in the interior of a neighbour's edge.
};

}  // namespace drystone
