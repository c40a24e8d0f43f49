#include "outlines/monotone_partition.h"

#include "math/orientation.h"

#include <drystone/collision/assert.h>
#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace drystone::detail {
namespace {

/// The neighbours of every point in its loop.
struct Neighbours {
    std::vector<int> next;
    std::vector<int> previous;
};

Neighbours neighbours_of(const OutlineLoops& loops) {
    Neighbours result;
    result.next.reserve(loops.points.size());
    result.previous.reserve(loops.points.size());
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
            result.next.push_back(loops.next(loop, i));
            result.previous.push_back(loops.previous(loop, i));
        }
    }
    return result;
}

/// A downward edge that the sweep line crosses and that has the inside to its right.
struct CrossedEdge {
    Vec2 upper;
    Vec2 lower;
    int from = 0;  ///< Index of its upper point, which identifies the edge.
};

/// Order from left to right. Edges that are crossed at the same time do not intersect, so the upper point of
/// the one that begins later decides.
struct LeftOf {
    using is_transparent = void;

    bool operator()(const CrossedEdge& a, const CrossedEdge& b) const {
        if (a.from == b.from) {
            return false;
        }
        return comes_first(b.upper, a.upper) ? orientation(b.upper, b.lower, a.upper) < 0
                                             : orientation(a.upper, a.lower, b.upper) > 0;
    }
    bool operator()(const CrossedEdge& a, const Vec2& point) const {
        return orientation(a.upper, a.lower, point) > 0;
    }
    bool operator()(const Vec2& point, const CrossedEdge& b) const {
        return orientation(b.upper, b.lower, point) < 0;
    }
};

class MonotonePartition {
public:
    explicit MonotonePartition(const OutlineLoops& loops)
        : loops_(loops),
          neighbours_(neighbours_of(loops)),
          helpers_(loops.points.size()),
          merges_(loops.points.size()) {}

    std::vector<std::pair<int, int>> run() {
        std::vector<int> order(loops_.points.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = static_cast<int>(i);
        }
        sort_items(order.begin(), order.end(),
                   [this](int a, int b) { return comes_first(loops_.point(a), loops_.point(b)); });
        for (const int v : order) {
            visit(v);
        }
        return std::move(diagonals_);
    }

private:
    [[nodiscard]] int next(int v) const { return neighbours_.next[static_cast<std::size_t>(v)]; }
    [[nodiscard]] int previous(int v) const { return neighbours_.previous[static_cast<std::size_t>(v)]; }
    /// Returns the helper of the edge: the point from which a diagonal to the edge's next point may start.
    /// This is the last point seen to its right, or its own upper point.
    int& helper(int edge) { return helpers_[static_cast<std::size_t>(edge)]; }

    [[nodiscard]] CrossedEdge edge_from(int v) const { return {loops_.point(v), loops_.point(next(v)), v}; }

    void visit(int v) {
        const Vec2& p = loops_.point(v);
        const bool next_below = comes_first(p, loops_.point(next(v)));
        const bool previous_below = comes_first(p, loops_.point(previous(v)));
        const bool convex = orientation(loops_.point(previous(v)), p, loops_.point(next(v))) > 0;
        if (next_below && previous_below) {
            if (!convex) {
                const int left = edge_left_of(v);
                connect(v, helper(left));
                helper(left) = v;
            }
            begin_edge(v);
        } else if (!next_below && !previous_below) {
            end_edge(v);
            if (!convex) {
                merges_[static_cast<std::size_t>(v)] = true;
                reach_from_left(v);
            }
        } else if (next_below) {
            end_edge(v);
            begin_edge(v);
        } else {
            reach_from_left(v);
        }
    }

    void begin_edge(int v) {
        crossed_.insert(edge_from(v));
        helper(v) = v;
    }

    /// Removes the edge that leads down to v.
    void end_edge(int v) {
        const int edge = previous(v);
        connect_to_merge(v, helper(edge));
        crossed_.erase(edge_from(edge));
    }

    /// Makes v the helper of the edge to its left.
    void reach_from_left(int v) {
        const int left = edge_left_of(v);
        connect_to_merge(v, helper(left));
        helper(left) = v;
    }

    [[nodiscard]] int edge_left_of(int v) const {
        const auto right = crossed_.lower_bound(loops_.point(v));
        DRYSTONE_ASSERT(right != crossed_.begin(), "a point inside of an outline has an edge to its left");
        return std::prev(right)->from;
    }

    /// Adds the diagonal that `point` needs downwards if two parts of the inside meet there from above; v is
    /// the first point that can provide it.
    void connect_to_merge(int v, int point) {
        if (merges_[static_cast<std::size_t>(point)]) {
            connect(v, point);
        }
    }

    void connect(int v, int w) { diagonals_.emplace_back(v, w); }

    const OutlineLoops& loops_;
    Neighbours neighbours_;
    std::vector<int> helpers_;
    std::vector<bool> merges_;
    std::set<CrossedEdge, LeftOf> crossed_;
    std::vector<std::pair<int, int>> diagonals_;
};

/// Returns the far ends of the diagonals of every point, counter-clockwise from the edge to its next point.
std::vector<std::vector<int>> sorted_ends(const OutlineLoops& loops, const Neighbours& neighbours,
                                          const std::vector<std::pair<int, int>>& diagonals) {
    std::vector<std::vector<int>> ends(loops.points.size());
    for (const auto& [v, w] : diagonals) {
        ends[static_cast<std::size_t>(v)].push_back(w);
        ends[static_cast<std::size_t>(w)].push_back(v);
    }
    for (std::size_t v = 0; v < ends.size(); ++v) {
        const Vec2& p = loops.points[v];
        const Vec2& ahead = loops.point(neighbours.next[v]);
        sort_items(ends[v].begin(), ends[v].end(), [&](int a, int b) {
            const bool a_right = orientation(p, ahead, loops.point(a)) <= 0;
            const bool b_right = orientation(p, ahead, loops.point(b)) <= 0;
            if (a_right != b_right) {
                return b_right;
            }
            return orientation(p, loops.point(a), loops.point(b)) > 0;
        });
    }
    return ends;
}

/// Walks along the borders of the polygons: every edge and both sides of every diagonal belong to one.
class BorderWalk {
public:
    BorderWalk(const OutlineLoops& loops, const std::vector<std::pair<int, int>>& diagonals)
        : neighbours_(neighbours_of(loops)), ends_(sorted_ends(loops, neighbours_, diagonals)) {
        // Way 0 out of a point is the edge to the next one, way i its diagonal i - 1.
        for (const auto& ends : ends_) {
            walked_.emplace_back(ends.size() + 1, false);
        }
    }

    std::vector<std::vector<int>> run() {
        std::vector<std::vector<int>> polygons;
        for (std::size_t v = 0; v < ends_.size(); ++v) {
            for (std::size_t way = 0; way <= ends_[v].size(); ++way) {
                if (!walked_[v][way]) {
                    polygons.push_back(walk(v, way));
                }
            }
        }
        return polygons;
    }

private:
    std::vector<int> walk(std::size_t v, std::size_t way) {
        std::vector<int> polygon;
        while (!walked_[v][way]) {
            walked_[v][way] = true;
            polygon.push_back(static_cast<int>(v));
            const std::size_t to =
                static_cast<std::size_t>(way == 0 ? neighbours_.next[v] : ends_[v][way - 1]);
            // Takes the sharpest left turn: the way that is clockwise next to the way back.
            if (way == 0) {
                way = ends_[to].size();
            } else {
                const auto back = std::find(ends_[to].begin(), ends_[to].end(), static_cast<int>(v));
                way = static_cast<std::size_t>(back - ends_[to].begin());
            }
            v = to;
        }
        return polygon;
    }

    Neighbours neighbours_;
    std::vector<std::vector<int>> ends_;
    std::vector<std::vector<bool>> walked_;
};

}  // namespace

std::vector<std::pair<int, int>> find_monotone_diagonals(const OutlineLoops& loops) {
    return MonotonePartition(loops).run();
}

std::vector<std::vector<int>> cut_along(const OutlineLoops& loops,
                                        const std::vector<std::pair<int, int>>& diagonals) {
    return BorderWalk(loops, diagonals).run();
}

}  // namespace drystone::detail
