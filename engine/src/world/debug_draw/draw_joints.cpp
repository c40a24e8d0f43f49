#include "world/debug_draw/drawing.h"

#include "joints/joint_world_frame.h"
#include "joints/reaction.h"

#include <cmath>

namespace drystone {

namespace {

struct JointPicture {
    std::uint32_t index = no_index;
    JointRecord record{};  ///< Copy with the impulses of the last sub-step.
    JointWorldFrame place{};
};

Vec2 center_of(const Drawing& drawing, std::uint32_t body) {
    return {drawing.world.stores.bodies.poses[body].x, drawing.world.stores.bodies.poses[body].y};
}

/// Draws a line perpendicular to the direction `along`.
void draw_mark(const Drawing& drawing, const Vec2& at, const Vec2& along, const DebugStyle& style) {
    const Vec2 half = 0.5f * drawing.options.mark_length * left_perp(along);
    drawing.out.segment(at - half, at + half, style);
}

void draw_cable(const Drawing& drawing, const JointPicture& joint, const DebugStyle& style) {
    const std::vector<CablePoint>& cable = drawing.world.stores.joints.cable(joint.index);
    for (std::size_t i = 0; i + 1 < cable.size(); ++i) {
        drawing.out.segment(world_point_of(drawing.world.stores.bodies, cable[i]),
                            world_point_of(drawing.world.stores.bodies, cable[i + 1]), style);
    }
    DebugStyle anchor = style;
    anchor.role = DebugRole::JointAnchor;
    for (const CablePoint& point : cable) {
        drawing.out.point(world_point_of(drawing.world.stores.bodies, point), anchor);
    }
}

/// Draws a line between the two joints that a gear couples.
void draw_gear(const Drawing& drawing, const JointPicture& joint, const DebugStyle& style) {
    const auto& gear = *drawing.world.stores.joints.definitions.find<GearJoint>(joint.index);
    const auto middle = [&](const JointId& id) {
        const std::uint32_t other = id.index1 - 1;
        return world_frame_of(drawing.world.stores.bodies, drawing.world.stores.joints.records[other],
                              drawing.world.stores.joints.cable(other))
            .anchor_b;
    };
    drawing.out.segment(middle(gear.first), middle(gear.second), style);
}

void draw_lines(const Drawing& drawing, const JointPicture& joint, const DebugStyle& style) {
    if (joint.record.family == JointFamily::Cable) {
        draw_cable(drawing, joint, style);
        return;
    }
    if (joint.record.family == JointFamily::Gear) {
        draw_gear(drawing, joint, style);
        return;
    }
    const JointWorldFrame& place = joint.place;
    if (drawing.world.stores.bodies.is_dynamic(joint.record.body_a)) {
        drawing.out.segment(center_of(drawing, joint.record.body_a), place.anchor_a, style);
    }
    drawing.out.segment(place.anchor_a, place.anchor_b, style);
    if (drawing.world.stores.bodies.is_dynamic(joint.record.body_b)) {
        drawing.out.segment(place.anchor_b, center_of(drawing, joint.record.body_b), style);
    }
    DebugStyle anchor = style;
    anchor.role = DebugRole::JointAnchor;
    drawing.out.point(place.anchor_a, anchor);
    drawing.out.point(place.anchor_b, anchor);
}

bool has_limit(const JointDegree& degree) {
    return !degree.locked &&
           (degree.limit.lower > -JointDegree::far_away || degree.limit.upper < JointDegree::far_away);
}

/// Draws a mark at each finite limit of a free degree of freedom.
void draw_limits(const Drawing& drawing, const JointDegree& degree, const Vec2& from, const Vec2& along,
                 DebugStyle style) {
    if (!has_limit(degree)) {
        return;
    }
    style.role = DebugRole::JointLimit;
    for (const float limit : {degree.limit.lower, degree.limit.upper}) {
        if (std::abs(limit) < JointDegree::far_away) {
            draw_mark(drawing, from + limit * along, along, style);
        }
    }
}

void draw_slide(const Drawing& drawing, const JointPicture& joint, DebugStyle style) {
    const JointRows& rows = joint.record.rows;
    const Vec2 along{joint.place.axis.c, joint.place.axis.s};
    const Vec2& from = joint.place.anchor_a;
    if (rows.kind == JointKind::Frame && !rows.degrees[0].locked) {
        const float translation = dot(along, joint.place.anchor_b - from);
        const Vec2 end = drawing.options.mark_length * along;
        style.role = DebugRole::JointAxis;
        drawing.out.segment(from + std::min(translation, 0.0f) * along - end,
                            from + std::max(translation, 0.0f) * along + end, style);
    }
    draw_limits(drawing, rows.degrees[0], from, along, style);
    if (rows.kind == JointKind::Frame) {
        draw_limits(drawing, rows.degrees[1], from, left_perp(along), style);
    }
}

/// Draws directions from the anchor: that of B, and those of its limits.
void draw_turn(const Drawing& drawing, const JointPicture& joint, DebugStyle style) {
    const JointRows& rows = joint.record.rows;
    const bool turns = rows.kind == JointKind::Point || rows.kind == JointKind::Hinge ||
                       (rows.kind == JointKind::Frame && !rows.degrees[2].locked);
    if (!turns) {
        return;
    }
    const auto draw_ray = [&](const Rot& direction) {
        const Vec2 way = drawing.options.mark_length * Vec2{direction.c, direction.s};
        drawing.out.segment(joint.place.anchor_a, joint.place.anchor_a + way, style);
    };
    const BodyPose& a = drawing.world.stores.bodies.poses[joint.record.body_a];
    const BodyPose& b = drawing.world.stores.bodies.poses[joint.record.body_b];
    style.role = DebugRole::JointAxis;
    draw_ray(Rot{b.c, b.s});
    if (has_limit(rows.degrees[2])) {
        style.role = DebugRole::JointLimit;
        for (const float limit : {rows.degrees[2].limit.lower, rows.degrees[2].limit.upper}) {
            if (std::abs(limit) < JointDegree::far_away) {
                draw_ray(multiply(Rot{a.c, a.s}, Rot::from_angle(rows.reference_angle + limit)));
            }
        }
    }
}

void draw_axes(const Drawing& drawing, const JointPicture& joint, const DebugStyle& style) {
    if (joint.record.family == JointFamily::Lanes) {
        draw_slide(drawing, joint, style);
        draw_turn(drawing, joint, style);
    }
}

JointReaction reaction_of(const Drawing& drawing, const JointPicture& joint) {
    return joint.record.family == JointFamily::Lanes
               ? find_reaction(drawing.world.stores.bodies, drawing.world.stores.joints, joint.index,
                               joint.record, drawing.world.systems.joint_solver.inverse_h())
               : JointReaction{};
}

void draw_forces(const Drawing& drawing, const std::vector<JointPicture>& joints) {
    float scale = drawing.options.force_scale;
    if (!(scale > 0.0f)) {
        std::vector<float> forces;
        forces.reserve(joints.size());
        for (const JointPicture& joint : joints) {
            forces.push_back(length(reaction_of(drawing, joint).force));
        }
        scale = arrow_scale(forces, drawing.options.arrow_length);
    }
    for (const JointPicture& joint : joints) {
        draw_arrow(
            drawing, joint.place.anchor_b, scale * reaction_of(drawing, joint).force,
            2.0f * drawing.options.arrow_length,
            {.role = DebugRole::JointForce,
             .joint = drawing.world.stores.joints.slots.handle<JointId>(joint.index, drawing.world.number)});
    }
}

std::vector<JointPicture> find_joints(const Drawing& drawing) {
    std::vector<JointPicture> found;
    const WorldState& world = drawing.world;
    for (std::uint32_t index = 0; index < world.stores.joints.slots.size(); ++index) {
        if (is_solved(world.stores.joints, world.stores.bodies, index) ||
            (world.stores.joints.slots.is_live(index) &&
             world.stores.joints.records[index].family == JointFamily::None &&
             world.stores.joints.settings(index).enabled)) {
            JointPicture joint{index, world.stores.joints.records[index], {}};
            world.systems.joint_solver.read(joint.record);
            joint.place = world_frame_of(world.stores.bodies, joint.record, world.stores.joints.cable(index));
            found.push_back(joint);
        }
    }
    return found;
}

}  // namespace

void draw_joints(const Drawing& drawing) {
    const std::vector<JointPicture> joints = find_joints(drawing);
    for (const JointPicture& joint : joints) {
        const DebugStyle style{
            .role = DebugRole::Joint,
            .joint = drawing.world.stores.joints.slots.handle<JointId>(joint.index, drawing.world.number)};
        if (drawing.options.joints) {
            draw_lines(drawing, joint, style);
        }
        if (drawing.options.joint_axes) {
            draw_axes(drawing, joint, style);
        }
    }
    if (drawing.options.joint_forces) {
        draw_forces(drawing, joints);
    }
}

}  // namespace drystone
