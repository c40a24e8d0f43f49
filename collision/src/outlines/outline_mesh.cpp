#include "outlines/outline_mesh.h"

#include <drystone/collision/detail/sort_items.h>

#include "math/orientation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone::detail {
namespace {

/// Returns whether d lies in the circle through a, b and c by more than rounding. The triangles abc and bad
/// are then thinner than those across. A wrong answer in a close case only costs a little compactness.
bool circle_holds(const Vec2d& a, const Vec2d& b, const Vec2d& c, const Vec2d& d) {
    const Vec2d p = a - d;
    const Vec2d q = b - d;
    const Vec2d r = c - d;
    const double terms[3] = {length_squared(p) * cross(q, r), length_squared(q) * cross(r, p),
                             length_squared(r) * cross(p, q)};
    const double size = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
    return terms[0] + terms[1] + terms[2] > 1e-12 * size;
}

struct EdgeKey {
    int low = 0;
    int high = 0;
    int half_edge = 0;
};

}  // namespace

OutlineMesh::OutlineMesh(std::span<const Vec2> points, const std::vector<Triangle>& triangles)
    : points_(points), edges_(3 * triangles.size()), removed_(3 * triangles.size()) {
    std::vector<EdgeKey> keys;
    keys.reserve(edges_.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const int first = static_cast<int>(3 * t);
        for (int k = 0; k < 3; ++k) {
            const int from = triangles[t][static_cast<std::size_t>(k)];
            const int to = triangles[t][static_cast<std::size_t>((k + 1) % 3)];
            edge(first + k).origin = from;
            keys.push_back({std::min(from, to), std::max(from, to), first + k});
        }
        set_triangle(first, first + 1, first + 2, static_cast<int>(t));
        counts_.push_back(3);
    }
    sort_items(keys.begin(), keys.end(), [](const EdgeKey& a, const EdgeKey& b) {
        return a.low != b.low     ? a.low < b.low
               : a.high != b.high ? a.high < b.high
                                  : a.half_edge < b.half_edge;
    });
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
        if (keys[i].low == keys[i + 1].low && keys[i].high == keys[i + 1].high) {
            edge(keys[i].half_edge).twin = keys[i + 1].half_edge;
            edge(keys[i + 1].half_edge).twin = keys[i].half_edge;
        }
    }
}

double OutlineMesh::squared_length(int i) const {
    return length_squared(to_double(target(i)) - to_double(origin(i)));
}

bool OutlineMesh::is_between_polygons(int half_edge) const {
    const HalfEdge& e = this->half_edge(half_edge);
    return e.twin >= 0 && this->half_edge(e.twin).face != e.face;
}

void OutlineMesh::set_triangle(int a, int b, int c, int face) {
    const int around[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
        HalfEdge& e = edge(around[k]);
        e.next = around[(k + 1) % 3];
        e.previous = around[(k + 2) % 3];
        e.face = face;
    }
}

/// Returns whether the angle at the origin of the edge would be convex, or straight, without the edge.
bool OutlineMesh::is_convex_at_origin_without(int half_edge) const {
    const HalfEdge& e = this->half_edge(half_edge);
    return orientation(origin(e.previous), origin(half_edge), target(this->half_edge(e.twin).next)) >= 0;
}

/// Returns whether the two polygons at the edge would form a convex one.
bool OutlineMesh::is_convex_without(int half_edge) const {
    return is_convex_at_origin_without(half_edge) &&
           is_convex_at_origin_without(this->half_edge(half_edge).twin);
}

bool OutlineMesh::may_go(int half_edge, int max_vertices) const {
    if (!is_between_polygons(half_edge)) {
        return false;
    }
    const HalfEdge& e = this->half_edge(half_edge);
    const int count = counts_[static_cast<std::size_t>(e.face)] +
                      counts_[static_cast<std::size_t>(this->half_edge(e.twin).face)] - 2;
    return (max_vertices == 0 || count <= max_vertices) && is_convex_without(half_edge);
}

bool OutlineMesh::wants_flip(int half_edge) const {
    const HalfEdge& e = this->half_edge(half_edge);
    if (e.twin < 0) {
        return false;
    }
    const Vec2& a = origin(half_edge);
    const Vec2& b = target(half_edge);
    const Vec2& c = origin(e.previous);
    const Vec2& d = origin(this->half_edge(e.twin).previous);
    return orientation(d, b, c) > 0 && orientation(c, a, d) > 0 &&
           circle_holds(to_double(a), to_double(b), to_double(c), to_double(d));
}

/// Replaces the edge ab of the triangles abc and bad by the edge cd of the triangles cad and dbc.
void OutlineMesh::flip(int half_edge) {
    const int twin = edge(half_edge).twin;
    const int bc = edge(half_edge).next;
    const int ca = edge(half_edge).previous;
    const int ad = edge(twin).next;
    const int db = edge(twin).previous;
    edge(half_edge).origin = edge(db).origin;
    edge(twin).origin = edge(ca).origin;
    set_triangle(half_edge, ca, ad, edge(half_edge).face);
    set_triangle(twin, db, bc, edge(twin).face);
}

void OutlineMesh::flip_to_delaunay() {
    std::vector<int> waiting;
    for (std::size_t i = edges_.size(); i-- > 0;) {
        waiting.push_back(static_cast<int>(i));
    }
    // Every flip improves the triangulation in exact arithmetic, so the loop ends; the limit guards against
    // rounding.
    std::size_t flips_left = 100 * edges_.size() + 1000;
    while (!waiting.empty() && flips_left > 0) {
        const int i = waiting.back();
        waiting.pop_back();
        if (!wants_flip(i)) {
            continue;
        }
        flip(i);
        --flips_left;
        const int twin = edge(i).twin;
        waiting.insert(waiting.end(), {edge(i).next, edge(i).previous, edge(twin).next, edge(twin).previous});
    }
}

/// Joins the borders of both polygons, bypassing the edge.
void OutlineMesh::unlink(int half_edge) {
    const HalfEdge e = edge(half_edge);
    const HalfEdge t = edge(e.twin);
    edge(e.previous).next = t.next;
    edge(t.next).previous = e.previous;
    edge(t.previous).next = e.next;
    edge(e.next).previous = t.previous;
}

void OutlineMesh::label(int half_edge, int face) {
    int count = 0;
    int i = half_edge;
    do {
        edge(i).face = face;
        ++count;
        i = edge(i).next;
    } while (i != half_edge);
    counts_[static_cast<std::size_t>(face)] = count;
}

void OutlineMesh::remove_edge(int half_edge) {
    const int twin = edge(half_edge).twin;
    const int left = edge(half_edge).face;
    const int right = edge(twin).face;
    const int count = counts_[static_cast<std::size_t>(left)] + counts_[static_cast<std::size_t>(right)] - 2;
    // The smaller polygon takes the label of the larger, so that the total cost is O(n log n).
    const bool keep_left =
        counts_[static_cast<std::size_t>(left)] >= counts_[static_cast<std::size_t>(right)];
    label(keep_left ? twin : half_edge, keep_left ? left : right);
    unlink(half_edge);
    removed_[static_cast<std::size_t>(half_edge)] = true;
    removed_[static_cast<std::size_t>(twin)] = true;
    counts_[static_cast<std::size_t>(keep_left ? left : right)] = count;
}

void OutlineMesh::merge_convex(int max_vertices) {
    struct Candidate {
        double squared_length = 0.0;
        int half_edge = 0;
    };
    std::vector<Candidate> candidates;
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
        if (half_edge(i).twin > i) {
            candidates.push_back({squared_length(i), i});
        }
    }
    sort_items(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.squared_length != b.squared_length ? a.squared_length > b.squared_length
                                                    : a.half_edge < b.half_edge;
    });
    // Angles only grow as edges are removed, so an edge that has to stay once has to stay for good.
    for (const Candidate& candidate : candidates) {
        if (may_go(candidate.half_edge, max_vertices)) {
            remove_edge(candidate.half_edge);
        }
    }
}

std::vector<int> OutlineMesh::polygons() const {
    std::vector<bool> seen(counts_.size());
    std::vector<int> result;
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
        const auto f = static_cast<std::size_t>(half_edge(i).face);
        if (!removed_[static_cast<std::size_t>(i)] && !seen[f]) {
            seen[f] = true;
            result.push_back(i);
        }
    }
    return result;
}

std::vector<Vec2> OutlineMesh::polygon(int half_edge) const {
    std::vector<Vec2> result;
    int i = half_edge;
    do {
        result.push_back(origin(i));
        i = this->half_edge(i).next;
    } while (i != half_edge);
    return result;
}

std::vector<Vec2> OutlineMesh::polygon_without(int half_edge) const {
    std::vector<Vec2> both = polygon(this->half_edge(half_edge).next);
    const std::vector<Vec2> other = polygon(this->half_edge(half_edge).twin);
    both.insert(both.end(), other.begin() + 2, other.end());
    return both;
}

}  // namespace drystone::detail
