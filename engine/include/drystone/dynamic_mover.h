#pragma once

#include <drystone/collision/math.h>
#include <drystone/detail/body_push.h>
#include <drystone/detail/presence.h>
#include <drystone/export.h>
#include <drystone/handles.h>
#include <drystone/queries.h>

#include <cstdint>
#include <optional>
#include <span>

namespace drystone {

class World;

/// Definition of a `DynamicMover`.
struct DynamicMoverDefinition {
    /// Dynamic body that is moved; its rotation is usually locked. Its shapes end above the ground.
    BodyId body{};
    Vec2 up{0.0f, 1.0f};  ///< Direction against gravity; any length except zero.
    /// Height of the body's origin above the ground at which the spring holds it [m]; > 0.
    float ride_height = 0.9f;
    /// Distance beyond the ride height in which ground is felt [m]; >= 0.
    float reach = 0.3f;
    /// Radius of the disc that feels for the ground [m]; > 0, below the ride height. A larger one is smoother
    /// over steps and gaps.
    float foot_radius = 0.2f;
    float frequency = 5.0f;      ///< Frequency of the spring between body and ground, > 0 [Hz].
    float damping_ratio = 1.0f;  ///< Damping ratio of that spring, >= 0.
    /// Maximum angle of ground that holds the body, in [0, pi / 2) [rad].
    float max_slope = 0.9f;
    float walk_force = 2000.0f;  ///< Maximum force along the ground [N]; >= 0.
    float air_force = 300.0f;    ///< Maximum force in the air [N]; >= 0.
    /// Friction coefficient of the feet, >= 0; the pair has the geometric mean of this and the ground's.
    float friction = 1.5f;
    float jump_speed = 5.0f;  ///< Speed along `up` after a jump, relative to the ground [m/s]; >= 0.
    QueryFilter filter{};     ///< Shapes that count as ground. Sensors do not.
};

/// Input of `DynamicMover::update`.
struct DynamicMoverInput {
    /// Desired speed relative to the ground, positive to the right of `up` [m/s].
    float speed = 0.0f;
    bool jump = false;  ///< A jump is requested in this update.
};

/// Ground under a dynamic mover.
struct DynamicMoverGround {
    ShapeId shape;            ///< Shape below.
    BodyId body;              ///< Body of that shape.
    Vec2 normal{0.0f, 1.0f};  ///< Unit normal, upwards.
    Vec2 point{0.0f, 0.0f};   ///< Contact point in the world [m].
    float height = 0.0f;      ///< Height of the body's origin above it, along `up` [m].
    bool is_walkable = true;  ///< Not steeper than `max_slope`.
};

/// A dynamic body that floats on a spring above the ground and is driven by friction, as a physical
/// character: it pushes and is pushed with its mass, and what it stands on feels every force. Steps lower
/// than the space under its shapes pass below it.
///
///     DynamicMover walker(world, {.body = body});
///     ...                                            // before each step of the world:
///     walker.update(world, {.speed = 3.0f}, time_step);
///     world.step(time_step);
///
/// Copying copies the whole state. Deterministic.
/// Source of the spring: Catto, Soft Constraints, GDC 2011 (implicit spring and damper).
class DRYSTONE_API DynamicMover {
public:
    /// Throws `Error` for values out of range, and for a body that is not a dynamic one of the world.
    DynamicMover(const World& world, const DynamicMoverDefinition& definition);

    /// Applies the forces of the next step, which lasts `time_step` > 0 [s], to the body and, reversed, to
    /// its ground. Throws `Error` for bad input, a destroyed body, and inside a step; then nothing has
    /// changed. Cost: one cast.
    void update(World& world, const DynamicMoverInput& input, float time_step);

    /// Returns the definition, with the present up.
    [[nodiscard]] const DynamicMoverDefinition& definition() const {
        presence_.check("DynamicMover::definition");
        return definition_;
    }
    /// Returns the ground of the last update, if there was any.
    [[nodiscard]] const std::optional<DynamicMoverGround>& ground() const {
        presence_.check("DynamicMover::ground");
        return ground_;
    }
    /// Returns whether the ground of the last update holds the body.
    [[nodiscard]] bool is_on_ground() const {
        presence_.check("DynamicMover::is_on_ground");
        return ground_ && ground_->is_walkable && !rises_;
    }
    /// Turns the mover to another up; any length except zero. The body is not turned.
    void set_up(const Vec2& up);

private:
    /// Finds the ground, and writes the forces of the next step.
    std::span<const detail::BodyPush> find_pushes(const World& world, const DynamicMoverInput& input,
                                                  float time_step, std::span<detail::BodyPush> pushes);

    DynamicMoverDefinition definition_;
    float min_ground_cosine_ = 0.0f;
    std::optional<DynamicMoverGround> ground_;
    bool rises_ = false;  ///< A jump has not reached its highest point.
    detail::Presence presence_;
};

}  // namespace drystone
