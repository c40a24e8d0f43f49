#pragma once

#include "outlines/triangulation.h"

#include <array>
#include <span>
#include <vector>

namespace drystone::detail {

/// A half-edge of polygons that share edges. It leads from `origin` along the border of its polygon, which
/// lies to its left; its twin leads back along the polygon on the other side.
struct HalfEdge {
    int origin = 0;
    int next = 0;
    int previous = 0;
    int twin = -1;  ///< -1 on the outline.
    int face = 0;   ///< Face of the polygon that it belongs to.
};

/// The triangles of an outline, and the larger polygons into which they are merged.
class OutlineMesh {
public:
    OutlineMesh(std::span<const Vec2> points, const std::vector<Triangle>& triangles);

    /// Flips edges until the triangulation is the constrained Delaunay triangulation, which has the fattest
    /// triangles. Valid only before any merge. Source: Lawson, Software for C1 Surface Interpolation, 1977.
    void flip_to_delaunay();

    /// Removes edges, the longest first, as long as the polygons on both sides form a convex one of at most
    /// `max_vertices` vertices. Source: Hertel and Mehlhorn, Fast Triangulation of Simple Polygons, 1983.
    void merge_convex(int max_vertices);

    /// Turns edges about one of their ends if another edge can then be removed. This leaves fewer polygons
    /// than `merge_convex`, none of them much thinner.
    void merge_further(int max_vertices);

    /// Removes the edge between two polygons unconditionally.
    void remove_edge(int half_edge);

    /// Returns one half-edge of each polygon, from which its border can be walked.
    [[nodiscard]] std::vector<int> polygons() const;
    /// Returns the points of the polygon of the half-edge, counter-clockwise.
    [[nodiscard]] std::vector<Vec2> polygon(int half_edge) const;
    /// Returns the points of the union of both polygons at the edge.
    [[nodiscard]] std::vector<Vec2> polygon_without(int half_edge) const;

    [[nodiscard]] const HalfEdge& half_edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }
    /// Returns whether the edge has a different polygon on its other side.
    [[nodiscard]] bool is_between_polygons(int half_edge) const;

private:
    HalfEdge& edge(int i) { return edges_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Vec2& origin(int i) const {
        return points_[static_cast<std::size_t>(half_edge(i).origin)];
    }
    [[nodiscard]] const Vec2& target(int i) const { return origin(half_edge(i).next); }
    [[nodiscard]] double squared_length(int i) const;
    [[nodiscard]] bool is_convex_without(int half_edge) const;
    [[nodiscard]] bool wants_flip(int half_edge) const;
    [[nodiscard]] bool is_convex_at_origin_without(int half_edge) const;
    [[nodiscard]] bool may_go(int half_edge, int max_vertices) const;
    void unlink(int half_edge);
    void move_edge(int half_edge, int from, int to);
    void label(int half_edge, int face);
    [[nodiscard]] std::vector<int> ring_without(int half_edge) const;
    bool flip_edge(int half_edge, int max_vertices);
    bool remove_one_of(const std::array<int, 4>& candidates, int flipped_edge, double min_compactness,
                       int max_vertices);
    void set_triangle(int a, int b, int c, int face);
    void flip(int half_edge);

    std::span<const Vec2> points_;
    std::vector<HalfEdge> edges_;
    std::vector<bool> removed_;  ///< By half-edge.
    std::vector<int> counts_;    ///< Number of vertices, by face.
};

}  // namespace drystone::detail
