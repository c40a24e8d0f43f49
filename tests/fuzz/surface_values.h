#pragma once

#include "world_values.h"

#include <drystone/collision/curved_shapes.h>

#include <optional>
#include <utility>
#include <vector>

/// Chains, outlines, fields and user-defined shapes, read from a fuzzer's input.
namespace drystone::test {

inline std::vector<Vec2> read_points(ValueInput& input, int maximum) {
    std::vector<Vec2> points;
    for (int count = input.below(maximum); count > 0; --count) {
        points.push_back(input.vector());
    }
    return points;
}

/// Reads a line that usually advances, so that longer chains occur; sometimes any points.
inline std::vector<Vec2> read_line(ValueInput& input) {
    if (input.below(8) == 0) {
        return read_points(input, 8);
    }
    std::vector<Vec2> points;
    Vec2 at = input.vector();
    for (int count = 2 + input.below(6); count > 0; --count) {
        points.push_back(at);
        at += Vec2{0.25f + input.size(), input.number()};
    }
    return points;
}

inline std::optional<Vec2> read_optional_vector(ValueInput& input) {
    return input.below(4) == 0 ? std::optional<Vec2>{input.vector()} : std::nullopt;
}

inline ChainDefinition read_chain(ValueInput& input) {
    ChainDefinition definition;
    definition.points = read_line(input);
    definition.is_loop = input.below(4) == 0;
    definition.sides = input.enumeration<ChainSides>(2);
    definition.ghost_before = read_optional_vector(input);
    definition.ghost_after = read_optional_vector(input);
    const std::size_t materials[] = {0, 0, 1, definition.points.size(), definition.points.size() - 1, 3};
    definition.materials.resize(definition.points.empty() ? 0 : materials[input.below(6)], input.material());
    definition.filter = input.below(4) == 0 ? input.filter() : Filter{};
    definition.hit_events = input.flag();
    return definition;
}

/// Reads an L, with a hole that may lie anywhere; or any points.
inline std::vector<Vec2> read_outline(ValueInput& input) {
    if (input.below(4) == 0) {
        return read_points(input, 10);
    }
    const float width = 0.25f + input.size();
    const float height = 0.25f + input.size();
    const Vec2 notch{input.between(0.0f, 1.0f) * width, input.between(0.0f, 1.0f) * height};
    return {{0.0f, 0.0f}, {width, 0.0f}, {width, notch.y}, notch, {notch.x, height}, {0.0f, height}};
}

inline CustomShape read_custom_shape(ValueInput& input) {
    const float width = input.size();
    const float height = input.size();
    switch (input.below(4)) {
        case 0: return CustomShape(Superellipse(width, height, 2.0f + 4.0f * input.size()));
        case 1: return CustomShape(make_box(width, height));
        default: return CustomShape(Ellipse(width, height));
    }
}

inline FieldKind read_field_kind(ValueInput& input) {
    const auto unit = input.enumeration<FieldUnit>(2);
    switch (input.below(6)) {
        case 0: return DirectionalField{input.vector(), unit};
        case 1: {
            const float strength = 10.0f * input.number();
            const auto decay = input.enumeration<FieldDecay>(3);
            return RadialField{strength, decay, input.size(), unit};
        }
        case 2: {
            const float strength = 10.0f * input.number();
            const auto decay = input.enumeration<FieldDecay>(3);
            return VortexField{strength, decay, input.size(), unit};
        }
        case 3: {
            WindField wind;
            wind.velocity = input.vector();
            wind.density = input.size();
            wind.drag = input.size();
            wind.lift = input.size();
            return wind;
        }
        default: {
            BuoyancyField fluid;
            fluid.density = 4.0f * input.size();
            if (input.below(4) == 0) {
                fluid.surface.reset();
            } else if (input.below(4) == 0) {
                const Vec2 point = input.vector();
                fluid.surface = FluidSurface{point, input.vector()};
            }
            fluid.flow = input.vector();
            fluid.linear_drag = input.size();
            fluid.angular_drag = input.size();
            return fluid;
        }
    }
}

/// Reads a field without its body, which the caller adds.
inline FieldDefinition read_field(ValueInput& input) {
    FieldDefinition definition;
    definition.kind = read_field_kind(input);
    if (input.flag()) {
        definition.region = input.geometry();
    }
    const Vec2 position = input.vector();
    definition.pose = {position, input.rotation()};
    if (input.below(8) == 0) {
        definition.category = input.bits(1);
        definition.mask = input.bits(1);
    }
    definition.enabled = input.below(8) != 0;
    return definition;
}

inline DebugDrawOptions read_draw_options(ValueInput& input) {
    DebugDrawOptions options;
    for (bool DebugDrawOptions::*const overlay :
         {&DebugDrawOptions::tree, &DebugDrawOptions::fat_bounds, &DebugDrawOptions::bounds,
          &DebugDrawOptions::islands, &DebugDrawOptions::joint_axes, &DebugDrawOptions::joint_forces,
          &DebugDrawOptions::graph_colors, &DebugDrawOptions::contact_points,
          &DebugDrawOptions::contact_normals, &DebugDrawOptions::contact_impulses,
          &DebugDrawOptions::friction_impulses, &DebugDrawOptions::contact_features,
          &DebugDrawOptions::centers_of_mass, &DebugDrawOptions::frames, &DebugDrawOptions::velocities,
          &DebugDrawOptions::names}) {
        options.*overlay = input.flag();
    }
    if (input.below(4) == 0) {
        const Vec2 lower = input.vector();
        options.visible = Aabb{lower, input.vector()};
        options.mark_length = input.size();
        options.arrow_length = input.size();
        options.impulse_scale = input.size();
        options.force_scale = input.size();
        options.velocity_time = input.size();
    }
    return options;
}

}  // namespace drystone::test
