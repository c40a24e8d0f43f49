#include "world/debug_draw/drawing.h"

#include "core/unit_vector.h"
#include "fields/placed_field.h"

#include <cmath>
#include <variant>

namespace drystone {

namespace {

struct DrawnField {
    const Drawing& drawing;
    const FieldRecord& record;
    Pose pose;
    Vec2 middle;  ///< Centre of the region's box, or the frame's origin.
    DebugStyle flow;

    /// Returns the unit direction in the world of a nonzero vector of the field's frame.
    [[nodiscard]] Vec2 direction(const Vec2& own) const { return rotate(pose.rotation, unit_vector(own)); }

    /// Draws the direction of the push as an arrow of mark length.
    void draw_flow(const Vec2& own) const {
        if (own != Vec2{}) {
            drawing.out.arrow(middle, middle + drawing.options.mark_length * direction(own), flow);
        }
    }

    /// Draws eight arrows around the frame's origin, turned by `turn` from outward.
    void draw_star(const Rot& turn) const {
        const float length = drawing.options.mark_length;
        for (int i = 0; i < 8; ++i) {
            const Rot place = Rot::from_angle(0.25f * pi * static_cast<float>(i));
            const Vec2 arm{place.c, place.s};
            const Vec2 from = pose.position + 2.0f * length * arm;
            drawing.out.arrow(from, from + length * rotate(turn, arm), flow);
        }
    }

    void operator()(const DirectionalField& kind) const { draw_flow(kind.strength); }
    void operator()(const RadialField& kind) const {
        draw_star(kind.strength >= 0.0f ? Rot{-1.0f, 0.0f} : Rot{});
    }
    void operator()(const VortexField& kind) const {
        draw_star(Rot{0.0f, kind.strength >= 0.0f ? 1.0f : -1.0f});
    }
    void operator()(const WindField& kind) const { draw_flow(kind.velocity); }
    /// Draws flow and surface; the surface is as wide as the region, or as the view.
    void operator()(const BuoyancyField& kind) const {
        draw_flow(kind.flow);
        if (!kind.surface) {
            return;
        }
        const Vec2 point = transform(pose, kind.surface->point);
        const Vec2 normal = direction(kind.surface->normal);
        Aabb frame = drawing.options.visible.value_or(expand(Aabb{point, point}, 1000.0f));
        if (!record.region.empty()) {
            frame = compute_aabb(record.core(), pose);
        }
        const Vec2 along = right_perp(normal);
        const Vec2 half = 0.5f * (frame.upper - frame.lower);
        const float reach = half.x * std::abs(along.x) + half.y * std::abs(along.y);
        const Vec2 foot = center(frame) - dot(normal, center(frame) - point) * normal;
        drawing.out.segment(foot - reach * along, foot + reach * along, flow);
    }
};

void draw_region(const Drawing& drawing, const FieldRecord& record, const Pose& pose) {
    const DebugStyle style{.role = DebugRole::Field,
                           .filled = true,
                           .body = record.body == no_index ? BodyId{} : drawing.body_id(record.body)};
    std::vector<Vec2> points;
    points.reserve(record.points.size());
    for (const Vec2& point : record.points) {
        points.emplace_back(transform(pose, point));
    }
    if (points.size() == 1) {
        drawing.out.circle(points[0], record.radius, pose.rotation, style);
    } else if (points.size() == 2) {
        drawing.out.capsule(points[0], points[1], record.radius, style);
    } else if (points.size() > 2) {
        drawing.out.polygon(points, record.radius, style);
    }
}

}  // namespace

void draw_fields(const Drawing& drawing) {
    const FieldStore& fields = drawing.world.stores.fields;
    for (std::uint32_t field = 0; field < fields.slots.size(); ++field) {
        const FieldRecord& record = fields.records[field];
        if (!fields.slots.is_live(field) || !record.definition.enabled) {
            continue;
        }
        const Pose pose = place_frame(record, drawing.world.stores.bodies, 0.0f);
        Vec2 middle = pose.position;
        if (!record.region.empty()) {
            const Aabb box = compute_aabb(record.core(), pose);
            if (!drawing.sees(box)) {
                continue;
            }
            middle = center(box);
            draw_region(drawing, record, pose);
        }
        std::visit(DrawnField{drawing, record, pose, middle, {.role = DebugRole::FieldFlow}},
                   record.definition.kind);
    }
}

}  // namespace drystone
