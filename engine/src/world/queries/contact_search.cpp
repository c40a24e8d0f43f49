#include "world/queries/contact_search.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include "contacts/pre_solve.h"
#include "narrow_phase/general_contacts.h"
#include "world/queries/query_tests.h"

#include <algorithm>
#include <vector>

namespace drystone {

namespace {

/// Returns whether a motion goes against the normal by more than rounding.
bool goes_against(const Vec2& translation, const Vec2& normal) {
    return dot(translation, normal) < -1e-6f * length(translation);
}

}  // namespace

bool ContactSearch::passes(std::uint32_t shape) const {
    return world_.stores.shapes.cores[shape].body != ignored_ &&
           drystone::passes(world_, query_.filter, shape);
}

std::optional<ShapeContact> ContactSearch::contact(std::uint32_t shape, const Pose& pose,
                                                   float margin) const {
    const ShapeStore& shapes = world_.stores.shapes;
    const Pose frame = shape_pose(world_, shape);
    const Pose own_in_shape = inverse_multiply(frame, pose);
    const bool whole = is_reached_through_one_way(shape, pose);
    const Manifold manifold = whole ? collide_whole(shapes, shape, own_.core, own_in_shape, margin)
                                    : collide_with(shapes, shape, own_, own_in_shape, margin);
    if (manifold.count == 0 || (!whole && is_behind_covered_face(shape, manifold, own_in_shape))) {
        return std::nullopt;
    }
    const ShapeRecord& record = shapes.records[shape];
    const std::uint32_t body = shapes.cores[shape].body;
    ShapeContact contact;
    contact.shape = shape_id(world_, shape);
    contact.body = world_.stores.bodies.slots.handle<BodyId>(body, world_.number);
    contact.normal = rotate(frame.rotation, manifold.normal);
    contact.count = manifold.count;
    contact.material = record.material;
    // Clockwise around the shape.
    const Vec2 along = record.material.tangent_speed * right_perp(contact.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const Vec2 surface = point.point - 0.5f * point.separation * manifold.normal;
        const Vec2 place = transform(frame, surface);
        contact.points[i] = {place, point.separation, velocity_at(world_.stores.bodies, body, place) + along};
    }
    contact.separation = contact.deepest().separation;
    if (record.one_way) {
        contact.one_way = rotate(frame.rotation, *record.one_way);
        contact.on_solid_side = is_solid_side(world_.stores.bodies, shapes, shape, contact.normal);
    }
    return contact;
}

std::optional<SweptContact> ContactSearch::swept_contact(std::uint32_t shape, const Pose& pose,
                                                         const Vec2& translation,
                                                         const std::optional<ShapeContact>& start) const {
    if (start) {
        // Contact normals separate convex shapes along the whole of a motion that does not go against
        // them.
        return goes_against(translation, start->normal) ? std::optional<SweptContact>({0.0f, *start})
                                                        : std::nullopt;
    }
    const Pose frame = shape_pose(world_, shape);
    const AnyShape target = world_.stores.shapes.any(shape);
    const SweepHit hit = advance(target, own_, inverse_multiply(frame, pose),
                                 inverse_rotate(frame.rotation, translation), query_.distance);
    if (!hit.hit) {
        return std::nullopt;
    }
    const Pose there{pose.position + hit.fraction * translation, pose.rotation};
    // The place is rounded twice.
    const float slack = 1e-6f * (reach(target) + reach(own_) + length(there.position - frame.position)) +
                        4e-7f * (length(there.position) + length(frame.position));
    const auto found = contact(shape, there, query_.distance + slack);
    if (!found) {
        return contact_behind(shape, pose, translation, hit.fraction);
    }
    return goes_against(translation, found->normal) ? std::optional<SweptContact>({hit.fraction, *found})
                                                    : std::nullopt;
}

bool ContactSearch::is_behind_covered_face(std::uint32_t shape, const Manifold& manifold,
                                           const Pose& own_in_shape) const {
    const ShapeStore& shapes = world_.stores.shapes;
    if (own_.custom != nullptr || shapes.internal_edges.find(shape) == nullptr) {
        return false;
    }
    float nearest = manifold.points[0].separation;
    nearest = manifold.count == 2 ? std::min(nearest, manifold.points[1].separation) : nearest;
    if (nearest > -0.5f * internal_edge_tolerance) {
        return false;
    }
    const ConvexCore core = shapes.view(shape);
    const Penetration truth = penetration(core, own_.core, own_in_shape);
    if (nearest < -2.0f * internal_edge_tolerance && truth.depth < internal_edge_tolerance) {
        return true;
    }
    // Past the end of a one-sided chain: the nearest way out leads to the side that is not solid.
    return core.count == 2 && shapes.is_one_sided(shape) &&
           -nearest > truth.depth + 0.25f * internal_edge_tolerance &&
           dot(truth.normal, right_perp(core.points[1] - core.points[0])) < 0.0f;
}

bool ContactSearch::is_reached_through_one_way(std::uint32_t shape, const Pose& pose) const {
    const ShapeStore& shapes = world_.stores.shapes;
    const InternalEdges* const internal_edges = shapes.internal_edges.find(shape);
    if (own_.custom != nullptr || internal_edges == nullptr) {
        return false;
    }
    const std::vector<std::uint32_t>& others = internal_edges->one_way_neighbors;
    return std::any_of(others.begin(), others.end(), [&](std::uint32_t other) {
        // Shapes may have been destroyed since the last step.
        return shapes.is_present(other) && shapes.records[other].one_way &&
               intersect(shapes.view(other), own_.core, inverse_multiply(shape_pose(world_, other), pose));
    });
}

std::optional<SweptContact> ContactSearch::contact_behind(std::uint32_t shape, const Pose& pose,
                                                          const Vec2& translation, float entry) const {
    constexpr int halvings = 22;
    std::optional<SweptContact> first;
    float free = entry;
    float touching = 1.0f;
    for (int i = 0; i < halvings; ++i) {
        const Pose there{pose.position + touching * translation, pose.rotation};
        const auto found = contact(shape, there, query_.distance);
        if (found && goes_against(translation, found->normal)) {
            first = {touching, *found};
        } else if (!first) {
            return std::nullopt;
        } else {
            free = touching;
        }
        touching = 0.5f * (free + first->fraction);
    }
    return first;
}

void sort_by_shape(std::vector<ShapeContact>& contacts) {
    sort_items(contacts.begin(), contacts.end(),
               [](const ShapeContact& a, const ShapeContact& b) { return a.shape.index1 < b.shape.index1; });
}

}  // namespace drystone
