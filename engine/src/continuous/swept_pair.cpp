#include "continuous/swept_pair.h"

namespace drystone {

namespace {

/// Returns a segment, extended by `reach` beyond the ends where a neighbour rises next to it, as seen from
/// the point `from` in its frame. A shape that comes along that neighbour then meets the segment's line and
/// not its end, which is hidden in the concave corner between the two.
SmallCore draw_out(const ConvexCore& core, const ChainSegment& segment, float reach, const Vec2& from) {
    const Vec2 way = segment.b - segment.a;
    const float side = dot(right_perp(way), from - segment.a) > 0.0f ? 1.0f : -1.0f;
    const auto rises = [&](const Vec2& neighbour, const Vec2& end, float bend) {
        return side * bend < 0.0f && side * dot(right_perp(neighbour), from - end) > 0.0f;
    };
    SmallCore drawn{.points = {core.points[0], core.points[1]},
                    .normals = {core.normals[0], core.normals[1]},
                    .count = core.count,
                    .radius = core.radius};
    const Vec2 step = reach * normalized(way);
    if (segment.ghost_before) {
        const Vec2 before = segment.a - *segment.ghost_before;
        drawn.points[0] -= rises(before, segment.a, cross(before, way)) ? step : Vec2{0.0f, 0.0f};
    }
    if (segment.ghost_after) {
        const Vec2 after = *segment.ghost_after - segment.b;
        drawn.points[1] += rises(after, segment.b, cross(way, after)) ? step : Vec2{0.0f, 0.0f};
    }
    return drawn;
}

}  // namespace

SweptPair::SweptPair(const ContinuousContext& context, std::uint32_t first_shape, const Sweep& first_sweep,
                     std::uint32_t other_shape, const Sweep& sweep_of_other)
    : shape(first_shape),
      sweep(first_sweep),
      other(other_shape),
      other_sweep(sweep_of_other),
      core(context.shapes.view(first_shape)),
      wall(context.shapes.view(other_shape)) {
    const InternalEdges* const internal_edges = context.shapes.internal_edges.find(other);
    if (internal_edges == nullptr || wall.count != 2 || internal_edges->edges.size() != 1) {
        return;
    }
    const float extent = context.bodies.damping_and_sleep[context.shapes.cores[shape].body].extent;
    const float reach = extent + length(sweep.center_end - sweep.center_start);
    const Vec2 from = inverse_transform(other_start(), sweep.center_start);
    drawn_ = draw_out(wall, internal_edges->edges[0].segment, reach, from);
    wall = drawn_.view();
}

}  // namespace drystone
