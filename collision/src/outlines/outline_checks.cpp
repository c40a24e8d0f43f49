#include "outlines/outline_checks.h"

#include "math/orientation.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/hull.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace drystone::detail {
namespace {

/// An edge with its box; `main` is the axis along which the edges are swept.
struct SweptEdge {
    float main_lower = 0.0f;
    float main_upper = 0.0f;
    float cross_lower = 0.0f;
    float cross_upper = 0.0f;
    int from = 0;
    int to = 0;
    int loop = 0;
};

/// Returns the axis along which the edges are shorter: sweeping along it keeps fewer of them active.
int sweep_axis(const OutlineLoops& loops) {
    double lengths[2] = {0.0, 0.0};
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
            const Vec2& p = loops.point(i);
            const Vec2& q = loops.point(loops.next(loop, i));
            lengths[0] += std::abs(static_cast<double>(q.x) - static_cast<double>(p.x));
            lengths[1] += std::abs(static_cast<double>(q.y) - static_cast<double>(p.y));
        }
    }
    return lengths[0] <= lengths[1] ? 0 : 1;
}

std::vector<SweptEdge> sorted_edges(const OutlineLoops& loops) {
    const int main = sweep_axis(loops);
    std::vector<SweptEdge> edges;
    edges.reserve(loops.points.size());
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
            const int to = loops.next(loop, i);
            const Vec2 lower = min(loops.point(i), loops.point(to));
            const Vec2 upper = max(loops.point(i), loops.point(to));
            edges.push_back({lower[main], upper[main], lower[1 - main], upper[1 - main], i, to, loop});
        }
    }
    sort_items(edges.begin(), edges.end(), [](const SweptEdge& a, const SweptEdge& b) {
        return a.main_lower != b.main_lower ? a.main_lower < b.main_lower : a.from < b.from;
    });
    return edges;
}

/// Returns whether two edges of loops of three or more points meet anywhere except in the point that
/// neighbours share.
bool edges_meet(const OutlineLoops& loops, const SweptEdge& e, const SweptEdge& f) {
    if (e.to == f.from) {
        return same_direction(loops.point(e.to), loops.point(e.from), loops.point(f.to));
    }
    if (f.to == e.from) {
        return same_direction(loops.point(f.to), loops.point(f.from), loops.point(e.to));
    }
    return segments_touch(loops.point(e.from), loops.point(e.to), loops.point(f.from), loops.point(f.to));
}

OutlineEdge edge_of(const OutlineLoops& loops, const SweptEdge& edge) {
    return {edge.loop, loops.source(edge.from).point};
}

OutlineFault fault_of(const OutlineLoops& loops, const SweptEdge& e, const SweptEdge& f) {
    const bool in_order = e.from < f.from;
    const OutlineEdge first = edge_of(loops, in_order ? e : f);
    const OutlineEdge second = edge_of(loops, in_order ? f : e);
    const bool same_loop = e.loop == f.loop;
    return {same_loop ? DecompositionStatus::SelfIntersecting : DecompositionStatus::LoopsIntersect, first,
            second};
}

OutlineFault find_meeting(const OutlineLoops& loops) {
    std::vector<SweptEdge> active;
    for (const SweptEdge& edge : sorted_edges(loops)) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < active.size(); ++i) {
            const SweptEdge other = active[i];
            if (other.main_upper < edge.main_lower) {
                continue;
            }
            active[kept++] = other;
            if (other.cross_lower <= edge.cross_upper && edge.cross_lower <= other.cross_upper &&
                edges_meet(loops, edge, other)) {
                return fault_of(loops, edge, other);
            }
        }
        active.resize(kept);
        active.push_back(edge);
    }
    return {};
}

/// Returns whether the point is inside of a loop on which it does not lie. Counts the edges that a ray to the
/// right crosses.
bool loop_holds(const OutlineLoops& loops, int loop, const Vec2& point) {
    bool inside = false;
    for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
        const Vec2& p = loops.point(i);
        const Vec2& q = loops.point(loops.next(loop, i));
        if ((p.y > point.y) != (q.y > point.y)) {
            const int side = orientation(p, q, point);
            inside = inside != (q.y > p.y ? side > 0 : side < 0);
        }
    }
    return inside;
}

OutlineFault find_misplaced_hole(const OutlineLoops& loops) {
    std::vector<Aabb> boxes;
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        Aabb box{loops.point(loops.begin(loop)), loops.point(loops.begin(loop))};
        for (int i = loops.begin(loop); i < loops.end(loop); ++i) {
            box = merge(box, {loops.point(i), loops.point(i)});
        }
        boxes.push_back(box);
    }
    for (int hole = 1; hole < loops.loop_count(); ++hole) {
        const Vec2& point = loops.point(loops.begin(hole));
        if (!loop_holds(loops, 0, point)) {
            return {DecompositionStatus::HoleOutside, {hole, -1}, {}};
        }
        for (int other = 1; other < loops.loop_count(); ++other) {
            if (other != hole &&
                contains(boxes[static_cast<std::size_t>(other)], boxes[static_cast<std::size_t>(hole)]) &&
                loop_holds(loops, other, point)) {
                return {DecompositionStatus::HoleInHole, {hole, -1}, {other, -1}};
            }
        }
    }
    return {};
}

}  // namespace

OutlineFault find_fault(const OutlineLoops& loops) {
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        const auto begin = static_cast<std::size_t>(loops.begin(loop));
        const auto count = static_cast<std::size_t>(loops.loop_size(loop));
        if (compute_hull(std::span<const Vec2>(loops.points).subspan(begin, count)).status !=
            HullStatus::Ok) {
            return {DecompositionStatus::NoArea, {loop, -1}, {}};
        }
    }
    const OutlineFault meeting = find_meeting(loops);
    return meeting.status != DecompositionStatus::Ok ? meeting : find_misplaced_hole(loops);
}

}  // namespace drystone::detail
