#include "outlines/outline_mesh.h"

#include "math/orientation.h"

#include <algorithm>

namespace drystone::detail {
namespace {

/// Maximum size of a ring; larger ones are skipped, so that all turns together cost O(n).
constexpr std::size_t max_ring = 64;

/// Returns the area over the square of the perimeter: 0.08 for a disc, 0.02 for a bar ten times as long as
/// wide.
double compactness(const std::vector<Vec2>& polygon) {
    double twice_area = 0.0;
    double perimeter = 0.0;
    const Vec2d first = to_double(polygon[0]);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2d p = to_double(polygon[i]) - first;
        const Vec2d q = to_double(polygon[(i + 1) % polygon.size()]) - first;
        twice_area += p.x * q.y - p.y * q.x;
        perimeter += length(q - p);
    }
    return 0.5 * twice_area / (perimeter * perimeter);
}

/// Compactness that suffices for a piece; a thinner piece must keep at least `share_kept` of its compactness.
constexpr double fat_enough = 0.01;
constexpr double share_kept = 0.5;

}  // namespace

/// Returns the half-edges around both polygons at the edge, beginning at its origin.
std::vector<int> OutlineMesh::ring_without(int half_edge) const {
    const int twin = this->half_edge(half_edge).twin;
    std::vector<int> ring;
    for (int i = this->half_edge(twin).next; i != twin; i = this->half_edge(i).next) {
        ring.push_back(i);
    }
    for (int i = this->half_edge(half_edge).next; i != half_edge; i = this->half_edge(i).next) {
        ring.push_back(i);
    }
    return ring;
}

/// Moves the edge within the same two polygons: from the origin of `from` to that of `to`, two half-edges of
/// the ring around them.
void OutlineMesh::move_edge(int half_edge, int from, int to) {
    const int twin = edge(half_edge).twin;
    const int left = edge(half_edge).face;
    const int right = edge(twin).face;
    unlink(half_edge);
    const int before_from = edge(from).previous;
    const int before_to = edge(to).previous;
    edge(half_edge).origin = edge(from).origin;
    edge(half_edge).next = to;
    edge(half_edge).previous = before_from;
    edge(twin).origin = edge(to).origin;
    edge(twin).next = from;
    edge(twin).previous = before_to;
    edge(to).previous = half_edge;
    edge(before_from).next = half_edge;
    edge(from).previous = twin;
    edge(before_to).next = twin;
    label(half_edge, left);
    label(twin, right);
}

/// Removes the first of the edges that may go, if the resulting polygons, those at `flipped_edge` included,
/// are compact enough.
bool OutlineMesh::remove_one_of(const std::array<int, 4>& candidates, int flipped_edge,
                                double min_compactness, int max_vertices) {
    for (const int i : candidates) {
        if (!may_go(i, max_vertices)) {
            continue;
        }
        const int twin = edge(i).twin;
        const double before = std::min(min_compactness, compactness(polygon(twin)));
        const int other = edge(flipped_edge).face == edge(i).face ? edge(flipped_edge).twin : flipped_edge;
        const double after = std::min(compactness(polygon_without(i)), compactness(polygon(other)));
        if (after >= std::min(fat_enough, share_kept * before)) {
            remove_edge(i);
            return true;
        }
    }
    return false;
}

/// Replaces the edge if only the angle at its origin requires it. Any other edge from there that leaves
/// convex angles on both sides serves as well: takes the first that makes another edge redundant, and removes
/// that one.
bool OutlineMesh::flip_edge(int half_edge, int max_vertices) {
    if (is_convex_at_origin_without(half_edge) || !is_convex_at_origin_without(edge(half_edge).twin)) {
        return false;
    }
    const std::vector<int> ring = ring_without(half_edge);
    if (ring.size() > max_ring) {
        return false;
    }
    const double min_compactness =
        std::min(compactness(polygon(half_edge)), compactness(polygon(edge(half_edge).twin)));
    const int target = edge(half_edge).next;
    const Vec2& pivot = origin(ring.front());
    const Vec2& after = origin(ring[1]);
    const Vec2& before = origin(ring.back());
    for (std::size_t k = 2; k + 1 < ring.size(); ++k) {
        const Vec2& end = origin(ring[k]);
        const bool convex = orientation(end, pivot, after) >= 0 && orientation(before, pivot, end) >= 0 &&
                            !same_direction(pivot, after, end) && !same_direction(pivot, before, end);
        const int larger = static_cast<int>(std::max(k + 1, ring.size() - k + 1));
        if (ring[k] == target || !convex || (max_vertices != 0 && larger > max_vertices)) {
            continue;
        }
        move_edge(half_edge, ring.front(), ring[k]);
        if (remove_one_of({ring.front(), ring.back(), ring[k], ring[k - 1]}, half_edge, min_compactness,
                          max_vertices)) {
            return true;
        }
        move_edge(half_edge, ring.front(), target);
    }
    return false;
}

void OutlineMesh::merge_further(int max_vertices) {
    // The changes of one pass may allow further ones in the next; a few passes find nearly all.
    bool changed = true;
    for (int pass = 0; pass < 8 && changed; ++pass) {
        changed = false;
        for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
            if (!removed_[static_cast<std::size_t>(i)] && is_between_polygons(i)) {
                changed = flip_edge(i, max_vertices) || changed;
            }
        }
    }
}

}  // namespace drystone::detail
