#include "import/merge.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <boost/polygon/polygon.hpp>
#include <cmath>
#include <cstddef>

namespace drystone::scene {
namespace {

namespace boost_polygon = boost::polygon;
using BoostPoint = boost_polygon::point_data<std::int32_t>;
using BoostPolygon = boost_polygon::polygon_data<std::int32_t>;
using BoostOutline = boost_polygon::polygon_with_holes_data<std::int32_t>;

/// Edge of a union, with the inside on its left.
struct BorderEdge {
    GridPoint from;
    GridPoint to;

    friend auto operator<=>(const BorderEdge&, const BorderEdge&) = default;
};

struct Direction {
    std::int64_t x;
    std::int64_t y;
};

Direction direction(const GridPoint& from, const GridPoint& to) {
    return {std::int64_t{to.x} - from.x, std::int64_t{to.y} - from.y};
}
std::int64_t grid_cross(const Direction& a, const Direction& b) { return a.x * b.y - a.y * b.x; }
std::int64_t grid_dot(const Direction& a, const Direction& b) { return a.x * b.x + a.y * b.y; }

/// Returns whether `a` comes before `b` when `start` turns clockwise. A whole turn comes last.
bool is_earlier_clockwise(const Direction& start, const Direction& a, const Direction& b) {
    const auto half = [&](const Direction& d) {
        const std::int64_t side = grid_cross(start, d);
        return side < 0 ? 0 : side > 0 ? 2 : grid_dot(start, d) < 0 ? 1 : 3;
    };
    const int half_a = half(a);
    const int half_b = half(b);
    return half_a != half_b ? half_a < half_b : grid_cross(a, b) < 0;
}

/// Appends the edges of a loop, with the inside on the left.
template <class Loop>
void append_edges(const Loop& loop, bool is_hole, std::vector<BorderEdge>& edges) {
    GridLine points;
    for (auto point = loop.begin(); point != loop.end(); ++point) {
        points.push_back({point->x(), point->y()});
    }
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const GridPoint& p = points[i];
        const GridPoint& q = points[(i + 1) % points.size()];
        area += static_cast<double>(p.x) * q.y - static_cast<double>(p.y) * q.x;
    }
    if ((area < 0.0) != is_hole) {
        std::reverse(points.begin(), points.end());
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const BorderEdge edge{points[i], points[(i + 1) % points.size()]};
        if (edge.from != edge.to) {
            edges.push_back(edge);
        }
    }
}

std::vector<BorderEdge> union_edges(std::span<const GridLine> areas) {
    boost_polygon::polygon_set_data<std::int32_t> set;
    std::vector<BoostPoint> points;
    for (const GridLine& area : areas) {
        points.clear();
        for (const GridPoint& point : area) {
            points.emplace_back(point.x, point.y);
        }
        set.insert(BoostPolygon(points.begin(), points.end()));
    }
    std::vector<BoostOutline> outlines;
    set.get(outlines);
    std::vector<BorderEdge> edges;
    for (const BoostOutline& outline : outlines) {
        append_edges(outline, false, edges);
        for (auto hole = outline.begin_holes(); hole != outline.end_holes(); ++hole) {
            append_edges(*hole, true, edges);
        }
    }
    sort_items(edges.begin(), edges.end());
    return edges;
}

double area_of(const std::vector<Vec2d>& loop) {
    double area = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d& p = loop[i];
        const Vec2d& q = loop[(i + 1) % loop.size()];
        area += p.x * q.y - p.y * q.x;
    }
    return 0.5 * area;
}

/// Returns a box around the points, with room for its rounding.
Aabb box_of(const std::vector<Vec2d>& points) {
    Vec2d lower = points.front();
    Vec2d upper = points.front();
    for (const Vec2d& point : points) {
        lower = {std::min(lower.x, point.x), std::min(lower.y, point.y)};
        upper = {std::max(upper.x, point.x), std::max(upper.y, point.y)};
    }
    const Vec2d room{1.0 + 1e-6 * std::max(std::abs(lower.x), std::abs(upper.x)),
                     1.0 + 1e-6 * std::max(std::abs(lower.y), std::abs(upper.y))};
    return {to_float(lower - room), to_float(upper + room)};
}

bool is_inside(const std::vector<Vec2d>& loop, const Vec2d& point) {
    bool inside = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d& p = loop[i];
        const Vec2d& q = loop[(i + 1) % loop.size()];
        if ((p.y > point.y) != (q.y > point.y)) {
            const double side = (q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x);
            const bool is_crossed = (side > 0.0) == (q.y > p.y);
            inside = inside != is_crossed;
        }
    }
    return inside;
}

/// Follows the edges of a union around each corner of its inside.
class LoopTracer {
public:
    LoopTracer(std::vector<BorderEdge> edges, double cut)
        : edges_(std::move(edges)), cut_(cut), is_done_(edges_.size(), false) {}

    std::vector<std::vector<Vec2d>> trace() {
        std::vector<std::vector<Vec2d>> loops;
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (!is_done_[i]) {
                loops.push_back(trace_loop(i));
            }
        }
        return loops;
    }

private:
    /// Returns the edges from a point, of a sorted list.
    static std::span<const BorderEdge> edges_from(const std::vector<BorderEdge>& edges,
                                                  const GridPoint& point) {
        const auto [begin, end] =
            std::equal_range(edges.begin(), edges.end(), BorderEdge{point, {}},
                             [](const BorderEdge& a, const BorderEdge& b) { return a.from < b.from; });
        return {begin, end};
    }
    /// Returns the edge that follows an edge on the border of the same corner.
    [[nodiscard]] const BorderEdge& next(const BorderEdge& edge) const {
        const std::span<const BorderEdge> choices = edges_from(edges_, edge.to);
        const Direction back = direction(edge.to, edge.from);
        return *std::min_element(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
            return is_earlier_clockwise(back, direction(a.from, a.to), direction(b.from, b.to));
        });
    }
    /// Returns whether the corner before `edge` is to be cut off: it meets others, and is neither the widest
    /// one nor the first of several that are less than straight.
    [[nodiscard]] bool is_cut(const BorderEdge& before, const BorderEdge& edge) const {
        const std::span<const BorderEdge> corners = edges_from(edges_, edge.from);
        if (corners.size() < 2 || is_straight_or_more(before, edge)) {
            return false;
        }
        for (const BorderEdge& other : corners) {
            if (is_straight_or_more(previous(other), other)) {
                return true;
            }
        }
        return corners.front() != edge;
    }
    static bool is_straight_or_more(const BorderEdge& before, const BorderEdge& edge) {
        const Direction in = direction(before.from, before.to);
        const Direction out = direction(edge.from, edge.to);
        const std::int64_t turn = grid_cross(in, out);
        return turn < 0 || (turn == 0 && grid_dot(in, out) > 0);
    }
    /// Returns the edge whose `next` is this one.
    [[nodiscard]] BorderEdge previous(const BorderEdge& edge) const {
        for (const BorderEdge& arrival : edges_from(arrivals_, edge.from)) {
            const BorderEdge before{arrival.to, arrival.from};
            if (next(before) == edge) {
                return before;
            }
        }
        return edge;
    }
    std::vector<Vec2d> trace_loop(std::size_t first) {
        std::vector<BorderEdge> loop;
        std::size_t at = first;
        while (!is_done_[at]) {
            is_done_[at] = true;
            loop.push_back(edges_[at]);
            at = static_cast<std::size_t>(&next(edges_[at]) - edges_.data());
        }
        std::vector<Vec2d> points;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            append_corner(loop[i == 0 ? loop.size() - 1 : i - 1], loop[i], points);
        }
        return points;
    }
    void append_corner(const BorderEdge& before, const BorderEdge& edge, std::vector<Vec2d>& points) const {
        const Vec2d corner{static_cast<double>(edge.from.x), static_cast<double>(edge.from.y)};
        const Direction in = direction(before.from, before.to);
        const Direction out = direction(edge.from, edge.to);
        if (is_cut(before, edge)) {
            points.push_back(corner - along(in));
            points.push_back(corner + along(out));
        } else if (grid_cross(in, out) != 0 || grid_dot(in, out) < 0) {
            points.push_back(corner);
        }
    }
    /// Returns the piece of an edge that is cut off.
    [[nodiscard]] Vec2d along(const Direction& d) const {
        const double length = std::sqrt(static_cast<double>(grid_dot(d, d)));
        const double factor = std::min(cut_ / length, 0.25);
        return {factor * static_cast<double>(d.x), factor * static_cast<double>(d.y)};
    }

    std::vector<BorderEdge> edges_;
    double cut_;
    std::vector<bool> is_done_;
    std::vector<BorderEdge> arrivals_ = reversed(edges_);

    static std::vector<BorderEdge> reversed(std::vector<BorderEdge> edges) {
        for (BorderEdge& edge : edges) {
            std::swap(edge.from, edge.to);
        }
        sort_items(edges.begin(), edges.end());
        return edges;
    }
};

}  // namespace

std::vector<MergedOutline> merge_areas(std::span<const GridLine> areas, double cut) {
    std::vector<std::vector<Vec2d>> loops = LoopTracer(union_edges(areas), cut).trace();
    std::vector<MergedOutline> outlines;
    std::vector<double> sizes;
    std::vector<std::vector<Vec2d>> holes;
    for (std::vector<Vec2d>& loop : loops) {
        const double area = area_of(loop);
        if (area > 0.0) {
            outlines.push_back({std::move(loop), {}});
            sizes.push_back(area);
        } else if (area < 0.0) {
            holes.push_back(std::move(loop));
        }
    }
    AabbTree boxes;
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        boxes.insert(box_of(outlines[i].points), 1, static_cast<std::uint32_t>(i));
    }
    for (std::vector<Vec2d>& hole : holes) {
        std::size_t owner = outlines.size();
        boxes.query(box_of({hole.front()}), ~0ull, [&](AabbTree::Proxy proxy) {
            const std::size_t i = boxes.user_data(proxy);
            if ((owner == outlines.size() || sizes[i] < sizes[owner]) &&
                is_inside(outlines[i].points, hole.front())) {
                owner = i;
            }
            return true;
        });
        if (owner < outlines.size()) {
            outlines[owner].holes.push_back(std::move(hole));
        }
    }
    return outlines;
}

}  // namespace drystone::scene
