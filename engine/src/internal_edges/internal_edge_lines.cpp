#include "internal_edges/internal_edge_finder.h"

#include <algorithm>
#include <utility>

namespace drystone {

InternalEdgeFinder::Continuation InternalEdgeFinder::continue_segment(const Vec2d& end,
                                                                      const Vec2d& along) const {
    Continuation result;
    double straightest = -2.0;
    bool left = false;
    bool right = false;
    for (const Vec2d& way : ways_) {
        const double turn = cross(along, way);
        const bool is_straight = turn * turn <= straight_on * straight_on && dot(along, way) > 0.0;
        left = left || is_straight || turn > 0.0;
        right = right || is_straight || turn < 0.0;
        if (dot(along, way) > straightest) {
            straightest = dot(along, way);
            result.ghost = end + way;
        }
    }
    result.is_closed = is_on_border_ || (left && right);
    result.is_open = !result.is_closed && (left || right);
    return result;
}

InternalEdges InternalEdgeFinder::find_of_segment() {
    ActiveEdge active;
    ChainSegment& segment = active.segment;
    segment.sides = ChainSides::Both;
    segment.a = to_float(own_[0]);
    segment.b = to_float(own_[1]);
    const Vec2d way = normalized(own_[1] - own_[0]);
    bool is_alone = true;
    for (const bool at_end : {false, true}) {
        const Vec2d& end = own_[at_end ? 1 : 0];
        const Vec2d along = at_end ? way : -way;
        collect_ways({end, along, at_end ? 1.0 : -1.0});
        is_level_ = is_level_ || goes_straight_on(along);
        const Continuation on = continue_segment(end, along);
        if (on.is_closed || on.is_open) {
            is_alone = false;
            const Vec2d ghost = on.is_closed ? end + along : on.ghost;
            (at_end ? segment.ghost_after : segment.ghost_before) = to_float(ghost);
        }
    }
    InternalEdges internal_edges;
    if (!is_alone) {
        internal_edges.edges.push_back(active);
    }
    return internal_edges;
}

/// Returns the ghost vertex at an end of a chain's segment.
/// \param given  the next vertex of the chain, if the end is none of the chain itself
std::optional<Vec2> InternalEdgeFinder::find_ghost(const End& end, const std::optional<Vec2>& given) const {
    if (sides_ == ChainSides::Both) {
        if (given && !goes_straight_on(end.along)) {
            return given;
        }
        const Continuation on = continue_segment(end.at, end.along);
        if (on.is_closed || given) {
            return to_float(end.at + end.along);
        }
        return on.is_open ? std::optional<Vec2>(to_float(on.ghost)) : std::nullopt;
    }
    std::optional<Vec2> ghost = given;
    double largest_turn =
        given ? end.outward_turn(normalized(to_double(*given) - end.at)) + straight_on : -3.0;
    for (const Vec2d& way : ways_) {
        // The surface continues where a direction that turns from the edge through the outside first meets a
        // border.
        const double turn = end.outward_turn(way);
        if (turn > largest_turn) {
            largest_turn = turn;
            ghost = to_float(end.at + way);
        }
    }
    return ghost;
}

InternalEdges InternalEdgeFinder::find_of_chain(std::uint32_t shape,
                                                std::span<const std::uint32_t> neighbors) {
    const GivenSegment& given = *shapes_.given_segments.find(shape);
    ActiveEdge active{given.segment, 0};
    is_level_ = false;
    if (!neighbors.empty()) {
        place(shape, neighbors);
        sides_ = given.segment.sides;
        const Vec2d way = normalized(own_[1] - own_[0]);
        for (const bool at_end : {false, true}) {
            if (at_end ? given.has_own_after : given.has_own_before) {
                continue;
            }
            const End end{own_[at_end ? 1 : 0], at_end ? way : -way, at_end ? 1.0 : -1.0};
            collect_ways(end);
            is_level_ = is_level_ || goes_straight_on(end.along);
            std::optional<Vec2>& ghost = at_end ? active.segment.ghost_after : active.segment.ghost_before;
            ghost = find_ghost(end, ghost);
        }
    }
    return {{active}, 0, {}};
}

}  // namespace drystone
