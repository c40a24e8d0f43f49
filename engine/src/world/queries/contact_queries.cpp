#include <drystone/contact_queries.h>
#include <drystone/world.h>

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include "contacts/pre_solve.h"
#include "narrow_phase/general_contacts.h"
#include "store/with_core.h"
#include "world/checks.h"
#include "world/queries/query_tests.h"
#include "world/queries/tree_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace drystone {

namespace {

/// Finds the contacts of one shape with shapes of the world.
class ContactSearch {
public:
    ContactSearch(const WorldState& world, const AnyShape& own, const ContactQuery& query)
        : world_(world), own_(own), query_(query), ignored_(query.ignored_body.index1 - 1) {}

    [[nodiscard]] bool passes(std::uint32_t shape) const {
        return world_.stores.shapes.cores[shape].body != ignored_ &&
               drystone::passes(world_, query_.filter, shape);
    }

    /// Returns the contact with a shape of the world, at most `margin` away, if there is one.
    [[nodiscard]] std::optional<ShapeContact> contact(std::uint32_t shape, const Pose& pose,
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
            contact.points[i] = {place, point.separation,
                                 velocity_at(world_.stores.bodies, body, place) + along};
        }
        contact.separation = contact.deepest().separation;
        if (record.one_way) {
            contact.one_way = rotate(frame.rotation, *record.one_way);
            contact.on_solid_side = is_solid_side(world_.stores.bodies, shapes, shape, contact.normal);
        }
        return contact;
    }

    /// Returns the first contact of the motion with a shape of the world, if there is one.
    [[nodiscard]] std::optional<SweptContact> swept_contact(std::uint32_t shape, const Pose& pose,
                                                            const Vec2& translation) const {
        if (const auto start = contact(shape, pose, query_.distance)) {
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

private:
    /// Returns whether the shapes are apart, or touch, while the exposed edges alone take them for
    /// overlapping: a covered face is between them, and the neighbour that covers it handles the contact.
    /// Also true for a shape that reaches a one-sided chain past its end, from the side that is not solid.
    [[nodiscard]] bool is_behind_covered_face(std::uint32_t shape, const Manifold& manifold,
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

    /// Returns whether the own shape overlaps a one-way shape that is flush with `shape`, see
    /// `InternalEdges::one_way_neighbors`.
    [[nodiscard]] bool is_reached_through_one_way(std::uint32_t shape, const Pose& pose) const {
        const ShapeStore& shapes = world_.stores.shapes;
        const InternalEdges* const internal_edges = shapes.internal_edges.find(shape);
        if (own_.custom != nullptr || internal_edges == nullptr) {
            return false;
        }
        const std::vector<std::uint32_t>& others = internal_edges->one_way_neighbors;
        return std::any_of(others.begin(), others.end(), [&](std::uint32_t other) {
            // Shapes may have been destroyed since the last step.
            return shapes.is_present(other) && shapes.records[other].one_way &&
                   intersect(shapes.view(other), own_.core,
                             inverse_multiply(shape_pose(world_, other), pose));
        });
    }

    /// Returns the contact of a motion that enters a shape through what its neighbours cover, or from the
    /// side from which a chain is not solid, and meets its exposed edges farther on. Bisects the way, if its
    /// end touches the shape.
    [[nodiscard]] std::optional<SweptContact> contact_behind(std::uint32_t shape, const Pose& pose,
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

    /// Returns whether a motion goes against the normal by more than rounding.
    static bool goes_against(const Vec2& translation, const Vec2& normal) {
        return dot(translation, normal) < -1e-6f * length(translation);
    }

    const WorldState& world_;
    const AnyShape& own_;
    const ContactQuery& query_;
    std::uint32_t ignored_;  ///< Slot of the body that is skipped; none for a null handle.
};

void check_query(const WorldState& world, const char* function, const Pose& pose, const ContactQuery& query) {
    check_pose(function, "pose", pose);
    check_not_negative(function, "query.distance", query.distance);
    check_not_stepping(world, function);
    if (!query.ignored_body.is_null()) {
        static_cast<void>(body_index(world, function, query.ignored_body));
    }
}

void find_contacts(const WorldState& world, const AnyShape& own, const Pose& pose, const ContactQuery& query,
                   std::vector<ShapeContact>& out, QueryStats* stats) {
    const ContactSearch contacts(world, own, query);
    const ReadScope reading(world);
    const Aabb box = expand(box_of(own, pose), query.distance);
    search_trees(world, stats, [&](const AabbTree& tree) {
        return tree.query(box, query.filter.mask, [&](AabbTree::Proxy proxy) {
            const std::uint32_t shape = tree.user_data(proxy);
            if (contacts.passes(shape)) {
                count_shape(stats);
                if (const auto contact = contacts.contact(shape, pose, query.distance)) {
                    out.push_back(*contact);
                }
            }
            return true;
        });
    });
    std::sort(out.begin(), out.end(),
              [](const ShapeContact& a, const ShapeContact& b) { return a.shape.index1 < b.shape.index1; });
}

bool comes_first(const SweptContact& a, const SweptContact& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction
                                    : a.contact.shape.index1 < b.contact.shape.index1;
}

std::optional<SweptContact> find_first_contact(const WorldState& world, const AnyShape& own, const Pose& pose,
                                               const ContactCast& cast,
                                               FunctionRef<bool(const ShapeContact&)> accepts,
                                               QueryStats* stats) {
    const ContactSearch contacts(world, own, cast.contacts);
    const Aabb box = expand(box_of(own, pose), cast.contacts.distance);
    std::optional<SweptContact> first;
    search_trees(world, stats, [&](const AabbTree& tree) {
        return tree.cast_box(
            box, cast.translation, cast.contacts.filter.mask, [&](AabbTree::Proxy proxy, float) {
                const std::uint32_t shape = tree.user_data(proxy);
                if (contacts.passes(shape)) {
                    count_shape(stats);
                    const auto found = contacts.swept_contact(shape, pose, cast.translation);
                    if (found && (!first || comes_first(*found, *first)) && accepts(found->contact)) {
                        first = found;
                    }
                }
                // A tree stops at zero, but another shape may also be hit there.
                return first ? std::max(first->fraction, std::numeric_limits<float>::min()) : 1.0f;
            });
    });
    return first;
}

}  // namespace

void World::contacts_of(const ShapeGeometry& geometry, const Pose& pose, std::vector<ShapeContact>& out,
                        const ContactQuery& query, QueryStats* stats) const {
    const char* const function = "World::contacts_of";
    check_geometry(geometry, function);
    check_query(*state_, function, pose, query);
    out.clear();
    with_core(geometry, [&](const ConvexCore& core) {
        find_contacts(*state_, AnyShape{core}, pose, query, out, stats);
    });
}

void World::contacts_of(const CustomShape& shape, const Pose& pose, std::vector<ShapeContact>& out,
                        const ContactQuery& query, QueryStats* stats) const {
    check_query(*state_, "World::contacts_of", pose, query);
    out.clear();
    with_custom(shape, [&](const AnyShape& any) { find_contacts(*state_, any, pose, query, out, stats); });
}

std::optional<SweptContact> World::cast_contact(const ShapeGeometry& geometry, const Pose& pose,
                                                const ContactCast& cast,
                                                FunctionRef<bool(const ShapeContact&)> accepts,
                                                QueryStats* stats) const {
    const char* const function = "World::cast_contact";
    check_geometry(geometry, function);
    check_finite(function, "cast.translation", cast.translation);
    check_visitor(function, accepts);
    check_query(*state_, function, pose, cast.contacts);
    return with_core(geometry, [&](const ConvexCore& core) {
        return find_first_contact(*state_, AnyShape{core}, pose, cast, accepts, stats);
    });
}

std::optional<SweptContact> World::cast_contact(const CustomShape& shape, const Pose& pose,
                                                const ContactCast& cast,
                                                FunctionRef<bool(const ShapeContact&)> accepts,
                                                QueryStats* stats) const {
    const char* const function = "World::cast_contact";
    check_finite(function, "cast.translation", cast.translation);
    check_visitor(function, accepts);
    check_query(*state_, function, pose, cast.contacts);
    return with_custom(shape, [&](const AnyShape& any) {
        return find_first_contact(*state_, any, pose, cast, accepts, stats);
    });
}

}  // namespace drystone
