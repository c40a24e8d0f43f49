#include "joint_drawing.h"

#include "glyphs.h"
#include "outline.h"

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

using namespace drystone;

constexpr float line_width = 2.0f;
/// Half width of bodies that bear pins of any size [m].
constexpr float pin_half_width = 1000.0f;
constexpr float pin_size = 4.0f;
/// Part of a body's half width that a pin covers at most.
constexpr float pin_part = 0.45f;
/// Minimum size of a joint on the screen at which its symbols are drawn [pixels].
constexpr float min_scale = 9.0f;

/// Visitor that draws one joint.
struct Sketch {
    const World& world;
    Glyphs& glyphs;
    const Theme& theme;
    JointId joint;
    Pose a;
    Pose b;
    JointState state;
    float half_width;  ///< Half the width of the thinnest shape on its bodies [m].

    void operator()(const DistanceJoint& rod) const {
        const Vec2 from = transform(a, rod.anchor_a);
        const Vec2 to = transform(b, rod.anchor_b);
        const Vec2 way = to - from;
        const Vec2 direction = length(way) > 1e-6f ? normalized(way) : Vec2{0.0f, -1.0f};
        if (rod.spring) {
            glyphs.zigzag(from, to, std::min(0.15f, 0.12f * length(way)));
        } else if (rod.limit && rod.limit->lower <= 0.0f) {
            glyphs.rope(from, to, std::min(rod.limit->upper, 1000.0f));
        } else {
            glyphs.line(from, to);
        }
        if (rod.limit && signs()) {
            for (const float bound : {rod.limit->lower, rod.limit->upper}) {
                if (bound > 0.0f && bound < 1000.0f) {
                    glyphs.bar(from + bound * direction, direction, glyphs.metres(5.0f));
                }
            }
        }
        pin(from);
        pin(to);
    }

    void operator()(const RevoluteJoint& hinge) const {
        const Vec2 at = transform(b, hinge.anchor_b);
        const Vec2 from = transform(a, hinge.anchor_a);
        glyphs.line(from, at);  // Shows a separation of the hinge.
        if (signs() && has_room()) {
            if (hinge.limit) {
                fan(at, hinge);
            }
            if (hinge.spring) {
                coil(at);
            }
            turning(at, hinge.motor);
        }
        pin(at);
    }

    void operator()(const PrismaticJoint& slide) const {
        const Vec2 axis = normalized(rotate(a.rotation, slide.axis_a));
        const Vec2 from = transform(a, slide.anchor_a);
        const Vec2 at = transform(b, slide.anchor_b);
        rail(from, at, axis, slide.limit);
        if (slide.spring) {
            glyphs.zigzag(from, at, glyphs.metres(6.0f));
        }
        pushing(at, axis, slide.motor);
        glyphs.bar(at, axis, glyphs.metres(5.0f));
        pin(at);
    }

    void operator()(const WheelJoint& wheel) const {
        const Vec2 axis = normalized(rotate(a.rotation, wheel.axis_a));
        const Vec2 from = transform(a, wheel.anchor_a);
        const Vec2 at = transform(b, wheel.anchor_b);
        rail(from, at, axis, wheel.limit);
        if (wheel.suspension) {
            const float reach = wheel.limit ? std::clamp(wheel.limit->upper, 0.2f, 2.0f) : 0.5f;
            glyphs.zigzag(from + 1.6f * reach * axis, at, std::min(glyphs.metres(6.0f), 0.4f * reach));
        }
        turning(at, wheel.motor);
        pin(at);
    }

    void operator()(const WeldJoint& weld) const {
        const Vec2 from = transform(a, weld.anchor_a);
        const Vec2 at = transform(b, weld.anchor_b);
        if (weld.linear_spring) {
            glyphs.zigzag(from, at, glyphs.metres(4.0f));
        }
        if (!signs() || !has_room()) {
            return;
        }
        if (weld.angular_spring) {
            coil(at);
        }
        const Vec2 arm = glyphs.metres(3.5f) * rotate(b.rotation, {1.0f, 1.0f});
        glyphs.line(at - arm, at + arm);
        glyphs.line(at - left_perp(arm), at + left_perp(arm));
    }

    void operator()(const MotorJoint& drive) const {
        const Vec2 target = transform(a, drive.anchor_a);
        const Vec2 at = transform(b, drive.anchor_b);
        if (drive.linear_spring) {
            glyphs.zigzag(at, target, glyphs.metres(4.0f));
            glyphs.dot(target, 3.0f);
        }
        if (length(drive.linear_velocity) > 0.0f) {
            glyphs.arrow(at, at + 0.5f * rotate(a.rotation, drive.linear_velocity));
        }
        if (drive.angular_velocity != 0.0f) {
            turning(at, JointMotor{drive.angular_velocity, drive.maximum_torque});
        }
        pin(at);
    }

    void operator()(const MouseJoint& mouse) const {
        const Vec2 target = transform(a, mouse.target);
        glyphs.line(transform(b, mouse.anchor_b), target);
        glyphs.dot(target, 4.0f);
    }

    /// Draws three short lines that suggest sliding.
    void operator()(const FrictionJoint& friction) const {
        const Vec2 at = transform(b, friction.anchor_b);
        const float length = glyphs.metres(6.0f);
        for (const float offset : {-1.0f, 0.0f, 1.0f}) {
            const Vec2 foot = at + Vec2{0.0f, 0.6f * offset * length};
            glyphs.line(foot - Vec2{length, 0.0f}, foot + Vec2{length, 0.0f});
        }
    }

    void operator()(const RatchetJoint& ratchet) const {
        const Vec2 center = world[world[joint].body_b()].center_of_mass();
        const float radius = glyphs.metres(13.0f);
        constexpr int teeth = 12;
        const float way = ratchet.tooth > 0.0f ? 1.0f : -1.0f;
        for (int i = 0; i < teeth; ++i) {
            const float angle = way * 2.0f * pi * static_cast<float>(i) / teeth;
            const Rot turn = multiply(b.rotation, Rot::from_angle(angle));
            const Rot next = multiply(turn, Rot::from_angle(0.52f * way));
            const Vec2 tip = center + rotate(turn, {1.3f * radius, 0.0f});
            glyphs.line(center + rotate(turn, {radius, 0.0f}), tip);
            glyphs.line(tip, center + rotate(next, {radius, 0.0f}));
        }
    }

    void operator()(const GearJoint& gear) const {
        if (world.is_valid(gear.first) && world.is_valid(gear.second)) {
            glyphs.dashes(moving_anchor(gear.first), moving_anchor(gear.second));
        }
    }

    void operator()(const PulleyJoint& pulley) const {
        glyphs.line(transform(a, pulley.anchor_a), pulley.ground_a);
        glyphs.line(transform(b, pulley.anchor_b), pulley.ground_b);
        glyphs.dashes(pulley.ground_a, pulley.ground_b);
        for (const Vec2& wheel : {pulley.ground_a, pulley.ground_b}) {
            glyphs.circle(wheel, glyphs.metres(7.0f));
            pin(wheel);
        }
        pin(transform(a, pulley.anchor_a));
        pin(transform(b, pulley.anchor_b));
    }

    void operator()(const RopeJoint& rope) const {
        for (std::size_t i = 0; i < rope.points.size(); ++i) {
            const Vec2 at = point_of(rope.points[i]);
            if (i > 0 && rope.points.size() == 2) {
                glyphs.rope(point_of(rope.points[0]), at, rope.length);
            } else if (i > 0) {
                glyphs.line(point_of(rope.points[i - 1]), at);
            }
            pin(at);
        }
    }

    void operator()(const FilterJoint& /*none*/) const {
        glyphs.dashes(world[world[joint].body_a()].center_of_mass(),
                      world[world[joint].body_b()].center_of_mass());
    }

    void operator()(const GenericJoint& joint_of_all) const {
        const Vec2 axis = normalized(rotate(a.rotation, joint_of_all.axis_a));
        const Vec2 from = transform(a, joint_of_all.anchor_a);
        const Vec2 at = transform(b, joint_of_all.anchor_b);
        if (!joint_of_all.along.locked) {
            rail(from, at, axis, joint_of_all.along.limit);
            pushing(at, axis, joint_of_all.along.motor);
        }
        if (!joint_of_all.across.locked) {
            rail(from, at, left_perp(axis), joint_of_all.across.limit);
            pushing(at, left_perp(axis), joint_of_all.across.motor);
        }
        turning(at, joint_of_all.angle.motor);
        if (joint_of_all.along.spring || joint_of_all.across.spring) {
            glyphs.zigzag(from, at, glyphs.metres(5.0f));
        }
        pin(at);
    }

private:
    /// Returns whether symbols would leave something of the bodies to see.
    /// Returns whether symbols larger than a pin do not hide their bodies: wide ones, or long ones.
    [[nodiscard]] bool has_room() const {
        const float arm = length(world[world[joint].body_b()].center_of_mass() - state.anchor_b);
        return half_width > glyphs.metres(10.0f) || arm > glyphs.metres(24.0f);
    }
    [[nodiscard]] bool signs() const { return glyphs.camera().scale() > min_scale; }

    void pin(const Vec2& at) const {
        const float size = std::min(pin_size, pin_part * half_width / glyphs.metres(1.0f));
        if (signs() && size >= 1.0f) {
            glyphs.pin(at, size, theme.sky_top);
        }
    }

    /// Returns the size of symbols [m], which are no larger than their bodies.
    [[nodiscard]] float sign_size() const {
        const float arm = length(world[world[joint].body_b()].center_of_mass() - state.anchor_b);
        return arm > 0.05f ? std::clamp(0.6f * arm, glyphs.metres(4.0f), glyphs.metres(20.0f))
                           : glyphs.metres(18.0f);
    }

    /// Draws the angle limits as a fan; its hand lies along body B, with the limits on both sides.
    void fan(const Vec2& at, const RevoluteJoint& hinge) const {
        const Vec2 arm = world[world[joint].body_b()].center_of_mass() - at;
        const float radius = sign_size();
        const Vec2 hand = radius * (length(arm) > 0.05f ? normalized(arm) : rotate(b.rotation, {1.0f, 0.0f}));
        const auto turned = [&](float angle) { return rotate(Rot::from_angle(angle), hand); };
        const Vec2 lower = turned(hinge.limit->lower - state.angle);
        const Vec2 upper = turned(hinge.limit->upper - state.angle);
        glyphs.line(at, at + lower);
        glyphs.line(at, at + upper);
        glyphs.arc(at, lower, std::min(hinge.limit->upper - hinge.limit->lower, 2.0f * pi));
        glyphs.dot(at + hand, 2.5f);
    }

    void coil(const Vec2& at) const {
        Vec2 last = at;
        for (int i = 1; i <= 24; ++i) {
            const float angle = 0.5f * static_cast<float>(i);
            const float radius = 0.7f * sign_size() / 24.0f * static_cast<float>(i);
            const Vec2 next = at + rotate(b.rotation, radius * Vec2{std::cos(angle), std::sin(angle)});
            glyphs.line(last, next);
            last = next;
        }
    }

    void turning(const Vec2& at, const std::optional<JointMotor>& motor) const {
        if (!motor || !signs() || motor->speed == 0.0f) {
            return;
        }
        const float way = motor->speed > 0.0f ? 1.0f : -1.0f;
        const Vec2 start = 0.8f * sign_size() * rotate(b.rotation, {1.0f, 0.0f});
        const float angle = 4.2f * way;
        glyphs.arc(at, start, angle);
        const Vec2 end = rotate(Rot::from_angle(angle), start);
        glyphs.arrow(at + end, at + end + 0.55f * way * left_perp(end));
    }

    void pushing(const Vec2& at, const Vec2& axis, const std::optional<JointMotor>& motor) const {
        if (motor && motor->speed != 0.0f && signs()) {
            const float way = motor->speed > 0.0f ? 1.0f : -1.0f;
            glyphs.arrow(at, at + way * glyphs.metres(26.0f) * axis);
        }
    }

    void rail(const Vec2& from, const Vec2& at, const Vec2& axis,
              const std::optional<JointLimit>& limit) const {
        if (limit && std::abs(limit->lower) < 1000.0f && std::abs(limit->upper) < 1000.0f) {
            const Vec2 lower = from + limit->lower * axis;
            const Vec2 upper = from + limit->upper * axis;
            glyphs.line(lower, upper);
            glyphs.bar(lower, axis, glyphs.metres(6.0f));
            glyphs.bar(upper, axis, glyphs.metres(6.0f));
        } else {
            const Vec2 arm = 0.5f * axis;
            glyphs.dashes(from - arm, at + arm);
        }
    }

    [[nodiscard]] Vec2 point_of(const RopePoint& point) const {
        return world.is_valid(point.body) ? transform(world[point.body].pose(), point.anchor)
                                          : Vec2{0.0f, 0.0f};
    }

    [[nodiscard]] Vec2 moving_anchor(JointId coupled) const {
        const Pose pose = world[world[coupled].body_b()].pose();
        const JointDefinition definition = world[coupled].definition();
        const auto* hinge = std::get_if<RevoluteJoint>(&definition);
        const auto* slide = std::get_if<PrismaticJoint>(&definition);
        return transform(pose, hinge != nullptr   ? hinge->anchor_b
                               : slide != nullptr ? slide->anchor_b
                                                  : Vec2{0.0f, 0.0f});
    }
};

/// Returns half the width of a body's thinnest shape [m]; of a body without any, that of a large one.
float half_width_of(const World& world, BodyId body) {
    float half_width = pin_half_width;
    for (const ShapeId shape : world[body].shapes()) {
        const float own = make_outline(world[shape].geometry()).half_width;
        half_width = own > 0.0f ? std::min(half_width, own) : half_width;
    }
    return half_width;
}

sf::Color color_of(const JointSettings& settings, const JointState& state, const Theme& theme) {
    if (!settings.enabled) {
        return with_alpha(theme.joint, 0.3f);
    }
    const float load =
        std::max(length(state.force) / settings.break_force, std::abs(state.torque) / settings.break_torque);
    return mixed(theme.joint, theme.contact, std::clamp(load, 0.0f, 1.0f));
}

}  // namespace

void draw_joints(const World& world, const Camera& camera, const Theme& theme, Mesh& mesh) {
    Glyphs glyphs(camera, mesh);
    const bool small = camera.scale() < min_scale;
    for (const JointId joint : world.joints()) {
        const JointState state = world[joint].state();
        glyphs.set_pen(color_of(world[joint].settings(), state, theme), small ? 1.0f : line_width);
        const JointDefinition definition = world[joint].definition();
        const bool has_bodies =
            !std::holds_alternative<GearJoint>(definition) && !std::holds_alternative<RopeJoint>(definition);
        const Pose a = has_bodies ? world[world[joint].body_a()].pose() : Pose{};
        const Pose b = has_bodies ? world[world[joint].body_b()].pose() : Pose{};
        const float half_width = has_bodies ? std::min(half_width_of(world, world[joint].body_a()),
                                                       half_width_of(world, world[joint].body_b()))
                                            : pin_half_width;
        std::visit(Sketch{world, glyphs, theme, joint, a, b, state, half_width}, definition);
    }
}

}  // namespace viewer
