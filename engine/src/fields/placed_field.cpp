#include "fields/placed_field.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/unit_vector.h"

#include <algorithm>

namespace drystone {

namespace {

/// Number of fields up to which each is compared with each body.
constexpr std::size_t few_fields = 16;

HalfPlane placed(const HalfPlane& plane, const Pose& pose) {
    const Vec2 normal = rotate(pose.rotation, plane.normal);
    return {normal, plane.offset + dot(normal, pose.position)};
}

/// Returns the half-plane below the surface, in the field's frame.
HalfPlane below(const FluidSurface& surface) {
    const Vec2 normal = unit_vector(surface.normal);
    return {normal, dot(normal, surface.point)};
}

bool acts(const FieldStore& fields, const BodyStore& bodies, std::uint32_t field) {
    const FieldRecord& record = fields.records[field];
    return fields.slots.is_live(field) && record.definition.enabled &&
           (record.body == no_index || bodies.records[record.body].enabled);
}

}  // namespace

bool PlacedField::holds(const Vec2& point) const {
    if (is_everywhere()) {
        return true;
    }
    if (!overlaps(box, Aabb{point, point})) {
        return false;
    }
    const auto region = planes.first(region_planes);
    return std::all_of(region.begin(), region.end(),
                       [&](const HalfPlane& plane) { return dot(plane.normal, point) <= plane.offset; });
}

bool PlacedField::may_meet(const Vec2& center, float radius) const {
    return is_everywhere() || overlaps(box, expand(Aabb{center, center}, radius));
}

Pose place_frame(const FieldRecord& record, const BodyStore& bodies, float time) {
    if (record.body == no_index) {
        return record.definition.pose;
    }
    const BodyPose& now = bodies.poses[record.body];
    const BodyVelocity& velocity = bodies.velocities[record.body];
    const BodyMass& mass = bodies.masses[record.body];
    const Rot rotation = multiply(Rot::from_angle(time * velocity.w), Rot{now.c, now.s});
    const Vec2 center = Vec2{now.x, now.y} + time * Vec2{velocity.x, velocity.y};
    const Pose body{center - rotate(rotation, Vec2{mass.center_x, mass.center_y}), rotation};
    return multiply(body, record.definition.pose);
}

void PlacedFields::place(const FieldStore& fields, const BodyStore& bodies, float time) {
    fields_.clear();
    planes_.clear();
    max_planes_ = 0;
    has_fluid_ = false;
    std::size_t count = 0;
    for (std::uint32_t field = 0; field < fields.slots.size(); ++field) {
        count += acts(fields, bodies, field) ? fields.records[field].region.size() + 1 : 0;
    }
    planes_.reserve(count);  // Fields have spans of it.
    for (std::uint32_t field = 0; field < fields.slots.size(); ++field) {
        if (!acts(fields, bodies, field)) {
            continue;
        }
        const FieldRecord& record = fields.records[field];
        PlacedField own{&record, place_frame(record, bodies, time), {}, {}, record.region.size()};
        const std::size_t first = planes_.size();
        for (const HalfPlane& plane : record.region) {
            planes_.push_back(placed(plane, own.pose));
        }
        if (!record.region.empty()) {
            own.box = compute_aabb(record.core(), own.pose);
        }
        if (const auto* const fluid = std::get_if<BuoyancyField>(&record.definition.kind)) {
            has_fluid_ = true;
            if (fluid->surface) {
                planes_.push_back(placed(below(*fluid->surface), own.pose));
            }
        }
        own.planes = std::span<const HalfPlane>(planes_).subspan(first);
        max_planes_ = std::max(max_planes_, own.planes.size());
        fields_.push_back(own);
    }
    build_tree();
}

void PlacedFields::build_tree() {
    items_.clear();
    everywhere_.clear();
    has_tree_ = fields_.size() > few_fields;
    for (std::uint32_t i = 0; i < fields_.size() && has_tree_; ++i) {
        const PlacedField& field = fields_[i];
        if (field.is_everywhere()) {
            everywhere_.push_back(i);
        } else {
            has_tree_ = is_valid(field.box);
            items_.push_back({.box = field.box, .user_data = i});
        }
    }
    if (has_tree_) {
        tree_.clear();
        proxies_.resize(items_.size());
        tree_.insert(items_, proxies_);
    }
}

void PlacedFields::find_near(const Aabb& box, std::vector<std::uint32_t>& found) const {
    found.assign(everywhere_.begin(), everywhere_.end());
    tree_.query(box, ~std::uint64_t{0}, [&](AabbTree::Proxy proxy) {
        found.push_back(tree_.user_data(proxy));
        return true;
    });
    sort_items(found.begin(), found.end());
}

}  // namespace drystone
