#pragma once

#include "continuous/fast_body.h"
#include "continuous/motion.h"
#include "continuous/swept_shapes.h"

#include <array>
#include <cstdint>

namespace drystone {

/// Part of the motion of a body in the step.
struct MotionPiece {
    float end = 1.0f;      ///< Fraction of the step at which it ends.
    float reach = 0.0f;    ///< Upper bound for the distance of any point from the centre of the sweep [m].
    float turning = 0.0f;  ///< Upper bound for the path of any point by the rotation [m].
    Sweep sweep{};
};

/// Cause of the motion of a body.
enum class MotionKind : std::uint8_t {
    Own,      ///< The solver, and static shapes.
    Joined,   ///< Common motion with another body that it met.
    Stopped,  ///< Rest, after it has met several others.
    Carried,  ///< Motion with a body that cannot be stopped, or that is much heavier.
};

/// Motion of a body in the step, from `begin` on, in a few pieces.
struct PairMotion {
    static constexpr std::size_t max_pieces = 5;

    std::uint32_t body = 0;
    std::uint32_t carrier = no_index;   ///< Index of the motion that this one follows, if it is carried.
    std::uint32_t carrier_version = 0;  ///< `version` of that motion when this one began to follow it.
    std::uint32_t version = 0;          ///< Number of changes.
    std::uint32_t altered = no_index;   ///< Index among the motions that have changed.
    std::uint32_t seen_by = 0;          ///< Last search that has found it.
    std::uint32_t shapes = no_index;    ///< Place of the body's shapes in a pool, if they have been found.
    std::uint32_t shapes_version = 0;   ///< `version` of this motion when they were found.
    MotionKind kind = MotionKind::Own;
    bool has_many_shapes = false;
    bool can_stop = false;
    /// Moves as its velocity says. Else joints correct its position, and it carries nothing along.
    bool follows_velocity = true;
    float thickness = 0.0f;  ///< Minimum of its shapes [m].
    float begin = 0.0f;
    float first_change = 1.0f;  ///< Fraction of the step up to which the motion is `original`.
    std::uint32_t count = 0;
    std::array<MotionPiece, max_pieces> pieces{};
    Sweep original{};
    Aabb box{};  ///< Around the whole motion, from `begin` on.

    /// Adds a piece, unless there are too many.
    void add(const ContinuousContext& context, float end, const Sweep& sweep);
};

/// Returns the motion that the solver and static shapes have given a body. `fast` describes the body if it
/// was swept against static shapes, else it is null.
PairMotion own_motion(const ContinuousContext& context, std::uint32_t body, const FastBody* fast);

/// Returns the part of a sweep between two fractions of it.
Sweep part_of(const Sweep& sweep, float from, float to);

/// Returns the end of the piece that a motion is in at `time`, before 1.
float piece_end(const PairMotion& motion, float time);

/// Returns the part of a motion between two times within the same piece.
Sweep sweep_between(const PairMotion& motion, float from, float to);

/// Returns the pose of the body at `time`.
Pose pose_at(const PairMotion& motion, float time);

/// Returns an upper bound for the distance by which two bodies approach each other after `from` [m].
float max_approach(const PairMotion& a, const PairMotion& b, float from);

/// Sets the box around all pieces.
void update_box(const ContinuousContext& context, PairMotion& motion);

/// First time at which the shapes of two bodies meet.
struct Meeting {
    float time = 1.0f;  ///< 1: they do not.
    std::uint32_t shape_a = no_index;
    std::uint32_t shape_b = no_index;
    Vec2 normal{0.0f, 0.0f};  ///< From A to B.
    /// The body that can be stopped ends below the surface where they met: the way out is `shift` [m].
    bool is_shift = false;
    Vec2 shift{0.0f, 0.0f};
};

/// Overlap of two shapes.
struct Overlap {
    Vec2 normal;  ///< From A to B in the world.
    float depth;  ///< Negative when separated [m].
};

/// Returns the overlap of two shapes at these poses of their bodies.
Overlap overlap_of(const ContinuousContext& context, std::uint32_t shape_a, const Pose& pose_a,
                   std::uint32_t shape_b, const Pose& pose_b);

/// Motions of two bodies, and what is known of their shapes: see `SweptBody`.
struct MotionPair {
    const PairMotion& a;
    const PairMotion& b;
    const SweptShapes* shapes_a;
    const SweptShapes* shapes_b;
};

/// Finds the shapes of a body, with boxes around its motion.
void find_shapes(const ContinuousContext& context, const PairMotion& motion, SweptShapes& shapes);

/// Finds the first meeting of the shapes of two bodies after `from` that they do not end on the same sides
/// of, as they do after an impact that the solver has resolved. `found` is scratch memory.
Meeting first_meeting(const ContinuousContext& context, const MotionPair& pair, float from,
                      SweptPairs& found);

/// Returns the velocity of the centre of mass at `time`, before 1 [m per step].
Vec2 velocity_at(const PairMotion& motion, float time);

/// Lets a body move on without rotation, from `time` on, until something static blocks it. First it is
/// shifted by `out`.
void move_on(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& velocity,
             const Vec2& out);

/// Lets a body move with its carrier, from `time` on, until something static blocks it. First it is shifted
/// by `out`.
void carry(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& out,
           const PairMotion& carrier);

/// Lets a body end where the solver put it, shifted until something static blocks it.
void shift_end(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& shift);

}  // namespace drystone
