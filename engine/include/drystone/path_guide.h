#pragma once

#include <drystone/collision/math.h>
#include <drystone/detail/presence.h>
#include <drystone/export.h>
#include <drystone/handles.h>
#include <drystone/joint.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace drystone {

class World;

/// Definition of a `PathGuide`.
struct PathGuideDefinition {
    BodyId body_a{};  ///< Body in whose frame the path is: the rail. Often a static one.
    BodyId body_b{};  ///< Dynamic body that is guided.
    /// Points that the path passes through, in the frame of A [m]: at least two, of a loop three; neighbours
    /// must differ. Between them it is a smooth curve.
    std::vector<Vec2> points{};
    bool is_loop = false;       ///< Joins the last point to the first.
    Vec2 anchor_b{0.0f, 0.0f};  ///< Point of B that stays on the path [m].
    bool aligned = false;       ///< Keeps the x axis of B along the path; otherwise B turns freely.
    /// Motor along the path, positive from the first point to the last [m/s], [N].
    std::optional<JointMotor> motor{};
    JointSettings settings{};  ///< Settings of the joint.
};

/// Guides a body along a curve: a wagon on rails, a lift on a bent shaft, a camera on its track.
///
///     PathGuide wagon(world, {.body_a = ground, .body_b = body, .points = {{0, 5}, {4, 1}, {9, 4}}});
///     ...                                            // before each step of the world:
///     wagon.update(world, time_step);
///     world.step(time_step);
///
/// Made of a `GenericJoint`, whose axis `update` lays along the chord to where the body will be on the path
/// at the end of the step. The velocity is turned with it, so that the path neither brakes nor drives. The
/// ends of an open path are limits. The joint belongs to the world and is destroyed with its bodies; the
/// guide itself holds the curve and the place on it. Copying copies both; a guide that was moved from
/// throws `Error` when it is used. Deterministic.
///
/// Source of the curve: Yuksel, Schaefer, Keyser, Parameterization and Applications of Catmull-Rom Curves,
/// 2011 (centripetal).
class DRYSTONE_API PathGuide {
public:
    /// Moves B so that its anchor is on the path, at the place nearest to it, and creates the joint. Throws
    /// `Error` for bodies and points that are not as the definition says, before anything is changed.
    PathGuide(World& world, const PathGuideDefinition& definition);

    /// Lays the joint along the path for the next step, which lasts `time_step` > 0 [s]. Does nothing once
    /// the joint has broken or was destroyed, and while B is not dynamic. Throws `Error` for bad input, and
    /// inside a step. Cost: about 1 us.
    void update(World& world, float time_step);

    /// Returns the joint, for `World::operator[]`.
    [[nodiscard]] JointId joint() const {
        presence_.check("PathGuide::joint");
        return joint_;
    }
    /// Returns the length of the path [m].
    [[nodiscard]] float length() const;
    /// Returns the place of the body along the path at the last update, from the first point [m].
    [[nodiscard]] float place() const {
        presence_.check("PathGuide::place");
        return place_;
    }
    /// Returns the point of the path at a place, in the frame of A [m]; beyond the ends that of the end.
    [[nodiscard]] Vec2 point(float place) const;
    /// Sets the motor from the next update on; throws `Error` for values out of range.
    void set_motor(const std::optional<JointMotor>& motor);

private:
    [[nodiscard]] Vec2 tangent(float place) const;
    [[nodiscard]] float on_path(float place) const;
    [[nodiscard]] float nearest_place(const Vec2& point, float from, float reach) const;
    [[nodiscard]] GenericJoint joint_along(const Vec2& from, const Vec2& axis, float place) const;

    PathGuideDefinition definition_;
    std::vector<Vec2> samples_;   ///< Points of the path, close together.
    std::vector<float> lengths_;  ///< Way along the path up to each of them [m].
    JointId joint_;
    float place_ = 0.0f;
    Vec2 axis_{1.0f, 0.0f};       ///< Axis of the last step, in the frame of A.
    bool motor_changed_ = false;  ///< Since the last update.
    detail::Presence presence_;
};

}  // namespace drystone
