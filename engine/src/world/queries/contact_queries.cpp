#include <drystone/contact_queries.h>
#include <drystone/world.h>

#include "store/with_core.h"
#include "world/checks.h"
#include "world/queries/contact_search.h"
#include "world/queries/tree_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace drystone {

namespace {

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
                if (const auto contact = contacts.contact(shape, pose)) {
                    out.push_back(*contact);
                }
            }
            return true;
        });
    });
    sort_by_shape(out);
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
                    take_first(
                        first,
                        contacts.swept_contact(shape, pose, cast.translation, contacts.contact(shape, pose)),
                        accepts);
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
    const char* const function = "World::contacts_of";
    check_query(*state_, function, pose, query);
    with_custom(function, shape, [&](const AnyShape& any) {
        out.clear();
        find_contacts(*state_, any, pose, query, out, stats);
    });
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
    return with_custom(function, shape, [&](const AnyShape& any) {
        return find_first_contact(*state_, any, pose, cast, accepts, stats);
    });
}

}  // namespace drystone
