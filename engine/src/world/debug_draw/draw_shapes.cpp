#include "world/debug_draw/drawing.h"

#include "core/union_find.h"

#include <array>
#include <limits>

namespace drystone {

namespace {

DebugRole role_of(const BodyStore& bodies, std::uint32_t body) {
    if (!bodies.records[body].enabled) {
        return DebugRole::DisabledShape;
    }
    if (bodies.types[body] != BodyType::Dynamic) {
        return bodies.types[body] == BodyType::Static ? DebugRole::StaticShape : DebugRole::KinematicShape;
    }
    if (!bodies.is_awake(body)) {
        return DebugRole::SleepingShape;
    }
    return bodies.records[body].bullet ? DebugRole::BulletShape : DebugRole::DynamicShape;
}

DebugStyle style_of(const Drawing& drawing, std::uint32_t shape) {
    const std::uint32_t body = drawing.world.stores.shapes.cores[shape].body;
    const bool is_disabled = drawing.world.stores.shapes.is_disabled(shape);
    DebugStyle style{
        .role = is_disabled ? DebugRole::DisabledShape : role_of(drawing.world.stores.bodies, body),
        .filled = true,
        .body = drawing.body_id(body),
        .shape = shape_id(drawing.world, shape)};
    if (!drawing.islands.empty() && drawing.islands[body] != no_index) {
        style.role = DebugRole::Island;
        style.variety = drawing.islands[body];
    }
    return style;
}

void draw_core(const Drawing& drawing, std::uint32_t shape, const DebugStyle& style,
               std::vector<Vec2>& points) {
    const ShapeCore& core = drawing.world.stores.shapes.cores[shape];
    const ConvexCore own = drawing.world.stores.shapes.view(shape);
    const Pose pose = drawing.pose(core.body);
    points.clear();
    for (int i = 0; i < own.count; ++i) {
        points.emplace_back(transform(pose, own.points[i]));
    }
    switch (core.kind) {
        case ShapeKind::Circle: drawing.out.circle(points[0], own.radius, pose.rotation, style); break;
        case ShapeKind::Capsule:
            drawing.out.capsule(points[0], points[points.size() - 1], own.radius, style);
            break;
        case ShapeKind::Segment: drawing.out.segment(points[0], points[1], style); break;
        case ShapeKind::Polygon: drawing.out.polygon(points, own.radius, style); break;
    }
}

/// Calls `visitor(shape)` for all living shapes.
template <class Visitor>
void visit_shapes(const WorldState& world, Visitor&& visitor) {
    for (std::uint32_t shape = 0; shape < world.stores.shapes.slots.size(); ++shape) {
        if (world.stores.shapes.slots.is_live(shape)) {
            visitor(shape);
        }
    }
}

bool has_box(const WorldState& world, std::uint32_t shape) { return world.stores.shapes.is_present(shape); }

Aabb fat_box(const WorldState& world, std::uint32_t shape) {
    const FatBox& box = world.stores.shapes.fat_boxes[shape];
    return {{box.lower_x, box.lower_y}, {box.upper_x, box.upper_y}};
}

Aabb own_box(const Drawing& drawing, std::uint32_t shape) {
    return compute_aabb(drawing.world.stores.shapes.view(shape),
                        drawing.pose(drawing.world.stores.shapes.cores[shape].body));
}

void draw_box(const Drawing& drawing, const Aabb& box, const DebugStyle& style) {
    if (drawing.sees(box)) {
        const std::array<Vec2, 4> corners{box.lower, Vec2{box.upper.x, box.lower.y}, box.upper,
                                          Vec2{box.lower.x, box.upper.y}};
        drawing.out.polygon(corners, 0.0f, style);
    }
}

bool is_member(const WorldState& world, std::uint32_t body) {
    return world.stores.bodies.slots.is_live(body) && world.stores.bodies.is_dynamic(body) &&
           world.stores.bodies.records[body].enabled;
}

}  // namespace

std::vector<std::uint32_t> find_islands(const WorldState& world) {
    std::vector<std::uint32_t> parents(world.stores.bodies.slots.size());
    for (std::uint32_t body = 0; body < parents.size(); ++body) {
        parents[body] = body;
    }
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        if (is_member(world, a) && is_member(world, b)) {
            unite(parents, a, b);
        }
    };
    for (const Contact& contact : world.stores.contacts.contacts) {
        if (contact.shape_a != no_index && contact.touching) {
            join(contact.body_a, contact.body_b);
        }
    }
    for (std::uint32_t joint = 0; joint < world.stores.joints.slots.size(); ++joint) {
        if (!is_solved(world.stores.joints, world.stores.bodies, joint)) {
            continue;
        }
        std::uint32_t first = no_index;
        visit_bodies_of_joint(world.stores.joints, joint, [&](std::uint32_t body) {
            if (is_member(world, body)) {
                first = first == no_index ? body : first;
                join(first, body);
            }
        });
    }
    std::vector<std::uint32_t> islands(parents.size(), no_index);
    for (std::uint32_t body = 0; body < parents.size(); ++body) {
        if (is_member(world, body)) {
            islands[body] = find_root(parents, body);
        }
    }
    return islands;
}

void draw_shapes(const Drawing& drawing) {
    std::vector<Vec2> points;
    visit_shapes(drawing.world, [&](std::uint32_t shape) {
        // Boxes of disabled shapes are out of date.
        if (!has_box(drawing.world, shape) || drawing.sees(fat_box(drawing.world, shape))) {
            draw_core(drawing, shape, style_of(drawing, shape), points);
        }
    });
}

void draw_boxes(const Drawing& drawing) {
    if (drawing.options.tree) {
        for (const AabbTree& tree : drawing.world.systems.broad_phase.trees()) {
            tree.visit_nodes([&](int level, const Aabb& box) {
                draw_box(drawing, box,
                         {.role = DebugRole::Tree, .variety = static_cast<std::uint32_t>(level)});
            });
        }
    }
    const auto draw_all = [&](DebugRole role, auto&& box_of) {
        visit_shapes(drawing.world, [&](std::uint32_t shape) {
            if (has_box(drawing.world, shape)) {
                draw_box(drawing, box_of(shape),
                         {.role = role,
                          .body = drawing.body_id(drawing.world.stores.shapes.cores[shape].body),
                          .shape = shape_id(drawing.world, shape)});
            }
        });
    };
    if (drawing.options.fat_bounds) {
        draw_all(DebugRole::FatBounds, [&](std::uint32_t shape) { return fat_box(drawing.world, shape); });
    }
    if (drawing.options.bounds) {
        draw_all(DebugRole::Bounds, [&](std::uint32_t shape) { return own_box(drawing, shape); });
    }
}

void draw_islands(const Drawing& drawing) {
    constexpr float far = std::numeric_limits<float>::max();
    std::vector<Aabb> boxes(drawing.islands.size(), Aabb{{far, far}, {-far, -far}});
    visit_shapes(drawing.world, [&](std::uint32_t shape) {
        const std::uint32_t island = drawing.islands[drawing.world.stores.shapes.cores[shape].body];
        if (island != no_index) {
            boxes[island] = merge(boxes[island], own_box(drawing, shape));
        }
    });
    for (std::uint32_t island = 0; island < boxes.size(); ++island) {
        if (boxes[island].lower.x <= boxes[island].upper.x) {
            draw_box(drawing, boxes[island], {.role = DebugRole::Island, .variety = island});
        }
    }
}

}  // namespace drystone
