#include "narrow_phase/general_contacts.h"

#include <drystone/collision/custom_manifold.h>

#include <algorithm>

namespace drystone {

namespace {

/// Returns whether a neighbour rises sharply at one of the ends; the other shape may then rest on that
/// neighbour.
bool rises_from_concave(const ChainSegment& segment) {
    constexpr float sharp = 0.5f;
    const Vec2 way = segment.b - segment.a;
    const Vec2 before = segment.ghost_before ? segment.a - *segment.ghost_before : way;
    const Vec2 after = segment.ghost_after ? Vec2{*segment.ghost_after - segment.b} : way;
    return cross(before, way) < -sharp * length(before) * length(way) ||
           cross(way, after) < -sharp * length(way) * length(after);
}

/// Returns whether only a part of the edge's face is active.
bool is_trimmed(const ConvexCore& core, const ActiveEdge& edge) {
    const int next = edge.face + 1 < core.count ? edge.face + 1 : 0;
    return edge.segment.a != core.points[edge.face] || edge.segment.b != core.points[next];
}

/// Returns whether a shape passes one of the one-way shapes that lie flush with the other shape of the
/// contact.
bool passes_one_way(const NarrowPhaseInput& input, std::uint32_t shape, const InternalEdges& internal_edges) {
    return input.passing != nullptr && !input.passing->empty() &&
           std::any_of(internal_edges.one_way_neighbors.begin(), internal_edges.one_way_neighbors.end(),
                       [&](std::uint32_t one_way) {
                           return std::binary_search(input.passing->begin(), input.passing->end(),
                                                     PassingPair{shape, one_way});
                       });
}

/// Returns whether the contact points and the other body lie over the edge, away from its ends, and near its
/// surface. What continues the edge at its ends then has no part in the contact.
bool lies_within(const NarrowPhaseInput& input, const Contact& contact, const ActiveEdge& edge,
                 const ManifoldRows& rows, int lane) {
    const float room = input.speculative_distance;
    const BodyPose& pose = input.bodies.poses[contact.body_a];
    const BodyPose& other = input.bodies.poses[contact.body_b];
    const BodyMass& mass = input.bodies.masses[contact.body_a];
    const Vec2 center{mass.center_x, mass.center_y};
    const Vec2 way = edge.segment.b - edge.segment.a;
    const float squared = length_squared(way);
    const float end = room * length(way);
    const auto is_over = [&](const Vec2& arm) {
        const Vec2 local = inverse_rotate(Rot{pose.c, pose.s}, arm) + center - edge.segment.a;
        const float along = dot(way, local);
        return along > end && along < squared - end;
    };
    for (int i = 0; i < 2; ++i) {
        const bool is_point = rows.feature[i][lane] > 0.0f;
        if (is_point &&
            !(rows.separation[i][lane] > -room && is_over({rows.arm_x[i][lane], rows.arm_y[i][lane]}))) {
            return false;
        }
    }
    return is_over({other.x - pose.x, other.y - pose.y});
}

/// Collides a core that has internal edges with another one, of which the faces `hidden` are covered.
Manifold collide_continued(const ConvexCore& core, const InternalEdges& internal_edges, ConvexCore other_core,
                           FaceBits hidden, const Pose& other_in_shape, float margin) {
    // Edges have no radius: the other shape gets the sum of both, and the points are moved to the surface.
    other_core.radius += core.radius;
    Manifold manifold =
        core.count == 2
            ? collide(internal_edges.edges.front().segment, other_core, other_in_shape, margin, hidden)
            : collide(PolygonWithActiveEdges{core, internal_edges.edges, internal_edge_tolerance}, other_core,
                      other_in_shape, margin, hidden);
    for (int i = 0; i < manifold.count && core.radius > 0.0f; ++i) {
        manifold.points[i].point += core.radius * manifold.normal;
    }
    return manifold;
}

/// Collides two shapes of the world, of which the first has internal edges.
Manifold collide_continued(const ShapeStore& shapes, const InternalEdges& internal_edges, std::uint32_t shape,
                           std::uint32_t other, const Pose& other_in_shape, float margin) {
    const InternalEdges* const other_internal_edges = shapes.internal_edges.find(other);
    const FaceBits hidden = other_internal_edges != nullptr ? other_internal_edges->hidden : 0;
    return collide_continued(shapes.view(shape), internal_edges, shapes.view(other), hidden, other_in_shape,
                             margin);
}

/// Returns the manifold with the points up to this separation.
Manifold collide_farther(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                         float max_separation) {
    NarrowPhaseInput far = input;
    far.speculative_distance = max_separation;
    const Manifold manifold = collide_shapes(far, contact, cache);
    for (int i = 0; i < manifold.count; ++i) {
        if (manifold.points[i].separation <= input.speculative_distance) {
            return manifold;
        }
    }
    if (manifold.count == 0) {
        return manifold;
    }
    // Beside internal edges, a face whose points are farther away may hide one that is near.
    const Manifold near = collide_shapes(input, contact, cache);
    return near.count > 0 ? near : manifold;
}

}  // namespace

Pose relative_pose(const BodyPose& a, const BodyMass& mass_a, const BodyPose& b, const BodyMass& mass_b) {
    const Rot qa{a.c, a.s};
    const Rot q = inverse_multiply(qa, Rot{b.c, b.s});
    const Vec2 between = inverse_rotate(qa, Vec2{b.x - a.x, b.y - a.y});
    const Vec2 center_a{mass_a.center_x, mass_a.center_y};
    const Vec2 center_b{mass_b.center_x, mass_b.center_y};
    return {between + center_a - rotate(q, center_b), q};
}

Manifold collide_shapes(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache) {
    const BodyStore& bodies = input.bodies;
    const Pose b_in_a = relative_pose(bodies.poses[contact.body_a], bodies.masses[contact.body_a],
                                      bodies.poses[contact.body_b], bodies.masses[contact.body_b]);
    return collide_shapes_at(input, contact, b_in_a, cache);
}

Manifold collide_shapes_at(const NarrowPhaseInput& input, const Contact& contact, const Pose& b_in_a,
                           CollisionCache& cache) {
    const ShapeStore& shapes = input.shapes;
    const float margin = input.speculative_distance;
    const AnyShape a = shapes.any(contact.shape_a);
    const AnyShape b = shapes.any(contact.shape_b);
    if (a.custom != nullptr || b.custom != nullptr) {
        return collide(a, b, b_in_a, margin);
    }
    if (const InternalEdges* const internal_edges = shapes.internal_edges.find(contact.shape_a)) {
        return passes_one_way(input, contact.shape_b, *internal_edges)
                   ? collide_whole(shapes, contact.shape_a, b.core, b_in_a, margin)
                   : collide_continued(shapes, *internal_edges, contact.shape_a, contact.shape_b, b_in_a,
                                       margin);
    }
    const InternalEdges* const internal_edges = shapes.internal_edges.find(contact.shape_b);
    if (internal_edges != nullptr && !passes_one_way(input, contact.shape_a, *internal_edges)) {
        const Pose a_in_b = inverse_multiply(b_in_a, Pose{});
        return flipped(
            collide_continued(shapes, *internal_edges, contact.shape_b, contact.shape_a, a_in_b, margin),
            a_in_b);
    }
    return collide(a.core, b.core, b_in_a, margin, cache);
}

Manifold collide_with(const ShapeStore& shapes, std::uint32_t shape, const AnyShape& other,
                      const Pose& other_in_shape, float margin) {
    const AnyShape own = shapes.any(shape);
    if (own.custom != nullptr || other.custom != nullptr) {
        return collide(own, other, other_in_shape, margin);
    }
    if (const InternalEdges* const internal_edges = shapes.internal_edges.find(shape)) {
        return collide_continued(own.core, *internal_edges, other.core, 0, other_in_shape, margin);
    }
    CollisionCache cache;
    return collide(own.core, other.core, other_in_shape, margin, cache);
}

Manifold collide_whole(const ShapeStore& shapes, std::uint32_t shape, const ConvexCore& other,
                       const Pose& other_in_shape, float margin) {
    CollisionCache cache;
    return collide(shapes.view(shape), other, other_in_shape, margin, cache);
}

bool is_hidden_contact(const NarrowPhaseInput& input, const Contact& contact, const ManifoldRows& rows,
                       int lane) {
    const InternalEdges* const internal_edges = input.shapes.internal_edges.find(contact.shape_a);
    if (internal_edges == nullptr || passes_one_way(input, contact.shape_b, *internal_edges)) {
        return false;
    }
    // Tight: an almost parallel face of B would lift B over the internal edge.
    constexpr float parallel = 5e-7f;
    const BodyPose& pose = input.bodies.poses[contact.body_a];
    const Vec2 local = inverse_rotate(Rot{pose.c, pose.s}, {rows.normal_x[lane], rows.normal_y[lane]});
    for (const ActiveEdge& edge : internal_edges->edges) {
        const Vec2 way = edge.segment.b - edge.segment.a;
        const float along = dot(way, local);
        const float outward = dot(right_perp(way), local);
        const bool faces = outward > 0.0f || edge.segment.sides == ChainSides::Both;
        if (faces && along * along <= parallel * parallel * length_squared(way)) {
            return !lies_within(input, contact, edge, rows, lane) &&
                   (rises_from_concave(edge.segment) || is_trimmed(input.shapes.view(contact.shape_a), edge));
        }
    }
    return true;
}

void find_general_manifold(const NarrowPhaseInput& input, const Contact& contact, CollisionCache& cache,
                           ManifoldRows& rows, int lane, float max_separation) {
    const Manifold manifold = collide_farther(input, contact, cache, max_separation);
    const BodyPose& pose = input.bodies.poses[contact.body_a];
    const BodyMass& mass = input.bodies.masses[contact.body_a];
    const Rot rotation{pose.c, pose.s};
    const Vec2 normal = rotate(rotation, manifold.normal);
    rows.normal_x[lane] = normal.x;
    rows.normal_y[lane] = normal.y;
    for (int i = 0; i < 2; ++i) {
        const bool there = i < manifold.count;
        const ManifoldPoint& point = manifold.points[i];
        const Vec2 arm = rotate(rotation, point.point - Vec2{mass.center_x, mass.center_y});
        rows.arm_x[i][lane] = there ? arm.x : 0.0f;
        rows.arm_y[i][lane] = there ? arm.y : 0.0f;
        rows.separation[i][lane] = there ? point.separation : 0.0f;
        rows.feature[i][lane] = there ? pack_feature_id(point.feature) : 0.0f;
    }
}

}  // namespace drystone
