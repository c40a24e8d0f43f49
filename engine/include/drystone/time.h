#pragma once

#include <drystone/collision/function_ref.h>
#include <drystone/collision/math.h>
#include <drystone/export.h>
#include <drystone/handles.h>

#include <cstdint>
#include <vector>

namespace drystone {

class World;

/// Settings of a `FixedStepper`.
struct FixedStepperSettings {
    /// Length of every step [s]; > 0.
    float time_step = 1.0f / 60.0f;
    /// Maximum number of steps per frame, >= 1. Time beyond is dropped: where steps take longer than the time
    /// that they simulate, the game runs slower instead of falling behind ever further.
    int max_steps = 8;
    /// Simulated seconds per real second, >= 0: 0.5 is slow motion.
    float speed = 1.0f;
    bool paused = false;  ///< Starts paused.
};

/// Divides the time of frames of any length into steps of one length, so that a game behaves the same on
/// every display.
///
///     FixedStepper stepper({.time_step = 1.0f / 60.0f});
///     Interpolation interpolation;
///     ...                                                       // each frame:
///     for (int i = stepper.advance(seconds_since_last_frame); i > 0; --i) {
///         interpolation.step(world, stepper.time_step());
///     }
///     draw(interpolation.pose(world, body, stepper.fraction()));
///
/// Copying copies the whole state. Source: Fiedler, Fix Your Timestep!, 2004 (accumulator and interpolation).
class DRYSTONE_API FixedStepper {
public:
    /// Throws `Error` for settings out of range.
    explicit FixedStepper(const FixedStepperSettings& settings = {});

    /// Adds the time of a frame [s], >= 0, and returns the number of steps that are due: as many whole steps
    /// as the accumulated time holds, at most `max_steps`. Time beyond those is dropped, except for less than
    /// a step. Throws `Error` for a time that is negative or not finite, or holds more steps than a number
    /// can.
    int advance(double elapsed);
    /// Makes one step due at the next `advance`, paused or not: for debugging one step at a time. Requests
    /// beyond `max_steps` are dropped.
    void request_step() { requested_ += requested_ < settings_.max_steps ? 1 : 0; }
    /// Drops the accumulated time and all requested steps, as after loading a level.
    void reset();

    /// Returns the fraction of a step by which the frame is ahead of the last step, in [0, 1): the argument
    /// of `Interpolation::pose`.
    [[nodiscard]] float fraction() const;
    /// Returns the length of every step [s].
    [[nodiscard]] float time_step() const { return settings_.time_step; }
    /// Returns the maximum number of steps per frame.
    [[nodiscard]] int max_steps() const { return settings_.max_steps; }
    /// Returns the simulated seconds per real second.
    [[nodiscard]] float speed() const { return settings_.speed; }
    /// Returns whether time of frames does not count.
    [[nodiscard]] bool is_paused() const { return settings_.paused; }
    /// Returns the number of steps that were due so far.
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    /// Returns the simulated time that was dropped so far [s].
    [[nodiscard]] double dropped_time() const { return dropped_; }

    /// Sets the length of every step [s]; throws `Error` for a value out of range. The fraction of the
    /// present step is kept.
    void set_time_step(float time_step);
    /// Sets the maximum number of steps per frame, likewise.
    void set_max_steps(int max_steps);
    /// Sets the simulated seconds per real second, likewise.
    void set_speed(float speed);
    /// Pauses or continues: time of frames does not count while paused.
    void set_paused(bool paused) { settings_.paused = paused; }

private:
    FixedStepperSettings settings_;
    double accumulated_ = 0.0;  ///< Time since the last step [s], below one step.
    double dropped_ = 0.0;
    std::uint64_t steps_ = 0;
    int requested_ = 0;
};

/// Poses of bodies between the last two steps, for drawing frames that lie between steps.
///
/// Only bodies that moved cost anything. A body that was moved by `BodyRef::set_pose`, created, restored by a
/// snapshot or stepped without the interpolation is shown where it is, and never between two places.
class DRYSTONE_API Interpolation {
public:
    /// Steps the world, see `World::step`, and records where the bodies that moved began and ended. A body
    /// that was not among those that moved in the step before began where its velocity after the step says:
    /// it woke, or was created. Cost: some 15 ns for each body that moved.
    void step(World& world, float time_step, int sub_steps = 4);

    /// Returns the pose of the body's origin at a fraction in [0, 1] of the last step: 0 is its begin, 1 its
    /// end. The centre of mass moves along a line, and the body turns evenly the shorter way. Throws `Error`
    /// for a handle that names no body of the world, and a fraction out of range.
    [[nodiscard]] Pose pose(const World& world, BodyId body, float fraction) const;
    /// Calls the visitor with the pose of every body that moved in the last step, and, once more, of every
    /// body that moved in the step before and then came to rest; in the order of `World::moved_bodies`. What
    /// is not visited is where it was. The visitor must not change the world.
    void visit(const World& world, float fraction,
               FunctionRef<void(BodyId body, const Pose& pose)> visitor) const;
    /// Forgets all motion: every body is shown where it is.
    void reset();

private:
    struct Motion {
        BodyId body;
        std::uint64_t step = 0;   ///< Number of the step in which the body moved.
        std::uint64_t noted = 0;  ///< Number of the step before which `next_start` was noted.
        Pose next_start{};        ///< Pose of the body then.
        Pose start{};
        Pose end{};
    };

    [[nodiscard]] Motion& motion_of(BodyId body);
    [[nodiscard]] Pose interpolated(const World& world, BodyId body, float fraction) const;

    std::vector<Motion> motions_;  ///< By slot of the body.
    std::vector<BodyId> moved_;    ///< Bodies that moved in the last step.
    std::vector<BodyId> rested_;   ///< Bodies that moved in the step before, and not in the last.
    std::uint64_t step_ = 0;
};

}  // namespace drystone
