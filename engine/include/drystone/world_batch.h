#pragma once

#include <drystone/detail/owned.h>
#include <drystone/export.h>
#include <drystone/fwd.h>
#include <drystone/handles.h>

#include <drystone/collision/math.h>

#include <cstdint>
#include <span>

namespace drystone {

/// State of a batch; private to the library.
struct WorldBatchState;

/// Definition of a batch. Every member has a default.
struct WorldBatchDefinition {
    /// Threads that step the worlds, the calling one included, >= 1. With more than one the batch owns a
    /// thread pool. Results are the same for every number.
    int threads = 1;
    /// Scheduler of the threads, instead of a pool owned by the batch; must outlive the batch. `threads` is
    /// then ignored.
    TaskScheduler* scheduler = nullptr;
    /// Makes steps write `WorldBatch::contact_forces` and `contact_counts`.
    bool contacts = false;
};

/// Velocity of a body in the arrays of a batch.
struct BodyMotion {
    Vec2 linear{0.0f, 0.0f};  ///< Velocity of the centre of mass [m/s].
    float angular = 0.0f;     ///< Angular velocity [rad/s].
};

/// Load of a body in the arrays of a batch.
struct BodyLoad {
    Vec2 force{0.0f, 0.0f};  ///< Force at the centre of mass [N].
    float torque = 0.0f;     ///< [N m]
};

/// Place of a body in the arrays of a batch.
struct BodyPlacement {
    Vec2 position{0.0f, 0.0f};  ///< Position of the body's origin [m].
    float angle = 0.0f;         ///< [rad]
};

/// Thousands of small independent worlds that are stepped together: for learning, for servers with a match in
/// each world, for parameter sweeps, and to try moves in a copy of a game's world.
///
///     const BodyId chosen[] = {player, ball};
///     WorldBatch batch({.threads = 2});
///     batch.create_worlds(batch.add_prototype(level, chosen), 4096);
///     ...
///     batch.loads()[2 * world + 0].force = {thrust, 0.0f};        // 2: bodies of a row
///     batch.step(1.0f / 60.0f);
///     if (batch.poses()[2 * world + 1].position.y < 0.0f) {
///         batch.reset(world);
///     }
///
/// Each world begins as a copy of its prototype, and returns to it when it is reset. The arrays have a row
/// for each world with one element for each of the bodies that were chosen with its prototype. All other
/// values are in the worlds themselves, `batch[world]`, where the handles of the prototype are valid.
///
/// Each world gets the bits that it would get alone, by `World::step`, beside any neighbours and on any
/// number of threads. Threads take worlds, one group after the other, and wait for each other only at the end
/// of a step. Worlds that need nothing but contacts, iterative joints and gravity from the solver share its
/// lanes in groups, which saves about a fifth of a step of twelve boxes, and more of one with joints; worlds
/// with direct joints, restitution, hit events, special surfaces, locked axes, extra iterations or heavy
/// loads get passes of their own.
///
/// One thread at a time uses a batch. Callbacks of the prototypes are called on any of the batch's threads,
/// for different worlds at once. Invalid calls and data throw `Error` before anything is changed.
class DRYSTONE_API WorldBatch {
public:
    /// Makes an empty batch. Throws `Error` for less than one thread.
    explicit WorldBatch(const WorldBatchDefinition& definition = {});
    ~WorldBatch();                                 ///< Destroys all worlds.
    WorldBatch(WorldBatch&&) noexcept;             ///< Takes over a batch.
    WorldBatch& operator=(WorldBatch&&) noexcept;  ///< Destroys the present worlds and takes over others.

    /// @name Prototypes and worlds
    /// @{
    /// Copies a world as a prototype, with its callbacks, and chooses the bodies that the arrays show, in
    /// this order. Returns the number of the prototype. Throws `Error` for handles that are not of the world,
    /// and unless all prototypes choose the same number of bodies.
    int add_prototype(const World& prototype, std::span<const BodyId> bodies = {});
    /// Replaces a prototype by the state of a world that is the one it was copied from, or a clone of it.
    /// Worlds change only when they are reset: this way a batch follows a game to look ahead. Throws `Error`
    /// for other worlds, and if a chosen body was destroyed.
    void set_prototype(int prototype, const World& state);
    /// Adds `count` >= 1 copies of a prototype. Returns the number of the first one; the others follow. Cost:
    /// a copy of the prototype's state for each.
    int create_worlds(int prototype, int count);
    [[nodiscard]] int size() const;                   ///< Returns the number of worlds.
    [[nodiscard]] int bodies_per_world() const;       ///< Returns the number of elements in a row.
    [[nodiscard]] int prototype_of(int world) const;  ///< Returns the prototype of a world.
    /// Returns a world, for everything that is in no array. It must neither be moved nor replaced, nor get
    /// threads of its own.
    [[nodiscard]] World& operator[](int world);
    /// @}

    /// Advances all worlds by `time_step` [s], >= 0, in `sub_steps` >= 1 solver steps, `repeats` >= 1 times
    /// in succession with the same loads: the same as that many calls, and faster, since a world stays in the
    /// cache. If steps of some worlds throw, all others are finished, then the exception of the world with
    /// the smallest number leaves.
    void step(float time_step, int sub_steps = 4, int repeats = 1);
    /// Advances some of the worlds, given by their numbers, none of them twice.
    void step_worlds(std::span<const int> worlds, float time_step, int sub_steps = 4, int repeats = 1);
    /// Returns a world to the state of its prototype, and its row of loads to zero. What happens next has the
    /// bits of a fresh copy. Cost: a copy of the row now, and a copy of the state when the world is next
    /// stepped or used.
    void reset(int world);
    void reset(std::span<const int> worlds);  ///< Resets some of the worlds.
    void reset_all();                         ///< Resets all worlds.

    /// @name Arrays
    /// Rows of `bodies_per_world()` elements, one for each world. They stay where they are until worlds are
    /// created. Those that can only be read show the worlds after the last step, reset or write through the
    /// batch; `refresh` shows what was changed otherwise. Elements of a body that was destroyed keep their
    /// values.
    /// @{
    [[nodiscard]] std::span<const Pose> poses() const;  ///< Returns the poses of the bodies' origins [m].
    [[nodiscard]] std::span<const BodyMotion> velocities() const;  ///< Returns the velocities.
    /// Returns the sum of the contact forces on each body in the last sub-step [N]; impacts with restitution
    /// are not counted. Empty without `WorldBatchDefinition::contacts`.
    [[nodiscard]] std::span<const Vec2> contact_forces() const;
    /// Returns the number of shapes that touch each body. Empty without `WorldBatchDefinition::contacts`.
    [[nodiscard]] std::span<const std::int32_t> contact_counts() const;
    /// Returns the loads that act in each step, until they are changed. Those that are not zero wake their
    /// bodies; those of bodies that are not dynamic have no effect. A step throws `Error` for values that are
    /// not finite, before any world has moved.
    [[nodiscard]] std::span<BodyLoad> loads();
    /// Copies the loads of all worlds from an array with a row for each.
    void write_loads(std::span<const BodyLoad> loads);
    /// Places the bodies of some worlds, as `BodyRef::set_pose` does: `places` has a row for each of
    /// `worlds`, in their order.
    void write_poses(std::span<const int> worlds, std::span<const BodyPlacement> places);
    /// Sets the velocities of bodies of some worlds. Static bodies are left out.
    void write_velocities(std::span<const int> worlds, std::span<const BodyMotion> velocities);
    /// Writes the row of a world that was changed through `operator[]`.
    void refresh(int world);
    /// @}

private:
    detail::Owned<WorldBatchState> state_;
};

}  // namespace drystone
