#include "world/queries/near_shapes.h"

#include <drystone/world.h>

#include "store/with_core.h"
#include "world/checks.h"
#include "world/queries/contact_search.h"
#include "world/queries/query_tests.h"
#include "world/queries/tree_search.h"

#include <algorithm>

namespace drystone {

namespace {

/// Calls `visitor(shape)` with the shape as queries use it.
template <class Visitor>
auto with_own(const NearShapes::Own& own, const Visitor& visitor) {
    return own.custom != nullptr
               ? with_custom("Character::update", *own.custom, visitor)
               : with_core(own.geometry, [&](const ConvexCore& core) { return visitor(AnyShape{core}); });
}

FatBox as_fat_box(const Aabb& box) { return {box.lower.x, box.lower.y, box.upper.x, box.upper.y}; }

/// Returns the contact with the shape within the distance, from a list that has it if it exists.
std::optional<ShapeContact> find_contact(const std::vector<ShapeContact>& contacts, std::uint32_t shape,
                                         float distance) {
    for (const ShapeContact& contact : contacts) {
        if (contact.shape.index1 == shape + 1) {
            return contact.separation <= distance ? std::optional<ShapeContact>(contact) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Speed up to which characters are surely seen ahead of their bodies [m/s].
constexpr float seen_speed = 20.0f;

/// Returns the contact with a shape that is farther on by `way`.
std::optional<SweptContact> moved(std::optional<SweptContact> found, const Vec2& way) {
    if (found) {
        found->contact.points[0].point += way;
        found->contact.points[1].point += way;
    }
    return found;
}

}  // namespace

NearShapes::NearShapes(const World& world, const char* function, std::vector<std::uint32_t>& buffer,
                       float time_step)
    : world_(*world.state_),
      shapes_(buffer),
      time_step_(time_step),
      ahead_(world_.stores.bodies.sped_up.empty() ? 0.0f : time_step * seen_speed),
      carrier_(no_index) {
    check_not_stepping(world_, function);
}

void NearShapes::meet_ahead(const Vec2& carried, BodyId carrier) {
    carried_ = carried;
    carrier_ = carrier.index1 - 1;
}

bool NearShapes::is_of_character(BodyId body) const {
    const BodyStore& bodies = world_.stores.bodies;
    return bodies.slots.holds(body, world_.number) && bodies.records[body.index1 - 1].of_character;
}

Vec2 NearShapes::way_ahead(std::uint32_t shape) const {
    const BodyStore& bodies = world_.stores.bodies;
    const std::uint32_t body = world_.stores.shapes.cores[shape].body;
    const BodyRecord& record = bodies.records[body];
    if (!record.of_character || !record.sped_up || body == carrier_ ||
        world_.stores.shapes.records[shape].one_way) {
        return {0.0f, 0.0f};
    }
    const BodyVelocity& velocity = bodies.velocities[body];
    return time_step_ * Vec2{velocity.x, velocity.y} - carried_;
}

void NearShapes::cover(const AnyShape& own, const Aabb& box, const ContactQuery& query, float spare) {
    if (has_searched_ && contains(covered_, box)) {
        return;
    }
    covered_ = expand(box, spare + ahead_);
    has_searched_ = true;
    shapes_.clear();
    const ContactSearch search(world_, own, query);
    for (const AabbTree& tree : world_.systems.broad_phase.trees()) {
        tree.query(covered_, query.filter.mask, [&](AabbTree::Proxy proxy) {
            const std::uint32_t shape = tree.user_data(proxy);
            if (search.passes(shape)) {
                shapes_.push_back(shape);
            }
            return true;
        });
    }
}

void NearShapes::contacts_of(const Own& own, const Pose& pose, const ContactQuery& query, float spare,
                             std::vector<ShapeContact>& out) {
    const ReadScope reading(world_);
    out.clear();
    with_own(own, [&](const AnyShape& shape) {
        const Aabb box = expand(box_of(shape, pose), query.distance);
        cover(shape, box, query, spare);
        const FatBox reach = as_fat_box(box);
        const ContactSearch search(world_, shape, query);
        for (const std::uint32_t other : shapes_) {
            if (overlaps(world_.stores.shapes.fat_boxes[other], reach)) {
                if (const auto contact = search.contact(other, pose)) {
                    out.push_back(*contact);
                }
            }
        }
    });
    sort_by_shape(out);
}

std::optional<SweptContact> NearShapes::cast_contact(const Own& own, const Pose& pose,
                                                     const ContactCast& cast, float spare,
                                                     FunctionRef<bool(const ShapeContact&)> accepts,
                                                     const std::vector<ShapeContact>* at_start) {
    const ReadScope reading(world_);
    return with_own(own, [&](const AnyShape& shape) {
        const ContactQuery& query = cast.contacts;
        const Aabb box = expand(box_of(shape, pose), query.distance);
        const Aabb swept = merge(box, {box.lower + cast.translation, box.upper + cast.translation});
        cover(shape, expand(swept, ahead_), query, spare);
        const FatBox reach = as_fat_box(swept);
        const ContactSearch search(world_, shape, query);
        std::optional<SweptContact> first;
        for (const std::uint32_t other : shapes_) {
            if (overlaps(world_.stores.shapes.fat_boxes[other], reach)) {
                const auto start = at_start != nullptr ? find_contact(*at_start, other, query.distance)
                                                       : search.contact(other, pose);
                take_first(first, search.swept_contact(other, pose, cast.translation, start), accepts);
            }
            if (const Vec2 way = ahead_ > 0.0f ? way_ahead(other) : Vec2{}; way != Vec2{0.0f, 0.0f}) {
                const FatBox there = as_fat_box({swept.lower - way, swept.upper - way});
                if (overlaps(world_.stores.shapes.fat_boxes[other], there)) {
                    const Pose before{pose.position - way, pose.rotation};
                    take_first(first,
                               moved(search.swept_contact(other, before, cast.translation,
                                                          search.contact(other, before)),
                                     way),
                               accepts);
                }
            }
        }
        return first;
    });
}

bool NearShapes::meets(const Own& own, const Pose& pose, ShapeId other, const Vec2& way) const {
    const std::uint32_t shape = other.index1 - 1;
    return with_own(own, [&](const AnyShape& moving) {
        const Pose frame = shape_pose(world_, shape);
        return sweep(world_.stores.shapes.any(shape), moving, inverse_multiply(frame, pose),
                     inverse_rotate(frame.rotation, way))
            .hit;
    });
}

}  // namespace drystone
