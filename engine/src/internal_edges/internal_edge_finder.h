#pragma once

#include "store/body_store.h"
#include "store/shape_store.h"

#include <span>
#include <vector>

namespace drystone {

/// Finds how a shape, a segment, a capsule or a polygon, is continued by those near it that have the same
/// radius: by their cores, about which all surfaces lie at that distance.
class InternalEdgeFinder {
public:
    InternalEdgeFinder(const BodyStore& bodies, const ShapeStore& shapes)
        : bodies_(bodies), shapes_(shapes) {}

    /// Can the shape continue others, and be continued?
    [[nodiscard]] static bool is_continuable(const ShapeStore& shapes, std::uint32_t shape);
    /// Could the shape, which can continue others, and another make one surface, if they lie so?
    [[nodiscard]] static bool may_continue(const ShapeStore& shapes, std::uint32_t shape,
                                           std::uint32_t other);
    /// The internal edges among the shape and its neighbours, all of them continuable. No edges and nothing
    /// hidden: the shape is as if it were alone.
    InternalEdges find(std::uint32_t shape, std::span<const std::uint32_t> neighbors);
    /// Does an edge of the shape that was looked at last go straight on in a neighbour?
    [[nodiscard]] bool is_level() const { return is_level_; }
    /// Has a face of a shape so far been met by so many neighbours that it counted as a whole?
    [[nodiscard]] bool is_crowded() const { return is_crowded_; }

private:
    /// A neighbour in the frame of the shape: its vertices, counter-clockwise.
    struct Neighbor {
        std::vector<Vec2d> points;
        Vec2d lower;  ///< Of a box around them that is somewhat too large.
        Vec2d upper;
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
    void collect_ways(const Vec2d& end, const Vec2d& along);
    void add_ways(const Vec2d& end, const Vec2d& along, const Vec2d& p, const Vec2d& q);
    [[nodiscard]] bool goes_straight_on(const Vec2d& along) const;
    [[nodiscard]] bool is_active_at(int face, bool at_end) const;

    /// How an edge goes on at one of its ends: closed, or about a corner with a ghost vertex, or free.
    struct Continuation {
        bool is_closed = false;
        bool is_open = false;
        Vec2d ghost{0.0, 0.0};
    };
    [[nodiscard]] Continuation continue_polygon(const Vec2d& end, const Vec2d& along, double sense) const;
    [[nodiscard]] Continuation continue_segment(const Vec2d& end, const Vec2d& along) const;
    void add_active_edges(int face, InternalEdges& internal_edges, bool& is_alone);
    InternalEdges find_of_segment();

    const BodyStore& bodies_;
    const ShapeStore& shapes_;
    std::vector<Vec2d> own_;
    std::vector<Neighbor> neighbors_;
    std::size_t neighbor_count_ = 0;
    std::vector<Interval> covered_;
    std::vector<Interval> active_;
    std::vector<std::vector<Interval>> active_of_;  ///< By face.
    std::vector<Vec2d> ways_;                       ///< Unit, from an end along what others have there.
    bool is_level_ = false;
    bool is_crowded_ = false;
    bool is_on_border_ = false;  ///< The end lies in the middle of another's edge.
};

}  // namespace drystone
