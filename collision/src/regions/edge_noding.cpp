#include "regions/edge_noding.h"

#include "math/orientation.h"
#include "math/rounding.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone::detail {
namespace {

/// Returns whether a point on the line through p and q lies between them, and is none of them.
bool lies_between(const Vec2& p, const Vec2& q, const Vec2& point) {
    const Vec2 lower = min(p, q);
    const Vec2 upper = max(p, q);
    return point != p && point != q && lower.x <= point.x && point.x <= upper.x && lower.y <= point.y &&
           point.y <= upper.y;
}

/// Returns the point, rounded, in which ab and cd cross. It is the same in whatever order they are given, and
/// lies in the boxes of both.
Vec2 crossing_of(Vec2 a, Vec2 b, Vec2 c, Vec2 d, double unit) {
    if (comes_before(b, a)) {
        std::swap(a, b);
    }
    if (comes_before(d, c)) {
        std::swap(c, d);
    }
    if (comes_before(c, a) || (a == c && comes_before(d, b))) {
        std::swap(a, c);
        std::swap(b, d);
    }
    const Vec2d way = to_double(b) - to_double(a);
    const Vec2d other = to_double(d) - to_double(c);
    const double below = cross(way, other);
    double share = below == 0.0 ? 0.5 : cross(to_double(c) - to_double(a), other) / below;
    share = share > 0.0 ? std::min(share, 1.0) : 0.0;
    const Vec2 rounded = round_point(to_double(a) + share * way, unit);
    const Vec2 lower = max(min(a, b), min(c, d));
    const Vec2 upper = min(max(a, b), max(c, d));
    return max(lower, min(upper, rounded));
}

/// Point at which an edge is to be split.
struct SplitPlace {
    std::uint32_t edge;
    bool is_exact;  ///< The point is on the edge.
    double along;   ///< By which the places of an edge are sorted.
    Vec2 point;
};

class EdgeNoder {
public:
    EdgeNoder(EdgeSoup& soup, const NodingOptions& options, OperandBoxes& boxes)
        : soup_(soup), options_(options), boxes_(boxes) {}

    bool run() {
        find_first_places();
        for (; !places_.empty(); ++round_) {
            if (round_ == options_.max_rounds) {
                return false;
            }
            const bool has_moved = split_at_places();
            boxes_.build(soup_);
            places_.clear();
            if (has_moved) {
                find_places_of_moved();
            }
        }
        return true;
    }

private:
    void mark(std::uint32_t point) {
        soup_.marks[point] = static_cast<std::uint8_t>(soup_.marks[point] | meets);
    }
    void find_first_places() {
        const std::uint32_t begins[3] = {0, soup_.points_of_a, soup_.size()};
        for (int own = 0; own < 2; ++own) {
            for (std::uint32_t e = begins[own]; !options_.is_simple[own] && e < begins[own + 1]; ++e) {
                boxes_.of[own].visit(soup_, EdgeBoxes::box_of(soup_, e), [&](std::uint32_t f) {
                    if (f > e) {
                        meet(e, f);
                    }
                });
            }
        }
        if (boxes_.of[0].is_empty() || boxes_.of[1].is_empty()) {
            return;
        }
        const int fewer = begins[1] <= begins[2] - begins[1] ? 0 : 1;
        const EdgeBoxes& others = boxes_.of[1 - fewer];
        for (std::uint32_t e = begins[fewer]; e < begins[fewer + 1]; ++e) {
            const Aabb box = EdgeBoxes::box_of(soup_, e);
            if (overlaps(box, others.bounds())) {
                others.visit(soup_, box, [&](std::uint32_t f) { meet(e, f); });
            }
        }
    }
    void find_places_of_moved() {
        for (std::uint32_t e = 0; e < soup_.size(); ++e) {
            if ((soup_.marks[e] & is_moved) == 0) {
                continue;
            }
            for (const EdgeBoxes& boxes : boxes_.of) {
                boxes.visit(soup_, EdgeBoxes::box_of(soup_, e), [&](std::uint32_t f) {
                    if (f > e || (f < e && (soup_.marks[f] & is_moved) == 0)) {
                        meet(e, f);
                    }
                });
            }
        }
    }
    void meet(std::uint32_t e, std::uint32_t f);
    void meet_neighbours(std::uint32_t e, std::uint32_t f);
    void cross(std::uint32_t e, std::uint32_t f);
    bool snap_to(std::uint32_t e, std::uint32_t i);
    /// Notes that point i is on edge e, or one of its ends.
    void touch(std::uint32_t e, std::uint32_t i) {
        const Vec2& point = soup_.points[i];
        if (lies_between(soup_.points[e], soup_.end(e), point)) {
            add_place(e, point, true);
            mark(i);
        } else if (point == soup_.points[e]) {
            mark(e);
            mark(i);
        } else if (point == soup_.end(e)) {
            mark(soup_.next[e]);
            mark(i);
        }
    }
    void add_place(std::uint32_t e, const Vec2& point, bool is_exact) {
        const Vec2d from = to_double(soup_.points[e]);
        const double along = dot(to_double(soup_.end(e)) - from, to_double(point) - from);
        places_.push_back({e, is_exact, along, point});
    }
    /// Notes a crossing at a point on edge e.
    void cross_at(std::uint32_t e, const Vec2& point) {
        if (point == soup_.points[e]) {
            mark(e);
        } else if (point == soup_.end(e)) {
            mark(soup_.next[e]);
        } else {
            add_place(e, point, orientation(soup_.points[e], soup_.end(e), point) == 0);
        }
    }
    bool split_at_places();

    EdgeSoup& soup_;
    const NodingOptions& options_;
    OperandBoxes& boxes_;
    std::vector<SplitPlace> places_;
    int round_ = 0;
    bool was_moved_ = false;  ///< There are edges that rounding has moved.
};

/// Edges of which one follows the other meet otherwise only where they run back on each other.
void EdgeNoder::meet_neighbours(std::uint32_t e, std::uint32_t f) {
    const std::uint32_t shared = soup_.next[e];
    const std::uint32_t after = soup_.next[f];
    if (same_direction(soup_.points[shared], soup_.points[e], soup_.points[after])) {
        mark(shared);
        touch(f, e);
        touch(e, after);
    }
}

/// Splits an edge at a point that is within a rounding of it; returns whether it is.
bool EdgeNoder::snap_to(std::uint32_t e, std::uint32_t i) {
    const Vec2d from = to_double(soup_.points[e]);
    const Vec2d way = to_double(soup_.end(e)) - from;
    const Vec2d part = to_double(soup_.points[i]) - from;
    const double along = dot(way, part);
    const double below = length_squared(way);
    const double area = drystone::cross(way, part);
    if (along <= 0.0 || along >= below || area * area > options_.snap * options_.snap * below) {
        return false;
    }
    places_.push_back({e, false, along, soup_.points[i]});
    mark(i);
    return true;
}

/// Splits edges that cross at their crossing. Where edges are nearly on each other, rounding makes them cross
/// at the next float again and again: from the third round on they are joined at their ends instead.
void EdgeNoder::cross(std::uint32_t e, std::uint32_t f) {
    if (round_ >= 2) {
        const bool is_snapped[4] = {snap_to(e, f), snap_to(e, soup_.next[f]), snap_to(f, e),
                                    snap_to(f, soup_.next[e])};
        if (is_snapped[0] || is_snapped[1] || is_snapped[2] || is_snapped[3]) {
            return;
        }
    }
    const Vec2 point =
        crossing_of(soup_.points[e], soup_.end(e), soup_.points[f], soup_.end(f), options_.unit);
    cross_at(e, point);
    cross_at(f, point);
}

/// Finds where two edges whose boxes overlap cross or touch.
void EdgeNoder::meet(std::uint32_t e, std::uint32_t f) {
    if (soup_.next[e] == f) {
        meet_neighbours(e, f);
        return;
    }
    if (soup_.next[f] == e) {
        meet_neighbours(f, e);
        return;
    }
    const Vec2& a = soup_.points[e];
    const Vec2& b = soup_.end(e);
    const Vec2& c = soup_.points[f];
    const Vec2& d = soup_.end(f);
    const int c_side = orientation(a, b, c);
    const int d_side = orientation(a, b, d);
    if (c_side * d_side > 0) {
        return;
    }
    const int a_side = orientation(c, d, a);
    const int b_side = orientation(c, d, b);
    if (a_side * b_side > 0) {
        return;
    }
    if (c_side * d_side < 0 && a_side * b_side < 0) {
        cross(e, f);
        return;
    }
    if (c_side == 0) {
        touch(e, f);
    }
    if (d_side == 0) {
        touch(e, soup_.next[f]);
    }
    if (a_side == 0) {
        touch(f, e);
    }
    if (b_side == 0) {
        touch(f, soup_.next[e]);
    }
}

/// Splits the edges; returns whether one was moved.
bool EdgeNoder::split_at_places() {
    sort_items(places_.begin(), places_.end(), [](const SplitPlace& a, const SplitPlace& b) {
        if (a.edge != b.edge) {
            return a.edge < b.edge;
        }
        return a.along != b.along ? a.along < b.along : comes_before(a.point, b.point);
    });
    EdgeSoup split;
    split.reserve(soup_.points.size() + places_.size());
    if (was_moved_) {
        for (std::uint8_t& marks : soup_.marks) {
            marks = static_cast<std::uint8_t>(marks & meets);
        }
    }
    bool has_moved = false;
    std::size_t place = 0;
    for (std::size_t loop = 0; loop < soup_.loop_count(); ++loop) {
        if (soup_.starts[loop] == soup_.points_of_a) {
            split.end_a();
        }
        const std::uint32_t end = soup_.starts[loop + 1];
        for (std::uint32_t i = soup_.starts[loop]; i < end;) {
            const bool is_split = place < places_.size() && places_[place].edge < end;
            const std::uint32_t last = is_split ? places_[place].edge + 1 : end;
            split.append_points(soup_, i, last);
            i = last;
            for (; place < places_.size() && places_[place].edge + 1 == last; ++place) {
                const bool is_inexact = !places_[place].is_exact;
                has_moved = has_moved || is_inexact;
                const auto moved = static_cast<std::uint8_t>(is_inexact ? is_moved : 0);
                split.marks.back() = static_cast<std::uint8_t>(split.marks.back() | moved);
                split.add_point(places_[place].point, static_cast<std::uint8_t>(meets | moved));
            }
        }
        split.close_loop();
    }
    if (soup_.size() == soup_.points_of_a) {
        split.end_a();
    }
    soup_ = std::move(split);
    was_moved_ = has_moved;
    return has_moved;
}

}  // namespace

bool node_edges(EdgeSoup& soup, const NodingOptions& options, OperandBoxes& boxes) {
    return EdgeNoder(soup, options, boxes).run();
}

Vec2 round_point(const Vec2d& point, double unit) {
    if (unit == 0.0) {
        return nearest_floats(point);
    }
    return nearest_floats({unit * std::floor(point.x / unit + 0.5), unit * std::floor(point.y / unit + 0.5)});
}

EdgeSoup round_to_units(const EdgeSoup& soup, double unit) {
    EdgeSoup rounded;
    rounded.reserve(soup.points.size());
    for (std::size_t loop = 0; loop < soup.loop_count(); ++loop) {
        if (soup.starts[loop] == soup.points_of_a) {
            rounded.end_a();
        }
        for (std::uint32_t i = soup.starts[loop]; i < soup.starts[loop + 1]; ++i) {
            rounded.add_point(round_point(to_double(soup.points[i]), unit));
        }
        rounded.close_loop();
    }
    if (soup.size() == soup.points_of_a) {
        rounded.end_a();
    }
    return rounded;
}

bool edges_meet(const EdgeSoup& soup, std::uint32_t e, std::uint32_t f) {
    if (soup.next[e] == f) {
        return same_direction(soup.end(e), soup.points[e], soup.end(f));
    }
    if (soup.next[f] == e) {
        return same_direction(soup.end(f), soup.points[f], soup.end(e));
    }
    return segments_touch(soup.points[e], soup.end(e), soup.points[f], soup.end(f));
}

}  // namespace drystone::detail
