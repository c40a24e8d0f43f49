#include <drystone/world.h>

#include "world/checks.h"
#include "world/debug_draw/drawing.h"

#include <algorithm>
#include <array>

namespace drystone {

namespace {

void check_length(const char* function, const char* argument, float length) {
    if (!(length >= 0.0f && length <= largest_coordinate)) {
        fail(function, argument, "finite, >= 0, and at most 1e30 m", static_cast<double>(length));
    }
}

void check(const DebugDrawOptions& options) {
    const char* const function = "World::draw";
    check_length(function, "mark_length", options.mark_length);
    check_length(function, "arrow_length", options.arrow_length);
    check_not_negative(function, "impulse_scale", options.impulse_scale);
    check_not_negative(function, "force_scale", options.force_scale);
    check_not_negative(function, "velocity_time", options.velocity_time);
    if (options.visible && !is_valid(*options.visible)) {
        fail(function, "visible", "finite with lower <= upper",
             describe(options.visible->lower).append(", ").append(describe(options.visible->upper)));
    }
    if (options.visible) {
        check_place(function, "visible.lower", options.visible->lower);
        check_place(function, "visible.upper", options.visible->upper);
    }
}

constexpr DebugColor rgb(std::uint32_t hex, std::uint8_t alpha = 255) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>((hex >> 8) & 0xffu),
            static_cast<std::uint8_t>(hex & 0xffu), alpha};
}

/// Colours in the order of `DebugRole`.
constexpr std::array<DebugColor, static_cast<std::size_t>(DebugRole::Count)> palette{
    rgb(0xb9ad99),       // StaticShape
    rgb(0x8f7f69),       // KinematicShape
    rgb(0x7f95a8),       // DynamicShape
    rgb(0xd27d5f),       // BulletShape
    rgb(0xc9ced3),       // SleepingShape
    rgb(0xdddddd, 128),  // DisabledShape
    rgb(0xdfb15c, 128),  // SensorShape
    rgb(0x6b6152),       // Chain
    rgb(0x3c8d5a),       // Joint
    rgb(0x1f5f38),       // JointAnchor
    rgb(0x2e62a8),       // JointAxis
    rgb(0xc4552d),       // JointLimit
    rgb(0x9b3fa0),       // JointForce
    rgb(0x2f6f9f, 200),  // Bounds
    rgb(0x2f6f9f, 140),  // FatBounds
    rgb(0x3c8d5a, 190),  // Tree
    rgb(0xc02f2f),       // ContactPoint
    rgb(0x555555, 230),  // ContactNormal
    rgb(0xb3261e, 230),  // ContactImpulse
    rgb(0x2e62a8, 230),  // FrictionImpulse
    rgb(0x2b2b2b),       // ContactFeature
    rgb(0x000000),       // GraphColor
    rgb(0x000000),       // Island
    rgb(0x2b2b2b),       // CenterOfMass
    rgb(0xc02f2f),       // FrameX
    rgb(0x3c8d5a),       // FrameY
    rgb(0xb0447c),       // Velocity
    rgb(0x2b2b2b),       // Name
    rgb(0x62a0c8, 70),   // Field
    rgb(0x3a7aa6, 200),  // FieldFlow
};

/// Hues for varieties; consecutive ones are far apart on the wheel.
constexpr std::array<DebugColor, 12> hues{rgb(0xd9534f), rgb(0x4f9ad9), rgb(0x67b54b), rgb(0xd9a64f),
                                          rgb(0x8a5fd0), rgb(0x3fb5a3), rgb(0xd65fa4), rgb(0xa8b53f),
                                          rgb(0x5566d6), rgb(0xd97a3a), rgb(0x45b86e), rgb(0xb35fd0)};

}  // namespace

DebugColor debug_color(const DebugStyle& style) {
    const bool varied = style.role == DebugRole::GraphColor || style.role == DebugRole::Island ||
                        (style.role == DebugRole::Tree && style.variety > 0);
    if (!varied) {
        return palette[std::min(static_cast<std::size_t>(style.role), palette.size() - 1)];
    }
    const DebugColor hue = hues[style.variety % hues.size()];
    // Brightnesses 1, 4/5 and 3/5.
    const std::uint32_t fifths = 5 - style.variety / static_cast<std::uint32_t>(hues.size()) % 3;
    const auto dim = [&](std::uint8_t part) { return static_cast<std::uint8_t>(part * fifths / 5); };
    return {dim(hue.red), dim(hue.green), dim(hue.blue), 255};
}

void DebugDraw::arrow(const Vec2& from, const Vec2& to, const DebugStyle& style) {
    segment(from, to, style);
    const Vec2 back = 0.25f * (from - to);
    const Vec2 side = 0.5f * left_perp(back);
    segment(to, to + back + side, style);
    segment(to, to + back - side, style);
}

void DebugDraw::text(const Vec2&, std::string_view, const DebugStyle&) {}

float arrow_scale(std::vector<float>& lengths, float arrow_length) {
    if (lengths.empty()) {
        return 1.0f;
    }
    const auto rank = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() * 19 / 20);
    std::nth_element(lengths.begin(), rank, lengths.end());
    return *rank > 0.0f ? arrow_length / *rank : 1.0f;
}

void draw_arrow(const Drawing& drawing, const Vec2& from, const Vec2& vector, float longest,
                const DebugStyle& style) {
    const float length = drystone::length(vector);
    if (length > 0.0f && is_finite(length)) {
        const Vec2 way = length > longest ? (longest / length) * vector : vector;
        drawing.out.arrow(from, from + way, style);
    }
}

void draw_bodies(const Drawing& drawing) {
    const WorldState& world = drawing.world;
    const DebugDrawOptions& options = drawing.options;
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        const Vec2 center = world.stores.bodies.slots.is_live(body)
                                ? Vec2{world.stores.bodies.poses[body].x, world.stores.bodies.poses[body].y}
                                : Vec2{0.0f, 0.0f};
        if (!world.stores.bodies.slots.is_live(body) || !drawing.sees(center)) {
            continue;
        }
        DebugStyle style{.body = drawing.body_id(body)};
        const auto with_role = [&](DebugRole role) -> const DebugStyle& {
            style.role = role;
            return style;
        };
        if (options.centers_of_mass && world.stores.bodies.is_dynamic(body)) {
            drawing.out.point(center, with_role(DebugRole::CenterOfMass));
        }
        if (options.frames) {
            const Pose pose = drawing.pose(body);
            const Vec2 x = options.mark_length * Vec2{pose.rotation.c, pose.rotation.s};
            drawing.out.segment(pose.position, pose.position + x, with_role(DebugRole::FrameX));
            drawing.out.segment(pose.position, pose.position + left_perp(x), with_role(DebugRole::FrameY));
        }
        if (options.velocities && world.stores.bodies.is_awake(body)) {
            const BodyVelocity& velocity = world.stores.bodies.velocities[body];
            draw_arrow(drawing, center, options.velocity_time * Vec2{velocity.x, velocity.y},
                       std::numeric_limits<float>::max(), with_role(DebugRole::Velocity));
        }
        if (options.names && !world.stores.bodies.name(body).empty()) {
            drawing.out.text(center, world.stores.bodies.name(body), with_role(DebugRole::Name));
        }
    }
}

void World::draw(DebugDraw& out, const DebugDrawOptions& options) const {
    check(options);
    check_not_stepping(*state_, "World::draw");
    const ReadScope reading(*state_);
    Drawing drawing{*state_, out, options};
    if (options.islands) {
        drawing.islands = find_islands(*state_);
    }
    if (options.fields) {
        draw_fields(drawing);
    }
    if (options.shapes) {
        draw_shapes(drawing);
    }
    draw_boxes(drawing);
    if (options.islands) {
        draw_islands(drawing);
    }
    if (options.joints || options.joint_axes || options.joint_forces) {
        draw_joints(drawing);
    }
    if (options.graph_colors || options.contact_points || options.contact_normals ||
        options.contact_impulses || options.friction_impulses || options.contact_features) {
        draw_contacts(drawing);
    }
    draw_bodies(drawing);
}

}  // namespace drystone
