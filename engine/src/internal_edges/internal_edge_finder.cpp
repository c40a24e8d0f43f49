#include "internal_edges/internal_edge_finder.h"

#include <drystone/collision/detail/sort_items.h>

#include "contacts/pre_solve.h"
#include "narrow_phase/general_contacts.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

constexpr double slack = static_cast<double>(internal_edge_tolerance);
/// Maximum number of active stretches of a face. With more, the whole face is active: other shapes stand on
/// it.
constexpr std::size_t max_stretches = 4;

}  // namespace

bool InternalEdgeFinder::is_continuable(const ShapeStore& shapes, std::uint32_t shape) {
    const ShapeCore& core = shapes.cores[shape];
    const bool is_polygon =
        core.kind == ShapeKind::Polygon && core.count <= 64 && shapes.any(shape).custom == nullptr;
    return !shapes.records[shape].sensor &&
           (is_polygon || core.kind == ShapeKind::Segment || core.kind == ShapeKind::Capsule);
}

bool InternalEdgeFinder::may_continue(const ShapeStore& shapes, std::uint32_t shape, std::uint32_t other) {
    return other != shape && is_continuable(shapes, other) &&
           shapes.records[other].filter == shapes.records[shape].filter &&
           shapes.solver_filter(other) == shapes.solver_filter(shape) &&
           shapes.cores[other].radius == shapes.cores[shape].radius;
}

void InternalEdgeFinder::place(std::uint32_t shape, std::span<const std::uint32_t> neighbors) {
    const ConvexCore core = shapes_.view(shape);
    own_.clear();
    for (int i = 0; i < core.count; ++i) {
        own_.emplace_back(to_double(core.points[i]));
    }
    neighbor_count_ = neighbors.size();
    if (neighbors_.size() < neighbor_count_) {
        neighbors_.resize(neighbor_count_);
    }
    const std::uint32_t body = shapes_.cores[shape].body;
    for (std::size_t k = 0; k < neighbor_count_; ++k) {
        const std::uint32_t other = shapes_.cores[neighbors[k]].body;
        const bool same = other == body;
        const Pose pose = same ? Pose{}
                               : relative_pose(bodies_.poses[body], bodies_.masses[body],
                                               bodies_.poses[other], bodies_.masses[other]);
        const ConvexCore near = shapes_.view(neighbors[k]);
        neighbors_[k].points.clear();
        for (int i = 0; i < near.count; ++i) {
            neighbors_[k].points.emplace_back(
                to_double(same ? near.points[i] : transform(pose, near.points[i])));
        }
        neighbors_[k].is_one_sided = near.count > 2 || shapes_.is_one_sided(neighbors[k]);
        const std::optional<Vec2>& one_way = shapes_.records[neighbors[k]].one_way;
        neighbors_[k].one_way.reset();
        if (one_way && one_way != shapes_.records[shape].one_way) {
            neighbors_[k].one_way = to_double(rotate(pose.rotation, *one_way));
        }
        neighbors_[k].lower = neighbors_[k].upper = neighbors_[k].points.front();
        for (const Vec2d& point : neighbors_[k].points) {
            neighbors_[k].lower = min(neighbors_[k].lower, point - Vec2d{2.0 * slack, 2.0 * slack});
            neighbors_[k].upper = max(neighbors_[k].upper, point + Vec2d{2.0 * slack, 2.0 * slack});
        }
    }
}

InternalEdgeFinder::Edge InternalEdgeFinder::edge(int face) const {
    const auto i = static_cast<std::size_t>(face);
    const Vec2d& from = own_[i];
    const Vec2d way = own_[i + 1 < own_.size() ? i + 1 : 0] - from;
    const double length = drystone::length(way);
    return {from, way / length, length};
}

/// Adds the interval of the edge that the neighbour covers: points that lie inside the neighbour when moved
/// outwards by the tolerance, up to where the edge itself leaves it.
void InternalEdgeFinder::add_covered(const Edge& edge, const Neighbor& neighbor) {
    const std::size_t count = neighbor.points.size();
    const Vec2d end = edge.from + edge.length * edge.direction;
    const bool is_near = max_coordinate(min(edge.from, end) - neighbor.upper) <= 0.0 &&
                         max_coordinate(neighbor.lower - max(edge.from, end)) <= 0.0;
    // What passes a one-way neighbour meets the edge behind it.
    if (count < 3 || !is_near || neighbor.one_way) {
        return;
    }
    const Vec2d outside = edge.from + slack * Vec2d{edge.direction.y, -edge.direction.x};
    double from = 0.0;
    double to = edge.length;
    for (std::size_t i = 0; i < count && from < to; ++i) {
        const Vec2d side = normalized(neighbor.points[i + 1 < count ? i + 1 : 0] - neighbor.points[i]);
        // Positive to the left of the side, which is inside. The tolerance prevents rounding of flush
        // vertices from losing a neighbour.
        double start = cross(side, outside - neighbor.points[i]) + 0.1 * slack;
        const double slope = cross(side, edge.direction);
        if (std::abs(slope) > straight_on) {
            // At an acute corner of the neighbour, moved points are beyond its other side, although the edge
            // is covered up to the corner.
            start = std::max(start, cross(side, edge.from - neighbor.points[i]));
        }
        if (std::abs(slope) < 1e-12) {
            to = start < 0.0 ? from : to;
        } else if (slope > 0.0) {
            from = std::max(from, -start / slope);
        } else {
            to = std::min(to, -start / slope);
        }
    }
    if (to - from > slack) {
        covered_.push_back({from, to});
    }
}

void InternalEdgeFinder::find_active(const Edge& edge) {
    covered_.clear();
    active_.clear();
    for (std::size_t k = 0; k < neighbor_count_; ++k) {
        add_covered(edge, neighbors_[k]);
    }
    sort_items(covered_.begin(), covered_.end(),
               [](const Interval& a, const Interval& b) { return a.from < b.from; });
    double at = 0.0;
    for (const Interval& stretch : covered_) {
        if (stretch.from - at > 2.0 * slack) {
            active_.push_back({at, stretch.from});
        }
        at = std::max(at, stretch.to);
    }
    if (edge.length - at > 2.0 * slack || covered_.empty()) {
        active_.push_back({at, edge.length});
    }
    if (active_.size() > max_stretches) {
        is_crowded_ = true;
        active_.assign(1, {0.0, edge.length});
    }
}

/// Returns whether what leads away from an end along a neighbour's border holds a shape that comes along the
/// edge. A border that is solid on the other side only does not.
/// \param is_forward  the way goes in the direction of the border
bool InternalEdgeFinder::holds(const End& end, const Neighbor& neighbor, const Vec2d& way,
                               bool is_forward) const {
    const bool is_turned = neighbor.is_one_sided && is_forward != (end.sense > 0.0);
    if (!is_turned || sides_ == ChainSides::Both) {
        return true;
    }
    // Two polygons that share a corner only: the other one's sides are met from within the corner.
    const bool are_polygons = own_.size() > 2 && neighbor.points.size() > 2 && !neighbor.one_way;
    return are_polygons || (own_.size() > 2 && end.sense * cross(end.along, way) < -straight_on);
}

/// Adds the directions in which a border from p to q leads away from an end, if the end lies on that border.
void InternalEdgeFinder::add_ways(const End& end, const Neighbor& neighbor, const Vec2d& p, const Vec2d& q) {
    const Vec2d way = q - p;
    const double length = drystone::length(way);
    if (length == 0.0) {
        return;
    }
    const double t = dot(way, end.at - p) / length;
    const double off = cross(way, end.at - p) / length;
    if (off * off > slack * slack || t < -slack || t > length + slack) {
        return;
    }
    const bool at_p = t <= slack;
    const bool at_q = t >= length - slack;
    is_on_border_ = is_on_border_ || (!at_p && !at_q);
    for (const bool is_forward : {true, false}) {
        const Vec2d out = (is_forward ? 1.0 : -1.0) / length * way;
        // A direction back along the edge itself continues nothing.
        if (!(is_forward ? at_q : at_p) && dot(out, end.along) > -1.0 + 1e-6 &&
            holds(end, neighbor, out, is_forward)) {
            ways_.push_back(out);
        }
    }
}

/// Returns whether shapes that come from the outside of a border from p to q are stopped there.
bool InternalEdgeFinder::is_solid_edge(const Neighbor& neighbor, const Vec2d& p, const Vec2d& q) {
    return !neighbor.one_way ||
           dot(*neighbor.one_way, normalized(right_perp(q - p))) > static_cast<double>(min_one_way_alignment);
}

/// Collects the directions in which neighbours' borders lead away from an end.
void InternalEdgeFinder::collect_ways(const End& end) {
    ways_.clear();
    is_on_border_ = false;
    for (std::size_t k = 0; k < neighbor_count_; ++k) {
        const Neighbor& neighbor = neighbors_[k];
        const std::vector<Vec2d>& points = neighbor.points;
        if (max_coordinate(end.at - neighbor.upper) > 0.0 || max_coordinate(neighbor.lower - end.at) > 0.0) {
            continue;
        }
        const std::size_t edges = points.size() == 2 ? 1 : points.size();
        for (std::size_t i = 0; i < edges; ++i) {
            const Vec2d& next = points[i + 1 < points.size() ? i + 1 : 0];
            if (is_solid_edge(neighbor, points[i], next)) {
                add_ways(end, neighbor, points[i], next);
            }
        }
    }
}

/// Returns whether a neighbour continues the edge straight.
bool InternalEdgeFinder::goes_straight_on(const Vec2d& along) const {
    return std::any_of(ways_.begin(), ways_.end(), [&](const Vec2d& way) {
        return dot(along, way) > 0.0 && std::abs(cross(along, way)) <= straight_on;
    });
}

bool InternalEdgeFinder::is_active_at(int face, bool at_end) const {
    const std::vector<Interval>& active = active_of_[static_cast<std::size_t>(face)];
    return !active.empty() &&
           (at_end ? active.back().to >= edge(face).length - slack : active.front().from <= slack);
}

/// \param sense  1 at the end of the edge, -1 at its beginning, where the outside is on the other side
InternalEdgeFinder::Continuation InternalEdgeFinder::continue_polygon(const Vec2d& end, const Vec2d& along,
                                                                      double sense) const {
    Continuation result;
    double straightest = -2.0;
    for (const Vec2d& way : ways_) {
        if (sense * cross(along, way) <= straight_on) {
            result.is_closed = true;
            // A ghost vertex must not lie back along the edge.
            result.ghost = dot(along, way) > -0.9 ? end + way : end + along;
            return result;
        }
        if (dot(along, way) > straightest) {
            straightest = dot(along, way);
            result.is_open = true;
            result.ghost = end + way;
        }
    }
    return result;
}

void InternalEdgeFinder::add_active_edges(int face, InternalEdges& internal_edges, bool& is_alone) {
    const Edge own = edge(face);
    const int count = static_cast<int>(own_.size());
    const int before = face > 0 ? face - 1 : count - 1;
    const int after = face + 1 < count ? face + 1 : 0;
    for (const Interval& stretch : active_of_[static_cast<std::size_t>(face)]) {
        ActiveEdge active;
        active.face = face;
        ChainSegment& segment = active.segment;
        segment.sides = ChainSides::Right;
        for (const bool at_end : {false, true}) {
            const bool trimmed = at_end ? stretch.to < own.length - slack : stretch.from > slack;
            const double sense = at_end ? 1.0 : -1.0;
            const Vec2d corner = at_end ? own.from + own.length * own.direction : own.from;
            const Vec2d end =
                trimmed ? own.from + (at_end ? stretch.to : stretch.from) * own.direction : corner;
            const Vec2d along = sense * own.direction;
            collect_ways({end, along, sense});
            is_alone = is_alone && !trimmed && ways_.empty();
            is_level_ = is_level_ || (!trimmed && goes_straight_on(along));
            const int next = at_end ? after : before;
            if (is_active_at(next, !at_end)) {
                ways_.emplace_back(sense * edge(next).direction);
            }
            const Continuation on = continue_polygon(end, along, sense);
            const Vec2d ghost = trimmed || !(on.is_closed || on.is_open) ? end + along : on.ghost;
            const auto i = static_cast<std::size_t>(at_end ? after : face);
            // Uses the vertex itself, not the result of the length computation, so that neighbours get the
            // same bits.
            (at_end ? segment.b : segment.a) = trimmed ? to_float(end) : to_float(own_[i]);
            (at_end ? segment.ghost_after : segment.ghost_before) = to_float(ghost);
        }
        if (segment.a != segment.b) {
            internal_edges.edges.push_back(active);
        }
    }
}

std::vector<std::uint32_t> InternalEdgeFinder::find_one_way(std::span<const std::uint32_t> neighbors) const {
    Vec2d lower = own_.front();
    Vec2d upper = lower;
    for (const Vec2d& point : own_) {
        lower = min(lower, point);
        upper = max(upper, point);
    }
    std::vector<std::uint32_t> found;
    for (std::size_t k = 0; k < neighbor_count_; ++k) {
        const Neighbor& neighbor = neighbors_[k];
        if (neighbor.one_way && max_coordinate(lower - neighbor.upper) <= 0.0 &&
            max_coordinate(neighbor.lower - upper) <= 0.0) {
            found.push_back(neighbors[k]);
        }
    }
    return found;
}

InternalEdges InternalEdgeFinder::find(std::uint32_t shape, std::span<const std::uint32_t> neighbors) {
    InternalEdges internal_edges;
    is_level_ = false;
    if (neighbors.empty()) {
        return internal_edges;
    }
    place(shape, neighbors);
    sides_ = own_.size() == 2 ? ChainSides::Both : ChainSides::Right;
    if (own_.size() == 2) {
        return find_of_segment();
    }
    const int count = static_cast<int>(own_.size());
    active_of_.resize(own_.size());
    bool is_alone = true;
    for (int face = 0; face < count; ++face) {
        find_active(edge(face));
        active_of_[static_cast<std::size_t>(face)] = active_;
        if (active_.empty()) {
            internal_edges.hidden |= FaceBits{1} << face;
            is_alone = false;
        }
    }
    for (int face = 0; face < count; ++face) {
        add_active_edges(face, internal_edges, is_alone);
    }
    if (is_alone) {
        return {};
    }
    if (!shapes_.records[shape].one_way) {
        internal_edges.one_way_neighbors = find_one_way(neighbors);
    }
    return internal_edges;
}

}  // namespace drystone
