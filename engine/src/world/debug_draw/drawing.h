#pragma once

#include <drystone/debug_draw.h>

#include "step/world_state.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// State shared by the parts of a drawing, see `World::draw`.
struct Drawing {
    const WorldState& world;
    DebugDraw& out;
    const DebugDrawOptions& options;
    /// Island of each dynamic body by slot, named by its first body; empty unless islands are drawn.
    std::vector<std::uint32_t> islands{};

    [[nodiscard]] bool sees(const Aabb& box) const {
        return !options.visible || overlaps(*options.visible, box);
    }
    [[nodiscard]] bool sees(const Vec2& point) const { return sees(Aabb{point, point}); }
    [[nodiscard]] BodyId body_id(std::uint32_t body) const {
        return world.stores.bodies.slots.handle<BodyId>(body, world.number);
    }
    [[nodiscard]] Pose pose(std::uint32_t body) const {
        return origin_pose(world.stores.bodies.poses[body], world.stores.bodies.masses[body]);
    }
};

/// Returns the scale at which the length that only one in twenty exceeds becomes `arrow_length`; 1 if that
/// length is zero. Reorders the lengths.
float arrow_scale(std::vector<float>& lengths, float arrow_length);

/// Draws a vector as an arrow at `from`, not longer than `longest`; nothing if it is zero.
void draw_arrow(const Drawing& drawing, const Vec2& from, const Vec2& vector, float longest,
                const DebugStyle& style);

/// Returns the island of each body by slot, named by its first body: dynamic bodies connected by touching
/// contacts and joints; `no_index` for others.
std::vector<std::uint32_t> find_islands(const WorldState& world);

void draw_fields(const Drawing& drawing);
void draw_shapes(const Drawing& drawing);
void draw_boxes(const Drawing& drawing);
void draw_islands(const Drawing& drawing);
void draw_joints(const Drawing& drawing);
void draw_contacts(const Drawing& drawing);
/// Draws centres of mass, frames, velocities and names.
void draw_bodies(const Drawing& drawing);

}  // namespace drystone
